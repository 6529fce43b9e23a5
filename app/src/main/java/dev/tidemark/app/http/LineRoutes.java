package dev.tidemark.app.http;

import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Lines of words that somebody has typed in another process of the same project: the fast way for
/// command lines, which have neither a driver to load nor a connection to open here.
final class LineRoutes {
  /// How long whoever asks what became of a line waits for its end.
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
    JsonObject answer = null;
    try {
      var outcome = door.carry(visit.user(), asked);
      var problem = outcome.problem();
      var ran = outcome.ran();
      if (problem != null || ran == null) {
        visit.send(problem == null ? Answer.json(500, asked) : Answer.problem(409, problem));
        return;
      }
      carried.incrementAndGet();
      answer =
          JsonObject.builder()
              .add("exit", ran.exit())
              .add("out", ran.out())
              .add("err", ran.err())
              .build();
    } finally {
      if (key != null) {
        ledger.end(key, answer);
      }
    }
    visit.send(Answer.json(200, answer));
  }

  /// Says what became of a line, and makes sure that one which has not come yet is not carried out.
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
