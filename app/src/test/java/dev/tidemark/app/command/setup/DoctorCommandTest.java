package dev.tidemark.app.command.setup;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `doctor`, in front of each thing that can be wrong.
@Proves("R-USR-02")
class DoctorCommandTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth", "enter implementation");
  }

  @Test
  void a_healthy_project_is_well() {
    var ran = tidemark.run("doctor");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines()).containsExactly("all is well");
  }

  @Test
  void a_damaged_document_is_an_error_with_its_cure() {
    tidemark.scratch().write(DOCUMENT, "{");

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "code")).startsWith("unreadable");
    assertThat(ran.each("findings", "hint").getFirst())
        .contains("tidemark restore --run state/implement/auth");
  }

  @Test
  void an_edit_by_hand_is_a_note_and_nothing_else() throws IOException {
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    Files.writeString(file, Files.readString(file) + "\n");

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.each("findings", "severity")).containsExactly("note");
    assertThat(ran.each("findings", "code")).containsExactly("edited-outside");
  }

  @Test
  void what_a_kill_left_and_what_stands_in_the_way_is_named() throws Exception {
    var root = tidemark.scratch().root();
    Files.createFile(root.resolve(".git/index.lock"));
    Files.createDirectories(root.resolve("memory/state"));
    Files.createFile(root.resolve("memory/state/.execution.json.abcdefgh.tidemark-tmp"));
    Tree.remove(root.resolve(STATE + "/journal"));
    var fifo = root.resolve(STATE + "/journal").toString();
    assertThat(new ProcessBuilder("mkfifo", fifo).start().waitFor()).isZero();

    var ran = tidemark.run("doctor --json");

    assertThat(ran.each("findings", "code")).contains("git-locked", "left-over", "no-folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"config", "commondir"})
  void a_fifo_in_the_place_of_a_file_of_git_is_described_in_words(String name) throws Exception {
    var file = tidemark.scratch().root().resolve(".git/" + name);
    Files.deleteIfExists(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();

    var ran = tidemark.run("doctor");

    assertThat(ran.out() + ran.err()).contains("is not a regular file").doesNotContain("java.");
  }

  @Test
  void a_journal_that_was_meddled_with_is_an_error() throws IOException {
    var journal = tidemark.scratch().state().resolve("journal/state");
    try (var files = Files.walk(journal)) {
      for (var file : files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
        Files.writeString(file, Files.readString(file).replace("ann", "bob"));
      }
    }

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "severity")).contains("error");
    assertThat(ran.each("findings", "code")).contains("journal");
  }

  @Test
  void a_record_that_a_stopped_writer_did_not_finish_is_put_aside() throws IOException {
    var record = STATE + "/journal/state/implement-auth.json/000001.jsonl";
    var journal = tidemark.scratch().root().resolve(record);
    Files.writeString(journal, "{\"head\":{\"seq\":9,", StandardOpenOption.APPEND);

    assertThat(tidemark.run("doctor --json").each("findings", "severity"))
        .containsExactly("warning");
    var fixed = tidemark.run("doctor --fix --json");
    assertThat(fixed.exit()).isZero();
    assertThat(fixed.each("findings", "code")).containsExactly("cut-short");
    assertThat(Files.readString(journal)).endsWith("}\n");
    assertThat(tidemark.run("doctor --json").each("findings", "code")).isEmpty();
  }

  @Test
  void state_that_git_would_commit_is_a_warning_that_fix_cures() throws IOException {
    var scratch = ScratchRepository.in(temp.resolve("exposed"));
    scratch.write("README.md", "").commit("Begin");
    var exposed = CommandLineHarness.in(scratch);
    assertThat(exposed.run("doctor").lines()).containsExactly("all is well");
    exposed.after("start implement/auth --phases a");
    Files.delete(scratch.root().resolve(".git/info/exclude"));

    var look = exposed.run("doctor");
    var fix = exposed.run("doctor --fix");

    assertThat(look.exit()).isZero();
    assertThat(look.lines())
        .containsExactly(
            "warning  .claude/state/ is not ignored by git",
            "  Run tidemark doctor --fix; if that does not help, a rule with ! takes it back.",
            "tidemark doctor --fix cures: not-ignored");
    assertThat(fix.out())
        .contains("fixed  .claude/state/ is not ignored by git\n  Added to git's info/exclude.\n");
    assertThat(exposed.run("doctor").lines()).containsExactly("all is well");
    assertThat(scratch.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void a_rule_that_takes_ours_back_stays_a_warning() {
    tidemark.scratch().write(".gitignore", "!/.claude/state/\n");

    var ran = tidemark.run("doctor --fix --json");

    assertThat(ran.each("findings", "code")).containsExactly("not-ignored");
    assertThat(ran.each("findings", "severity")).containsExactly("warning");
  }

  @Test
  void a_project_with_settings_is_to_commit_the_rules() throws IOException {
    var root = tidemark.scratch().root();
    tidemark.after("init");
    Files.delete(root.resolve(".gitignore"));

    var look = tidemark.run("doctor");

    assertThat(look.lines()).contains("note  .gitignore has no rule for .claude/state/");
    assertThat(tidemark.run("doctor --fix --json").each("findings", "severity"))
        .containsExactly("fixed");
    assertThat(Files.readString(root.resolve(".gitignore"))).endsWith(".claude/state/\n");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @Test
  void committed_rules_of_an_earlier_version_are_removed_unless_they_were_changed()
      throws IOException {
    var rules = "*\n!.gitignore\n!config.yaml\n!allowed_signers\n!workflows/\n!workflows/**\n";
    tidemark.scratch().write(".tidemark/.gitignore", rules + "!x\n").commit("Rules");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
    tidemark.scratch().write(".tidemark/.gitignore", rules).commit("Rules");

    assertThat(tidemark.run("doctor --json").each("findings", "code")).containsExactly("old-rules");
    assertThat(tidemark.run("doctor --fix --json").each("findings", "severity"))
        .containsExactly("fixed");
    assertThat(tidemark.scratch().root().resolve(".tidemark/.gitignore")).doesNotExist();
  }

  @Test
  void state_that_git_tracks_is_an_error() {
    tidemark.scratch().git("add", "--force", DOCUMENT);

    var ran = tidemark.run("doctor");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("git rm --cached");
  }

  @Test
  void an_archived_copy_that_is_not_whole_is_an_error() throws IOException {
    tidemark.completed("implement/auth");
    var archive = tidemark.scratch().root().resolve(".claude/state/archive");
    Path copy;
    try (var copies = Files.list(archive)) {
      copy = copies.findFirst().orElseThrow();
    }
    var bytes = Files.readAllBytes(copy);
    assertThat(tidemark.run("doctor --json").each("findings", "code")).isEmpty();
    Files.write(copy, Arrays.copyOf(bytes, bytes.length - 9));

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "code")).containsExactly("archive");
    assertThat(ran.each("findings", "text").getFirst())
        .contains(".claude/state/archive/" + copy.getFileName());
    assertThat(ran.each("findings", "hint").getFirst()).contains("history --run");
  }

  @Test
  void leftovers_are_notes() {
    tidemark.scratch().write(".claude/state/x.json.corrupt-20260101T000000Z", "{");
    tidemark.scratch().write(".claude/state/.x.json.1.tidemark-tmp", "{");

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.each("findings", "code")).containsExactlyInAnyOrder("set-aside", "left-over");
  }
}
