// SPDX-License-Identifier: Apache-2.0

/** The test spoils these classes: Parent is missing, the code of one() does not verify, and Calls knows Helper's method by another name. */
public class ExitsBroken {
    public static void main(String[] args) {
        System.out.println(one());
    }

    static int one() {
        return 1;
    }

    static class Parent {
        static void call() {
            System.out.println("called");
        }
    }

    public static class Child extends Parent {
        public static void main(String[] args) {
            System.out.println("child");
        }
    }

    static class Helper {
        static void present() {
            System.out.println("present");
        }
    }

    /** Each fails as it did the first time. Lambdas, since what a method reference names is looked up where it is made. */
    public static class Calls {
        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                fails(() -> Parent.call());
                fails(() -> Helper.present());
                fails(() -> System.out.println(new Child()));
                fails(() -> System.out.println(one()));
            }
            Parent.call();
        }

        private static void fails(Runnable call) {
            try {
                call.run();
            } catch (LinkageError e) {
                e.printStackTrace();
            }
        }
    }
}
