package dev.tidemark.app.view.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.view.run.ListView.Row;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.engine.run.RunSummary.Concerns;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.Problem;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs of whatever dialect in one table, for a screen and for everything else.
class ListViewTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final ShownBase SEEN =
      new ShownBase(NOW, new Head("main", "b".repeat(40)), commit -> false, null);
  private static final Concerns NONE = new Concerns(null, null, null, null);
  private static final Problem NO_HEADER =
      new Problem("no header", "tidemark restore --run item/plan");

  private static final PhaseName PLAN = new PhaseName("Write Plan");

  private static Row row(String workflow, State state, Concerns concerns) {
    return row(workflow, state, null, null, null, concerns);
  }

  private static Row row(
      String workflow,
      State state,
      @Nullable String branch,
      @Nullable String commit,
      @Nullable Instant updatedAt,
      Concerns concerns) {
    var id = new CheckpointId("item", workflow, "a-rather-long-name-of-some-item");
    var position = new Position("Write Plan", 3, 2, 5);
    var runSummary =
        new RunSummary(id, state, position, branch, commit, updatedAt, concerns, null, null);
    return new Row(runSummary, "docs/" + workflow, null);
  }

  private static Row usual(String workflow) {
    return row(workflow, State.OPEN, "main", null, NOW.minusSeconds(7200), NONE);
  }

  private static Row waiting() {
    var waits = new PendingHumanAction("approval of Write Plan", "approve 'Write Plan'");
    return row("plan", State.WAITING, new Concerns(null, null, waits, null));
  }

  @Test
  void a_run_that_waits_for_a_person_says_for_what_and_how_to_go_on() {
    var view = new ListView(List.of(waiting()), 0, SEEN);

    assertThat(view.wideTable().get(1))
        .isEqualTo(
            "item/plan/a-rather-long-name-of-some-item  2/5 Write Plan  -       -    "
                + "waits for approval of Write Plan  tidemark approve 'Write Plan'"
                + " --run item/plan/a-rather-long-name-of-some-item");
    assertThat(view.json().toString())
        .contains(
            "\"waiting_for\":\"approval of Write Plan\"",
            "\"command\":\"tidemark approve 'Write Plan' --run item/plan/");
  }

  @Proves("R-USR-01")
  @Test
  void a_stale_and_doubtful_run_says_so() {
    var doubt = new Concerns(null, new Notice("edited-outside", "changed"), null, null);

    var view =
        new ListView(
            List.of(
                row(
                    "plan",
                    State.OPEN,
                    "topic",
                    "a".repeat(40),
                    NOW.minusSeconds(3 * 86_400),
                    doubt)),
            0,
            SEEN);

    assertThat(view.wideTable().get(1)).endsWith("topic   3 d  stale, in doubt (edited-outside)");
    assertThat(view.json().toString()).contains("\"stale\":true", "\"in_doubt\":true");
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 132})
  void a_table_fits_the_screen(int columns) {
    var rows = List.of(usual("feature"), waiting(), usual("debug"));

    var lines = new ArrayList<>(texts(new ListView(rows, 2, SEEN).narrowTable(columns)));

    // A reason that the table cuts stands in a line of its own.
    boolean cut = !lines.get(2).contains("waits for approval of Write Plan");
    assertThat(cut).isEqualTo(lines.remove("  waits for approval of Write Plan"));
    assertThat(List.of(lines.get(0), lines.get(2), lines.get(5), lines.get(6)))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(columns + 1));
    assertThat(lines.get(1)).isEqualTo("waiting (1)");
    assertThat(lines.get(2)).startsWith("item/plan/a-rather-long-name-of-som");
    assertThat(lines.get(3))
        .isEqualTo(
            "  next: tidemark approve 'Write Plan' --run"
                + " item/plan/a-rather-long-name-of-some-item");
    assertThat(lines.get(4)).isEqualTo("open (2)");
    assertThat(lines.get(5)).startsWith("item/feature/a-rather-long-name-of-som");
    assertThat(lines.subList(7, 9))
        .containsExactly(
            "2 finished, shown by tidemark list --all", "next: tidemark resume --run RUN");
  }

  @Test
  void on_a_small_screen_what_names_a_run_is_cut_last() {
    var lines = texts(new ListView(List.of(usual("feature")), 0, SEEN).narrowTable(60));

    assertThat(lines.get(1)).isEqualTo("item/feature/a-rather-lon…  2/5 Write…  main    2 h  -");
    assertThat(lines.get(2))
        .isEqualTo("next: tidemark resume --run item/feature/a-rather-long-name-of-some-item");
  }

  @Test
  void what_is_done_or_damaged_says_so_and_has_a_command_of_its_own() {
    var damaged = row("plan", State.DAMAGED, new Concerns(NO_HEADER, null, null, null));

    var lines =
        texts(
            new ListView(List.of(row("epic", State.DONE, NONE), damaged), 0, SEEN).narrowTable(90));

    assertThat(lines.get(1)).isEqualTo("damaged (1)");
    assertThat(lines.get(2)).startsWith("item/plan/").endsWith("damaged: no header");
    assertThat(lines.get(3)).isEqualTo("  next: tidemark restore --run item/plan");
    assertThat(lines.get(4)).isEqualTo("done (1)");
    assertThat(lines.get(5)).endsWith("done");
    assertThat(lines).hasSize(6);
  }

  @Test
  void runs_that_need_action_come_first_in_groups_with_reason_and_next_step() {
    var rows =
        List.of(
            usual("feature"),
            waiting(),
            row("blocked", State.BLOCKED, "main", null, NOW, obstacle("blocked by the CA", null)),
            row(
                "failed",
                State.FAILED,
                "main",
                null,
                NOW,
                obstacle("Write Plan failed: red", PLAN)));

    var view = new ListView(rows, 0, SEEN);

    assertThat(texts(view.narrowTable(200)))
        .containsExactly(
            "RUN                                           PHASE           BRANCH  AGE  REMARKS",
            "failed (1)",
            "item/failed/a-rather-long-name-of-some-item   2/5 Write Plan  main    0 s  "
                + "Write Plan failed: red",
            "  next: tidemark enter 'Write Plan' --run item/failed/a-rather-long-name-of-some-item",
            "blocked (1)",
            "item/blocked/a-rather-long-name-of-some-item  2/5 Write Plan  main    0 s  "
                + "blocked by the CA",
            "  next: tidemark resume --run item/blocked/a-rather-long-name-of-some-item",
            "waiting (1)",
            "item/plan/a-rather-long-name-of-some-item     2/5 Write Plan  -       -    "
                + "waits for approval of Write Plan",
            "  next: tidemark approve 'Write Plan' --run item/plan/a-rather-long-name-of-some-item",
            "open (1)",
            "item/feature/a-rather-long-name-of-some-item  2/5 Write Plan  main    2 h  -",
            "next: tidemark resume --run RUN");
    assertThat(view.narrowTable(200).get(1).parts().getFirst().style()).isEqualTo(Style.BAD);
    var first = (JsonObject) view.json().array("runs").elements().getFirst();
    assertThat(first.string("state")).isEqualTo("failed");
    assertThat(first.string("reason")).isEqualTo("Write Plan failed: red");
    assertThat(first.string("command")).startsWith("tidemark enter 'Write Plan' --run item/failed");
    assertThat(first.string("progress")).isEqualTo("2/5");
  }

  @Test
  void the_goal_stands_beside_the_name_of_a_run() {
    var id = new CheckpointId("state", "implement", "auth");
    var runSummary =
        new RunSummary(
            id,
            State.OPEN,
            new Position("code", 2, 1, 3),
            "main",
            null,
            NOW,
            NONE,
            "Log in by mail",
            null);

    var view = new ListView(List.of(new Row(runSummary, "auth.json", null)), 0, SEEN);

    assertThat(texts(view.narrowTable(80)))
        .containsExactly(
            "RUN                   GOAL            PHASE     BRANCH  AGE  REMARKS",
            "state/implement/auth  Log in by mail  1/3 code  main    0 s  -",
            "next: tidemark resume --run state/implement/auth");
    assertThat(view.json().toString()).contains("\"goal\":\"Log in by mail\"");
  }

  private static Concerns obstacle(String reason, @Nullable PhaseName retry) {
    return new Concerns(null, null, null, new RunSummary.Obstacle(reason, retry));
  }

  private static List<String> texts(List<StyledLine> lines) {
    return lines.stream().map(StyledLine::text).toList();
  }
}
