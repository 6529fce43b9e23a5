package dev.tidemark.app.http.exchange;

import dev.tidemark.app.http.exchange.ProxyUsers.ProxyHeader;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Server address, with its name and TLS settings.
///
/// @param address the address to listen at
/// @param port the port; 0 for any that is free
/// @param names further host names, with a port where it differs
/// @param tls the server's certificate; absent for plain HTTP
/// @param proxied whether a reverse proxy terminates TLS
/// @param proxyHeader the header with the user whom the proxy has authenticated; absent without one
public record ServerAddress(
    String address,
    int port,
    List<String> names,
    @Nullable SSLContext tls,
    boolean proxied,
    @Nullable ProxyHeader proxyHeader) {
  /// Takes its own copy.
  public ServerAddress {
    names = List.copyOf(names);
  }

  /// Returns the loopback address.
  public static ServerAddress local(int port) {
    return new ServerAddress("127.0.0.1", port, List.of(), null, false, null);
  }

  public boolean isSecure() {
    return tls != null || proxied;
  }

  String scheme() {
    return tls == null ? "http" : "https";
  }
}
