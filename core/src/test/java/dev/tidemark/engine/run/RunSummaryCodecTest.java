package dev.tidemark.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.RunSummary.Concerns;
import dev.tidemark.engine.run.RunSummary.Obstacle;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.Problem;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.store.Document.LastEntry;
import dev.tidemark.testkit.Samples;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The codec of cached summaries keeps every field that a list shows.
class RunSummaryCodecTest {
  private static final Position POSITION = new Position("3-build", 4, 3, 7);
  private static final String GOAL = "Log in by mail";
  private static final Instant SAVED = Instant.parse("2026-02-13T14:30:00.123456789Z");

  private static final LastEntry LAST =
      new LastEntry(SAVED.plusNanos(1), new Actor(Actor.Kind.AGENT, "a\tb", "2.1", null, 0));

  @Test
  void a_summary_is_read_as_it_was_written() {
    var nothing = new Concerns(null, null, null, null);
    var all =
        new Concerns(
            new Problem("line 1\nis odd", "tidemark restore"),
            new Notice("odd", ""),
            new PendingHumanAction("approval", "approve 1"),
            new Obstacle("build failed", new PhaseName("build")));
    var blocked = new Concerns(null, null, null, new Obstacle("blocked by a\tb", null));
    for (var state : State.values()) {
      for (var concerns : List.of(nothing, all, blocked)) {
        for (var position : List.of(POSITION, new Position(null, 0, 0, 0))) {
          isReadAsWritten(
              new RunSummary(
                  Samples.RUN,
                  state,
                  position,
                  "feat/\tx",
                  "0123456",
                  SAVED,
                  concerns,
                  GOAL,
                  LAST));
          isReadAsWritten(
              new RunSummary(Samples.RUN, state, position, null, null, null, concerns, GOAL, null));
        }
      }
    }
  }

  private static void isReadAsWritten(RunSummary runSummary) {
    assertThat(RunSummaryCodec.read(Samples.RUN, RunSummaryCodec.encode(runSummary)))
        .isEqualTo(runSummary);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "OPEN", "OPEN\tx\ty", "GONE\t\t0\t0\t0\t\t\t\t\t\t\t\t\t"})
  void a_line_without_a_summary_is_not_read(String line) {
    assertThat(RunSummaryCodec.read(Samples.RUN, line)).isNull();
  }
}
