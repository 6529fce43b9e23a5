package dev.tidemark.dialects.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A project's own workflows.
class WorkflowFilesReaderTest {
  private static final String FILE = ".tidemark/workflows/release.yaml";

  private static WorkflowDefinition read(String text) {
    return WorkflowFilesReader.read(FILE, text);
  }

  @Test
  @Proves({"A-41", "T-001-A"})
  void phases_may_have_numbers_of_their_own() {
    var definition =
        read("format: item\nphases: [Arch Gate, {name: Alternatives, number: 1.5}, Write]");

    assertThat(definition.dialect()).isEqualTo("item");
    assertThat(definition.phases())
        .containsExactly(
            new PhaseDefinition(new PhaseName("Arch Gate")),
            new PhaseDefinition(new PhaseName("Alternatives"), "1.5"),
            new PhaseDefinition(new PhaseName("Write")));
  }

  @Test
  void a_definition_names_its_phases_in_order() {
    var definition =
        read(
            """
            # How we release.
            name: ship-it
            phases:
              - prepare
              - "2026"
              - no
            summary-limit: 300
            gate: true
            purpose: Cut a release
            strict: true
            """);

    assertThat(definition.dialect()).isEqualTo("state");
    assertThat(definition.name()).isEqualTo("ship-it");
    assertThat(definition.phaseNames())
        .extracting(name -> name.value())
        .containsExactly("prepare", "2026", "no");
    assertThat(definition.summaryTokensMax()).isEqualTo(300);
    assertThat(definition.gated()).isTrue();
    assertThat(definition.purpose()).isEqualTo("Cut a release");
    assertThat(definition.strict()).isTrue();
    assertThat(definition.origin()).isEqualTo(FILE);
  }

  @Test
  void the_file_gives_the_name_unless_the_definition_does() {
    var definition = read("phases: [a, b]");

    assertThat(definition.name()).isEqualTo("release");
    assertThat(definition.summaryTokensMax()).isNull();
  }

