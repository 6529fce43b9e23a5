package dev.tidemark.app.command;

import static dev.tidemark.app.main.Protocol.ITEM;
import static dev.tidemark.app.main.Protocol.PHASE;
import static dev.tidemark.app.main.Protocol.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What each dialect wants around its documents, and what is mended safely.
@Proves("R-USR-02")
class DoctorRulesTest {
  static final String RULES =
      ".tidemark/\n.claude/state/\n.claude-checkpoint.md\n.review-gate.md\n.test-gate.md\n"
          + "memory/state/\n";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private ScratchRepository git;

  /// A project that all dialects are content with.
  @BeforeEach
  void prepare() {
    tidemark = Protocol.all(temp);
    git = tidemark.scratch();
    git.write(".gitignore", RULES).write("docs/checkpoints/.gitkeep", "");
    git.git("add", "docs", ".gitignore");
    git.commit("Checkpoints");
    tidemark.after("adopt");
  }

  /// Returns each finding as `severity code`.
  private List<String> findings(String line) {
    return Findings.of(tidemark, line);
  }

  private Path file(String path) {
    return git.root().resolve(path);
  }

  @Test
  void a_project_of_all_dialects_can_be_well() {
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @Test
  void documents_that_git_would_commit_are_ignored_on_request_and_only_then() throws IOException {
    git.write(".gitignore", ".tidemark/\n");
    Files.delete(file(".git/info/exclude"));

    var look = findings("doctor");
    var thought = findings("doctor --fix --dry-run");

    assertThat(look).hasSize(5).containsOnly("warning not-ignored").isEqualTo(thought);
    assertThat(file(".gitignore")).hasContent(".tidemark/");
    assertThat(findings("doctor --fix")).startsWith("fixed not-ignored");
    assertThat(file(".gitignore")).hasContent(".tidemark/");
    assertThat(Files.readString(file(".git/info/exclude")))
        .contains("/.claude/state/", "/.claude-checkpoint.md", "/.review-gate.md");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @Test
  void documents_that_git_must_not_ignore_are_an_error() {
    git.write(".gitignore", RULES + "docs/checkpoints/\n");
    git.git("rm", "--quiet", "--cached", "-r", "docs/checkpoints");

    assertThat(tidemark.run("doctor").exit()).isEqualTo(1);
    assertThat(findings("doctor")).contains("error ignored");
  }

  @Test
  void checkpoints_of_items_that_are_not_committed_are_told() throws IOException {
    Files.writeString(file(ITEM.path()), Files.readString(file(ITEM.path())) + "\nMore.\n");
    git.write("docs/checkpoints/epic-EPIC-002.md", ITEM.document());

    var ran = tidemark.run("doctor");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains(
            "note  docs/checkpoints/epic-EPIC-001.md has changes that are not committed",
            "note  docs/checkpoints/epic-EPIC-002.md is not committed");
  }

  @Test
  void a_folder_that_git_would_forget_gets_its_gitkeep() throws IOException {
    Files.delete(file("docs/checkpoints/.gitkeep"));

    assertThat(findings("doctor")).containsExactly("note no-gitkeep");
    assertThat(file("docs/checkpoints/.gitkeep")).doesNotExist();
    assertThat(findings("doctor --fix")).containsExactly("fixed no-gitkeep");
    assertThat(file("docs/checkpoints/.gitkeep")).isEmptyFile();
  }

  @Test
  void programs_that_are_missing_are_told_where_a_dialect_would_use_them() {
    git.write(".beads/issues.jsonl", "");
    var bare = tidemark.with("PATH", temp.toString());

    assertThat(Findings.of(bare, "doctor"))
        .containsExactlyInAnyOrder("warning git-unknown", "note no-program", "warning no-program");
    assertThat(bare.run("doctor").out())
        .contains("the program bd is not there", "the program git is not there");
  }

  @Test
  void gates_and_specs_that_are_of_no_use_are_told() {
    git.write(".review-gate.md", "---\nstatus: MAYBE\n---\n");
    git.write(".active-spec", "SPEC-1\n");
    git.write(".design-state.yaml", "specs_dir:\n  SPEC-1: specs/one\n");

    assertThat(tidemark.run("doctor").out())
        .contains(
            "warning  .review-gate.md does not count: its status is neither PASS nor FAIL",
            "warning  .design-state.yaml keeps the active spec in specs/one, which is not there");
    git.write("specs/one/state.yaml", "steps: [").write(".review-gate.md", "");
    assertThat(findings("doctor")).contains("warning unreadable-file");
  }

  @Test
  void archives_of_runs_that_are_gone_are_told() throws IOException {
    var folder = Files.createDirectories(git.root().resolve(".claude/state/archive"));
    var copy = DocumentBytes.zipped("{}".getBytes(StandardCharsets.UTF_8));
    for (var name : List.of("implement-checkpoint-infrastructure", "implement-gone")) {
      Files.write(folder.resolve(name + "-20260101T000000Z.json.gz"), copy);
    }

    assertThat(tidemark.run("doctor").lines().getFirst())
        .isEqualTo(
            "note  .claude/state/archive/implement-gone-20260101T000000Z.json.gz is an archive of"
                + " a run that is not there any more");
    assertThat(findings("doctor")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void what_a_stopped_writer_left_is_removed_only_if_it_is_ours(Protocol protocol)
      throws IOException {
    int slash = protocol.path().lastIndexOf('/') + 1;
    var folder = protocol.path().substring(0, slash);
    var ours = folder + "." + protocol.path().substring(slash) + ".abcdefgh.tidemark-tmp";
    git.write(ours, "half").write(folder + ".notes.txt.abcdefgh.tidemark-tmp", "whose?");
    git.write(folder + "phase.json.tmp", "theirs");

    var look = findings("doctor");
    assertThat(file(ours)).exists();
    var fix = findings("doctor --fix");

    assertThat(look).contains("note left-over").doesNotContain("fixed left-over");
    assertThat(fix).containsOnlyOnce("fixed left-over");
    assertThat(file(ours)).doesNotExist();
    assertThat(file(folder + "phase.json.tmp")).exists();
    boolean one = folder.isEmpty() || protocol == Protocol.FLOW;
    assertThat(file(folder + ".notes.txt.abcdefgh.tidemark-tmp")).exists();
    assertThat(fix.contains("note left-over")).as("nobody's run").isEqualTo(!one);
    assertThat(fix.contains("note other-temp")).isEqualTo(!one);
  }

  @Test
  void a_journal_that_others_can_read_is_closed() throws IOException {
    var journal = file(ScratchRepository.STATE + "/journal");
    Files.setPosixFilePermissions(journal, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThat(tidemark.run("doctor").lines().getFirst())
        .isEqualTo(
            "warning  a file or folder in " + ScratchRepository.STATE + " can be seen by others");
    assertThat(findings("doctor --fix")).containsExactly("fixed modes");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(journal)))
        .isEqualTo("rwx------");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @Test
  void edits_are_recorded_by_a_fix_and_removals_are_not() throws IOException {
    Files.writeString(file(STATE.path()), Files.readString(file(STATE.path())) + "\n");
    Files.delete(file(PHASE.path()));

    assertThat(findings("doctor"))
        .containsExactlyInAnyOrder("note edited-outside", "error missing");
    assertThat(findings("doctor --fix"))
        .containsExactlyInAnyOrder("fixed edited-outside", "error missing");
    assertThat(findings("doctor")).containsExactly("error missing");
    tidemark.after("restore --run " + PHASE.run());
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @ParameterizedTest
  @EnumSource
  void a_document_that_breaks_its_contract_is_told(Protocol protocol) throws IOException {
    var text = Files.readString(file(protocol.path()));
    var broken =
        text.replace("\"head_commit\": \"d36b", "\"head_commit\": 7, \"x\": \"d36b")
            .replace("clear_recommended: true", "clear_recommended: perhaps")
            .replace("status: in_progress", "status: open")
            .replace("\"interruption_safe\":true", "\"interruption_safe\":1");
    Files.writeString(file(protocol.path()), broken);
    tidemark.after("adopt");

    assertThat(findings("doctor")).contains("warning off-contract");
    assertThat(tidemark.run("validate --run " + protocol.run()).exit()).isEqualTo(5);
  }

  @Test
  void a_file_where_a_folder_should_be_is_an_error() {
    var scratch = ScratchRepository.in(temp.resolve("other"));
    scratch.write(".claude/state", "mine").write(".gitignore", ".claude/\n").commit("Begin");
    var other = CommandLineHarness.in(scratch);

    var start = other.run("start implement/auth");
    var ran = other.run("doctor");

    assertThat(start.exit()).isEqualTo(1);
    assertThat(start.err()).contains("/.claude/state is a file where a folder should be");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("error  .claude/state is a file, but the format state keeps");
  }

  @Test
  void without_fix_nothing_at_all_is_changed() throws IOException {
    git.write(".gitignore", ".tidemark/\n").write("docs/checkpoints/implement-x.md", "no");
    git.write(".claude/state/.implement-auth.json.abcdefgh.tidemark-tmp", "half");
    Files.delete(file("docs/checkpoints/.gitkeep"));
    var before = Tree.of(temp);

    assertThat(findings("doctor")).isEqualTo(findings("doctor --fix --dry-run"));
    assertThat(Tree.of(temp)).isEqualTo(before);
  }
}
