// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark.programs;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Fetches pages. */
final class Http {
    private Http() {}

    /** Status of a page, redirects followed. */
    static int status(String url) throws IOException {
        return open(url).getResponseCode();
    }

    /** A page in one line. */
    static String page(String url) throws IOException {
        try (InputStream in = open(url).getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\\s+", " ");
        }
    }

    private static HttpURLConnection open(String url) throws IOException {
        return (HttpURLConnection) URI.create(url).toURL().openConnection();
    }
}