  @Test
  @Proves("A-35")
  void a_definition_overrides_a_built_in_one_of_its_name() {
    var own = WorkflowFilesReader.read("ship.yaml", "phases: [only]");

    assertThat(Dialects.workflows(List.of(own)).find("state", "ship")).contains(own);
    assertThat(Dialects.workflows(List.of(own)).find("state", "design")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "phases: [a]\\nphasse: [b]       | 2 | unknown key phasse: did you mean phases?",
        "approval: a\\n"
            + "phases: [a]            | 1 | unknown key approval: expected one of name, format,"
            + " phases, summary-limit, gate, purpose, strict, run",
        "phases:\\n"
            + "- {name: a, reviews: x} | 2 | unknown key reviews: expected one of name, number,"
            + " gates, run",
        "name: x                         | 1 | phases: expected a list of the names of phases, but"
            + " found nothing",
        "name: x\\n"
            + "phases: a             | 2 | phases: expected a list of the names of phases, but"
            + " found \"a\"",
        "phases: []                      | 1 | expected 1 to 200 phases, but found 0",
        "phases:\\n- a\\n- b\\n- a       | 4 | phase a is there already, on line 2",
        "phases:\\n"
            + "- a\\n"
            + "- 2026          | 3 | expected the name of a phase, but found 2026; put it in quotes"
            + " if it is a name",
        "phases:\\n- a\\n-               | 3 | expected the name of a phase, but found nothing",
        "phases:\\n" + "- a\\n" + "- {nam: b}      | 3 | unknown key nam: did you mean name?",
        "phases:\\n"
            + "- a\\n"
            + "- {number: 1}   | 3 | expected the name of a phase, but found none",
        "phases:\\n"
            + "- {name: a, number: one} | 2 | expected a number such as 1 or 1.5, but found"
            + " \"one\"",
        "phases:\\n"
            + "- a\\n"
            + "- ' '           | 3 | a phase needs a name of one line, with at most 120 letters",
        "phases: [\"a\\tb\"]         | 1 | a phase needs a name of one line, with at most 120"
            + " letters",
        "phases: [{name: a, number: }]   | 1 | expected a number such as 1 or 1.5, but found"
            + " nothing",
        "phases: [{name: [a]}]           | 1 | expected the name of a phase, but found a list",
        "phases: [{name: {b: c}}]        | 1 | expected the name of a phase, but found keys and"
            + " values",
        "phases: [a]\\npurpose: ' '       | 2 | purpose: expected a text, but found an empty text",
        "phases: [a]\\n"
            + "summary-limit: 1000001 | 2 | summary-limit: expected a number of tokens from 1 to"
            + " 1000000, but found 1000001",
        "phases: [a]\\n"
            + "summary-limit: 0  | 2 | summary-limit: expected a number of tokens from 1 to"
            + " 1000000, but found 0",
        "phases: [a]\\n"
            + "summary-limit: x  | 2 | summary-limit: expected a number of tokens from 1 to"
            + " 1000000, but found \"x\"",
        "phases: [a]\\n"
            + "summary-limit: 1.5| 2 | summary-limit: expected a number of tokens from 1 to"
            + " 1000000, but found 1.5",
        "phases: [a]\\ngate: maybe       | 2 | gate: expected true or false, but found \"maybe\"",
        "phases: [a]\\n"
            + "name: 7           | 2 | name: expected a text, but found 7; put it in quotes if it"
            + " is a name",
        "phases: [a]\\n"
            + "name: a/b         | 2 | the name \"a/b\" cannot stand in a file name: use letters,"
            + " digits and -",
        "phases: [a]\\nname: state       | 2 | state is the name of a format: choose another",
        "phases: [a]\\nformat: spoken   | 2 | no format spoken: expected one of state,"
            + " phase, item, flow",
        "phases: [a]\\nphases: [b]       | 2 | key phases is there already, on line 1",
        "- a                             | 1 | expected keys and values, but found a list",
        "a                               | 1 | expected keys and values, but found a single value",
      })
  void what_cannot_be_meant_is_refused_with_file_and_line(String text, int line, String problem) {
    assertThatThrownBy(() -> read(text.strip().replace("\\n", "\n")))
        .isInstanceOfSatisfying(
            DefinitionException.class,
            wrong -> {
              assertThat(wrong.problem()).isEqualTo(problem.strip());
              assertThat(wrong.line()).isEqualTo(line);
              assertThat(wrong.file()).isEqualTo(FILE);
              assertThat(wrong).hasMessage(FILE + ":" + line + ": " + problem.strip());
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "9", "12.5", "123456", "1.2345"})
  void a_number_of_a_phase_has_six_signs_at_most_one_of_them_a_point(String number) {
    var phase = "{name: a, number: '" + number + "'}";

    assertThat(read("phases: [" + phase + "]").phases().getFirst().number()).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1234567", ".5", "5.", "1.2.3", "/", ":", "-1", "1/2", "\u0661"})
  void anything_else_is_no_number_of_a_phase(String number) {
    assertThatThrownBy(() -> read("phases: [{name: a, number: '" + number + "'}]"))
        .hasMessageContaining("expected a number such as 1 or 1.5");
  }

  @Test
  void there_are_two_hundred_phases_with_names_of_120_letters_at_most() {
    var most = "phases: [p0";
    for (int i = 1; i < 200; i++) {
      most += ", p" + i;
    }
    var more = most + ", q]";

    assertThat(read(most + "]").phases()).hasSize(200);
    assertThatThrownBy(() -> read(more))
        .hasMessageEndingWith("expected 1 to 200 phases, but found 201");
    assertThat(read("phases: [" + "x".repeat(120) + "]").phases()).hasSize(1);
    assertThatThrownBy(() -> read("phases: [" + "x".repeat(121) + "]"))
        .hasMessageContaining("a phase needs a name of one line");
  }

  @ParameterizedTest
  @CsvSource({
    "release.yaml, release",
    "a/b.c/release.yaml, release",
    "a\\release.yml, release",
    "release, release",
    "v1.2.yaml, v1.2",
    ".release, .release",
    "x/.release, .release"
  })
  void the_name_of_the_file_is_that_of_the_workflow_without_its_ending(String file, String name) {
    assertThat(WorkflowFilesReader.read(file, "phases: [a]").name()).isEqualTo(name);
  }

  @Test
  void a_limit_and_a_gate_are_as_the_file_says() {
    assertThat(read("phases: [a]\nsummary-limit: 1").summaryTokensMax()).isEqualTo(1);
    assertThat(read("phases: [a]\nsummary-limit: 1000000").summaryTokensMax()).isEqualTo(1_000_000);
    assertThat(read("phases: [a]\ngate: false").gated()).isFalse();
    assertThat(read("phases: [a]").gated()).isFalse();
    assertThat(read("phases: [a]").hasGates()).isFalse();
    assertThat(read("phases: [{name: a}]").phases().getFirst().number()).isNull();
  }

  @Test
  void nobody_asks_for_lines_as_long_as_nothing_is_wrong() {
    var tree = YamlTree.read(FILE, "phases: [a, b]");

    var definition =
        WorkflowFilesReader.of(
            FILE,
            tree.root(),
            path -> {
              throw new AssertionError("asked for the line of " + path);
            },
            new ArrayList<>());

    assertThat(definition).isEqualTo(read("phases: [a, b]"));
  }

  @Test
  void a_key_that_decides_nothing_is_ignored_and_named() {
    var text = "y-y: 1\nx-z: 1\nphases: [{name: a, owner: ann}]";
    var tree = YamlTree.read(FILE, text);
    var ignored = new ArrayList<String>();

    var definition = WorkflowFilesReader.of(FILE, tree.root(), tree::line, ignored);

    assertThat(definition).isEqualTo(read("phases: [{name: a}]"));
    assertThat(ignored)
        .containsExactly(
            FILE + ": the unknown key y-y is ignored", FILE + ": the unknown key owner is ignored");
  }
}
