package dev.tidemark.dialects.state.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.Run;
import dev.tidemark.testkit.Proves;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a document says, in the words of all dialects.
class StateCheckpointTest {
  private static final String DOCUMENT =
      """
      {"command":"implement","feature":"x","version":1,"head_commit":"abc",
       "started_at":"2026-01-29T10:30:00.000Z","updated_at":"2026-01-29T11:45:00.000Z",
       "completed_at":"2026-01-29T11:46:00.000Z",
       "state":{"current_phase":null,"completed_phases":["a"],"pending_phases":[],
                "current_task":"T002"},
       "phases":{"a":{"status":"complete","context_summary":"Done.","files_created":["f"],
                      "files_modified":["g"],"started_at":"2026-01-29T10:30:00.000Z",
                      "updated_at":"2026-01-29T10:45:00.000Z","decisions":["d"],"owner":"ana"},
                 "b":{"status":"failed","error":"red","updated_at":"yesterday"},
                 "odd":7},
       "vercel":{"url":"u"}}\
      """;

  private static StateCheckpoint checkpoint(String text) {
    return new StateCheckpoint(new CheckpointId("state", "implement", "x"), Run.json(text));
  }

  @Test
  void a_phase_tells_what_its_entry_says() {
    var phases = checkpoint(DOCUMENT).phases();

    assertThat(phases)
        .contains(
            new Phase(
                new PhaseName("a"),
                PhaseStatus.COMPLETE,
                Instant.parse("2026-01-29T10:30:00Z"),
                Instant.parse("2026-01-29T10:45:00Z"),
                new ContextSummary("Done."),
                null,
                List.of(
                    new Artifact("f", Artifact.Kind.CREATED),
                    new Artifact("g", Artifact.Kind.MODIFIED))),
            new Phase(new PhaseName("b"), PhaseStatus.FAILED, null, null, null, "red", List.of()));
  }

  @Test
  @Proves("R-COM-05")
  void details_are_whatever_is_not_told_in_other_words() {
    assertThat(checkpoint(DOCUMENT).details())
        .containsExactly(
            new DocumentField("command", "implement"),
            new DocumentField("feature", "x"),
            new DocumentField("version", "1"),
            new DocumentField("started_at", "2026-01-29T10:30:00.000Z"),
            new DocumentField("state.current_task", "T002"),
            new DocumentField("vercel.url", "u"),
            new DocumentField("phases.a.started_at", "2026-01-29T10:30:00.000Z"),
            new DocumentField("phases.a.owner", "ana"));
  }

  @Test
  void times_of_saving_are_told_apart_from_the_details() {
    assertThat(checkpoint(DOCUMENT).times())
        .containsExactly(
            new DocumentField("updated_at", "2026-01-29T11:45:00.000Z"),
            new DocumentField("completed_at", "2026-01-29T11:46:00.000Z"),
            new DocumentField("phases.a.updated_at", "2026-01-29T10:45:00.000Z"),
            new DocumentField("phases.b.updated_at", "yesterday"));
    assertThat(checkpoint("{}").times()).isEmpty();
  }

  @Test
  void when_a_run_began_and_was_saved_is_known_where_it_can_be_read() {
    assertThat(checkpoint(DOCUMENT).startedAt()).contains(Instant.parse("2026-01-29T10:30:00Z"));
    assertThat(checkpoint(DOCUMENT).updatedAt()).contains(Instant.parse("2026-01-29T11:45:00Z"));
    assertThat(checkpoint("{\"updated_at\":\"yesterday\"}").updatedAt()).isEmpty();
    assertThat(checkpoint("{}").startedAt()).isEmpty();
  }

  @Test
  @Proves("R-004-86")
  void the_verdict_of_the_gate_is_a_claim() {
    var gate = "{\"ship_allowed\":%s,\"blockers\":[\"red\"],\"head_commit\":\"abc\"}";
    for (var passed : List.of(true, false)) {
      assertThat(checkpoint("{\"gate\":" + gate.formatted(passed) + "}").claims())
          .containsExactly(
              new Claim.Verdict("ship", passed, List.of("red"), new TreePosition("abc", null)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"gate\":7}", "{\"gate\":{}}", "{\"gate\":{\"ship_allowed\":1}}"})
  void a_gate_that_says_nothing_claims_nothing(String text) {
    assertThat(checkpoint(text).claims()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'phases':{'a':{},'b':7,'':{}}                                            ; a b",
        "'state':{'completed_phases':['a','b','a']}                               ; a b",
        "'state':{'pending_phases':['a','b'],'completed_phases':['b']}            ; b a",
        "'state':{'current_phase':'c'},'phases':{'a':{}}                          ; a c",
        "'state':{'current_phase':'a'},'phases':{'a':{}}                          ; a",
      })
  void every_phase_that_is_mentioned_has_a_name(String members, String names) {
    assertThat(checkpoint(("{" + members + "}").replace('\'', '"')).names())
        .containsExactly(names.split(" "));
  }

  @Test
  void checkpoints_are_the_same_if_they_say_the_same_of_the_same_run() {
    var one = checkpoint(DOCUMENT);
    var other = new CheckpointId("state", "implement", "y");

    assertThat(one).isEqualTo(checkpoint(DOCUMENT)).hasSameHashCodeAs(checkpoint(DOCUMENT));
    assertThat(one).isNotEqualTo(checkpoint("{}"));
    assertThat(one).isNotEqualTo(new StateCheckpoint(other, one.root()));
    assertThat(one).isNotEqualTo("x");
    assertThat(checkpoint("{\"a\":1}")).hasToString("state/implement/x {\"a\":1}");
  }

  @Test
  void its_command_and_feature_are_its_identity() {
    assertThat(checkpoint(DOCUMENT).identity()).containsExactly("implement", "x");
    assertThat(checkpoint("{}").identity()).containsExactly("", "");
  }

  @Test
  void the_hash_differs_where_the_content_does() {
    assertThat(checkpoint(DOCUMENT).hashCode()).isNotEqualTo(checkpoint("{}").hashCode());
  }
}
