// SPDX-License-Identifier: Apache-2.0
/** Classes that say they belong to this one, which the test leaves out or takes its word from: they may not touch each other's private members then. */
public class Nest {
    public static class Asks {
        public static void main(String[] args) {
            for (int time = 0; time < 2; time++) {
                if (args.length > 0) {
                    System.out.println(Other.class.getNestHost() + " " + Asks.class.isNestmateOf(Other.class));
                }
                try {
                    System.out.println(Other.secret);
                } catch (LinkageError refused) {
                    System.out.println(refused);
                }
                try {
                    System.out.println(Nest.class);
                } catch (LinkageError missing) {
                    System.out.println(missing + " " + missing.getCause());
                }
            }
        }
    }

    static class Other {
        private static String secret = "known";
    }
}
