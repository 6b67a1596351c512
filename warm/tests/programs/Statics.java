// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Shows the static state of the JDK's modules whose classes stay: {@code list} names their classes that are initialised, {@code dump FILE} initialises those named in a file
 * and prints one line for each value that their static fields lead to. Two JVMs in the same state print the same. {@code fields} names their
 * static fields that are numbers or texts and not final.
 */
public class Statics {
    // The modules whose classes stay initialised in a warm server, and the loader that knows them all.
    private static final List<String> KEPT = List.of("java.base", "jdk.zipfs", "jdk.localedata", "jdk.charsets", "jdk.net");
    private static final ClassLoader LOADER = ClassLoader.getPlatformClassLoader();
    private static final int DEPTH = 6;
    private static final int ELEMENTS = 200;
    private static final int TEXT = 60;
    // Of these only the class is shown: what they hold is the VM's, of the thread that looks, or another static's.
    private static final Set<Class<?>> OPAQUE = Set.of(Thread.class, ThreadGroup.class, ClassLoader.class, Module.class, ModuleLayer.class,
            MethodHandle.class, MethodType.class, VarHandle.class, MethodHandles.Lookup.class, Reference.class, ReferenceQueue.class);

    // Keys whose text is what they are, the same in all JVMs.
    private static final Set<String> NAMED = Set.of("java.util.Locale", "java.util.ResourceBundle$CacheKey", "sun.util.locale.BaseLocale");

    private final MethodHandles.Lookup all;
    private final Object unsafe;
    private final MethodHandle fieldsOf;
    private final PrintStream out = new PrintStream(System.out, false);
    private Set<Object> seen;

    Statics() throws ReflectiveOperationException {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe open = (sun.misc.Unsafe) field.get(null);
        Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        all = (MethodHandles.Lookup) open.getObject(open.staticFieldBase(lookup), open.staticFieldOffset(lookup));
        Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
        unsafe = call(all.findStatic(type, "getUnsafe", MethodType.methodType(type)));
        // The one that leaves out nothing.
        fieldsOf = all.findVirtual(Class.class, "getDeclaredFields0", MethodType.methodType(Field[].class, boolean.class));
    }

    public static void main(String[] args) throws Exception {
        Statics statics = new Statics();
        if (args[0].equals("fields")) {
            fields();
        } else if (args[0].equals("list")) {
            statics.list();
        } else {
            statics.dump(Files.readAllLines(Path.of(args[1])));
        }
        statics.out.flush();
    }

