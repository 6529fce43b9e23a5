package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.flow.Goldens;
import dev.tidemark.dialects.flow.RandomTrees;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Proves;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of all formats for `phase.json`, and what is special about it.
class FlowFormatTest extends FormatContract<FlowCheckpoint> {
  private final FlowFormat format = new FlowFormat();

  private FlowCheckpoint decode(String text) {
    return format.decode(FlowFormat.ID, text).checkpoint();
  }

  @Test
  @Proves({"R-003-01", "T-003-B"})
  void the_example_of_the_source_is_valid_and_keeps_every_byte() {
    var text = Goldens.phase("source-example.json");

    assertThat(new FlowValidator().validate(text)).isEmpty();
    assertThat(format.encode(decode(text), "")).isEqualTo(text);
    assertThat(decode(text).root().members())
        .extracting(member -> member.key())
        .containsExactlyElementsOf(FlowKeys.OF_PHASE);
  }

  @Test
  @Proves("R-COM-12")
  void phases_stand_in_their_order_with_what_became_of_them() {
    var phases = decode(Goldens.phase("by-hand.json")).phases();

    assertThat(phases)
        .extracting(phase -> phase.name() + " " + phase.status())
        .containsExactly(
            "REQUIREMENTS COMPLETE",
            "ARCHITECTURE COMPLETE",
            "IMPLEMENTATION COMPLETE",
            "VERIFICATION FAILED",
            "REFLECTION PENDING");
    assertThat(phases.getFirst().artifacts().getFirst().path())
        .isEqualTo("memory/reports/demand.json");
    assertThat(phases.getFirst().endedAt()).isEqualTo("2026-11-20T10:48:12Z");
  }

  @Test
  void a_phase_that_was_only_created_is_pending_and_nothing_is_under_way() {
    var created = decode(Goldens.phase("created.json"));

    assertThat(created.current()).isEmpty();
    assertThat(created.finished()).isFalse();
    assertThat(created.phases()).allMatch(phase -> phase.status() == PhaseStatus.PENDING);
  }

  @Test
  @Proves("R-003-05")
  void a_workflow_whose_reflection_is_complete_is_finished() {
    assertThat(decode(Goldens.phase("finished.json")).finished()).isTrue();
    assertThat(decode(Goldens.phase("source-example.json")).finished()).isFalse();
  }

  @Test
  @Proves("R-003-05")
  void a_workflow_that_was_begun_anew_after_its_reflection_is_not_finished() {
    var finished = decode(Goldens.phase("finished.json"));

    assertThat(finished.with(finished.root().with("phase_status", "in_progress")).finished())
        .isFalse();
    assertThat(finished.with(finished.root().with("phase_status", "pending")).finished()).isTrue();
  }

  @Test
  void what_a_document_has_beside_its_phases_is_told_with_the_approvals() {
    var example = decode(Goldens.phase("source-example.json"));

    assertThat(example.updatedAt()).contains(Instant.parse("2026-11-20T11:02:31.250Z"));
    assertThat(example.details())
        .contains(
            new DocumentField("workflow_id", "wf-20261120-101500-3fa9"),
            new DocumentField("approval of REQUIREMENTS", "2026-11-20T10:51:40.900Z"))
        .noneMatch(documentField -> documentField.name().startsWith("last_updated"))
        .noneMatch(documentField -> documentField.name().startsWith("completed_phases"));
  }

  @Test
  void approvals_that_are_none_are_not_told() {
    var example = decode(Goldens.phase("source-example.json")).root();

    for (var odd : List.of("[1]", "{}")) {
      var edited =
          new FlowCheckpoint(FlowFormat.ID, example.with("user_checkpoints", JsonText.parse(odd)));
      assertThat(edited.details())
          .noneMatch(documentField -> documentField.name().startsWith("approval"));
      assertThat(edited.isApproved(FlowPhase.REQUIREMENTS)).isFalse();
    }
  }

