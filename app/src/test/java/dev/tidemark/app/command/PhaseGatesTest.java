package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Gates that a project puts before the phases of its workflows, whatever the dialect.
class PhaseGatesTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(".gitignore", ".claude/state/\n.tidemark/\n.claude-checkpoint.md\nout/\n")
        .commit("Ignore");
  }

  private void workflow(String dialect, String name, String phases) {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/" + name + ".yaml", "format: " + dialect + "\nphases:\n" + phases);
  }

  private List<String> codes(String line) {
    return tidemark.run(line + " --json").each("blockers", "code");
  }

  /// The same gate in three protocols: before it is open, nothing moves.
  @ParameterizedTest
  @CsvSource({
    "state/release, start release/v1,      prepare, publish",
    "item/release,  start item/release/v1, prepare, publish",
    "phase/dev,     status,                2-plan,  3-build"
  })
  void a_gate_holds_in_every_dialect(String file, String start, String first, String second) {
    var dialect = file.substring(0, file.indexOf('/'));
    workflow(
        dialect,
        file.substring(file.indexOf('/') + 1),
        "  - "
            + first
            + "\n  - name: "
            + second
            + "\n    gates:\n      - artifact: out/notes.json\n        json: true\n");
    var run = dialect.equals("phase") ? " --run phase/dev" : "";
    tidemark.run(start);
    var commits = dialect.equals("item") ? " --no-commit" : "";
    tidemark.after("done " + first + run + commits);

    var entering = tidemark.run("enter " + second + run);
    var leaving = tidemark.run("done " + second + run + commits);
    tidemark.scratch().write("out/notes.json", "{");
    var invalid = tidemark.run("enter " + second + run);
    tidemark.scratch().write("out/notes.json", "{}");

    assertThat(entering.exit()).isEqualTo(3);
    assertThat(entering.err())
        .contains("gate artifact of " + second + ": out/notes.json is not there")
        .contains("Write out/notes.json");
    assertThat(leaving.exit()).isEqualTo(3);
    assertThat(invalid.exit()).isEqualTo(3);
    assertThat(invalid.err()).contains("out/notes.json is no JSON");
    tidemark.after("enter " + second + run, "done " + second + run + commits);
  }

  @Test
  void every_reason_is_named_at_once_and_nothing_is_written() {
    workflow(
        "state",
        "release",
        """
          - prepare
          - name: publish
            gates:
              - phases-done: true
              - artifact: docs/notes.md
              - clean-tree: true
              - review: true
              - approval: prepare
              - head-unchanged: prepare
              - command: ["true"]
        """);
    tidemark.after("start release/v1");
    tidemark.scratch().write("dirt.txt", "");
    var before = tidemark.run("history").out();

    var codes = codes("enter publish");

    assertThat(codes)
        .containsExactly(
            "phase-open",
            "artifact-missing",
            "tree-dirty",
            "review-missing",
            "approval-missing",
            "head-unrecorded",
            "command-missing");
    assertThat(tidemark.run("enter publish").exit()).isEqualTo(3);
    assertThat(tidemark.run("enter publish --anyway 'I want to'").exit()).isEqualTo(3);
    assertThat(tidemark.run("history").out()).isEqualTo(before);
  }

  @Test
  void an_advisory_gate_asks_and_its_reason_stands_in_the_history() {
    workflow(
        "state",
        "release",
        """
          - prepare
          - name: publish
            gates:
              - artifact: docs/notes.md
                name: notes
                advisory: true
        """);
    tidemark.after("start release/v1", "done prepare");

    var asked = tidemark.run("enter publish");
    var yes = tidemark.run("enter publish --yes");
    var empty = tidemark.run("enter publish --anyway ''");
    var told = tidemark.run("enter publish --anyway 'notes come with v2'");

    assertThat(asked.exit()).isEqualTo(4);
    assertThat(asked.err()).contains("Go on anyway?", "--anyway REASON");
    assertThat(yes.exit()).isEqualTo(4);
    assertThat(empty.exit()).isEqualTo(4);
    assertThat(told.exit()).isZero();
    assertThat(told.err())
        .contains("gate notes of publish is closed; going on because: notes come");
    assertThat(tidemark.run("history").out())
        .contains("went on through gate notes of publish: notes come with v2");
  }

  @Test
  void head_must_not_have_moved_since_a_phase_and_the_tree_must_be_clean() {
    workflow(
        "state",
        "release",
        """
          - prepare
          - name: publish
            gates:
              - head-unchanged: prepare
              - clean-tree: true
        """);
    tidemark.after("start release/v1", "enter prepare");
    tidemark.scratch().write("a.txt", "a").commit("Work");
    tidemark.after("done prepare");
    tidemark.after("enter publish --dry-run");
    tidemark.scratch().write("a.txt", "b");

    assertThat(codes("enter publish")).containsExactly("tree-dirty");
    tidemark.scratch().commit("More work");
    var moved = tidemark.run("enter publish");

    assertThat(moved.exit()).isEqualTo(3);
    assertThat(moved.err()).contains("HEAD was ", " when prepare ended and is ");
    tidemark.after("enter prepare", "done prepare", "enter publish", "done publish");
  }

  @Test
  void a_gate_at_the_end_is_asked_at_the_end() {
    workflow(
        "state",
        "release",
        """
          - name: prepare
            gates:
              - artifact: docs/notes.md
                at: done
        """);
    tidemark.after("start release/v1", "enter prepare");

    assertThat(codes("done prepare")).containsExactly("artifact-missing");
    tidemark.scratch().write("docs/notes.md", "n");
    tidemark.after("done prepare");
  }

  /// Where work has passed the gates, what changes in the middle of it does not shut it out.
  @Test
  void a_phase_under_way_is_not_asked_again() {
    workflow(
        "state",
        "release",
        """
          - name: prepare
            gates:
              - clean-tree: true
        """);
    tidemark.after("start release/v1", "enter prepare");
    tidemark.scratch().write("a.txt", "a");

    tidemark.after("enter prepare", "done prepare");
    assertThat(codes("enter prepare")).containsExactly("tree-dirty");
  }

  /// A hand in the file does not pass for having come through the gate.
  @Test
  void a_phase_that_was_begun_by_an_edit_has_passed_no_gate() {
    workflow(
        "state",
        "release",
        """
          - prepare
          - name: publish
            gates:
              - artifact: docs/notes.md
        """);
    tidemark.after("start release/v1", "done prepare");
    var file = ".claude/state/release-v1.json";
    var text = tidemark.run("show").out();
    tidemark
        .scratch()
        .write(
            file,
            text.replace(
                "\"phases\": {", "\"phases\": {\"publish\": {\"status\": \"in_progress\"},"));

    assertThat(tidemark.run("status").out()).contains("publish");
    assertThat(codes("done publish")).containsExactly("artifact-missing");
  }

  @Test
  void evidence_is_shown_with_the_history_in_json() {
    workflow(
        "state",
        "release",
        "  - name: prepare\n    gates:\n      - {artifact: x, advisory: true, name: x}\n");
    tidemark.after("start release/v1", "enter prepare --anyway later");

    var entries = tidemark.run("history --json").json().array("entries");
    var events = ((JsonObject) entries.get(entries.size() - 1)).array("events");

    assertThat(events.toString())
        .contains("\"kind\":\"evidence.recorded\"", "\"claim\":\"bypass\"", "\"reason\":\"later\"");
  }
}
