package dev.tidemark.dialects.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.ArtifactExists;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Condition;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.HeadUnchanged;
import dev.tidemark.workflow.IssueRecorded;
import dev.tidemark.workflow.PhasesDone;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.ReportPassed.Format;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.ShipAllowed;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a file of definitions says of the gates of its phases.
class GateReaderTest {
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final PhaseName BUILD = new PhaseName("build");

  private static WorkflowDefinition read(String gates) {
    var phases = "phases:\n- plan\n- build\n- name: ship\n  number: 2.5\n  gates:\n";
    return WorkflowFilesReader.read("release.yaml", phases + gates);
  }

  private static Gate gate(String words) {
    var gates = read("  - {" + words + "}").phases().getLast().gates();
    assertThat(gates).hasSize(1);
    return gates.getFirst();
  }

  static Stream<Arguments> conditions() {
    var words = List.of("mvn", "-q", "2");
    return Stream.of(
        Arguments.of("phases-done: true", new PhasesDone(List.of())),
        Arguments.of("phases-done: [build, plan]", new PhasesDone(List.of(BUILD, PLAN))),
        Arguments.of("artifact: 'out/{item}.md'", new ArtifactExists("out/{item}.md", false)),
        Arguments.of("artifact: a..b, json: true", new ArtifactExists("a..b", true)),
        Arguments.of("artifact: a, json: false", new ArtifactExists("a", false)),
        Arguments.of("review: true", new Reviewed("review", null)),
        Arguments.of("review: .gate.md, name: peer-2", new Reviewed("peer-2", ".gate.md")),
        Arguments.of("approval: plan", new ApprovedByPerson(PLAN, List.of())),
        Arguments.of(
            "approval: plan, files: [a.md, docs/b.md]",
            new ApprovedByPerson(PLAN, List.of("a.md", "docs/b.md"))),
        Arguments.of("head-unchanged: build", new HeadUnchanged(BUILD)),
        Arguments.of("head-unchanged: start", new HeadUnchanged(null)),
        Arguments.of("clean-tree: true", new CleanTree()),
        Arguments.of("ship: true", new ShipAllowed()),
        Arguments.of("preview: true", new PreviewAllowed()),
        Arguments.of("issue: true", new IssueRecorded()),
        Arguments.of(
            "report: junit, name: unit", new ReportPassed("unit", Format.JUNIT, List.of())),
        Arguments.of("report: sarif", new ReportPassed("sarif", Format.SARIF, List.of("error"))),
        Arguments.of(
            "report: sarif, level: note", new ReportPassed("sarif", Format.SARIF, List.of("note"))),
        Arguments.of(
            "report: in-toto, predicate: https://slsa.dev/verification_summary/v1",
            new ReportPassed(
                "in-toto", Format.IN_TOTO, List.of("https://slsa.dev/verification_summary/v1"))),
        Arguments.of(
            "report: in-toto, predicate: [https://slsa.dev/verification_summary/v1,"
                + " https://in-toto.io/attestation/svr/v0.1]",
            new ReportPassed(
                "in-toto",
                Format.IN_TOTO,
                List.of(
                    "https://in-toto.io/attestation/svr/v0.1",
                    "https://slsa.dev/verification_summary/v1"))),
        Arguments.of("command: [mvn, -q, '2']", new CommandSucceeded("command", words, 600)),
        Arguments.of(
            "command: [mvn, -q, '2'], name: tests, timeout: 1",
            new CommandSucceeded("tests", words, 1)),
        Arguments.of(
            "command: [mvn, -q, '2'], timeout: 86400",
            new CommandSucceeded("command", words, 86_400)));
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void a_gate_asks_for_what_its_words_say(String words, Condition condition) {
    assertThat(gate(words).condition()).isEqualTo(condition);
  }

  @Test
  void the_start_is_a_phase_where_one_is_called_so() {
    var text = "phases: [start, {name: end, gates: [{head-unchanged: start}]}]";
    var phases = WorkflowFilesReader.read("x.yaml", text).phases();

    assertThat(phases.getLast().gates().getFirst().condition())
        .isEqualTo(new HeadUnchanged(new PhaseName("start")));
  }

  @Test
  void a_gate_is_asked_before_its_phase_and_cannot_be_passed_by_unless_it_says_so() {
    var usual = gate("clean-tree: true");
    var other = gate("clean-tree: true, name: Tidy-9, at: done, advisory: true");

    assertThat(usual).isEqualTo(new Gate("clean-tree", Moment.ENTER, true, new CleanTree()));
    assertThat(other).isEqualTo(new Gate("Tidy-9", Moment.DONE, false, new CleanTree()));
    assertThat(gate("clean-tree: true, at: enter, advisory: false")).isEqualTo(usual);
  }

  @Test
  void gates_belong_to_the_phase_they_stand_with() {
    var text =
        "phases:\n- name: plan\n  gates:\n  - ship: true\n- build\n- name: ship\n  number: 2.5\n"
            + "  gates: []\n- name: tell\n  gates:\n  - clean-tree: true\n  - review: true\n";
    var definition = WorkflowFilesReader.read("x.yaml", text);

    assertThat(definition.phases())
        .extracting(phase -> phase.gates().stream().map(Gate::name).toList())
        .containsExactly(List.of("ship"), List.of(), List.of(), List.of("clean-tree", "review"));
    assertThat(definition.phases().get(2).number()).isEqualTo("2.5");
    assertThat(definition.hasGates()).isTrue();
    assertThat(read("  - ship: true\n").phases().getLast().number()).isEqualTo("2.5");
  }

  @Test
  void one_command_may_be_asked_for_twice_and_two_need_two_names() {
    var same = "  - command: [make]\n  - command: [make]\n    at: done\n";

    assertThat(read(same).phases().getLast().gates()).hasSize(2);
    assertThat(read("  - review: true\n    name: x\n  - ship: true\n    name: x\n")).isNotNull();
    assertThatThrownBy(() -> read("  - command: [make]\n  - command: [make, check]\n"))
        .hasMessage(
            "release.yaml:8: gate command has another command elsewhere: give one of the two"
                + " a `name`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "z9", "A-Z", "0", "a-"})
  void a_gate_has_a_name_of_one_word(String name) {
    assertThat(gate("ship: true, name: '" + name + "'").name()).isEqualTo(name);
    assertThat(gate("ship: true, name: " + "x".repeat(60)).name()).hasSize(60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a_b", "`", "{", "@", "[", "a/", "a:", "\u00e4"})
  void anything_else_is_no_name_of_a_gate(String name) {
    for (var wrong : List.of(name, "x".repeat(61))) {
      assertThatThrownBy(() -> gate("ship: true, name: '" + wrong + "'"))
          .hasMessageContaining("the name of a gate is a word");
    }
  }

  @Test
  void keys_of_other_programs_are_ignored() {
    assertThat(gate("ship: true, x-note: [1]")).isEqualTo(gate("ship: true"));
  }

  @Test
  void there_are_fifty_gates_of_a_phase_and_two_hundred_words_of_a_command_at_most() {
    var gates = "  - ship: true\n".repeat(50);
    var words = "x, ".repeat(199);

    assertThat(read(gates).phases().getLast().gates()).hasSize(50);
    assertThatThrownBy(() -> read(gates + "  - ship: true\n"))
        .hasMessageEndingWith("gates: expected a list of at most 50 gates");
    assertThat(gate("command: [" + words + "x]").condition())
        .isInstanceOfSatisfying(
            CommandSucceeded.class, command -> assertThat(command.command()).hasSize(200));
    assertThatThrownBy(() -> gate("command: [" + words + "x, x]"))
        .hasMessageContaining("expected a list of words");
  }
}
