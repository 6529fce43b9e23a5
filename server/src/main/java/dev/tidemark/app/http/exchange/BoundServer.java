package dev.tidemark.app.http.exchange;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// Bound server socket.
///
/// @param server the JDK's server there, not started yet
/// @param site its address
public record BoundServer(HttpServer server, ServerAddress site) {
  /// Within how many seconds a request has to be there as a whole.
  private static final long REQUEST_SECONDS = 10;

  /// Takes the place.
  ///
  /// @throws IOException if the address is in use, or not an address of this machine
  public static BoundServer bind(ServerAddress serverAddress, HttpLimits httpLimits)
      throws IOException {
    // System properties that the JDK's server reads when it is created.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var patience = Long.toString(httpLimits.patience().toSeconds());
    // A client that holds connections open by unfinished requests renews each within that time.
    var whole = Long.toString(Math.min(REQUEST_SECONDS, httpLimits.patience().toSeconds()));
    System.setProperty("sun.net.httpserver.maxReqTime", whole);
    System.setProperty("sun.net.httpserver.idleInterval", patience);
    var connections = Integer.toString(httpLimits.connections());
    System.setProperty("jdk.httpserver.maxConnections", connections);
    var address =
        new InetSocketAddress(InetAddress.ofLiteral(serverAddress.address()), serverAddress.port());
    var tls = serverAddress.tls();
    if (tls == null) {
      return new BoundServer(HttpServer.create(address, 0), serverAddress);
    }
    var server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new BoundServer(server, serverAddress);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /// Returns the address to begin it with.
  public String url() {
    return site.scheme() + "://" + host() + ":" + port();
  }

  /// An address of IPv6 has colons of its own; one that means all addresses is none to go to.
  private String host() {
    var address = server.getAddress().getAddress();
    if (address.isAnyLocalAddress()) {
      return "127.0.0.1";
    }
    return site.address().indexOf(':') < 0 ? site.address() : "[" + site.address() + "]";
  }

  /// Returns the names that browsers may reach it by: those of the addresses where it listens, as
  /// another user may listen with the same port at another address of this machine.
  public Set<String> names() {
    var names = given();
    names.add(host() + ":" + port());
    var address = server.getAddress().getAddress();
    if (address.isAnyLocalAddress() || address.isLoopbackAddress()) {
      names.add("localhost:" + port());
    }
    if (address.isAnyLocalAddress()) {
      names.add("[::1]:" + port());
    }
    return names;
  }

  /// Returns the names that its user has given it.
  private Set<String> given() {
    var names = new HashSet<String>();
    for (var name : site.names()) {
      var lower = name.toLowerCase(Locale.ROOT);
      names.add(lower);
      names.add(lower + ":" + port());
    }
    return names;
  }

  /// Returns whether an origin is that of the pages of this server, as the request names it. The
  /// pages behind a proxy have the names that were given, and `https`.
  boolean isOwn(String origin, String host) {
    var text = origin.toLowerCase(Locale.ROOT);
    var name = text.substring(text.lastIndexOf('/') + 1);
    boolean proxied = site.proxied() && given().contains(name);
    return text.equals(proxied ? "https://" + name : site.scheme() + "://" + host);
  }
}
