package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How a command ends, for scripts to branch on.
@Proves("R-COM-09")
class ExitCodesTest {
  @TempDir private Path temp;

  @ParameterizedTest
  @CsvSource({
    "0, resume",
    "0, status",
    "0, list",
    "0, start implement/auth",
    "0, prune",
    "1, enter implementation",
    "1, start unknown",
    "1, start ..",
    "1, resume nowhere",
    "1, validate --tokens nowhere.md",
    "2, bogus",
    "2, done",
    "2, start implement --frsh",
    "2, config nothing",
    "2, validate README.md --format none",
    "5, validate README.md",
    "5, status --run design",
    "5, enter research --run review",
    "5, done planning --run review",
    "5, finish --run review",
    "5, plan --run design",
    "5, plan review",
    "5, question --run review",
    "5, gate --run review"
  })
  void each_kind_of_end_has_its_code(int code, String line) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write("sub/.git/HEAD", "ref: refs/heads/main\n")
        .write("sub/.git/objects/x", "");
    if (code == 5) {
      tidemark.scratch().write(".claude/state/design-checkpoint.json", "{\"version\": 1,");
      tidemark
          .scratch()
          .write(
              ".claude/state/review-checkpoint.json", "{\"command\": \"review\",\"version\": 2}");
    }

    assertThat(tidemark.run(line).exit()).isEqualTo(code);
    assertThat(tidemark.run(line + " --json").exit()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "1, REFUSED",
    "1, REFUSED REFUSED",
    "4, ASK",
    "4, REFUSED ASK",
    "4, ASK REFUSED",
    "3, GATE",
    "3, ASK GATE",
    "3, REFUSED ASK GATE",
    "3, GATE ASK REFUSED"
  })
  void of_several_blockers_a_gate_weighs_most_and_a_question_more_than_a_no(
      int code, String kinds) {
    var blockers = new ArrayList<Blocker>();
    for (var kind : kinds.split(" ")) {
      blockers.add(new Blocker(Blocker.Kind.valueOf(kind), "code", "reason", "hint"));
    }

    assertThat(ProblemView.exit(blockers)).isEqualTo(code);
  }
}
