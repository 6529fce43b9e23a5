package dev.tidemark.app.main;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.http.exchange.ProxyUsers.ProxyHeader;
import dev.tidemark.app.http.exchange.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Resolves the address of a server from its options. Beyond this machine it requires TLS, of its
/// own or by an explicitly named proxy.
final class ServerAddresses {
  private static final String PASSWORD = "TIDEMARK_TLS_PASSWORD";

  /// The headers that have a meaning of their own.
  private static final Set<String> RESERVED = Set.of("authorization", "cookie", "host", "origin");

  private final ParsedCommand parsedCommand;
  private final ProcessContext place;

  ServerAddresses(ParsedCommand parsedCommand, ProcessContext place) {
    this.parsedCommand = parsedCommand;
    this.place = place;
  }

  /// @throws InputException if there can be none like that
  ServerAddress site(int port) {
    if (port > 65_535) {
      throw new InputException("there is no port " + port, "Choose one from 0 to 65535.");
    }
    var said = parsedCommand.value("address");
    var address = said == null ? "127.0.0.1" : said;
    boolean proxied = parsedCommand.has("behind-proxy");
    var tls = tls(parsedCommand.value("tls"));
    if (!isLoopback(address) && tls == null && !proxied) {
      throw new InputException(
          "at " + address + " others could read the traffic; no server was started",
          "Give a key store with --tls, or --behind-proxy if a reverse proxy terminates TLS.");
    }
    for (var name : parsedCommand.values("host")) {
      if (!isHost(name)) {
        throw new InputException(
            name + " is no host name", "Give a name or an address alone, without port or path.");
      }
    }
    return new ServerAddress(
        address, port, parsedCommand.values("host"), tls, proxied, proxyHeader(proxied));
  }

  private @Nullable ProxyHeader proxyHeader(boolean proxied) {
    var header = parsedCommand.value("proxy-user");
    var addresses = parsedCommand.values("proxy-from");
    if (header == null && addresses.isEmpty()) {
      return null;
    }
    if (header == null || !proxied) {
      throw new InputException(
          (header == null ? "--proxy-from" : "--proxy-user") + " has no meaning alone",
          "Give --behind-proxy --proxy-user HEADER as well.");
    }
    if (!isHost(header) || RESERVED.contains(header.toLowerCase(Locale.ROOT))) {
      throw new InputException(
          header + " cannot name the user of a proxy", "Name a header such as X-Forwarded-User.");
    }
    var from = new HashSet<InetAddress>();
    for (var address : addresses.isEmpty() ? List.of("127.0.0.1", "::1") : addresses) {
      from.add(literal(address));
    }
    return new ProxyHeader(header, from);
  }

  /// Returns whether a browser can name a server so: labels of letters, digits and hyphens, or an
  /// address.
  private static boolean isHost(String name) {
    boolean bracketed = name.startsWith("[") && name.endsWith("]");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      boolean other = c == '.' || c == '-' || (bracketed && (c == '[' || c == ']' || c == ':'));
      if (!letter && !other) {
        return false;
      }
    }
    return !name.isEmpty() && !name.startsWith(".") && !name.startsWith("-");
  }

  private static boolean isLoopback(String address) {
    return literal(address).isLoopbackAddress();
  }

  private static InetAddress literal(String address) {
    try {
      return InetAddress.ofLiteral(address);
    } catch (IllegalArgumentException name) {
      throw new InputException(
          address + " is no address", "Give an IP address; add host names with --host.");
    }
  }

  private @Nullable SSLContext tls(@Nullable String file) {
    if (file == null) {
      return null;
    }
    var password = place.environment().getOrDefault(PASSWORD, "").toCharArray();
    try (var in = Files.newInputStream(place.folder().resolve(file))) {
      var keys = KeyStore.getInstance("PKCS12");
      keys.load(in, password);
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException illegible) {
      throw new InputException(
          "the key in " + file + " cannot be used: " + illegible.getMessage(),
          "It is a PKCS #12 file; its password is in " + PASSWORD + ".");
    }
  }
}
