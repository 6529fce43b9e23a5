package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Commits of checkpoints, and what keeps them from being made.
class ItemCommitsTest extends EpicRepository {
  @Test
  @Proves({"R-001-17", "A-46"})
  void other_staged_work_stays_staged_and_out_of_the_commit() {
    tidemark.after("start item/epic/EPIC-001");
    git.write("a.txt", "mine").git("add", "a.txt");

    tidemark.after("done 'Decision Sync'");

    assertThat(committed()).doesNotContain("a.txt");
    assertThat(git.git("status", "--porcelain")).isEqualTo("A  a.txt");
  }

  @Test
  void start_tells_that_done_commits_and_done_and_fail_name_their_commit() {
    var file = "docs/checkpoints/epic-EPIC-001.md";

    assertThat(tidemark.run("start item/epic/EPIC-001").out())
        .contains("each done commits " + file + "; without: tidemark done PHASE --no-commit");
    assertThat(tidemark.run("done 0").out()).contains("committed " + head() + ": " + file);
    assertThat(tidemark.run("fail 1 --reason Ill").out())
        .contains("committed " + head() + ": " + file);
    assertThat(tidemark.run("done 1 --no-commit").out()).doesNotContain("committed");
  }

  private String head() {
    return git.git("rev-parse", "HEAD").substring(0, 7);
  }

  @Test
  @Proves({"R-001-21", "R-001-31"})
  void a_failure_is_committed_once_and_shown_on_resume() throws IOException {
    completed(1);

    tidemark.after("fail 1 --reason 'The interview was cancelled.'");

    assertThat(subject()).isEqualTo("checkpoint: epic EPIC-001 \u2014 phase 1 failed");
    assertThat(text()).contains("| 1 | Capture | in_progress |");
    var commit = git.git("rev-parse", "HEAD");
    tidemark.after("fail 1 --reason 'The interview was cancelled.'");
    assertThat(git.git("rev-parse", "HEAD")).isEqualTo(commit);
    assertThat(tidemark.run("start item/epic/EPIC-001").out())
        .contains("Resuming at: Phase 1 (Capture)")
        .contains("The interview was cancelled.");
  }

  @Test
  @Proves({"R-001-30", "R-001-18", "R-001-31"})
  void a_hook_that_rejects_leaves_the_file_and_the_next_call_commits_it() throws IOException {
    completed(1);
    git.write(".git/hooks/pre-commit", "#!/bin/sh\necho no commits on Friday >&2\nexit 1\n");
    assertThat(git.root().resolve(".git/hooks/pre-commit").toFile().setExecutable(true)).isTrue();

    var ran = tidemark.run("done 1");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("no commits on Friday");
    assertThat(text()).contains("| 1 | Capture | done |");
    assertThat(subject()).endsWith("phase 0 complete");
    Files.delete(git.root().resolve(".git/hooks/pre-commit"));
    tidemark.after("done 1");
    assertThat(subject()).endsWith("phase 1 complete");
    var again = tidemark.run("done 1");
    assertThat(again.exit()).isZero();
    assertThat(again.err()).contains("done already");
    assertThat(git.git("rev-list", "--count", "HEAD")).isEqualTo("3");
  }

  @Test
  @Proves("R-001-30")
  void without_an_identity_the_file_is_written_and_git_is_heard() throws IOException {
    tidemark.after("start item/epic/EPIC-001");
    git.git("config", "user.useConfigOnly", "true");
    git.git("config", "--global", "--unset", "user.email");

    var ran = tidemark.run("done 0");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("identity").doesNotContain("\tat ");
    assertThat(exists()).isTrue();
    git.git("config", "user.email", "ann@example.invalid");
    tidemark.after("done 0");
    assertThat(subject()).endsWith("phase 0 complete");
  }

  @Test
  @Proves("R-001-30")
  void in_the_middle_of_a_merge_the_file_is_written_and_git_is_heard() throws IOException {
    completed(1);
    git.git("switch", "--quiet", "--create", "other", "HEAD~1");
    git.write("b.txt", "b").commit("b");
    git.git("switch", "--quiet", "main");
    git.git("merge", "--quiet", "--no-ff", "--no-commit", "other");

    var ran = tidemark.run("done 1");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("merge");
    assertThat(text()).contains("| 1 | Capture | done |");
    git.git("commit", "--quiet", "--message", "merged");
    tidemark.after("done 1");
    assertThat(git.git("status", "--porcelain")).isEmpty();
  }

  @Test
  @Proves("R-001-30")
  void outside_a_repository_the_file_is_written_and_the_exit_code_tells() {
    var outside = CommandLineHarness.in(ScratchRepository.without(temp.resolve("plain")));
    outside.after("start item/epic/EPIC-001");

    var ran = outside.run("done 0");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("not a git repository");
    assertThat(outside.scratch().root().resolve(FILE))
        .content()
        .contains("branch: not a git repo\n");
    assertThat(outside.run("done 1 --no-commit").exit()).isZero();
  }

  @Test
  @Proves("R-001-05")
  void an_ignored_folder_warns_and_fails_with_the_rule() {
    git.write(".gitignore", ".tidemark/\ndocs/\n").commit("ignore docs");
    tidemark.after("start item/epic/EPIC-001");

    var ran = tidemark.run("done 0");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("is ignored by git").contains(".gitignore:2:docs/");
    assertThat(exists()).isTrue();
    assertThat(tidemark.run("task add x").err()).contains("is ignored by git");
  }

  @Test
  @Proves({"R-001-19", "R-001-20", "A-47"})
  void finishing_removes_and_commits() {
    completed(5);
    var open = tidemark.run("finish");
    assertThat(open.exit()).isEqualTo(1);
    assertThat(open.err()).contains("not every phase is done: Document (in progress)");
    tidemark.after("done 5");

    var ran = tidemark.run("finish");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(exists()).isFalse();
    assertThat(subject())
        .isEqualTo("checkpoint: epic EPIC-001 \u2014 complete, removing checkpoint");
    assertThat(committed()).isEqualTo("D\t" + FILE);
    assertThat(tidemark.run("finish --run item/epic/EPIC-001").exit()).isZero();
    assertThat(tidemark.run("list").out()).doesNotContain("EPIC-001");
  }

  @Test
  @Proves({"R-001-19", "A-47"})
  void finishing_in_a_bundle_stages_the_removal_for_another_commit() {
    completed(6);
    var commit = git.git("rev-parse", "HEAD");

    tidemark.after("finish --bundle");

    assertThat(git.git("rev-parse", "HEAD")).isEqualTo(commit);
    assertThat(git.git("status", "--porcelain")).isEqualTo("D  " + FILE);
    tidemark.after("finish --run item/epic/EPIC-001");
    assertThat(git.git("status", "--porcelain")).isEmpty();
    assertThat(subject()).endsWith("complete, removing checkpoint");
  }
}
