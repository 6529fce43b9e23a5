package dev.tidemark.app.http.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.http.Visitor;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Users whom a reverse proxy has authenticated: nginx, and requests that only claim it.
class ProxyUsersTest {
  private static final Path NGINX = Path.of("/usr/sbin/nginx");
  private static final String HOST = "build.example.org";
  private static final String START = "{\"workflow\":\"implement\",\"item\":\"auth\"}";

  /// As oauth2-proxy and nginx's own authentication set it.
  private static final String CONFIGURATION =
      """
      user root;
      daemon off;
      pid nginx.pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        server {
          listen 127.0.0.1:LISTEN;
          auth_basic tidemark;
          auth_basic_user_file users;
          location / {
            proxy_pass http://127.0.0.1:SERVER;
            proxy_set_header Host build.example.org;
            proxy_set_header Authorization "";
            proxy_set_header X-Forwarded-User $remote_user;
          }
        }
      }
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Process nginx;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp.resolve("project")).after("init");
  }

  @AfterEach
  void end() throws InterruptedException {
    if (nginx != null) {
      nginx.destroy();
      assertThat(nginx.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private Served behindProxy(String... more) {
    var words = new ArrayList<String>();
    words.addAll(List.of("--behind-proxy", "--host", HOST));
    words.addAll(List.of("--proxy-user", "X-Forwarded-User"));
    words.addAll(List.of(more));
    return Served.byPerson(tidemark, words.toArray(new String[0]));
  }

  /// Starts the proxy before a server, with a user called ann.
  ///
  /// @return the port of the proxy
  private int nginx(Served served) throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(NGINX) || System.getenv("TIDEMARK_CI") != null, "nginx is missing");
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var folder = Files.createDirectory(temp.resolve("nginx"));
    Files.writeString(folder.resolve("users"), "ann:{PLAIN}secret\n");
    var text = CONFIGURATION.replace("LISTEN", "" + port).replace("SERVER", "" + served.port());
    var file = Files.writeString(folder.resolve("nginx.conf"), text);
    var log = temp.resolve("nginx.log").toFile();
    var words = new String[] {NGINX.toString(), "-p", folder + "/", "-c", file.toString()};
    nginx = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log).start();
    while (!Files.exists(folder.resolve("nginx.pid"))) {
      assertThat(nginx.isAlive()).as(Files.readString(log.toPath())).isTrue();
      Thread.sleep(10);
    }
    return port;
  }

  private static Visitor through(int port) {
    var credentials = Base64.getEncoder().encodeToString("ann:secret".getBytes(US_ASCII));
    return Visitor.at(port)
        .with("Authorization: Basic " + credentials)
        .with("Origin: https://" + HOST);
  }

  @Test
  void the_user_of_nginx_has_the_rights_of_their_token_and_without_one_may_read() throws Exception {
    try (var served = behindProxy()) {
      int port = nginx(served);
      var ann = through(port);

      assertThat(Visitor.at(port).get("/api/runs").status()).isEqualTo(401);
      assertThat(ann.get("/api/session").body())
          .contains("\"user\":\"ann\"", "\"scopes\":[\"read\"]");
      assertThat(ann.post("/api/runs", START).code()).isEqualTo("scope");
      tidemark.after("serve token add ann");
      assertThat(ann.post("/api/runs", START).status()).isEqualTo(200);
    }
    assertThat(tidemark.run("history --json").out())
        .contains("{\"kind\":\"person\",\"name\":\"ann\"");
  }

  @Test
  void a_client_that_names_another_user_stays_the_user_of_nginx() throws Exception {
    try (var served = behindProxy()) {
      var mallory = through(nginx(served)).with("X-Forwarded-User: root");

      assertThat(mallory.get("/api/session").body()).contains("\"user\":\"ann\"");
    }
  }

  @Test
  void from_any_other_address_the_header_is_ignored_and_logged_once() {
    try (var served = behindProxy("--proxy-from", "127.0.0.2", "--log", "json")) {
      var claiming = Visitor.at(served.port()).with("X-Forwarded-User: ann");

      assertThat(claiming.get("/api/session").status()).isEqualTo(401);
      assertThat(claiming.get("/api/session").status()).isEqualTo(401);
      assertThat(served.log())
          .containsOnlyOnce("\"event\":\"proxy-user-ignored\"")
          .contains("X-Forwarded-User from 127.0.0.1 is ignored: it is no --proxy-from");
    }
  }

  @Test
  void without_the_option_the_header_means_nothing() {
    try (var served = Served.at(tidemark, "--behind-proxy")) {
      var claiming = Visitor.at(served.port()).with("X-Forwarded-User: ann");

      assertThat(claiming.get("/api/session").status()).isEqualTo(401);
    }
  }

  @Test
  void any_process_of_this_machine_could_send_it_so_it_approves_nothing() {
    tidemark.consenting(ApprovalEvidence.TERMINAL).after("serve token add ann --scope approve");
    tidemark.after("start implement/auth");
    try (var served = behindProxy()) {
      var ann = local(served).with("X-Forwarded-User: ann");
      var approval = "{\"phase\":\"implementation\",\"seen\":\"x\"}";
      var reply = ann.post("/api/runs/state%2Fimplement%2Fauth/approve", approval);

      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("scope");
    }
  }

  private static Visitor local(Served served) {
    return Visitor.at(served.port()).with("Origin: https://" + HOST);
  }

  @Test
  void a_page_elsewhere_and_several_names_change_nothing() {
    tidemark.after("serve token add ann");
    try (var served = behindProxy()) {
      var page = Visitor.at(served.port()).with("X-Forwarded-User: ann");

      assertThat(page.post("/api/runs", START).code()).isEqualTo("origin");
      assertThat(page.with("Origin: https://evil.example").post("/api/runs", START).code())
          .isEqualTo("origin");
      assertThat(local(served).with("X-Forwarded-User: ").get("/api/runs").status()).isEqualTo(400);
      assertThat(page.with("X-Forwarded-User: root").get("/api/runs").status()).isEqualTo(400);
      assertThat(page.with("Authorization: Bearer x").get("/api/runs").status()).isEqualTo(401);
    }
    assertThat(tidemark.run("list").out()).doesNotContain("implement/auth");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--proxy-user X-Forwarded-User",
        "--behind-proxy --proxy-from 127.0.0.1",
        "--behind-proxy --proxy-user Authorization",
        "--behind-proxy --proxy-user 'X Y'",
        "--behind-proxy --proxy-user X-User --proxy-from example.org"
      })
  void options_that_do_not_fit_together_are_refused(String options) {
    var ran = tidemark.run("serve --port 0 " + options);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
  }
}
