// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.IOException;

/** Files that are to be deleted at the end, last one first; a directory goes only if it is empty by then. */
public class ExitsDeletes {
    public static void main(String[] args) throws IOException {
        File gone = directory("gone");
        gone.deleteOnExit();
        new File(gone, "file").deleteOnExit();
        File kept = directory("kept");
        new File(kept, "file").deleteOnExit();
        kept.deleteOnExit();
        // Counts as registered first, so the directory comes before it.
        new File(kept, "file").deleteOnExit();
        directory("other");
        new File("never made").deleteOnExit();
        switch (args[0]) {
            case "exits" -> System.exit(3);
            case "halts" -> Runtime.getRuntime().halt(4);
            case "throws" -> throw new IllegalStateException("thrown");
            default -> System.out.println("returns");
        }
    }

    private static File directory(String name) throws IOException {
        File made = new File(name);
        System.out.println(made.mkdir() + " " + new File(made, "file").createNewFile());
        return made;
    }
}
