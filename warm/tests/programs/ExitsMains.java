// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;

/** Classes whose main is of an odd kind, or none that the launcher takes. */
public class ExitsMains {
    public static class ReturnsInt {
        public static int main(String[] args) {
            System.out.println("returns a number");
            return 5;
        }
    }

    public static class OtherArguments {
        public static void main(Object[] args) {
            System.out.println("of objects");
        }
    }

    public static class Private {
        private static void main(String[] args) {
            System.out.println("private");
        }
    }

    public static class NeedsArgument {
        NeedsArgument(int number) {
            System.out.println(number);
        }

        void main() {
            System.out.println("never made");
        }
    }

    public static class PrivateConstructor {
        private PrivateConstructor() {}

        void main() {
            System.out.println("never made");
        }
    }

    public abstract static class Abstract {
        void main() {
            System.out.println("abstract");
        }
    }

    public class Inner {
        void main() {
            System.out.println("inner");
        }
    }

    public interface OfInterface {
        static void main(String[] args) {
            System.out.println("of an interface");
        }
    }

    public enum OfEnum {
        ONE;

        public static void main(String[] args) {
            System.out.println("of an enum " + ONE);
        }
    }

    static class Base {
        public static void main(String[] args) {
            System.out.println("inherited " + args.length);
        }
    }

    public static class Inherits extends Base {}

    /** The one with arguments is taken. */
    public static class Both {
        static void main() {
            System.out.println("without arguments");
        }

        void main(String[] args) {
            System.out.println("with " + args.length + " arguments");
        }
    }

    public static class WithoutArguments {
        static int count;

        static void main() {
            System.out.println("static, without arguments " + ++count);
        }
    }

    public static class FailingConstructor {
        FailingConstructor() {
            throw new IllegalStateException("in the constructor");
        }

        void main() {
            System.out.println("never made");
        }
    }

    public static class FailingInstance {
        static {
            System.out.println("initialised");
        }

        void main(String[] args) throws IOException {
            throw new IOException("in an instance", new IllegalStateException());
        }
    }
}
