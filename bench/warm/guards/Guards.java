// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.AccessFlag;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What checks of a class's state would cost compiled code: puts one before each access to statics, static call and {@code new} of another class of the
 * program, as a load of a field of that class and a branch that is never taken. The compilers drop what they can tell is checked twice; what the class of
 * the code itself has needs no check. Agent's argument: what the names of guarded classes begin with, by slashes. Tells at the end how many guards there are.
 */
public final class Guards implements ClassFileTransformer {
    private static final String FLAG = "$spillwayReset";
    /** Frames are made anew; the usual way to look up the classes in them would load these, and come here again. */
    private static final ClassFile FILES = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(Guards::resource)));

    private final String prefix;
    private final LongAdder classes = new LongAdder();
    private final LongAdder guards = new LongAdder();
    private final Map<String, Boolean> guarded = new ConcurrentHashMap<>();

    private Guards(String prefix) {
        this.prefix = prefix;
    }

    public static void premain(String prefix, Instrumentation instrumentation) {
        Guards guards = new Guards(prefix);
        instrumentation.addTransformer(guards);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("guards " + guards.guards + " classes " + guards.classes)));
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null || !name.startsWith(prefix)) {
            return null;
        }
        try {
            return transformed(FILES.parse(bytes));
        } catch (RuntimeException e) {
            e.printStackTrace();
            throw e;
        }
    }

    private byte[] transformed(ClassModel model) {
        classes.increment();
        String self = model.thisClass().asInternalName();
        CodeTransform code = (builder, element) -> {
            String target = target(element);
            if (target != null && !target.equals(self) && isGuarded(target)) {
                guard(builder, ClassDesc.ofInternalName(target));
            }
            builder.with(element);
        };
        ClassTransform transform = ClassTransform.transformingMethodBodies(code);
        if (!model.flags().has(AccessFlag.INTERFACE)) {
            transform = transform.andThen(ClassTransform.endHandler(builder ->
                    builder.withField(FLAG, ConstantDescs.CD_boolean, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC)));
        }
        return FILES.transformClass(model, transform);
    }

    private void guard(CodeBuilder builder, ClassDesc owner) {
        guards.increment();
        Label initialised = builder.newLabel();
        builder.getstatic(owner, FLAG, ConstantDescs.CD_boolean).ifeq(initialised).aconst_null().athrow().labelBinding(initialised);
    }

    private static String target(CodeElement element) {
        return switch (element) {
            case FieldInstruction field when field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC -> field.owner().asInternalName();
            case InvokeInstruction call when call.opcode() == Opcode.INVOKESTATIC && !call.isInterface() -> call.owner().asInternalName();
            case NewObjectInstruction made -> made.className().asInternalName();
            default -> null;
        };
    }

    private boolean isGuarded(String target) {
        return target.startsWith(prefix) && guarded.computeIfAbsent(target, Guards::isClass);
    }

    private static InputStream resource(ClassDesc type) {
        String name = type.descriptorString();
        return ClassLoader.getSystemResourceAsStream(name.substring(1, name.length() - 1) + ".class");
    }

    // Interfaces cannot have such a field.
    private static boolean isClass(String name) {
        try (InputStream in = resource(ClassDesc.ofInternalName(name))) {
            return in != null && !FILES.parse(in.readAllBytes()).flags().has(AccessFlag.INTERFACE);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
