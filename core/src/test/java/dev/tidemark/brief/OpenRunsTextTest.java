package dev.tidemark.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.engine.run.RunSummary.Concerns;
import dev.tidemark.engine.run.RunSummary.Obstacle;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.Problem;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.workflow.change.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a new session is told where several runs are open.
class OpenRunsTextTest {
  private static final Concerns NONE = new Concerns(null, null, null, null);

  private final Session session = new Session();

  private RunSummary run(
      String item, State state, @Nullable String next, @Nullable String branch, Concerns concerns) {
    return new RunSummary(
        new CheckpointId("toy", "design", item),
        state,
        new Position(next, 0, 1, 3),
        branch,
        null,
        session.now.minus(Duration.ofHours(2)),
        concerns,
        null,
        null);
  }

  private RunSummary open(String item) {
    return run(item, State.OPEN, "planning", "main", NONE);
  }

  private List<String> lines(RunSummary... open) {
    return lines(List.of(open));
  }

  private List<String> lines(List<RunSummary> open) {
    var text = new OpenRunsText(session.runs(), "main", session.now).of(open);
    assertThat(text).doesNotEndWith("\n");
    return text.lines().toList();
  }

  @Test
  void each_run_is_a_line_with_phase_and_age_and_the_end_says_what_to_do() {
    assertThat(lines(open("one"), open("two")))
        .containsExactly(
            "2 runs of this project are open.",
            BriefText.OPEN,
            "| toy/design/one: 1 of 3 phases done, at planning, 2 h ago",
            "| toy/design/two: 1 of 3 phases done, at planning, 2 h ago",
            BriefText.CLOSE,
            "Resume the one to work on: tidemark resume RUN");
  }

  @Test
  void only_a_branch_that_is_not_checked_out_is_named() {
    assertThat(
            lines(
                run("one", State.OPEN, "planning", "feat", NONE),
                run("two", State.STARTED, null, null, NONE)))
        .contains(
            "| toy/design/one: 1 of 3 phases done, at planning, 2 h ago, on feat",
            "| toy/design/two: 1 of 3 phases done, 2 h ago");
  }

  @Test
  void why_work_cannot_continue_is_told_of_each_and_counted_over_all() {
    var failed = new Concerns(null, null, null, new Obstacle("planning failed: no key", null));
    var blocked = new Concerns(null, null, null, new Obstacle("blocked by the API", null));
    var approval = new PendingHumanAction("approval of specs", "approve specs");
    var damaged =
        new Concerns(
            new Problem("not JSON", "tidemark doctor"),
            null,
            null,
            new Obstacle("is not told", null));

    assertThat(
            lines(
                run("one", State.FAILED, "planning", "main", failed),
                run("two", State.BLOCKED, "planning", "main", blocked),
                run(
                    "three",
                    State.WAITING,
                    "specs",
                    "main",
                    new Concerns(null, null, approval, null)),
                run("four", State.DAMAGED, "planning", "main", damaged),
                run("five", State.DAMAGED, null, "main", damaged),
                open("six")))
        .contains(
            "6 runs of this project are open (1 failed, 1 blocked, 1 waiting, 2 damaged).",
            "| toy/design/one: 1 of 3 phases done, planning failed: no key, 2 h ago",
            "| toy/design/two: 1 of 3 phases done, at planning, blocked by the API, 2 h ago",
            "| toy/design/three: 1 of 3 phases done, at specs, waits for approval of specs, 2 h"
                + " ago",
            "| toy/design/four: 1 of 3 phases done, damaged, 2 h ago",
            "| toy/design/six: 1 of 3 phases done, at planning, 2 h ago");
  }

  @Test
  void a_long_reason_is_cut_and_one_of_the_most_characters_is_not() {
    var most = "x".repeat(200);
    var reasons =
        List.of(most, most + "x").stream()
            .map(it -> new Concerns(null, null, null, new Obstacle(it, null)))
            .map(it -> run("one", State.BLOCKED, null, "main", it))
            .toList();

    assertThat(lines(reasons))
        .contains(
            "| toy/design/one: 1 of 3 phases done, " + most + ", 2 h ago",
            "| toy/design/one: 1 of 3 phases done, " + most + " …, 2 h ago");
  }

  @Test
  void of_many_the_first_are_shown_and_the_others_counted() {
    var many =
        new ArrayList<>(IntStream.range(0, 10).mapToObj(number -> open("r" + number)).toList());
    assertThat(lines(many)).hasSize(14).contains("10 runs of this project are open.");

    many.add(run("last", State.FAILED, null, "main", NONE));

    assertThat(lines(many))
        .hasSize(15)
        .startsWith("11 runs of this project are open (1 failed). The most recently changed:")
        .contains("1 more: tidemark list")
        .noneMatch(line -> line.contains("toy/design/last"));
  }

  @Test
  void the_goal_stands_below_its_run_in_one_line() {
    session.change(new Change.StateGoal("Log users in\nwith passkeys"));

    assertThat(lines(RunSummary.of(session.run())))
        .containsSubsequence(
            "| toy/design/auth: 1 of 3 phases done, at planning, less than a minute ago",
            "|   goal: Log users in with passkeys",
            BriefText.CLOSE);
  }

  @Test
  void a_change_of_a_clock_that_is_ahead_is_of_now_and_one_without_time_has_no_age() {
    var ahead = open("one");
    session.now = session.now.minus(Duration.ofDays(1));
    var timeless =
        new RunSummary(
            new CheckpointId("toy", "design", "two"),
            State.OPEN,
            new Position(null, 0, 0, 3),
            null,
            null,
            null,
            NONE,
            null,
            null);

    assertThat(lines(ahead, timeless))
        .contains(
            "| toy/design/one: 1 of 3 phases done, at planning, less than a minute ago",
            "| toy/design/two: 0 of 3 phases done");
  }
}
