package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The ship gate as a part of the run of `ship`.
class ShipRunTest {
  private static final String REVIEW = "gate set --allowed true --run state/ship/f";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start ship/f");
  }

  @Proves({"R-004-81", "R-004-83"})
  @ParameterizedTest
  @ValueSource(
      strings = {
        "enter pre-flight",
        "done pre-flight",
        "enter commit",
        "done commit",
        "enter push",
        "done push",
        "skip push",
        "finish"
      })
  void a_closed_ship_gate_refuses_every_step_of_the_run_with_its_blockers(String step) {
    var unreviewed = tidemark.run(step);
    tidemark.after("gate set --allowed false --blocker '2 tests failing'");
    var rejected = tidemark.run(step);

    assertThat(unreviewed.exit()).isEqualTo(3);
    assertThat(unreviewed.err())
        .contains("there is no review state", "tidemark " + REVIEW)
        .containsOnlyOnce("there is no review state");
    assertThat(rejected.exit()).isEqualTo(3);
    assertThat(rejected.err()).contains("shipping is blocked by", ": 2 tests failing");
    assertThat(tidemark.run("status --run ship/f").out()).contains("0/3");
  }

  @Test
  void the_gates_of_a_run_of_ship_are_listed_with_their_answers() {
    var listed = tidemark.run("gate --run ship/f");

    assertThat(listed.exit()).isZero();
    assertThat(listed.lines())
        .contains(
            "pre-flight",
            "  closed  ship at the beginning and the end, needs: the ship gate is open",
            "            gate ship of pre-flight: there is no review state",
            "push",
            "  open    preview at the end: the preview of this commit lets shipping go on");
    assertThat(tidemark.run("gate ship --run ship/f").exit()).isEqualTo(3);
    tidemark.after(REVIEW);
    assertThat(tidemark.run("gate --run ship/f").out()).doesNotContain("closed");
  }

  @Proves({"R-004-82", "R-004-84"})
  @Test
  void a_commit_of_the_reviewed_tree_keeps_the_verdict_and_another_tree_does_not() {
    tidemark.scratch().write("a.txt", "reviewed");
    tidemark.after(REVIEW, "enter pre-flight", "done pre-flight", "enter commit");

    tidemark.scratch().commit("Exactly what was reviewed");
    tidemark.after("done commit", "enter push");

    tidemark.scratch().write("a.txt", "not reviewed");
    assertThat(tidemark.run("done push").err()).contains("the review is stale");
    tidemark.scratch().commit("Something else");
    assertThat(tidemark.run("done push").err()).contains("the review is stale");
    tidemark.after(REVIEW, "done push", "finish");
  }

  @Test
  void a_verdict_that_only_a_file_has_is_about_its_commit_and_no_other() {
    var head = tidemark.scratch().git("rev-parse", "HEAD").strip();
    tidemark
        .scratch()
        .write(
            ".claude/state/loop-state.json",
            "{\"ship_allowed\":true,\"blockers\":[],\"head_commit\":\"" + head + "\"}");
    tidemark.after("config gates.trust file", "enter pre-flight");

    tidemark.scratch().git("commit", "--allow-empty", "-m", "The same tree");

    assertThat(tidemark.run("done pre-flight").err()).contains("the review is stale");
  }

  @Proves("R-004-87")
  @Test
  void a_commit_does_not_remove_what_pre_flight_found() {
    tidemark.after(REVIEW, "enter pre-flight", "fail pre-flight --reason 'the build is red'");
    assertThat(tidemark.run("enter commit").err()).contains("pre-flight failed: the build is red");

    tidemark.scratch().git("commit", "--allow-empty", "-m", "The same tree");

    assertThat(tidemark.run("enter commit").err()).contains("pre-flight failed: the build is red");
    tidemark.after(REVIEW, "done pre-flight", "enter commit");
  }

  @Proves("R-004-85")
  @Test
  void a_recorded_force_opens_the_steps_for_this_tree_only() throws IOException {
    var forced =
        tidemark
            .consenting(ApprovalEvidence.TERMINAL)
            .run("enter pre-flight --force --reason 'the outage is worse'");

    assertThat(forced.exit()).isZero();
    assertThat(forced.err())
        .contains("warning: the ship gate is closed and was forced: the outage is worse");
    assertThat(tidemark.run("history --run ship/f").out())
        .contains("went on through gate ship: the outage is worse");
    var file = tidemark.scratch().root().resolve(".claude/state/ship-f.json");
    assertThat(Files.readString(file)).contains("\"gate_override\"");
    tidemark.scratch().git("commit", "--allow-empty", "-m", "The same tree");
    var done = tidemark.run("done pre-flight");
    assertThat(done.exit()).isZero();
    assertThat(done.err()).contains("was forced: the outage is worse");
    tidemark.scratch().write("a.txt", "more");
    assertThat(tidemark.run("enter commit").exit()).isEqualTo(3);

    tidemark
        .consenting(ApprovalEvidence.TERMINAL)
        .after("gate ship --force --reason again --run ship/f", "finish --abandon over");
  }

  @Proves("R-004-85")
  @Test
  void an_agent_cannot_force_a_step() {
    var agent = tidemark.with("CLAUDECODE", "1");

    var ran = agent.run("enter pre-flight --force --reason 'I want to'");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err())
        .contains("tidemark gate ship --force --reason 'I want to' --run state/ship/f");
    assertThat(tidemark.run("enter pre-flight").exit()).isEqualTo(3);
  }

  @Test
  void force_needs_a_reason_and_a_workflow_with_the_ship_gate() {
    assertThat(tidemark.run("enter pre-flight --force").exit()).isEqualTo(2);
    assertThat(tidemark.run("enter pre-flight --reason x").exit()).isEqualTo(2);
    tidemark.after("start design/x");
    var other = tidemark.run("enter research --force --reason x --run design/x");
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.err()).contains("state/design/x has no ship gate that --force could open");
  }

  @Test
  void a_run_from_before_the_gate_is_asked_for_it_too() throws IOException {
    tidemark.scratch().write(".tidemark/workflows/ship.yaml", "phases: [pre-flight, commit, push]");
    tidemark.after("start ship/old", "enter pre-flight --run ship/old");
    tidemark.after("done pre-flight --run ship/old", "enter commit --run ship/old");
    Files.delete(tidemark.scratch().root().resolve(".tidemark/workflows/ship.yaml"));

    for (var step : new String[] {"done commit", "enter push"}) {
      assertThat(tidemark.run(step + " --run ship/old").exit()).as(step).isEqualTo(3);
    }
    tidemark.after("gate set --allowed true --run ship/old", "done commit --run ship/old");
    tidemark.after("done push --run ship/old", "finish --run ship/old");
  }

  @Test
  void a_project_declares_the_ship_gate_for_both_ends_of_a_phase() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{ship: true, at: both}]}]\n");
    tidemark.after("start release/v1", "done prepare --run release/v1");

    assertThat(tidemark.run("enter publish --run release/v1").exit()).isEqualTo(3);
    tidemark.after("gate set --allowed true --run release/v1", "enter publish --run release/v1");
    tidemark.scratch().write("a.txt", "more");
    assertThat(tidemark.run("done publish --run release/v1").exit()).isEqualTo(3);
  }
}
