package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpRejection;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Static files of the dashboard, packed as resources. Safe for use by many threads.
final class StaticFiles {
  private static final String FOLDER = "/dev/tidemark/app/http/dashboard/";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  private final Map<String, File> known = new ConcurrentHashMap<>();

  private static final class File {
    private final byte[] bytes;
    private final String type;
    private final String tag;

    File(byte[] bytes, String type) {
      this.bytes = bytes;
      this.type = type;
      this.tag = '"' + Sha256.hex(bytes).substring(0, 24) + '"';
    }
  }

  /// Sends a file.
  ///
  /// @throws HttpRejection if there is none
  void send(Exchange exchange, String name) throws IOException {
    var file = find(name);
    if (file == null) {
      throw Authenticator.rejection(
          404,
          "no-page",
          "there is no page here",
          "Look at the pages that there are: tidemark help serve");
    }
    exchange.tell("ETag", file.tag);
    exchange.tell("Cache-Control", "no-cache");
    if (file.tag.equals(exchange.header("If-None-Match"))) {
      exchange.send(304, "", new byte[0]);
    } else {
      exchange.send(200, file.type, file.bytes);
    }
  }

  private @Nullable File find(String name) throws IOException {
    var file = known.get(name);
    if (file != null || !isPlain(name)) {
      return file;
    }
    try (var in = StaticFiles.class.getResourceAsStream(FOLDER + name)) {
      var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      if (in == null || type == null) {
        return null;
      }
      var bytes = in.readAllBytes();
      var read = new File(bytes, type);
      known.put(name, read);
      return read;
    }
  }

  /// Returns whether a name leads nowhere but down, and not to hidden files.
  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      boolean first = i == 0 || name.charAt(i - 1) == '/';
      if (!letter && (first || "-_./".indexOf(c) < 0)) {
        return false;
      }
    }
    return !name.isEmpty() && !name.endsWith("/");
  }
}
