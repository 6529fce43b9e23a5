package dev.tidemark.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.RunSummary.Concerns;
import dev.tidemark.engine.run.RunSummary.Obstacle;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.engine.run.RunSummary.Trace;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.testkit.Samples;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is remembered of a run is all that a list says of it.
class RunSummaryCodecTest {
  private static final Position POSITION = new Position("3-build", 4, 3, 7);
  private static final String GOAL = "Log in by mail";
  private static final Trace TRACE =
      new Trace("feat/\tx", "0123456", Instant.parse("2026-02-13T14:30:00.123456789Z"));

  @Test
  void a_glance_comes_back_as_it_was() {
    var nothing = new Concerns(null, null, null, null);
    var all =
        new Concerns(
            "line 1\nis odd",
            new Notice("odd", ""),
            new PendingHumanAction("approval", "approve 1"),
            new Obstacle("build failed", new PhaseName("build")));
    var blocked = new Concerns(null, null, null, new Obstacle("blocked by a\tb", null));
    for (var state : State.values()) {
      for (var concerns : List.of(nothing, all, blocked)) {
        for (var trace : List.of(TRACE, new Trace(null, null, null))) {
          for (var position : List.of(POSITION, new Position(null, 0, 0, 0))) {
            var runSummary = new RunSummary(Samples.RUN, state, position, trace, concerns, GOAL);
            assertThat(RunSummaryCodec.read(Samples.RUN, RunSummaryCodec.of(runSummary)))
                .isEqualTo(runSummary);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "OPEN", "OPEN\tx\ty", "GONE\t\t0\t0\t0\t\t\t\t\t\t\t\t\t"})
  void what_is_no_glance_says_nothing(String line) {
    assertThat(RunSummaryCodec.read(Samples.RUN, line)).isNull();
  }
}
