package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server over TLS, whose certificate is one's own: trusted as `docs/serve.md` says, and not
/// otherwise.
class SecureServerTest {
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";
  private static final Pattern TRUSTING =
      Pattern.compile("(?m)^(keytool .*)\\ncurl --cacert (\\S+) -H \"Authorization: Bearer .*$");

  @TempDir private Path temp;
  private CommandLineHarness here;
  private Served served;

  @BeforeEach
  void serve() throws Exception {
    var keys = TlsKey.in(temp);
    here = CommandLineHarness.fresh(temp.resolve("project")).after("init", "start implement/auth");
    var owner = here.with("TIDEMARK_TLS_PASSWORD", TlsKey.PASSWORD);
    served = Served.at(owner, "--tls", keys.toString());
  }

  @AfterEach
  void end() {
    served.close();
  }

  /// Takes the certificate out as the page says, in a shell, and trusts it alone.
  private SSLContext trusting() throws Exception {
    var page = Files.readString(Repository.root().resolve("docs/serve.md"));
    var block = TRUSTING.matcher(page);
    assertThat(block.find()).isTrue();
    var said = temp.resolve("said.txt");
    var builder = new ProcessBuilder("sh", "-ec", block.group(1)).directory(temp.toFile());
    var tools = Path.of(System.getProperty("java.home"), "bin");
    builder.environment().merge("PATH", tools.toString(), (path, bin) -> bin + ":" + path);
    var shell = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(shell.exitValue()).as(Files.readString(said)).isZero();

    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (var pem = Files.newInputStream(temp.resolve(block.group(2)))) {
      var certificate = CertificateFactory.getInstance("X.509").generateCertificate(pem);
      trusted.setCertificateEntry("tidemark", certificate);
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private HttpResponse<String> send(SSLContext context, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    request.header("Authorization", "Bearer " + served.token());
    try (var client = HttpClient.newBuilder().sslContext(context).build()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  private static HttpRequest.Builder status(String url) {
    return HttpRequest.newBuilder(URI.create(url + RUN));
  }

  @Test
  void a_certificate_of_ones_own_is_trusted_as_the_page_says() throws Exception {
    var context = trusting();
    var change = "{\"action\":\"enter\",\"phase\":\"implementation\"}";
    var changes = HttpRequest.newBuilder(URI.create(served.url() + RUN + "/changes"));

    var looked = send(context, status(served.url()));
    var changed = send(context, changes.POST(BodyPublishers.ofString(change)));

    assertThat(served.url()).startsWith("https://127.0.0.1:");
    assertThat(looked.statusCode()).as(looked.body()).isEqualTo(200);
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    assertThat(here.run("history").out()).contains("implementation started");
  }

  @Test
  void nothing_is_sent_to_whoever_cannot_prove_his_name() throws Exception {
    var context = trusting();
    var other = served.url().replace("127.0.0.1", "localhost");

    assertThatThrownBy(() -> send(SSLContext.getDefault(), status(served.url())))
        .isInstanceOf(SSLHandshakeException.class);
    assertThatThrownBy(() -> send(context, status(other)))
        .isInstanceOf(SSLHandshakeException.class);
  }
}
