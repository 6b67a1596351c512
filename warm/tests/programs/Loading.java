// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/** Classes and resources that a run finds or makes for itself. */
public class Loading {
    public static class Counter implements Callable<Integer> {
        static int count;

        @Override
        public Integer call() {
            return ++count;
        }
    }

    /** The same classes by loaders of the program, which leaves some open. */
    public static class Loaders {
        static URLClassLoader left;

        public static void main(String[] args) throws Exception {
            URL here = Loading.class.getProtectionDomain().getCodeSource().getLocation();
            for (int i = 0; i < 2; i++) {
                left = new URLClassLoader(new URL[] {here}, ClassLoader.getPlatformClassLoader());
                Callable<?> counter = (Callable<?>) left.loadClass("Loading$Counter").getDeclaredConstructor().newInstance();
                System.out.println(counter.call() + " " + counter.call() + " " + (counter.getClass() == Counter.class));
            }
            System.out.println(new Counter().call());
        }
    }

    private static byte[] classThatSays(String name, int answer) {
        return ClassFile.of().build(ClassDesc.of(name), builder -> builder
                .withInterfaceSymbols(ClassDesc.of("java.util.function.IntSupplier"))
                .withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC,
                        code -> code.aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_())
                .withMethodBody("getAsInt", MethodTypeDesc.of(ConstantDescs.CD_int), ClassFile.ACC_PUBLIC,
                        code -> code.loadConstant(answer).ireturn()));
    }

    private static int ask(Class<?> made) throws ReflectiveOperationException {
        return ((java.util.function.IntSupplier) made.getDeclaredConstructor().newInstance()).getAsInt();
    }

    /** Classes that nobody can look up. */
    public static class Hidden {
        public static void main(String[] args) throws Throwable {
            for (int i = 0; i < 3; i++) {
                Class<?> hidden = MethodHandles.lookup().defineHiddenClass(classThatSays("Made", i), true).lookupClass();
                System.out.println(ask(hidden) + " " + hidden.isHidden());
            }
        }
    }

    /** A class with a name, in a loader of the program. */
    public static class Made {
        static final class Own extends ClassLoader {
            Class<?> define(byte[] bytes) {
                return defineClass(null, bytes, 0, bytes.length);
            }
        }

        public static void main(String[] args) throws Exception {
            System.out.println(ask(new Own().define(classThatSays("Made", Integer.parseInt(args[0])))));
        }
    }

    /** A class with a name, in the loader of the class path, where each name can be given once. */
    public static class Defined {
        public static void main(String[] args) throws Exception {
            System.out.println(ask(MethodHandles.lookup().defineClass(classThatSays("GivenOnce", Integer.parseInt(args[0])))));
            try {
                MethodHandles.lookup().defineClass(classThatSays("GivenOnce", 0));
            } catch (LinkageError e) {
                System.out.println("given already");
            }
        }
    }

    interface Greets {
        String greet(String name);
    }

    public static class Proxies {
        static int calls;

        public static void main(String[] args) {
            Greets greets = (Greets) Proxy.newProxyInstance(Loading.class.getClassLoader(), new Class<?>[] {Greets.class, Runnable.class},
                    (proxy, method, arguments) -> method.getName() + " " + arguments[0] + " " + ++calls);
            for (int i = 0; i < 20; i++) {
                greets.greet("you");
            }
            System.out.println(greets.greet("all") + " " + (greets instanceof Runnable));
        }
    }

    /** Found by a file below META-INF/services that the test writes. */
    public static class Provider implements Callable<String> {
        static int made;
        final int number = ++made;

        @Override
        public String call() {
            return "provider " + number;
        }
    }

    @SuppressWarnings("rawtypes")
    public static class Services {
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 2; i++) {
                for (Callable service : ServiceLoader.load(Callable.class)) {
                    System.out.println(service.call());
                }
            }
        }
    }

    /** Texts that the program writes before it reads them, by the JDK's cache of bundles. */
    public static class Bundles {
        public static void main(String[] args) throws Exception {
            Files.writeString(Path.of("texts_de.properties"), "key=" + args[0] + "\n");
            URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(".").toUri().toURL()});
            System.out.println(ResourceBundle.getBundle("texts", Locale.GERMAN, loader).getString("key"));
            System.out.println(ResourceBundle.getBundle("texts", Locale.GERMAN, loader).getString("key"));
        }
    }

    public static class Resources {
        public static void main(String[] args) throws IOException {
            try (InputStream own = Loading.class.getResourceAsStream("Loading.class")) {
                System.out.println(own.read() + " " + own.available());
            }
            System.out.println(ClassLoader.getSystemResource("none") + " " + Loading.class.getResource("/java/lang/Object.class"));
            try (InputStream jdks = Object.class.getResourceAsStream("Object.class")) {
                System.out.println(jdks.read());
            }
        }
    }
}
