// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import java.util.List;

/** Pieces of XHTML. */
final class Xhtml {
    private Xhtml() {}

    /** A text that is shown as it is; characters that XML does not know become question marks. */
    static String text(String raw) {
        StringBuilder safe = new StringBuilder(raw.length());
        raw.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isXml(c) ? c : '?');
            }
        });
        return safe.toString();
    }

    private static boolean isXml(int c) {
        return c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }

    static String element(String name, String content) {
        return "<" + name + ">" + content + "</" + name + ">";
    }

    /**
     * A table as Spark's own look; its texts are XHTML already.
     *
     * @param id of the element
     */
    static String table(String id, List<String> heads, List<List<String>> rows) {
        StringBuilder table = new StringBuilder("<table id=\"" + id + "\" class=\"table table-bordered table-sm table-striped\">");
        table.append(element("thead", row("th", heads))).append("<tbody>");
        rows.forEach(row -> table.append(row("td", row)));
        return table.append("</tbody></table>").toString();
    }

    private static String row(String cell, List<String> contents) {
        StringBuilder row = new StringBuilder();
        contents.forEach(content -> row.append(element(cell, content)));
        return element("tr", row.toString());
    }
}
