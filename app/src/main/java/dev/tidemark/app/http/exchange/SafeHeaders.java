package dev.tidemark.app.http.exchange;

import com.sun.net.httpserver.HttpExchange;

/// Security headers of every response: no external resources, no inline scripts, no framing, no
/// cross-origin reads, no caching.
public final class SafeHeaders {
  private static final String[][] ALL = {
    {
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'; require-trusted-types-for 'script'"
    },
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
  };

  private SafeHeaders() {}

  public static void add(HttpExchange exchange) {
    var headers = exchange.getResponseHeaders();
    for (var each : ALL) {
      headers.set(each[0], each[1]);
    }
  }
}
