// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.ui;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils;
import scala.Function0;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/**
 * Spark's own frame of a page. Called by reflection: releases differ in how many switches follow its first five parameters
 * (7 parameters in Spark 4.1, 8 in 4.2).
 */
final class PageFrame {
    private static final Class<?>[] FIRST =
            {HttpServletRequest.class, String.class, Function0.class, SparkUITab.class, Option.class};

    private final Method header;

    /** @throws IllegalStateException if this Spark does not lay pages out as expected */
    PageFrame() {
        header = Arrays.stream(UIUtils.class.getMethods()).filter(PageFrame::isHeader).findFirst()
                .orElseThrow(() -> new IllegalStateException("UIUtils.headerSparkPage is not as expected"));
    }

    private static boolean isHeader(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return method.getName().equals("headerSparkPage") && types.length >= FIRST.length
                && Arrays.equals(FIRST, Arrays.copyOf(types, FIRST.length))
                && Arrays.stream(types).skip(FIRST.length).allMatch(boolean.class::equals);
    }

    /** The page with a content in it. */
    @SuppressWarnings("unchecked")
    Seq<Node> around(Node content, HttpServletRequest request, SparkUITab tab) {
        Object[] arguments = new Object[header.getParameterCount()];
        Arrays.fill(arguments, false);
        Function0<Seq<Node>> body = () -> content;
        Object[] first = {request, tab.name(), body, tab, Option.empty()};
        System.arraycopy(first, 0, arguments, 0, first.length);
        try {
            return (Seq<Node>) header.invoke(null, arguments);
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new IllegalStateException("Spark's page cannot be made", e);
        }
    }
}
