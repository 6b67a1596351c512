// SPDX-License-Identifier: Apache-2.0
import ch.qos.logback.classic.Level;
import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.text.DateFormatSymbols;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Frameworks that change what is everybody's: levels and contexts, methods of the JDK's classes, classes made at run time, the redefinition of others. */
public class Frameworks {
    private Frameworks() {}

    /** Logback with its own defaults; a level and a context that the program leaves changed. */
    public static class Logs {
        private static final Logger LOGGER = LoggerFactory.getLogger(Logs.class);

        public static void main(String[] args) {
            System.out.println(MDC.get("run") + " " + LOGGER.isTraceEnabled());
            MDC.put("run", args[0]);
            ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.valueOf(args[0]));
            for (int i = 0; i < 50; i++) {
                LOGGER.info("message {} of {}", i, args[0]);
                LOGGER.trace("trace {}", i);
            }
            LOGGER.error("failed", new IllegalStateException("in " + args[0]));
            System.out.println(MDC.get("run") + " " + LOGGER.isTraceEnabled());
        }
    }

    /** A script that is compiled anew, with a closure, and a method that it adds to String for good. */
    public static class Script {
        public static void main(String[] args) {
            Binding binding = new Binding();
            binding.setVariable("most", Integer.valueOf(args[0]));
            GroovyShell shell = new GroovyShell(binding);
            System.out.println(shell.evaluate("try { 'a'.shout() } catch (MissingMethodException e) { 'none' }"));
            shell.evaluate("String.metaClass.shout = { -> delegate.toUpperCase() + most }");
            System.out.println(shell.evaluate("class Square { int of(int n) { n * n } }\n(1..most).collect { new Square().of(it) }.sum() + ' ' + 'abc'.shout()"));
        }
    }

    /** A class made at run time, in a loader of its own. */
    public static class Made {
        public static void main(String[] args) throws ReflectiveOperationException {
            Class<?> fixed = new ByteBuddy().subclass(Object.class).name("Fixed").method(ElementMatchers.named("toString")).intercept(FixedValue.value(args[0]))
                    .make().load(Frameworks.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
            System.out.println(fixed.getDeclaredConstructor().newInstance());
        }
    }

    /** One in the program's own loader, where it must not be before. */
    public static class Injected {
        public static String intercepted() {
            return "intercepted";
        }

        public static void main(String[] args) throws ReflectiveOperationException {
            try {
                System.out.println(Class.forName("Given"));
            } catch (ClassNotFoundException e) {
                System.out.println("not made yet");
            }
            Class<?> given = new ByteBuddy().subclass(Callable.class).name("Given").method(ElementMatchers.named("call")).intercept(MethodDelegation.to(Injected.class)).make()
                    .load(Frameworks.class.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup())).getLoaded();
            System.out.println(call(given.getDeclaredConstructor().newInstance()));
        }

        private static Object call(Object callable) {
            try {
                return ((Callable<?>) callable).call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** What is to be redefined. */
    public static class Told {
        String text() {
            return "as written";
        }
    }

    /** A class of the program that is redefined by an agent, which attaches itself through another process. */
    public static class Redefined {
        public static void main(String[] args) throws ReflectiveOperationException {
            System.out.println(new Told().text());
            Instrumentation instrumentation = ByteBuddyAgent.install();
            new AgentBuilder.Default().disableClassFormatChanges().with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION).type(ElementMatchers.is(Told.class))
                    .transform((builder, type, loader, module, domain) -> builder.method(ElementMatchers.named("text")).intercept(FixedValue.value("redefined")))
                    .installOn(instrumentation);
            System.out.println(new Told().text());
        }
    }

    /** Texts, numbers and dates of the locale that the run was given. */
    public static class Texts {
        public static void main(String[] args) {
            System.out.println(Locale.getDefault() + " " + "TITLE".toLowerCase() + " " + String.format("%,.2f %tA", 1234567.891, LocalDate.of(2026, 11, 29)));
            System.out.println(NumberFormat.getCurrencyInstance().format(-1234.5) + " " + NumberFormat.getCompactNumberInstance().format(12_345_678));
            System.out.println(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).format(LocalDate.of(2026, 2, 3)) + " " + DateFormatSymbols.getInstance().getMonths()[2]);
            System.out.println(Locale.getDefault().getDisplayName() + " " + Locale.JAPAN.getDisplayCountry());
            Locale.setDefault(Locale.KOREA);
        }
    }
}
