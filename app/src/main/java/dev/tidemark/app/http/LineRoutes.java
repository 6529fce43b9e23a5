package dev.tidemark.app.http;

import dev.tidemark.app.http.Door.Declined;
import dev.tidemark.app.http.Door.Ran;
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

  private final Door door;
  private final Limits limits;
  private final Ledger ledger = new Ledger(System.nanoTime());
  private final AtomicInteger carried = new AtomicInteger();

  LineRoutes(Door door, Limits limits) {
    this.door = door;
    this.limits = limits;
  }

  List<Route> all() {
    return List.of(
        new Route("POST", "/api/lines", Scope.READ, (visit, texts) -> take(visit)),
        new Route("POST", "/api/lines/settle", Scope.READ, (visit, texts) -> settle(visit)));
  }

  /// Returns how many lines were carried out.
  int carried() {
    return carried.get();
  }

  /// Carries out a line. One with an `id` is remembered, and carried out once at most.
  private void take(Visit visit) throws IOException {
    var asked = visit.json(limits.body());
    if (asked.array("words") == null || asked.strings("words").isEmpty()) {
      throw Visit.bad("the member words is missing");
    }
    var key = asked.has("id") ? key(visit, asked) : null;
    if (key != null && !ledger.begin(key, System.nanoTime())) {
      throw Guard.rejection(
          409, "line-known", "this line has come before, or was given up", "Ask for its outcome.");
    }
    // After an exception here the outcome is unknown, and the command line stays pending.
    switch (door.carry(visit.user(), asked)) {
      case Declined no -> {
        ends(key, null);
        visit.send(Answer.problem(409, no.problem()));
      }
      case Ran ran -> {
        var answer = answer(ran);
        ends(key, answer);
        carried.incrementAndGet();
        visit.send(Answer.json(200, answer));
      }
    }
  }

  private void ends(@Nullable String key, @Nullable JsonObject answer) {
    if (key != null) {
      ledger.end(key, answer);
    }
  }

  private static JsonObject answer(Ran ran) {
    return JsonObject.builder()
        .add("exit", ran.exit())
        .add("out", ran.out())
        .add("err", ran.err())
        .build();
  }

  /// Answers a query for the outcome of a command line, and rejects one that has not arrived yet.
  private void settle(Visit visit) throws IOException {
    var asked = visit.json(limits.body());
    var ago = asked.number("sent_ago_ms");
    long millis = ago == null ? -1 : ago.wholeValue().orElse(-1);
    if (millis < 0 || millis > Duration.ofDays(1).toMillis()) {
      throw Visit.bad("the member sent_ago_ms is missing");
    }
    long sent = System.nanoTime() - Duration.ofMillis(millis).toNanos();
    try {
      var known = ledger.settle(key(visit, asked), sent, PATIENCE);
      var answer = known.answer() == null ? JsonObject.EMPTY : known.answer();
      visit.send(Answer.json(200, answer.with("state", word(known.state()))));
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private static String word(Ledger.State state) {
    return switch (state) {
      case DONE -> "done";
      case NEVER -> "never";
      case RUNNING -> "running";
      case UNKNOWN -> "unknown";
    };
  }

  private static String key(Visit visit, JsonObject asked) {
    var id = asked.string("id");
    if (id == null || id.isBlank() || id.length() > ID_MAX) {
      throw Visit.bad("the member id is missing, or too long");
    }
    return visit.user().name() + " " + id;
  }
}
