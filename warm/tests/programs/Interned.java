// SPDX-License-Identifier: Apache-2.0

/** Whether a text that is made is the first of its kind, although a literal with the same letters follows; and whether that literal is the same object as ever. */
public class Interned {
    public static void main(String[] args) {
        String made = new StringBuilder("inter").append("ned early").toString();
        String kept = made.intern();
        System.out.println((kept == made) + " " + ("interned early" == kept));
    }
}
