package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonNull;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line in every kind of place that git, or its absence, can make.
class RecordedWorldTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;

  private static String commit(CommandLineHarness tidemark) {
    var text = tidemark.run("show --raw --run implement/auth").out();
    var commit = dev.tidemark.json.JsonText.parse(text);
    var value = ((dev.tidemark.json.JsonObject) commit).find("head_commit");
    return value instanceof JsonNull ? "null" : String.valueOf(value).replace("\"", "");
  }

  @Proves({"R-COM-01", "R-COM-02"})
  @Test
  void without_git_the_working_folder_is_the_project() {
    var scratch = ScratchRepository.without(temp).write("sub/x", "");
    var tidemark = CommandLineHarness.in(scratch).from("sub").after("start implement/auth");

    assertThat(scratch.root().resolve("sub/" + DOCUMENT)).exists();
    assertThat(commit(tidemark)).isEqualTo("null");
    assertThat(tidemark.run("status --json").json().find("branch")).isInstanceOf(JsonNull.class);
  }

  @Proves("R-COM-01")
  @Test
  void without_git_the_nearest_initialized_folder_is_the_project_of_those_below() {
    var scratch = ScratchRepository.without(temp).write("sub/x", "");
    var tidemark = CommandLineHarness.in(scratch).after("init");

    tidemark.from("sub").after("start implement/auth");

    assertThat(scratch.root().resolve(DOCUMENT)).exists();
    assertThat(scratch.state().resolve("journal")).isDirectory();
    assertThat(tidemark.run("list --json").each("runs", "run"))
        .isEqualTo(tidemark.from("sub").run("list --json").each("runs", "run"))
        .containsExactly("state/implement/auth");
  }

  @Proves("R-COM-02")
  @Test
  void in_a_repository_without_commits_there_is_a_branch_and_no_commit() {
    var tidemark = CommandLineHarness.in(ScratchRepository.in(temp)).after("start implement/auth");

    assertThat(commit(tidemark)).isEqualTo("null");
    assertThat(tidemark.run("status --json").string("branch")).isEqualTo("main");
  }

  @Proves("R-COM-02")
  @Test
  void with_a_detached_head_there_is_a_commit_and_no_branch() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().git("checkout", "--quiet", "--detach");
    tidemark.after("start implement/auth", "enter implementation");

    assertThat(commit(tidemark)).isEqualTo(tidemark.scratch().git("rev-parse", "HEAD"));
    assertThat(tidemark.run("status --json").json().find("branch")).isInstanceOf(JsonNull.class);
    assertThat(tidemark.run("resume --json").string("phase")).isEqualTo("implementation");
  }

  @Proves({"R-COM-01", "R-USR-06"})
  @Test
  void two_worktrees_of_a_repository_do_not_share_runs() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    tidemark.scratch().git("worktree", "add", "--quiet", "-b", "other", "../other");
    var other = tidemark.from(tidemark.scratch().root().resolveSibling("other"));

    assertThat(other.run("list --all --json").each("runs", "run")).isEmpty();
    other.after("start implement/auth", "enter validation");

    assertThat(other.run("status --json").string("branch")).isEqualTo("other");
    assertThat(tidemark.run("status --json").string("phase")).isEqualTo("implementation");
    assertThat(commit(other)).isEqualTo(tidemark.scratch().git("rev-parse", "HEAD"));
  }

  @Proves("R-COM-01")
  @Test
  void a_submodule_is_a_project_of_its_own() {
    var inner = ScratchRepository.in(temp.resolve("inner"));
    inner.write("x", "").commit("Inner");
    var tidemark = CommandLineHarness.fresh(temp.resolve("outer"));
    tidemark.scratch().git("submodule", "--quiet", "add", inner.root().toString(), "sub");
    tidemark.scratch().commit("With a submodule");

    tidemark.from("sub").after("start implement/auth");

    assertThat(tidemark.scratch().root().resolve("sub/" + DOCUMENT)).exists();
    assertThat(commit(tidemark.from("sub"))).isEqualTo(inner.git("rev-parse", "HEAD"));
    assertThat(tidemark.run("list --json").each("runs", "run")).isEmpty();
  }

  @Proves("R-COM-01")
  @Test
  void git_root_may_name_a_bare_repository_or_any_folder() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().git("clone", "--quiet", "--bare", ".", "../bare.git");
    var bare = tidemark.scratch().root().resolveSibling("bare.git");

    var there = tidemark.with("GIT_ROOT", bare.toString()).after("start implement/auth");

    assertThat(bare.resolve(DOCUMENT)).exists();
    assertThat(there.run("resume --json").string("next_phase")).isEqualTo("implementation");
    assertThat(tidemark.run("list --json").each("runs", "run")).isEmpty();
  }

  @Proves("R-COM-01")
  @Test
  void the_option_is_stronger_than_the_variable_and_that_than_git() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a/x", "").write("b/x", "");
    var root = tidemark.scratch().root();
    var named = tidemark.from("a").with("GIT_ROOT", root.resolve("b").toString());

    named.after("start implement/auth", "start implement/auth --root .");
    tidemark.from("a").with("GIT_ROOT", root + "/none").after("start implement/auth");

    assertThat(root.resolve("a/" + DOCUMENT)).exists();
    assertThat(root.resolve("b/" + DOCUMENT)).exists();
    assertThat(root.resolve(DOCUMENT)).exists();
  }

  @Test
  void a_root_that_is_no_folder_is_refused() {
    var tidemark = CommandLineHarness.fresh(temp);

    assertThat(tidemark.run("status --root nowhere").err()).contains("is not a folder");
    assertThat(tidemark.run("status --root README.md").exit()).isEqualTo(1);
    assertThat(tidemark.words("status", "--root", "a\0b").exit()).isEqualTo(1);
  }

  @Test
  void a_regular_file_in_the_place_of_the_folder_is_refused_in_one_line() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(".claude/state", "mine\n");
    var before = new HashMap<>(Tree.files(temp));
    // The rules of the files to come are written first.
    before.remove("project/.git/info/exclude");

    var ran = tidemark.run("start implement/auth");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(ran.err()).contains(".claude/state is a file where a folder should be");
    assertThat(Files.readString(tidemark.scratch().root().resolve(".claude/state")))
        .isEqualTo("mine\n");
    assertThat(Tree.files(temp)).containsAllEntriesOf(before);
    assertThat(tidemark.run("list").exit()).isLessThan(6);
  }

  @Proves("R-USR-15")
  @Test
  void a_link_out_of_the_project_is_not_written_through() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var outside = Files.createDirectories(temp.resolve("outside"));
    var claude = Files.createDirectories(tidemark.scratch().root().resolve(".claude"));
    Files.createSymbolicLink(claude.resolve("state"), outside.toRealPath());

    var ran = tidemark.run("start implement/auth");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(outside).isEmptyDirectory();
    assertThat(ran.complaints()).hasSize(1);
  }

  @Proves("R-USR-15")
  @Test
  void a_document_that_is_a_link_out_of_the_project_is_not_written_through() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    var outside = temp.resolve("outside.json").toAbsolutePath();
    Files.move(file, outside);
    Files.createSymbolicLink(file, outside);
    var text = Files.readString(outside);

    var ran = tidemark.run("enter implementation --run implement/auth");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(Files.readString(outside)).isEqualTo(text);
    assertThat(file).isSymbolicLink();
  }

  @Proves("R-USR-16")
  @Test
  void the_modes_of_a_document_are_kept() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    var modes = java.nio.file.attribute.PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(file, modes);

    tidemark.after("enter implementation");

    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(modes);
  }

  @Proves("R-USR-10")
  @Test
  void folders_and_names_with_blanks_and_beyond_ascii_are_fine() {
    var tidemark = CommandLineHarness.fresh(temp.resolve("mein Päckchen 😀"));

    assertThat(tidemark.words("start", "implement", "Überlauf beim Speichern 😀").exit()).isZero();
    assertThat(tidemark.words("enter", "--new", "größer werden").exit()).isZero();

    assertThat(
            tidemark
                .scratch()
                .root()
                .resolve(".claude/state/implement-Überlauf beim Speichern 😀.json"))
        .exists();
    assertThat(tidemark.run("status").out()).contains("● größer werden  in_progress");
    assertThat(tidemark.words("resume", "Überlauf beim Speichern 😀", "--json").string("phase"))
        .isEqualTo("größer werden");
  }

  @Proves("R-COM-10")
  @Test
  void two_names_that_would_share_a_file_are_told_apart() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.words("start", "implement", "feat/BAS-6: a?b*c");

    var byName = tidemark.words("start", "implement", "feat-BAS-6 abc");
    var same = tidemark.words("start", "implement", "feat/BAS-6 abc");

    assertThat(tidemark.scratch().root().resolve(".claude/state/implement-feat-BAS-6 abc.json"))
        .exists();
    assertThat(byName.exit()).isZero();
    assertThat(byName.out()).contains("continue at implementation");
    assertThat(same.exit()).isEqualTo(1);
    assertThat(same.err()).contains("feat/BAS-6: a?b*c");
  }
}
