package dev.tidemark.app.http.exchange;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Identity of users whom a trusted reverse proxy has authenticated, by a header that it sets on
/// each request.
///
/// The header is ignored from any other address. It names a user and gives no rights: these are
/// those of the user's token, or to read. Any process of this machine could send the header, so a
/// user of a proxy on this machine does not approve. Safe for use by many threads.
public final class ProxyUsers {
  private static final int NAME_MAX = 200;
  private static final int TOLD_MAX = 100;

  private final String header;
  private final Set<InetAddress> from;
  private final TokenLookup tokenLookup;
  private final ServerLog serverLog;
  private final Set<InetAddress> told = ConcurrentHashMap.newKeySet();

  /// @param proxyHeader the header, and who may set it
  ProxyUsers(ProxyHeader proxyHeader, TokenLookup tokenLookup, ServerLog serverLog) {
    this.header = proxyHeader.name();
    this.from = proxyHeader.from();
    this.tokenLookup = tokenLookup;
    this.serverLog = serverLog;
  }

  /// Header with the name of a user.
  ///
  /// @param name the name of the header
  /// @param from the addresses of the proxies that set it
  public record ProxyHeader(String name, Set<InetAddress> from) {
    /// Takes its own copy.
    public ProxyHeader {
      from = Set.copyOf(from);
    }
  }

  /// Returns the user that a proxy names; null if there is none.
  @Nullable AuthenticatedUser find(Exchange exchange) {
    var names = exchange.headers(header);
    if (names.isEmpty()) {
      return null;
    }
    var address = exchange.address();
    if (!from.contains(address)) {
      if (told.size() < TOLD_MAX && told.add(address)) {
        serverLog.warn(
            "proxy-user-ignored",
            header + " from " + address.getHostAddress() + " is ignored: it is no --proxy-from");
      }
      return null;
    }
    var name = names.getFirst().strip();
    if (names.size() > 1 || name.isEmpty() || name.length() > NAME_MAX) {
      throw Exchange.bad("the header " + header + " does not name one user");
    }
    var known = tokenLookup.named(name);
    var scopes = EnumSet.of(Scope.READ);
    if (known != null) {
      scopes.clear();
      scopes.addAll(known.scopes());
      if (isThisMachine(address)) {
        scopes.remove(Scope.APPROVE);
      }
    }
    return new AuthenticatedUser(name, scopes, true);
  }

  private static boolean isThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return true;
    }
  }
}
