// SPDX-License-Identifier: Apache-2.0
import java.io.Console;

/** What a program takes a terminal, or what it has in place of one, for; then it may ask for a line or a password. */
public class StreamsConsole {
    public static void main(String[] args) {
        Console console = System.console();
        System.out.println(console == null ? "no console" : "console " + console.isTerminal() + " " + console.charset());
        for (String name : new String[] {"stdin.encoding", "stdout.encoding", "stderr.encoding", "native.encoding"}) {
            System.out.println(name + " " + System.getProperty(name));
        }
        System.out.println("ü €");
        if (args.length == 0) {
            return;
        }
        if (args[0].equals("line")) {
            String line = console.readLine("Line: ");
            System.out.println(line.length() + " " + line);
        } else {
            System.out.println(console.readPassword("Password: ").length);
        }
    }
}
