// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.spark.ui.WebUIPage;
import scala.collection.immutable.Seq;
import scala.xml.Node;
import scala.xml.XML;

/** The page of the tab. */
final class SpillwayPage extends WebUIPage {
    private final SpillwayTab tab;
    private final Rows rows;
    private final PageFrame frame = new PageFrame();

    SpillwayPage(SpillwayTab tab, Rows rows) {
        super("");
        this.tab = tab;
        this.rows = rows;
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
        String text = PageText.of(rows.all(StateRow.class), rows.all(StageRow.class));
        return frame.around(XML.loadString(text), request, tab);
    }
}
