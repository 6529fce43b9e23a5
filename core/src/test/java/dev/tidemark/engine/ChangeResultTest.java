package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What came of a change.
class ChangeResultTest {
  private static final NextAction NEXT_ACTION =
      new NextAction(
          "SPAWN_PM", new PhaseName("REQUIREMENTS"), "it has no output", List.of("a.json"));

  @Test
  void more_to_tell_takes_nothing_away() {
    var made = Transition.<Checkpoint>untouched(null);
    var more = new Notice("redacted", "A secret was replaced.");

    var told = new ChangeResult<>(made, "text", NEXT_ACTION, List.of()).withNotices(List.of(more));

    assertThat(told.outcome().notices()).containsExactly(more);
    assertThat(told.nextAction()).isEqualTo(NEXT_ACTION);
    assertThat(told.text()).isEqualTo("text");
  }

  @Test
  void whoever_is_refused_is_sent_nowhere() {
    var refused = ChangeResult.<Checkpoint>refusal(Blocker.refused("no", "It is not so.", "Wait"));

    assertThat(refused.nextAction()).isNull();
    assertThat(refused.withNotices(List.of(new Notice("more", "More.")))).isEqualTo(refused);
  }
}
