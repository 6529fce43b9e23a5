package dev.tidemark.app.http;

import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Where a server is, and what it is called.
///
/// @param address the address to listen at
/// @param port the port; 0 for any that is free
/// @param names what it is called besides, with a port where that is another one
/// @param tls what it proves its name with; absent to speak plainly
/// @param proxied whether others speak TLS before it
public record Site(
    String address, int port, List<String> names, @Nullable SSLContext tls, boolean proxied) {
  /// Takes its own copy.
  public Site {
    names = List.copyOf(names);
  }

  /// Returns this machine and nobody else.
  public static Site local(int port) {
    return new Site("127.0.0.1", port, List.of(), null, false);
  }

  boolean isSecure() {
    return tls != null || proxied;
  }

  String scheme() {
    return tls == null ? "http" : "https";
  }
}
