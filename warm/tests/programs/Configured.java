// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Levels, handlers and properties of java.util.logging; with an argument they are configured anew, with a file. */
public class Configured {
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger OWN = Logger.getLogger("configured.own");

    public static void main(String[] args) throws Exception {
        show();
        if (args.length > 0) {
            String text = """
                    handlers=java.util.logging.FileHandler
                    .level=FINE
                    java.util.logging.FileHandler.pattern=app.log
                    java.util.logging.FileHandler.level=ALL
                    java.util.logging.FileHandler.formatter=java.util.logging.SimpleFormatter
                    java.util.logging.SimpleFormatter.format=%2$s %5$s%n
                    configured.own.level=FINEST
                    own.key=""" + args[0] + "\n";
            LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
            Logger.getLogger("java").setLevel(Level.OFF);
        }
        OWN.finest("finest");
        OWN.fine("fine");
        show();
    }

    private static void show() {
        StringBuilder handlers = new StringBuilder();
        for (var handler : ROOT.getHandlers()) {
            handlers.append(' ').append(handler.getClass().getSimpleName()).append(' ').append(handler.getLevel());
        }
        System.out.println(ROOT.getLevel() + " " + OWN.getLevel() + " " + LogManager.getLogManager().getProperty("own.key") + handlers);
    }
}
