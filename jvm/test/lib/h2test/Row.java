// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
package h2test;

/** A record with one field of each width, so that field offsets differ between oop and header modes. */
public record Row(long id, byte tiny, short small, int[] numbers, double real, Object name) {
    /** A row whose content follows from the id alone. */
    public static Row of(long id) {
        int[] numbers = new int[(int) (id & 7)];
        java.util.Arrays.fill(numbers, (int) (id * 31));
        return new Row(id, (byte) id, (short) id, numbers, id / 3.0, new String("row" + id));
    }
}