    private void list() throws IOException, ReflectiveOperationException {
        MethodHandle test = unsafe("shouldBeInitialized", boolean.class, Class.class);
        for (String module : KEPT) {
            Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/" + module);
            try (Stream<Path> files = Files.walk(base)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class") && f.getNameCount() > 3).sorted().toList()) {
                    String name = base.relativize(file).toString().replace('/', '.');
                    Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()), false, LOADER);
                    if (!(boolean) call(test, type)) {
                        out.println(type.getName());
                    }
                }
            }
        }
    }

    private static void fields() throws IOException {
        for (String module : KEPT) {
            Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/" + module);
            try (Stream<Path> files = Files.walk(base)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
                    ClassModel type = ClassFile.of().parse(Files.readAllBytes(file));
                    for (FieldModel field : type.fields()) {
                        String descriptor = field.fieldType().stringValue();
                        if (field.flags().has(AccessFlag.STATIC) && !field.flags().has(AccessFlag.FINAL)
                                && (descriptor.length() == 1 || descriptor.equals("Ljava/lang/String;"))) {
                            System.out.println(type.thisClass().asInternalName() + "#" + field.fieldName().stringValue());
                        }
                    }
                }
            }
        }
    }

    private void dump(List<String> names) throws ReflectiveOperationException {
        // All of them first: some leave traces in others.
        for (String name : names) {
            Class.forName(name, true, LOADER);
        }
        for (String name : names) {
            Class<?> type = Class.forName(name, true, LOADER);
            for (Field field : (Field[]) call(fieldsOf, type, false)) {
                if (Modifier.isStatic(field.getModifiers())) {
                    seen = Collections.newSetFromMap(new IdentityHashMap<>());
                    Object base = call(unsafe("staticFieldBase", Object.class, Field.class), field);
                    long offset = (long) call(unsafe("staticFieldOffset", long.class, Field.class), field);
                    show(name + "#" + field.getName(), value(field.getType(), base, offset), DEPTH);
                }
            }
        }
    }

    private Object value(Class<?> type, Object base, long offset) throws ReflectiveOperationException {
        String kind = type.isPrimitive() ? type.getName().substring(0, 1).toUpperCase(java.util.Locale.ROOT) + type.getName().substring(1) : "Reference";
        return call(unsafe("get" + kind, type.isPrimitive() ? type : Object.class, Object.class, long.class), base, offset);
    }

    private MethodHandle unsafe(String name, Class<?> result, Class<?>... parameters) throws ReflectiveOperationException {
        return all.findVirtual(unsafe.getClass(), name, MethodType.methodType(result, parameters)).bindTo(unsafe);
    }

    private static Object call(MethodHandle handle, Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new AssertionError(handle.toString(), failure);
        }
    }

    private void show(String path, Object value, int depth) throws ReflectiveOperationException {
        String text = simple(value);
        if (text != null) {
            out.println(path + " = " + text);
        } else if (!seen.add(value)) {
            out.println(path + " = ^");
        } else if (depth == 0) {
            out.println(path + " = " + name(value.getClass()));
        } else if (value.getClass().isArray()) {
            showArray(path, value, depth);
        } else if (value instanceof Map<?, ?> map && isOfCollections(value)) {
            showMap(path, map, depth);
        } else if (value instanceof Collection<?> many && isOfCollections(value)) {
            showMap(path, byText(many), depth);
        } else {
            showFields(path, value, depth);
        }
    }

    // Not null for what has no parts that are looked at.
    private static String simple(Object value) {
        if (value == null || value instanceof Number && value.getClass().getPackageName().equals("java.lang") || value instanceof Boolean) {
            return String.valueOf(value);
        } else if (value instanceof Character c) {
            return "char " + (int) c;
        } else if (value instanceof String text) {
            return text.length() <= TEXT ? '"' + text.replace("\n", "\\n").replace("\r", "\\r") + '"' : text.length() + " characters " + text.hashCode();
        } else if (value instanceof Class<?> type) {
            return "class " + name(type);
        } else if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return OPAQUE.stream().anyMatch(type -> type.isInstance(value)) || value.getClass().isHidden() ? name(value.getClass()) : null;
    }

    private static String name(Class<?> type) {
        return type.isHidden() ? "hidden" : type.getName();
    }

    private static boolean isOfCollections(Object value) {
        return value.getClass().getPackageName().startsWith("java.util");
    }

    private void showArray(String path, Object array, int depth) throws ReflectiveOperationException {
        int length = Array.getLength(array);
        if (array.getClass().getComponentType().isPrimitive()) {
            int hash = 1;
            for (int i = 0; i < length; i++) {
                hash = 31 * hash + Array.get(array, i).hashCode();
            }
            out.println(path + " = " + array.getClass().getComponentType() + "[" + length + "] " + hash);
            return;
        }
        out.println(path + ".length = " + length);
        for (int i = 0; i < Math.min(length, ELEMENTS); i++) {
            show(path + "[" + i + "]", Array.get(array, i), depth - 1);
        }
    }

    // What has no order of its own, or one that depends on addresses, by the text of its keys.
    private void showMap(String path, Map<?, ?> map, int depth) throws ReflectiveOperationException {
        out.println(path + ".size = " + map.size());
        Map<String, Object> sorted = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = key(entry.getKey());
            sorted.put(key, entry.getValue());
            counts.merge(key, 1, Integer::sum);
        }
        for (Map.Entry<String, Object> entry : sorted.entrySet()) {
            if (counts.get(entry.getKey()) > 1) {
                out.println(path + "{" + entry.getKey() + "} = " + counts.get(entry.getKey()) + " of them");
            } else {
                show(path + "{" + entry.getKey() + "}", entry.getValue(), depth - 1);
            }
        }
    }

    private static String key(Object key) {
        String text = simple(key);
        return text != null ? text : isOfCollections(key) ? name(key.getClass()) + " " + key : name(key.getClass());
    }

    private static Map<String, Object> byText(Collection<?> many) {
        Map<String, Object> elements = new TreeMap<>();
        int number = 0;
        for (Object element : many) {
            elements.put(many instanceof Set ? key(element) + " " : number++ + " " + key(element), many instanceof Set ? null : element);
        }
        return elements;
    }

    private void showFields(String path, Object value, int depth) throws ReflectiveOperationException {
        out.println(path + " : " + name(value.getClass()));
        for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
            Field[] fields = (Field[]) call(fieldsOf, type, false);
            Arrays.sort(fields, java.util.Comparator.comparing(Field::getName));
            for (Field field : fields) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    long offset = (long) call(unsafe("objectFieldOffset", long.class, Field.class), field);
                    show(path + "." + field.getName(), value(field.getType(), value, offset), depth - 1);
                }
            }
        }
    }
}
