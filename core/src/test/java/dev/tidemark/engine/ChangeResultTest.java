package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
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

    var told =
        new ChangeResult<>(made, "text", NEXT_ACTION, List.of(), null).withNotices(List.of(more));

    assertThat(told.outcome().notices()).containsExactly(more);
    assertThat(told.nextAction()).isEqualTo(NEXT_ACTION);
    assertThat(told.text()).isEqualTo("text");
  }

  @Test
  void a_change_that_was_made_is_no_refusal_though_an_effect_failed() {
    var made = Transition.<Checkpoint>untouched(null);
    var failed = Blocker.refused("git", "The commit failed.", "Repeat it");

    var result = new ChangeResult<>(made, "text", List.of(failed));

    assertThat(result.orThrow()).isSameAs(made);
    assertThat(result.failures()).containsExactly(failed);
  }

  @Test
  void a_refusal_that_was_serialized_keeps_its_message() throws Exception {
    var refused = ChangeResult.<Checkpoint>refusal(Blocker.refused("no", "It is not so.", "Wait"));
    var thrown = catchThrowableOfType(RefusedException.class, refused::orThrow);
    assertThat(thrown.blockers()).hasSize(1);
    var bytes = new ByteArrayOutputStream();
    try (var output = new ObjectOutputStream(bytes)) {
      output.writeObject(thrown);
    }

    try (var input = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      var read = (RefusedException) input.readObject();
      assertThat(read).hasMessage("It is not so.");
      assertThat(read.blockers()).isEmpty();
    }
  }

  @Test
  void whoever_is_refused_is_sent_nowhere() {
    var refused = ChangeResult.<Checkpoint>refusal(Blocker.refused("no", "It is not so.", "Wait"));

    assertThat(refused.nextAction()).isNull();
    assertThat(refused.withNotices(List.of(new Notice("more", "More.")))).isEqualTo(refused);
  }
}
