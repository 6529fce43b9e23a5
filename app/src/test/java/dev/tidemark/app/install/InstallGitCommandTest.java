package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The merge driver: git calls this program when it merges checkpoint files.
class InstallGitCommandTest {
  private static final String FILE = "docs/checkpoints/epic-E-1.md";

  @TempDir private Path temp;
  private CommandLineHarness ann;

  @BeforeEach
  void begin() {
    ann = CommandLineHarness.fresh(temp);
    ann.after("start item/epic E-1", "done 0 --summary Synced");
    ann.scratch().git("branch", "other");
  }

  private String file(String path) throws IOException {
    return Files.readString(ann.scratch().root().resolve(path));
  }

  private void diverge(String ours, String theirs) {
    ann.scratch().git("checkout", "--quiet", "other");
    ann.after(theirs);
    ann.scratch().git("checkout", "--quiet", "main");
    ann.after(ours);
  }

  @Test
  void git_merges_files_by_their_content() throws IOException {
    var installed = ann.run("install git");
    ann.scratch().commit("Merge driver");
    diverge(
        "done 1 --summary A --decision 'Use PostgreSQL'",
        "done 1 --skip-to --summary B --decision 'Use SQLite'");
    ann.after("done 2 --summary C");

    var merged = ann.scratch().git("merge", "other");

    assertThat(installed.out())
        .contains(".gitattributes: created", "next: git add .gitattributes and commit");
    assertThat(file(".gitattributes")).contains("docs/checkpoints/** merge=tidemark");
    assertThat(merged).doesNotContain("CONFLICT");
    assertThat(file(FILE)).contains("Use PostgreSQL", "Use SQLite").doesNotContain("<<<<<<<");
    assertThat(ann.run("resume").out()).contains("Verdict: continue");
  }

  @Test
  void a_contradiction_is_left_as_a_conflict_of_git() throws IOException {
    ann.after("install git");
    ann.scratch().commit("Merge driver");
    diverge("done 1 --summary A", "done 1 --summary B");

    assertThat(ann.scratch().accepts("merge", "other")).isFalse();

    assertThat(file(FILE)).contains("<<<<<<< ours", "A\n", "B\n", ">>>>>>> theirs");
    assertThat(ann.run("merge").out())
        .contains("conflict: Capture, state: ours \"A\", theirs \"B\"");
  }

  @Test
  void it_is_shown_before_and_taken_out_again() {
    ann.scratch().write(".gitattributes", "*.png binary\n");

    var dry = ann.run("install git --dry-run");

    assertThat(dry.out())
        .contains(".gitattributes: would be changed", "+ docs/checkpoints/** merge=tidemark");
    assertThat(ann.scratch().accepts("config", "--get", "merge.tidemark.driver")).isFalse();
    ann.after("install git");
    assertThat(ann.scratch().git("config", "--get", "merge.tidemark.driver"))
        .contains("merge driver %O %A %B %P");
    ann.after("install git --uninstall", "install git --uninstall");
    assertThat(ann.scratch().accepts("config", "--get", "merge.tidemark.driver")).isFalse();
    assertThat(ann.scratch().root().resolve(".gitattributes")).hasContent("*.png binary\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--user", "--only hooks"})
  void options_of_agents_are_refused_for_git(String option) {
    var ran = ann.run("install git " + option);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err())
        .contains(option.split(" ")[0] + " is for agents, not for git")
        .contains("hint: Leave it out: tidemark install git");
    assertThat(ann.scratch().root().resolve(".gitattributes")).doesNotExist();
  }

  @Test
  void without_a_repository_git_says_so() {
    var outside = CommandLineHarness.in(ScratchRepository.without(temp));

    var ran = outside.from(temp.resolve("home")).run("install git");

    assertThat(ran.exit()).isNotZero();
    assertThat(ran.err()).contains("git could not set merge.tidemark.driver");
  }

  @Test
  void the_driver_changes_nothing_that_it_cannot_merge() {
    ann.scratch().write("base", "").write("ours", "not a checkpoint").write("theirs", "nor this");

    var foreign = ann.run("merge driver base ours theirs README.md");
    var damaged = ann.run("merge driver base ours theirs " + FILE);

    assertThat(foreign.exit()).isEqualTo(1);
    assertThat(foreign.err()).contains("README.md cannot be merged: it is no checkpoint file");
    assertThat(damaged.exit()).isEqualTo(1);
    assertThat(ann.scratch().root().resolve("ours")).hasContent("not a checkpoint");
  }
}
