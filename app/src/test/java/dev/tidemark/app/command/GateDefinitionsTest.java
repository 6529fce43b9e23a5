package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a file of definitions says of phases and gates, and what it cannot say.
class GateDefinitionsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private void workflow(String dialect, String name, String phases) {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/" + name + ".yaml", "format: " + dialect + "\nphases:\n" + phases);
  }

  @Test
  void item_begins_the_next_phase_by_itself_and_its_gate_is_asked_then() {
    workflow(
        "item",
        "debug",
        """
          - Reproduce
          - name: Trace
            gates:
              - approval: Reproduce
          - Root Cause
          - Fix
          - Document
        """);
    tidemark.after("start item/debug/42", "done Reproduce");

    assertThat(tidemark.run("enter Trace --json").each("blockers", "code"))
        .containsExactly("approval-missing");
    assertThat(tidemark.run("done 2 --json").each("blockers", "code"))
        .containsExactly("approval-missing");
    assertThat(tidemark.run("status").out()).contains("Root Cause", "Fix");
  }

  @Test
  void flow_has_its_own_phases_and_a_project_may_put_gates_before_them() {
    workflow(
        "flow",
        "develop",
        """
          - name: REQUIREMENTS
            gates:
              - review: true
                at: done
          - ARCHITECTURE
          - IMPLEMENTATION
          - VERIFICATION
          - REFLECTION
        """);
    tidemark.scratch().write(".gitignore", "memory/\n.tidemark/\n");
    tidemark.after("start flow/develop");
    tidemark.scratch().write("memory/reports/demand.json", "{\"a\":1}");

    var closed = tidemark.run("done REQUIREMENTS --json");
    tidemark.after("gate set review --allowed true", "done REQUIREMENTS");

    assertThat(closed.exit()).isEqualTo(3);
    assertThat(closed.each("blockers", "code")).containsExactly("review-missing");
  }

  @Test
  void flow_has_no_other_phases() {
    workflow("flow", "develop", "  - PLAN\n");

    var ran = tidemark.run("start flow/develop");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("develop.yaml:1: the format flow has one workflow, develop");
  }

  @Test
  void a_definition_may_number_its_phases_in_between() {
    workflow(
        "item",
        "plan",
        """
          - Arch Gate
          - name: Alternatives
            number: 1.5
          - Write Plan
        """);
    tidemark.after("start item/plan/7", "done 1");

    assertThat(tidemark.run("status").out()).contains("Alternatives");
    tidemark.after("done 1.5");
  }

  @Proves("R-USR-17")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phases-done: [prepar]    | 5 | there is no phase prepar in this workflow: did you mean",
        "artefact: x              | 5 | unknown condition artefact: did you mean artifact?",
        "artifact: ../x           | 5 | expected a path inside the project",
        "artifact: /etc/passwd    | 5 | expected a path inside the project",
        "command: mvn verify      | 5 | expected a list of words such as",
        "command: []              | 5 | expected a list of words such as",
        "clean-tree: 1            | 5 | clean-tree: expected true, but found 1",
        "review: 3                | 5 | expected a path inside the project",
        "head-unchanged: never    | 5 | there is no phase never in this workflow",
        "approval: true           | 5 | there is no phase true in this workflow",
        "'review: true, at: soon' | 5 | at: expected enter, done or both",
        "'review: true, name: a b'| 5 | the name of a gate is a word",
        "'review: true, command: [x]' | 5 | make it two gates",
        "'review: true, advisry: true' | 5 | unknown key advisry of a gate review",
        "'command: [x], timeout: 0' | 5 | timeout: expected seconds from 1 to 86400"
      })
  void a_wrong_gate_is_refused_with_file_line_thing_and_next_step(
      String gate, int line, String expected) {
    workflow("state", "release", "  - name: prepare\n    gates:\n      - {" + gate + "}\n");

    var ran = tidemark.run("start release/v1");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(".tidemark/workflows/release.yaml:" + line + ": ", expected);
    assertThat(ran.err()).contains("Fix the file; nothing was done.");
  }
}
