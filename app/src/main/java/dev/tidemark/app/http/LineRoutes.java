package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.HttpRejection;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Route for command lines of other processes of the same project: a fast path, because they need
/// neither to load a driver nor to open a connection.
final class LineRoutes {
  /// The time limit of a query for the outcome of a command line.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final int ID_MAX = 80;

  private final CommandGateway commandGateway;
  private final HttpLimits httpLimits;
  private final RemoteCallLog remoteCallLog = new RemoteCallLog(System.nanoTime());
  private final AtomicInteger carried = new AtomicInteger();

  LineRoutes(CommandGateway commandGateway, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.httpLimits = httpLimits;
  }

  List<Route> all() {
    return List.of(
        new Route("POST", "/api/lines", Scope.READ, (exchange, texts) -> take(exchange)),
        new Route("POST", "/api/lines/settle", Scope.READ, (exchange, texts) -> settle(exchange)));
  }

  /// Returns how many lines were carried out.
  int carried() {
    return carried.get();
  }

  /// Carries out a line. One with an `id` is remembered, and carried out once at most.
  private void take(Exchange exchange) throws IOException {
    var asked = exchange.json(httpLimits.body());
    if (asked.array("words") == null || asked.strings("words").isEmpty()) {
      throw Exchange.bad("the member words is missing");
    }
    var key = asked.has("id") ? key(exchange, asked) : null;
    if (key != null && !remoteCallLog.begin(key, System.nanoTime())) {
      throw Authenticator.rejection(
          409, "line-known", "this line has come before, or was given up", "Ask for its outcome.");
    }
    JsonObject answer;
    try {
      // After any other exception the outcome is unknown, and the command line stays pending.
      answer = answer(commandGateway.carry(exchange.user(), asked));
    } catch (HttpRejection no) {
      ends(key, null);
      throw no;
    }
    ends(key, answer);
    carried.incrementAndGet();
    exchange.send(HttpAnswer.json(200, answer));
  }

  private void ends(@Nullable String key, @Nullable JsonObject answer) {
    if (key != null) {
      remoteCallLog.end(key, answer);
    }
  }

  private static JsonObject answer(CommandResult ran) {
    return JsonObject.builder()
        .add("exit", ran.exit())
        .add("out", ran.text())
        .add("err", ran.diagnostics())
        .build();
  }

  /// Answers a query for the outcome of a command line, and rejects one that has not arrived yet.
  private void settle(Exchange exchange) throws IOException {
    var asked = exchange.json(httpLimits.body());
    var ago = asked.number("sent_ago_ms");
    long millis = ago == null ? -1 : ago.wholeValue().orElse(-1);
    if (millis < 0 || millis > Duration.ofDays(1).toMillis()) {
      throw Exchange.bad("the member sent_ago_ms is missing");
    }
    long sent = System.nanoTime() - Duration.ofMillis(millis).toNanos();
    try {
      var known = remoteCallLog.settle(key(exchange, asked), sent, PATIENCE);
      var answer = known.answer() == null ? JsonObject.EMPTY : known.answer();
      exchange.send(HttpAnswer.json(200, answer.with("state", word(known.state()))));
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private static String word(RemoteCallLog.State state) {
    return switch (state) {
      case DONE -> "done";
      case NEVER -> "never";
      case RUNNING -> "running";
      case UNKNOWN -> "unknown";
    };
  }

  private static String key(Exchange exchange, JsonObject asked) {
    var id = asked.string("id");
    if (id == null || id.isBlank() || id.length() > ID_MAX) {
      throw Exchange.bad("the member id is missing, or too long");
    }
    return exchange.user().name() + " " + id;
  }
}
