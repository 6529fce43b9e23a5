package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who gets in, and what pages of others cannot do.
class LoginTest {
  @TempDir private Path temp;
  private Served served;

  @BeforeEach
  void serve() {
    served = Served.at(CommandLineHarness.fresh(temp).after("start implement/auth"));
  }

  @AfterEach
  void end() {
    served.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/overview", "/api/runs", "/api/runs/auth", "/api/events"})
  void nobody_sees_anything_without_a_token(String path) {
    var reply = Visitor.of(served).get(path);

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.code()).isEqualTo("not-logged-in");
    assertThat(Visitor.of(served).with("Authorization: Bearer no").get(path).status())
        .isEqualTo(401);
  }

  @Test
  void a_login_gives_a_cookie_that_no_script_and_no_other_site_gets() {
    var reply = Visitor.of(served).post("/login", "{\"token\":\"" + served.token() + "\"}");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("set-cookie"))
        .startsWith("tidemark-" + served.port() + "=")
        .contains("; HttpOnly", "; SameSite=Strict", "; Path=/")
        .doesNotContain(served.token());
    var page = Visitor.page(served, served.token());
    assertThat(page.get("/api/session").json().isTrue("logged_in")).isTrue();
    page.post("/logout", "");
    assertThat(page.get("/api/session").status()).isEqualTo(401);
  }

  @Test
  void a_form_will_do_to_log_in() {
    var form = Visitor.of(served).with("Content-Type: application/x-www-form-urlencoded");
    var reply = form.post("/login", "token=" + served.token());

    assertThat(reply.status()).isEqualTo(303);
    assertThat(reply.header("location")).isEqualTo("/");
    assertThat(form.post("/login", "token=").status()).isEqualTo(401);
  }

  @Test
  void trying_tokens_out_is_stopped() {
    var stranger = Visitor.of(served);
    int tries = 0;
    while (stranger.post("/login", "{\"token\":\"x\"}").status() == 401) {
      tries++;
    }

    assertThat(tries).isBetween(5, 50);
    assertThat(stranger.post("/login", "{\"token\":\"x\"}").header("retry-after")).isNotNull();
  }

  @Test
  void a_flood_of_wrong_tokens_keeps_the_right_one_in() {
    var stranger = Visitor.of(served);
    for (int i = 0; i < 60; i++) {
      stranger.post("/login", "{\"token\":\"x\"}");
      if (i % 5 == 0) {
        assertThat(stranger.post("/login", "{\"token\":\"" + served.token() + "\"}").status())
            .isEqualTo(200);
      }
    }
    assertThat(stranger.post("/login", "{\"token\":\"x\"}").status()).isEqualTo(429);
  }

  @Test
  void a_flood_without_a_token_leaves_the_page_to_log_in_at() {
    var stranger = Visitor.of(served);
    for (int i = 0; i < 500; i++) {
      stranger.get("/healthz");
    }
    assertThat(stranger.get("/").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /healthz HTTP/9.9 | X: y | 505",
        "POST /login HTTP/1.1 | Content-Length: +0 | 400",
        "POST /login HTTP/1.1 | Content-Length: 0\\nContent-Length: 0 | 400",
        "POST /login HTTP/1.1 | Content-Length: 5\\nTransfer-Encoding: chunked | 400"
      })
  void a_request_that_a_proxy_may_read_otherwise_is_refused(String line, String headers, int status)
      throws IOException {
    try (var socket = Visitor.of(served).dial()) {
      var host = "Host: 127.0.0.1:" + served.port();
      var text =
          String.join(
              "\r\n", line, host, headers.replace("\\n", "\r\n"), "Connection: close", "", "");
      socket.getOutputStream().write(text.getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: evil.example", "Host: 127.0.0.1", "Host: 127.0.0.1:1", "Host: localhost."})
  void a_name_that_leads_here_by_a_trick_is_turned_away(String host) {
    var tricked = Visitor.bearer(served).without("Host").with(host);

    assertThat(tricked.get("/api/runs").status()).isEqualTo(421);
    assertThat(tricked.get("/healthz").status()).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:1"})
  void a_page_of_somebody_else_is_turned_away(String origin) {
    var page = Visitor.page(served, served.token()).without("Origin").with(origin);

    assertThat(page.get("/api/runs").status()).isEqualTo(403);
    assertThat(page.post("/logout", "").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1",
        "http://[::1]",
        "https://[::1]",
        "http://localhost",
        "127.0.0.1"
      })
  void a_page_of_another_address_with_the_same_port_is_turned_away(String address) {
    var origin = "Origin: " + address + ":" + served.port();
    var page = Visitor.page(served, served.token()).without("Origin").with(origin);

    assertThat(page.get("/api/runs").status()).isEqualTo(403);
    assertThat(page.post("/logout", "").status()).isEqualTo(403);
  }

  @Test
  void a_page_may_be_opened_by_the_name_of_this_machine_but_not_by_an_address_without_a_server() {
    var page = Visitor.page(served, served.token()).without("Origin").without("Host");
    var named = "localhost:" + served.port();
    var other = "[::1]:" + served.port();

    assertThat(page.with("Host: " + named).with("Origin: http://" + named).get("/").status())
        .isEqualTo(200);
    assertThat(page.with("Host: " + other).with("Origin: http://" + other).get("/").status())
        .isEqualTo(421);
  }

  @Test
  void a_page_that_hides_where_it_is_from_changes_nothing() {
    var page = Visitor.page(served, served.token()).without("Origin");

    assertThat(page.get("/api/runs").status()).isEqualTo(200);
    assertThat(page.with("Sec-Fetch-Site: cross-site").post("/logout", "").status()).isEqualTo(403);
    assertThat(page.get("/api/session").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/healthz", "/api/runs", "/nowhere", "/assets/../secret"})
  void every_answer_tells_browsers_to_be_careful(String path) {
    var reply = Visitor.bearer(served).get(path);

    assertThat(reply.header("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .endsWith("require-trusted-types-for 'script'; trusted-types tidemark dompurify")
        .doesNotContain("unsafe");
    assertThat(reply.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(reply.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(reply.header("access-control-allow-origin")).isNull();
  }

  @Test
  void anybody_may_ask_whether_it_is_well() {
    assertThat(Visitor.of(served).get("/healthz").body()).isEqualTo("{\"ok\":true}\n");
  }
}
