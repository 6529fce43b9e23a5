package dev.tidemark.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests made of what a run knows and of what the orchestrator says.
class RequestComposerTest {
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final PhaseName CODE = new PhaseName("code");

  private static RequestComposer run(CheckpointId id, @Nullable String summary) {
    var files =
        List.of(
            new Artifact("docs/plan.md", Artifact.Kind.OUTPUT),
            new Artifact("src/a.ts", Artifact.Kind.CREATED));
    var plan = new Phase(PLAN, PhaseStatus.COMPLETE, null, null, null, null, files);
    var decisions = List.of(new Decision(PLAN, "Keep the API"), new Decision(PLAN, "No SQL"));
    var paper = new Paper(id, List.of(plan), decisions, List.of(), List.of());
    return new RequestComposer(
        paper.id(), paper, new ResumePoint(null, summary, CODE, List.of(), false), CODE);
  }

  private static String request(JsonObject said) {
    return run(Paper.AUTH, "It is planned.").request(said).toString();
  }

  private static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text);
  }

  @Test
  void the_run_supplies_what_the_orchestrator_does_not_say() {
    var said = new Assignment().mode("code").instructions("Rotate tokens").json();

    assertThat(request(said))
        .isEqualTo(
            "{\"task_id\":\"state/design/auth/code\",\"phase\":\"write\",\"mode\":\"code\","
                + "\"context\":{\"feature\":\"auth\",\"spec_path\":null,"
                + "\"relevant_files\":[\"docs/plan.md\",\"src/a.ts\"],"
                + "\"constraints\":[\"Keep the API\",\"No SQL\"],"
                + "\"previous_summary\":\"It is planned.\"},"
                + "\"instructions\":\"Rotate tokens\",\"expected_output\":\"files_changed\"}");
  }

  @Test
  void what_the_orchestrator_says_wins_and_lists_are_joined() {
    var said =
        new Assignment()
            .mode("plan")
            .task("T1")
            .work("validate")
            .expectedOutput("a verdict")
            .instructions("Look")
            .specPath("spec.md")
            .previousSummary("All is well.")
            .relevantFiles(List.of("b.ts", "src/a.ts"))
            .constraints(List.of("No SQL", "Be quick"))
            .json();

    assertThat(request(said))
        .isEqualTo(
            "{\"task_id\":\"T1\",\"phase\":\"validate\",\"mode\":\"plan\","
                + "\"context\":{\"feature\":\"auth\",\"spec_path\":\"spec.md\","
                + "\"relevant_files\":[\"b.ts\",\"src/a.ts\",\"docs/plan.md\"],"
                + "\"constraints\":[\"No SQL\",\"Be quick\",\"Keep the API\"],"
                + "\"previous_summary\":\"All is well.\"},"
                + "\"instructions\":\"Look\",\"expected_output\":\"a verdict\"}");
  }

  @Test
  void nothing_that_is_said_is_nothing_that_is_set() {
    var said =
        new Assignment()
            .mode(null)
            .task(null)
            .work(null)
            .expectedOutput(null)
            .instructions(null)
            .specPath(null)
            .previousSummary(null)
            .json();

    assertThat(said).hasToString("{\"context\":{}}");
    assertThat(run(new CheckpointId("state", "design", null), null).request(said))
        .hasToString(
            "{\"task_id\":\"state/design/code\",\"context\":{\"feature\":\"design\","
                + "\"spec_path\":null,\"relevant_files\":[\"docs/plan.md\",\"src/a.ts\"],"
                + "\"constraints\":[\"Keep the API\",\"No SQL\"],\"previous_summary\":null}}");
  }

  @Test
  void fields_that_nobody_here_knows_and_fields_that_are_wrong_are_left_as_they_are() {
    var said = json("{\"x\":1,\"mode\":\"none\",\"context\":{\"y\":2,\"constraints\":7}}");

    assertThat(request(said))
        .isEqualTo(
            "{\"task_id\":\"state/design/auth/code\",\"mode\":\"none\","
                + "\"context\":{\"feature\":\"auth\",\"spec_path\":null,"
                + "\"relevant_files\":[\"docs/plan.md\",\"src/a.ts\"],\"constraints\":7,"
                + "\"previous_summary\":\"It is planned.\",\"y\":2},\"x\":1}");
    assertThat(request(json("{\"phase\":\"dance\",\"context\":[]}")))
        .isEqualTo("{\"task_id\":\"state/design/auth/code\",\"phase\":\"dance\",\"context\":[]}");
  }

  @ParameterizedTest
  @CsvSource({
    "plan, research, structured_findings",
    "research, research, structured_findings",
    "code, write, files_changed",
    "ui, write, files_changed",
    "docs, write, files_changed",
    "eval, validate, validation_result",
    "reconcile, validate, validation_result"
  })
  void each_mode_has_its_usual_phase_and_output(String mode, String phase, String output) {
    var request = run(Paper.AUTH, null).request(new Assignment().mode(mode).json());

    assertThat(request.string("phase")).isEqualTo(phase);
    assertThat(request.string("expected_output")).isEqualTo(output);
    assertThat(HandoffMode.of(mode).orElseThrow().meaning()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "0123456789, 0123456789, FRESH, ''",
        "0123456789, abcdef0123, MOVED, 'Checkpoint is stale (saved at 0123456, current HEAD is"
            + " abcdef0)'",
        "none, 0123456789, UNKNOWN, ''",
        "0123456789, none, UNKNOWN, ''"
      })
  void a_checkpoint_is_stale_where_HEAD_is_another_commit(
      @Nullable String saved, @Nullable String now, Staleness.Kind kind, String sentence) {
    var staleness = Staleness.of(saved, new Head("main", now));

    assertThat(staleness).isEqualTo(new Staleness(kind, saved, now));
    assertThat(staleness.sentence()).isEqualTo(sentence);
  }
}
