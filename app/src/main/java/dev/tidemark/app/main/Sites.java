package dev.tidemark.app.main;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.command.InputException;
import dev.tidemark.app.command.Workplace;
import dev.tidemark.app.http.Site;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Where a server is to be, by the words it is started with. Beyond this machine it speaks TLS, or
/// somebody else does before it, who has to be named on purpose.
final class Sites {
  private static final String PASSWORD = "TIDEMARK_TLS_PASSWORD";

  private final Call call;
  private final Workplace place;

  Sites(Call call, Workplace place) {
    this.call = call;
    this.place = place;
  }

  /// @throws InputException if there can be none like that
  Site site(int port) {
    if (port > 65_535) {
      throw new InputException("there is no port " + port, "Choose one from 0 to 65535.");
    }
    var said = call.value("address");
    var address = said == null ? "127.0.0.1" : said;
    boolean proxied = call.has("behind-proxy");
    var tls = tls(call.value("tls"));
    if (!isLoopback(address) && tls == null && !proxied) {
      throw new InputException(
          "at " + address + " others could read what is sent; no server was started",
          "Give a key with --tls, or say --behind-proxy if a proxy in front of it terminates TLS.");
    }
    return new Site(address, port, call.values("host"), tls, proxied);
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      throw new InputException(
          address + " is no address", "Give one in numbers; names of it are said with --host.");
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
