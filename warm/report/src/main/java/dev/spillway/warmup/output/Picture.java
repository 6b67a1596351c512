// SPDX-License-Identifier: Apache-2.0
package dev.spillway.warmup.output;

import dev.spillway.warmup.figures.Strip;
import dev.spillway.warmup.figures.Strip.Activity;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Threads, or whole JVMs, over time as SVG: one strip for each, in it from below what part of each slice of time went to what. */
public final class Picture {
    /** Slices of time a picture has. */
    public static final int SLICES = 500;

    private static final int LEFT = 190;
    private static final int SLICE_WIDTH = 2;
    private static final int STRIP = 36;
    private static final int TOP = 60;
    private static final Map<Activity, String> COLOURS = Map.of(
            Activity.FINDING, "#9e2a2b", Activity.READING, "#d1495b", Activity.DEFINING, "#e76f51", Activity.BOOT, "#f4a261",
            Activity.OTHER_LOADING, "#8d6e63", Activity.INTERPRETED, "#edc531", Activity.COMPILED, "#2a9d8f", Activity.NATIVE, "#457b9d",
            Activity.WAITING, "#e6e6e6", Activity.REST, "#bdbdbd");

    private final XMLStreamWriter xml;

    private Picture(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /**
     * Writes the picture of a program that took some nanoseconds.
     *
     * @param height what the height of a strip means
     */
    public static void write(Writer out, List<Strip> strips, long length, String height) throws XMLStreamException {
        XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
        new Picture(xml).write(strips, length, height);
        xml.close();
    }

    private void write(List<Strip> strips, long length, String meaning) throws XMLStreamException {
        int width = LEFT + SLICES * SLICE_WIDTH + 20;
        int height = TOP + strips.size() * (STRIP + 6) + 30;
        xml.writeStartElement("svg");
        xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
        attributes("width", width, "height", height, "font-family", "sans-serif", "font-size", 12);
        rectangle(0, 0, width, height, "#ffffff");
        legend(meaning);
        for (int i = 0; i < strips.size(); i++) {
            strip(strips.get(i), TOP + i * (STRIP + 6));
        }
        axis(TOP + strips.size() * (STRIP + 6) + 14, length);
        xml.writeEndElement();
    }

    private void legend(String height) throws XMLStreamException {
        int x = LEFT;
        for (Activity activity : Activity.values()) {
            String name = activity.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            rectangle(x, 14, 12, 12, COLOURS.get(activity));
            text(x + 16, 25, "start", name);
            x += 36 + 7 * name.length();
        }
        text(LEFT, 48, "start", "finding to other loading: class loading; height: " + height);
    }

    private void strip(Strip strip, int y) throws XMLStreamException {
        String name = strip.name().length() > 26 ? strip.name().substring(0, 25) + "~" : strip.name();
        text(LEFT - 8, y + STRIP / 2 + 4, "end", name);
        double[] used = new double[SLICES];
        for (Activity activity : Activity.values()) {
            double[] shares = strip.shares().get(activity);
            // Slices that look the same make one rectangle: a thread that waits is one, not hundreds.
            for (int from = 0, to; from < SLICES; from = to) {
                to = from + 1;
                while (to < SLICES && shares[to] == shares[from] && used[to] == used[from]) {
                    to++;
                }
                if (shares[from] > 0) {
                    rectangle(LEFT + from * SLICE_WIDTH, y + STRIP * (1 - used[from] - shares[from]), (to - from) * SLICE_WIDTH,
                            STRIP * shares[from], COLOURS.get(activity));
                }
            }
            for (int i = 0; i < SLICES; i++) {
                used[i] += shares[i];
            }
        }
    }

    private void axis(int y, long length) throws XMLStreamException {
        for (int tick = 0; tick <= 10; tick++) {
            text(LEFT + SLICES * SLICE_WIDTH * tick / 10, y, "middle", String.format(Locale.ROOT, "%.3g s", length * tick / 1e10));
        }
    }

    private void text(int x, int y, String anchor, String text) throws XMLStreamException {
        xml.writeStartElement("text");
        attributes("x", x, "y", y, "text-anchor", anchor);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private void rectangle(double x, double y, double width, double height, String colour) throws XMLStreamException {
        xml.writeEmptyElement("rect");
        attributes("x", round(x), "y", round(y), "width", round(width), "height", round(height), "fill", colour);
    }

    private void attributes(Object... namesAndValues) throws XMLStreamException {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            xml.writeAttribute((String) namesAndValues[i], namesAndValues[i + 1].toString());
        }
    }

    private static String round(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
