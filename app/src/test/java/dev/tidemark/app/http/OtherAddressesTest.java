package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.main.TlsKey;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Beyond this machine a server speaks TLS, or somebody else does before it.
class OtherAddressesTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp.resolve("project"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void without_a_key_nobody_else_is_served(String address) {
    var ran = tidemark.run("serve --port 0 --address " + address);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("others could read the traffic", "--tls", "--behind-proxy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--address example.org",
        "--port 70000",
        "--tls no-such-file.p12",
        "--host 'a b'",
        "--host http://x/y",
        "--host a:80",
        "--address 192.0.2.1 --behind-proxy"
      })
  void a_place_that_cannot_be_is_refused(String options) {
    var ran = tidemark.run("serve --port 0 " + options.replace("--port 0", ""));

    assertThat(ran.exit()).isNotZero();
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void behind_a_proxy_the_server_goes_by_its_name() {
    try (var served = Served.at(tidemark, "--behind-proxy", "--host", "build.example.org")) {
      var named = Visitor.of(served).without("Host").with("Host: build.example.org");

      assertThat(named.get("/healthz").status()).isEqualTo(200);
      var login =
          named
              .with("Origin: https://build.example.org")
              .post("/login", "{\"token\":\"" + served.token() + "\"}");
      assertThat(login.header("set-cookie")).contains("; Secure");
      for (var other : List.of("https://other.example.org", "http://build.example.org", "x")) {
        assertThat(named.with("Origin: " + other).get("/healthz").status()).isEqualTo(403);
      }
      // A proxy that passes its own name for the server on.
      var local = Visitor.of(served).with("Origin: https://build.example.org");
      assertThat(local.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void with_a_key_it_speaks_tls() throws Exception {
    var keys = TlsKey.in(temp);
    var with = tidemark.with("TIDEMARK_TLS_PASSWORD", TlsKey.PASSWORD);
    try (var served = Served.at(with, "--tls", keys.toString());
        var client = HttpClient.newBuilder().sslContext(trusting(keys)).build()) {
      var request =
          HttpRequest.newBuilder(URI.create(served.url() + "/api/session"))
              .header("Authorization", "Bearer " + served.token())
              .build();

      assertThat(served.url()).startsWith("https://127.0.0.1:");
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
    var wrong = tidemark.run("serve --port 0 --tls " + keys);
    assertThat(wrong.err()).contains("cannot be used", "TIDEMARK_TLS_PASSWORD");
  }

  private static SSLContext trusting(Path keys) throws Exception {
    var store = KeyStore.getInstance(keys.toFile(), TlsKey.PASSWORD.toCharArray());
    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null);
    trusted.setCertificateEntry("tidemark", store.getCertificate("tidemark"));
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
