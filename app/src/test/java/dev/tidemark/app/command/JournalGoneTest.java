package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A journal that was removed while its run is still there.
class JournalGoneTest {
  private static final String DOCUMENT = ".claude/state/release-v1.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path root;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    root = tidemark.scratch().root();
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            """
            phases:
              - prepare
              - name: publish
                gates: [{phases-done: [prepare]}]
            """)
        .commit("Gates");
    tidemark = tidemark.after("start release/v1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        STATE + "/journal",
        STATE + "/journal/state/implement-auth.json",
        STATE,
      })
  void every_view_of_the_run_reports_that_its_journal_was_removed(String removed)
      throws IOException {
    tidemark = tidemark.after("start implement/auth");
    Tree.remove(root.resolve(removed));

    assertThat(tidemark.run("status --run state/implement/auth").err())
        .contains("the journal of state/implement/auth was removed");
    assertThat(tidemark.run("resume --dry-run --run state/implement/auth").out())
        .contains("Verdict: ask", "the journal of state/implement/auth was removed");
    assertThat(tidemark.run("history --run state/implement/auth").out())
        .contains("the journal of state/implement/auth was removed");
    assertThat(tidemark.run("list").out()).contains("missing: the journal was removed");
    var doctor = tidemark.run("doctor");
    assertThat(doctor.exit()).isNotZero();
    assertThat(doctor.out()).contains("state/implement/auth is missing: its journal was removed");
  }

  @Test
  void a_phase_completed_in_the_file_opens_no_gate_without_the_journal() throws IOException {
    complete("prepare");
    Tree.remove(root.resolve(STATE + "/journal"));

    var entered = tidemark.run("enter publish");

    assertThat(entered.exit()).isEqualTo(5);
    assertThat(entered.err()).contains("its journal was removed", "tidemark adopt");
    tidemark = tidemark.after("adopt");
    assertThat(tidemark.run("enter publish").err())
        .contains("the journal has no record of its end");
    assertThat(tidemark.run("note --decision Later.").exit()).isZero();
    assertThat(tidemark.run("enter publish").err())
        .contains("the journal has no record of its end");
  }

  @Test
  void another_home_in_the_variables_does_not_hide_the_removal() throws IOException {
    tidemark = tidemark.after("done prepare --summary Ready.");
    Tree.remove(root.resolve(STATE + "/journal"));

    var moved = tidemark.with("HOME", temp.resolve("other").toString());

    assertThat(moved.run("history").out()).contains("was removed");
  }

  @Test
  void a_file_that_came_with_a_commit_is_no_removed_journal() throws IOException {
    var text = Files.readString(root.resolve(DOCUMENT));
    Files.writeString(root.resolve(DOCUMENT.replace("v1", "v2")), text.replace("v1", "v2"));

    assertThat(tidemark.run("status --run state/release/v2").err()).doesNotContain("was removed");
    assertThat(tidemark.run("history --run state/release/v2").out())
        .contains("nothing is recorded of state/release/v2 yet");
  }

  /// A file system mostly gives a new folder the inode of one that was removed.
  @Test
  void a_project_made_again_at_the_same_path_is_another_one() throws IOException {
    for (int i = 0; i < 3; i++) {
      tidemark.after("start implement/auth");
      Tree.remove(root);
      Files.createDirectory(root);
      assertThat(tidemark.run("list").out()).doesNotContain("missing");
    }
  }

  private void complete(String phase) throws IOException {
    var file = root.resolve(DOCUMENT);
    var text = Files.readString(file);
    var edited =
        text.replaceFirst(
                "\"completed_phases\": \\[\\]", "\"completed_phases\": [\"" + phase + "\"]")
            .replaceFirst("\"" + phase + "\",\\s*\"publish\"", "\"publish\"");
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(file, edited);
  }
}
