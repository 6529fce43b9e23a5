package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What people may ask of every verb: their own time, what was read and written, other words.
class ScreensTest {
  private static final String LOCAL = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+]05:30";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).with("TZ", "Asia/Kolkata");
    tidemark.after("init", "start implement/auth --phases design,code,test", "done design");
  }

  @Proves("R-USR-24")
  @Test
  void times_are_shown_in_the_local_zone_and_files_stay_in_utc() {
    var before = Tree.of(temp);

    assertThat(tidemark.run("list --local").out()).contains("CHANGED").containsPattern(LOCAL);
    assertThat(tidemark.run("status --local").out()).containsPattern(LOCAL).doesNotContain(" ago");
    assertThat(tidemark.run("history --local").out()).containsPattern(LOCAL);
    assertThat(tidemark.run("history").out()).doesNotContain("+05:30").contains("Z  ann");
    assertThat(tidemark.run("list --local --json").string("runs")).isNull();
    assertThat(tidemark.run("history --local --json").out()).doesNotContain("+05:30");
    assertThat(tidemark.run("show --local --raw").out()).doesNotContain("+05:30");
    assertThat(Tree.of(temp)).isEqualTo(before);
    var elsewhere = tidemark.with("TZ", "no/such zone").run("history --local");
    assertThat(elsewhere.exit()).isZero();
  }

  @Proves("R-USR-20")
  @Test
  void verbose_names_every_file_that_is_read_and_written_and_why() {
    tidemark.after("config summary.tokens 400");

    var ran = tidemark.run("enter code --verbose");
    var file = ".claude/state/implement-auth.json";

    assertThat(ran.complaints())
        .contains(
            "tidemark: took summary.tokens from .tidemark/config.yaml",
            "tidemark: read " + file + ": the document of a run",
            "tidemark: replaced " + file + ": the document of a run")
        .anyMatch(line -> line.contains("journal/") && line.endsWith("the journal of a run"))
        .anyMatch(line -> line.startsWith("tidemark: locked " + STATE + "/lock/"))
        .doesNotHaveDuplicates();
    assertThat(tidemark.run("done code").err()).isEmpty();
    assertThat(tidemark.run("fail code --reason No. --verbose").complaints())
        .noneMatch(line -> line.contains("made the folder") || line.contains("removed"));
    assertThat(tidemark.run("status --verbose --json").json().string("run")).isNotNull();
  }

  @Proves("R-USR-20")
  @Test
  void verbose_tells_the_state_of_a_work_tree_from_its_documents() {
    tidemark.scratch().git("worktree", "add", "--quiet", "../linked");

    var ran = tidemark.from("../linked").run("start implement/other --verbose");

    assertThat(ran.complaints())
        .anyMatch(line -> line.endsWith("/tidemark: where the state of this work tree is"))
        .anyMatch(line -> line.endsWith("linked/FORMAT: the version of the store"))
        .noneMatch(line -> line.contains(".git/") && line.endsWith("the document of a run"));
  }

  @Proves("R-USR-23")
  @Test
  void an_implementation_can_be_seen_as_the_steps_of_a_phase_checkpoint() {
    var before = Tree.of(temp);

    assertThat(tidemark.run("list --json").each("runs", "progress")).containsExactly("1/3");
    assertThat(tidemark.run("status --steps").lines())
        .containsExactly(
            "## Step Progress",
            "",
            "Steps completed: 1. Remaining: Steps 2-3.",
            "Resume from: Step 2 \u2014 code");
    assertThat(Tree.of(temp)).isEqualTo(before);
    tidemark.after("enter code");
    assertThat(tidemark.run("status --steps").out())
        .contains("Steps completed: 1. Step 2 in progress. Remaining: Steps 2-3.");
    tidemark.after("done code", "skip test");
    assertThat(tidemark.run("status --steps").lines())
        .containsExactly("## Step Progress", "", "Steps completed: 1-3.");
  }

  @Proves("R-USR-23")
  @Test
  void a_finished_feature_points_to_the_next_command_and_copies_nothing() {
    tidemark.after("start item/feature/FEAT-003");
    for (int phase = 0; phase <= 6; phase++) {
      tidemark.run("done " + phase + " --no-commit --run item/feature/FEAT-003");
    }

    var finished = tidemark.run("finish --no-commit --run item/feature/FEAT-003");

    assertThat(finished.exit()).isZero();
    assertThat(finished.err())
        .contains(
            "item/feature/FEAT-003 is finished; next comes tidemark start item/plan/FEAT-003");
    assertThat(tidemark.run("list --json").each("runs", "workflow")).containsExactly("implement");
  }
}
