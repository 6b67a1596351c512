// SPDX-License-Identifier: Apache-2.0
import javassist.util.proxy.MethodHandler;
import javassist.util.proxy.Proxy;
import javassist.util.proxy.ProxyFactory;
import org.codehaus.janino.SimpleCompiler;

/** Libraries that make classes, with the same names in each run. */
public class Makers {
    private Makers() {}

    public static class Greeter {
        static int made;

        public Greeter() {
            made++;
        }

        public String greet(String name) {
            return "hello " + name;
        }
    }

    /** A subclass in the loader of the class path, which takes each name once. */
    public static class Subclass {
        public static void main(String[] args) throws Exception {
            ProxyFactory factory = new ProxyFactory();
            factory.setSuperclass(Greeter.class);
            Class<?> type = factory.createClass();
            Greeter greeter = (Greeter) type.getDeclaredConstructor().newInstance();
            MethodHandler handler = (self, method, proceed, arguments) -> "proxied " + proceed.invoke(self, arguments);
            ((Proxy) greeter).setHandler(handler);
            System.out.println(greeter.greet(args[0]) + " " + Greeter.made + " " + (type.getClassLoader() == Greeter.class.getClassLoader()));
        }
    }

    /** A source that is compiled into a loader of its own. */
    public static class Source {
        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 2; i++) {
                SimpleCompiler compiler = new SimpleCompiler();
                compiler.cook("public class Made { static int count; public static String say(String s) { return \"" + args[0] + i + " \" + s + ++count; } }");
                var say = compiler.getClassLoader().loadClass("Made").getMethod("say", String.class);
                say.invoke(null, "first");
                System.out.println(say.invoke(null, "second"));
            }
        }
    }
}
