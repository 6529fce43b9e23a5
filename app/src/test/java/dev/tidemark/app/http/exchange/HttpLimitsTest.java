package dev.tidemark.app.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.http.Visitor;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Nobody holds the server, however much or however slowly they ask.
class HttpLimitsTest {
  private static final Duration SOON = Duration.ofSeconds(2);

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
  }

  private static HttpLimits limits(int perSecond, int listeners) {
    return new HttpLimits(1_000, perSecond, 5, 40, listeners, SOON, SOON);
  }

  @Test
  void a_long_body_is_turned_away_before_it_is_read() throws IOException {
    try (var served = Served.bearing(tidemark, limits(100, 10))) {
      var program = Visitor.bearer(served);

      assertThat(program.post("/api/runs", "x".repeat(1_001)).status()).isEqualTo(413);
      assertThat(program.post("/login", "x".repeat(1_001)).status()).isEqualTo(413);
      try (var socket = program.dial()) {
        var head =
            "POST /login HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 999999999999\r\n\r\n"
                .formatted(served.port());
        socket.getOutputStream().write(head.getBytes(UTF_8));
        assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
            .isEqualTo("HTTP/1.1 413");
      }
    }
  }

  @Test
  void whoever_asks_too_often_waits_and_others_do_not() {
    try (var served = Served.bearing(tidemark, limits(0, 10))) {
      var program = Visitor.bearer(served);
      var answers = new ArrayList<Integer>();
      for (int i = 0; i < 7; i++) {
        answers.add(program.get("/api/session").status());
      }

      assertThat(answers).containsExactly(200, 200, 200, 200, 200, 429, 429);
      assertThat(program.get("/api/session").header("retry-after")).isNotNull();
      assertThat(Visitor.of(served).get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void there_is_room_for_so_many_listeners() {
    try (var served = Served.bearing(tidemark, limits(100, 1));
        var first = Visitor.bearer(served).listen("/api/events")) {
      assertThat(first.next()).contains("event: hello");

      var second = Visitor.bearer(served).get("/api/events");

      assertThat(second.status()).isEqualTo(503);
      assertThat(second.code()).isEqualTo("too-many-listeners");
    }
  }

  @Test
  @Timeout(120)
  void whoever_does_not_read_is_cut_off() throws IOException {
    try (var served = Served.bearing(tidemark, limits(100_000, 10));
        var socket = new Socket()) {
      socket.setReceiveBufferSize(1_024);
      socket.connect(new InetSocketAddress("127.0.0.1", served.port()));
      var ask = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(served.port());
      var asked = ask.repeat(1_000).getBytes(UTF_8);
      // Nothing is read, so sooner or later nothing more is taken, until it is over.
      assertThatThrownBy(
              () -> {
                while (true) {
                  socket.getOutputStream().write(asked);
                }
              })
          .isInstanceOf(IOException.class);

      assertThat(Visitor.bearer(served).get("/api/session").status()).isEqualTo(200);
    }
  }

  @Test
  void many_who_say_nothing_keep_nobody_out() throws IOException {
    var silent = new ArrayList<Socket>();
    try (var served = Served.bearing(tidemark, limits(100, 10))) {
      for (int i = 0; i < 30; i++) {
        var socket = Visitor.of(served).dial();
        socket.getOutputStream().write("GET /api/".getBytes(UTF_8));
        silent.add(socket);
      }

      assertThat(Visitor.bearer(served).get("/api/session").status()).isEqualTo(200);
    } finally {
      for (var socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  @Timeout(60)
  void what_was_asked_is_counted() {
    try (var served = Served.at(tidemark)) {
      var program = Visitor.bearer(served);
      program.get("/api/runs/auth");
      program.get("/api/runs/login");
      program.get("/nowhere/at/all");

      // An answer is counted once it was sent.
      var page = program.get("/metrics");
      while (page.body().split("status=\"404\"", -1).length < 3
          || !page.body().contains("{run}\",status=\"200\"")) {
        page = program.get("/metrics");
      }

      assertThat(page.header("content-type"))
          .as(page.body())
          .startsWith("text/plain; version=0.0.4");
      assertThat(page.body())
          .contains(
              "{method=\"GET\",route=\"/api/runs/{run}\",status=\"200\"}" + " 1.0\n",
              "{method=\"GET\",route=\"/api/runs/{run}\",status=\"404\"}" + " 1.0\n",
              "tidemark_http_requests_total{method=\"GET\",route=\"other\",status=\"404\"} 1.0\n",
              "# TYPE tidemark_heap_bytes gauge\n")
          .doesNotContain("login", "nowhere");
      assertThat(Visitor.of(served).get("/metrics").status()).isEqualTo(401);
    }
  }
}
