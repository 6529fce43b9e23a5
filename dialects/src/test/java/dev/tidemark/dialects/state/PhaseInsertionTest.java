package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Phases that are inserted into the document of an open run.
class PhaseInsertionTest {
  private static final List<PhaseName> DEFINED = names("plan", "security", "code", "check", "test");

  private static List<PhaseName> names(String... words) {
    return Stream.of(words).map(PhaseName::new).toList();
  }

  private static StateCheckpoint run(String text) {
    var id = new CheckpointId("state", "feat", "a");
    return new StateCheckpoint(id, (JsonObject) JsonText.parse(text));
  }

  private static StateCheckpoint with(String text, String... added) {
    return new PhaseInsertion(DEFINED).into(run(text), names(added));
  }

  private static List<String> phases(StateCheckpoint run) {
    return run.phases().stream().map(Phase::name).map(PhaseName::value).toList();
  }

  @Test
  void phases_ahead_are_queued_at_their_place() {
    var after =
        with(
            "{\"state\": {\"pending_phases\": [\"plan\", \"code\", \"test\"]}}",
            "security",
            "check");

    assertThat(after.pending()).containsExactly("plan", "security", "code", "check", "test");
    assertThat(after.entries().members()).isEmpty();
  }

  @Test
  void a_phase_before_one_that_was_begun_gets_an_entry_before_it() {
    var after =
        with(
            """
            {"state": {"current_phase": "code", "completed_phases": ["plan"],
              "pending_phases": ["test"]},
             "phases": {"plan": {"status": "complete"}, "code": {"status": "in_progress"}}}
            """,
            "security");

    assertThat(phases(after)).containsExactly("plan", "security", "code", "test");
    assertThat(after.pending()).containsExactly("security", "test");
  }

  @Test
  void a_phase_behind_all_others_and_one_beside_unknown_ones_comes_last() {
    var after = with("{\"state\": {\"pending_phases\": [\"own\", 7]}}", "test");

    assertThat(phases(after)).containsExactly("own", "test");
    assertThat(phases(with("{}", "code", "test"))).containsExactly("code", "test");
  }
}
