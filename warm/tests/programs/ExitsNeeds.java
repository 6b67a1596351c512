// SPDX-License-Identifier: Apache-2.0

/** A class that cannot be initialised without a variable of the environment; whoever uses it again is told of the first failure. */
public class ExitsNeeds {
    static class Library {
        static final int SIZE = Integer.parseInt(System.getenv("EXITS_SIZE"));
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(Library.SIZE);
            } catch (Throwable e) {
                e.printStackTrace();
            }
        }
        System.out.println(Library.SIZE);
    }
}