  @Test
  void two_readings_of_one_document_are_the_same_workflow() {
    var workflow = decode(Goldens.phase("created.json"));

    assertThat(workflow)
        .isEqualTo(decode(Goldens.phase("created.json")))
        .hasSameHashCodeAs(decode(Goldens.phase("created.json")))
        .isNotEqualTo(decode(Goldens.phase("finished.json")))
        .isNotEqualTo(new FlowCheckpoint(TasksFormat.ID, workflow.root()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "\"text\"", "{}{}", "{'a':1}"})
  @Proves("R-003-11")
  void what_is_no_object_cannot_be_read(String text) {
    assertThatThrownBy(() -> decode(text)).isInstanceOf(UnreadableException.class);
  }

  @Test
  @Proves("R-003-20")
  void a_change_passes_through_the_old_and_the_new_document_marked_as_unsafe() {
    var before = Goldens.phase("source-example.json");
    var after = before.replace("in_progress", "complete");

    assertThat(format.intermediates(before, after))
        .containsExactly(
            before.replace("\"interruption_safe\":true", "\"interruption_safe\":false"),
            after.replace("\"interruption_safe\":true", "\"interruption_safe\":false"));
  }

  @Test
  @Proves("R-003-20")
  void the_first_document_passes_through_itself_only() {
    var first = Goldens.phase("created.json");

    assertThat(format.intermediates("", first)).containsExactly(first.replace("true}", "false}"));
  }

  @Test
  void a_document_that_is_marked_already_is_not_marked_again() {
    var unsafe = Goldens.phase("created.json").replace("true}", "false}");

    assertThat(format.intermediates(unsafe, unsafe.replace("false}", "true}")))
        .containsExactly(unsafe);
  }

  @Test
  void another_workflow_in_the_place_of_the_old_one_is_a_new_document() {
    var old = Goldens.phase("by-hand.json");
    var next = decode(Goldens.phase("created.json"));

    assertThat(format.encode(next, old)).isEqualTo(Goldens.phase("created.json"));
  }

  @Override
  protected Format<FlowCheckpoint> format() {
    return format;
  }

  @Override
  protected CheckpointId id() {
    return FlowFormat.ID;
  }

  @Override
  protected List<Golden> goldens() {
    return Goldens.all("flow");
  }

  @Override
  protected List<Edit<FlowCheckpoint>> edits() {
    return List.of(
        new Edit<>(
            c -> c.with(c.root().with("last_updated", "2026-11-21T00:00:00.000Z")),
            line -> line.contains("last_updated")),
        new Edit<>(c -> c.with(c.root().with("new", "field")), line -> line.contains("new")),
        new Edit<>(
            c -> c.with(c.root().without("interruption_safe")),
            line -> line.contains("interruption_safe")));
  }

  /// The protocol has no versions.
  @Override
  protected List<String> newerDocuments() {
    return List.of();
  }

  /// Whatever is no workflow is archived when a new one begins.
  @Override
  protected List<String> unusableDocuments() {
    return List.of();
  }

  @Provide
  @Override
  protected Arbitrary<FlowCheckpoint> checkpoints() {
    return RandomTrees.objects().map(root -> new FlowCheckpoint(FlowFormat.ID, root));
  }

  @Test
  void what_a_document_claims_are_its_approvals_and_the_phases_that_were_begun() {
    assertThat(decode(Goldens.phase("source-example.json")).claims())
        .containsExactly(
            new Claim.Approval(FlowPhase.REQUIREMENTS.phase(), "", ""),
            new Claim.GatePassed(FlowPhase.REQUIREMENTS.phase(), false, null),
            new Claim.GatePassed(FlowPhase.ARCHITECTURE.phase(), false, null));
    assertThat(decode(Goldens.phase("created.json")).claims()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, none", "2, 'REQUIREMENTS, x'"})
  void the_completed_phases_are_named(int count, String names) {
    assertThat(completed(count).completedNames()).isEqualTo(names);
  }

  @Test
  void of_many_completed_phases_twenty_are_named_and_the_others_counted() {
    var twenty = "REQUIREMENTS" + ", x".repeat(19);

    assertThat(completed(20).completedNames()).isEqualTo(twenty);
    assertThat(completed(21).completedNames()).isEqualTo(twenty + " and 1 more");
    assertThat(completed(23).completedNames()).isEqualTo(twenty + " and 3 more");
  }

  private FlowCheckpoint completed(int count) {
    var entries =
        "{\"phase\":\"REQUIREMENTS\"}" + ",{\"phase\":\"x\"}".repeat(Math.max(0, count - 1));
    var root = JsonObject.EMPTY.with("completed_phases", JsonText.parse("[" + entries + "]"));
    return new FlowCheckpoint(FlowFormat.ID, count == 0 ? JsonObject.EMPTY : root);
  }

  @Test
  void a_document_is_known_by_its_workflow_and_has_its_tasks_as_a_part() {
    var created = decode(Goldens.phase("created.json"));

    assertThat(created.identity()).containsExactly("wf-1");
    assertThat(created.parts()).containsExactly(TasksFormat.ID);
    assertThat(created).hasToString("flow/develop " + Goldens.phase("created.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[1,2]; true",
        "{}; true",
        "{\"items\":[]}; true",
        "{\"items\": [; true",
        "{\"current_phase\":\"x\",\"items\":[]}; true",
        "{\"started_at\":\"x\",\"last_updated\":\"y\",\"items\":[]}; true",
        "{\"current_phase\":\"ARCHITECTURE\"}; false",
        "{\"current_phase\":\"ARCHITECTURE\",\"phase_status\":\"x\",\"more\":1}; false",
        "{\"workflow_id\": \"wf; false",
        "''; false",
        "{; false",
      })
  void a_document_of_another_schema_is_foreign_and_a_damaged_one_is_not(
      String text, boolean foreign) {
    assertThat(format.attribution(text).foreign()).isEqualTo(foreign);
  }
}
