package dev.tidemark.dialects.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Proves;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a file of definitions cannot say of the gates of its phases.
class WrongGatesTest {
  private static void read(String gates) {
    var phases = "phases:\n- plan\n- build\n- name: ship\n  number: 2.5\n  gates:\n";
    WorkflowFilesReader.read("release.yaml", phases + gates);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "phases-done: [plan, biuld] | there is no phase biuld in this workflow: did you mean"
            + " build?",
        "phases-done: [nowhere]     | there is no phase nowhere in this workflow: expected one of"
            + " plan, build, ship",
        "phases-done: []            | phases-done: expected a list of phases, or true for all that"
            + " stand before, but found a list",
        "phases-done: false         | phases-done: expected a list of phases, or true for all that"
            + " stand before, but found false",
        "phases-done: [7]           | there is no phase 7 in this workflow: expected one of plan,"
            + " build, ship",
        "head-unchanged: true       | there is no phase true in this workflow: expected one of"
            + " plan, build, ship",
        "artefact: x                | unknown condition artefact: did you mean artifact?",
        "name: x, at: done, revew: true | unknown condition name: did you mean review?",
        "wizardry: x                | unknown condition wizardry: expected one of phases-done,"
            + " artifact, review, approval, head-unchanged, clean-tree, command, report, ship,"
            + " preview, issue",
        "                           | a gate has no condition: expected one of phases-done,"
            + " artifact, review, approval, head-unchanged, clean-tree, command, report, ship,"
            + " preview, issue",
        "artifact: ../x             | expected a path inside the project, such as docs/plan.md, but"
            + " found \"../x\"",
        "artifact: a/../b           | expected a path inside the project, such as docs/plan.md, but"
            + " found \"a/../b\"",
        "artifact: /etc/passwd      | expected a path inside the project, such as docs/plan.md, but"
            + " found \"/etc/passwd\"",
        "artifact: C:/plan.md       | expected a path inside the project, such as docs/plan.md, but"
            + " found \"C:/plan.md\"",
        "artifact: a\\b             | expected a path inside the project, such as docs/plan.md, but"
            + " found \"a\\\\b\"",
        "artifact: \"a\\tb\"        | expected a path inside the project, such as docs/plan.md, but"
            + " found \"a\\tb\"",
        "artifact: ' '              | expected a path inside the project, such as docs/plan.md, but"
            + " found an empty text",
        "artifact: true             | expected a path inside the project, such as docs/plan.md, but"
            + " found true",
        "artifact: a, json: yes     | json: expected true or false, but found \"yes\"",
        "review: false              | expected a path inside the project, such as docs/plan.md, but"
            + " found false",
        "approval: plan, files: a   | files: expected a list of paths, but found \"a\"",
        "approval: plan, files: [a, ..] | expected a path inside the project, such as docs/plan.md,"
            + " but found \"..\"",
        "command: mvn verify        | command: expected a list of words such as [mvn, -q, verify]"
            + " (numbers, true and no in quotes; no shell reads it), but found \"mvn verify\"",
        "command: [sleep, 1]        | command: expected a list of words such as [mvn, -q, verify]"
            + " (numbers, true and no in quotes; no shell reads it), but found a list",
        "command: [' ', x]          | command: expected a list of words such as [mvn, -q, verify]"
            + " (numbers, true and no in quotes; no shell reads it), but found a list",
        "command: []                | command: expected a list of words such as [mvn, -q, verify]"
            + " (numbers, true and no in quotes; no shell reads it), but found a list",
        "command: [x], timeout: 0   | timeout: expected seconds from 1 to 86400, but found 0",
        "command: [x], timeout: 86401 | timeout: expected seconds from 1 to 86400, but found 86401",
        "command: [x], timeout: '9' | timeout: expected seconds from 1 to 86400, but found \"9\"",
        "report: xunit              | report: expected one of junit, sarif, in-toto, but found"
            + " \"xunit\"",
        "report: true               | report: expected one of junit, sarif, in-toto, but found"
            + " true",
        "report: junit, level: note | level belongs to `report: sarif`, remove it",
        "report: sarif, predicate: x | predicate belongs to `report: in-toto`, remove it",
        "report: sarif, level: none | level: expected one of error, warning, note, but found"
            + " \"none\"",
        "report: sarif, level: [error] | level: expected one of error, warning, note, but found"
            + " a list",
        "report: in-toto, predicate: [] | predicate: expected some of"
            + " https://in-toto.io/attestation/test-result/v0.1,"
            + " https://in-toto.io/attestation/svr/v0.1,"
            + " https://slsa.dev/verification_summary/v1, but found a list",
        "report: in-toto, predicate: https://slsa.dev/provenance/v1 | predicate: expected some of"
            + " https://in-toto.io/attestation/test-result/v0.1,"
            + " https://in-toto.io/attestation/svr/v0.1,"
            + " https://slsa.dev/verification_summary/v1, but found"
            + " \"https://slsa.dev/provenance/v1\"",
        "report: junit, json: true  | unknown key json of a gate report: expected name, at,"
            + " advisory, level, predicate",
        "clean-tree: 1              | clean-tree: expected true, but found 1",
        "ship: false                | ship: expected true, but found false",
        "review: true, at: soon     | at: expected enter, done or both, but found \"soon\"",
        "review: true, at: true     | at: expected enter, done or both, but found true",
        "review: true, advisory: 1  | advisory: expected true or false, but found 1",
        "review: true, name: a b    | the name of a gate is a word of letters, digits and -, but"
            + " found \"a b\"",
        "review: true, name: 7      | the name of a gate is a word of letters, digits and -, but"
            + " found 7",
        "review: true, command: [x] | one gate has the conditions review and command: make it two"
            + " gates",
        "review: true, advisry: true | unknown key advisry of a gate review: expected name, at,"
            + " advisory",
        "approval: plan, json: true | unknown key json of a gate approval: expected name, at,"
            + " advisory, files",
        "artifact: a, timeout: 1    | unknown key timeout of a gate artifact: expected name, at,"
            + " advisory, json",
        "command: [x], json: true   | unknown key json of a gate command: expected name, at,"
            + " advisory, timeout"
      })
  @Proves("R-USR-17")
  void a_gate_that_cannot_be_meant_is_refused_with_what_could_be(
      @Nullable String words, String problem) {
    var gate = words == null ? "" : words.strip();

    assertThatThrownBy(() -> read("  - {" + gate + "}"))
        .hasMessage("release.yaml:7: " + problem.strip());
  }

  @Test
  void the_line_is_that_of_the_word_that_is_wrong() {
    var gates = "  - command:\n    - make\n    name: tests\n    timeout: soon\n  - phases-done:\n";

    assertThatThrownBy(() -> read(gates + "    - plan\n    - test\n"))
        .hasMessageStartingWith("release.yaml:10: timeout: expected seconds");
    assertThatThrownBy(() -> read(gates.replace("soon", "1") + "    - plan\n    - test\n"))
        .hasMessageStartingWith("release.yaml:13: there is no phase test");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ship: true      | gates: expected a list of at most 50 gates",
        "[ship]          | expected a gate such as `artifact: docs/plan.md`, but found \"ship\"",
        "[{ship: true}, 7] | expected a gate such as `artifact: docs/plan.md`, but found 7"
      })
  void what_is_no_list_of_gates_is_refused(String gates, String problem) {
    assertThatThrownBy(
            () -> WorkflowFilesReader.read("x.yaml", "phases:\n- name: a\n  gates:\n    " + gates))
        .isInstanceOfSatisfying(
            DefinitionException.class, wrong -> assertThat(wrong.problem()).isEqualTo(problem));
  }
}
