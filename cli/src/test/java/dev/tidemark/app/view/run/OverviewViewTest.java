package dev.tidemark.app.view.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.view.run.ListView.Row;
import dev.tidemark.app.view.run.OverviewView.Group;
import dev.tidemark.app.view.run.OverviewView.Part;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.engine.run.RunSummary.Concerns;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.Problem;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.DisplayWidth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which runs somebody sees first who looks twice a day.
class OverviewViewTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final ShownBase SEEN =
      new ShownBase(NOW, new Head("main", "b".repeat(40)), commit -> false, null);
  private static final Concerns NONE = new Concerns(null, null, null, null);
  private static final Problem NO_HEADER =
      new Problem("no header", "tidemark restore --run item/plan");
  private static final Concerns ODD =
      new Concerns(null, new Notice("edited-outside", "changed"), null, null);
  private static final Concerns WAITS =
      new Concerns(
          null, null, new PendingHumanAction("approval of design", "approve design"), null);

  private static Row row(String item, State state, long hoursAgo, Concerns concerns) {
    var id = new CheckpointId("state", "implement", item);
    var saved = NOW.minusSeconds(hoursAgo * 3600);
    var position = new Position("code", 2, 1, 4);
    var runSummary =
        new RunSummary(id, state, position, "topic", null, saved, concerns, null, null);
    return new Row(runSummary, "files/" + item, null);
  }

  private static Concerns obstacle(String reason) {
    return new Concerns(null, null, null, new RunSummary.Obstacle(reason, null));
  }

  private static OverviewView view(Row... rows) {
    return new OverviewView("shop", List.of(rows), 0, Map.of(), SEEN);
  }

  private static List<String> names(OverviewView view, int group) {
    var names = new ArrayList<String>();
    var object = (JsonObject) view.json().array("groups").elements().get(group);
    for (var run : object.array("runs").elements()) {
      names.add(((JsonObject) run).string("item"));
    }
    return names;
  }

  @Test
  void runs_are_grouped_by_what_somebody_has_to_do_about_them() {
    var view =
        view(
            row("done", State.DONE, 1, ODD),
            row("new", State.STARTED, 1, NONE),
            row("open", State.OPEN, 2, NONE),
            row("odd", State.OPEN, 1, ODD),
            row("missing", State.MISSING, 2, NONE),
            row("damaged", State.DAMAGED, 2, new Concerns(NO_HEADER, null, null, null)),
            row("quiet", State.OPEN, 25, NONE),
            row("waits", State.WAITING, 30, WAITS),
            row("failed", State.FAILED, 30, obstacle("code failed: red")),
            row("blocked", State.BLOCKED, 30, obstacle("blocked by the CA")));

    assertThat(names(view, 0)).containsExactly("failed");
    assertThat(names(view, 1)).containsExactly("blocked");
    assertThat(names(view, 2)).containsExactly("waits");
    assertThat(names(view, 4)).containsExactly("missing");
    assertThat(names(view, 5)).containsExactly("damaged");
    assertThat(names(view, 6)).containsExactly("new", "open");
    assertThat(names(view, 7)).containsExactly("odd", "quiet");
    assertThat(names(view, 8)).containsExactly("done");
    assertThat(view.counts())
        .isEqualTo(
            "1 failed, 1 blocked, 1 missing, 1 damaged, 1 waiting, 2 running, 2 stuck or in doubt,"
                + " 1 done");
  }

  @Test
  void whoever_has_waited_longest_comes_first_and_of_the_others_the_newest() {
    var view =
        view(
            row("short", State.WAITING, 1, WAITS),
            row("long", State.WAITING, 9, WAITS),
            row("old", State.OPEN, 9, NONE),
            row("fresh", State.OPEN, 1, NONE));

    assertThat(names(view, 2)).containsExactly("long", "short");
    assertThat(names(view, 6)).containsExactly("fresh", "old");
  }

  @Test
  void every_run_is_told_as_in_a_list() {
    var row = row("auth", State.OPEN, 1, NONE);
    var listed = new ListView(List.of(row), 0, SEEN).json().array("runs").elements().getFirst();

    var group = (JsonObject) view(row).json().array("groups").elements().get(6);

    assertThat(group.array("runs").elements())
        .containsExactly(((JsonObject) listed).with("remarks", ""));
    assertThat(group.string("group")).isEqualTo("running");
  }

  @Test
  void of_many_finished_runs_the_newest_are_shown_and_all_are_counted() {
    var rows = new ArrayList<Row>();
    for (int i = 0; i < 60; i++) {
      rows.add(row("run-" + i, State.DONE, i, NONE));
    }
    var view = new OverviewView("shop", rows, 7, Map.of(), SEEN);

    assertThat(names(view, 8)).hasSize(50).startsWith("run-0", "run-1").doesNotContain("run-50");
    assertThat(view.count(Group.DONE)).isEqualTo(67);
    assertThat(view.rows(80, true).getFirst().text())
        .isEqualTo("done (67, 17 older ones by tidemark list --all)");
    assertThat(view.rows(80, false)).hasSize(1);
  }

  @Test
  void what_only_one_run_needs_stands_below_it() {
    var view = view(row("auth", State.WAITING, 3, WAITS), row("cart", State.OPEN, 3, NONE));

    assertThat(view.rows(200, true).stream().map(OverviewView.Row::text))
        .containsExactly(
            "waiting for you (1)",
            "  state/implement/auth  1/4 code  topic  3 h  waits for approval of design",
            "    next: tidemark approve design --run state/implement/auth",
            "running (1)",
            "  state/implement/cart  1/4 code  topic  3 h",
            "    next: tidemark resume --run state/implement/cart");
  }

  private static OverviewView.Row next(Group group, String item) {
    var text = "    next: tidemark resume --run state/implement/" + item;
    return new OverviewView.Row(group, Part.NEXT, text);
  }

  @Test
  void the_attempt_of_an_agent_stands_below_its_run_and_a_runner_that_is_gone_is_stuck() {
    var busy = row("auth", State.OPEN, 30, NONE);
    var gone = row("cart", State.OPEN, 1, NONE);
    var working = new RunActivity(JsonObject.EMPTY.with("attempt", "3"), lines(Style.PLAIN), false);
    var left = new RunActivity(JsonObject.EMPTY, lines(Style.BAD), true);
    var activities = Map.of(busy.glance().id(), working, gone.glance().id(), left);
    var view = new OverviewView("shop", List.of(busy, gone), 0, activities, SEEN);

    assertThat(view.rows(200, true))
        .containsExactly(
            new OverviewView.Row(Group.RUNNING, Part.TITLE, "running (1)"),
            new OverviewView.Row(
                Group.RUNNING, Part.RUN, "  state/implement/auth  1/4 code  topic  30 h"),
            new OverviewView.Row(Group.RUNNING, Part.ACTIVITY, "    attempt 3"),
            next(Group.RUNNING, "auth"),
            new OverviewView.Row(Group.DOUBT, Part.TITLE, "stuck or in doubt (1)"),
            new OverviewView.Row(
                Group.DOUBT, Part.RUN, "  state/implement/cart  1/4 code  topic  1 h"),
            new OverviewView.Row(Group.DOUBT, Part.FAILURE, "    attempt 3"),
            next(Group.DOUBT, "cart"));
    assertThat(view.json().toString())
        .containsOnlyOnce("\"attempt\":{\"attempt\":\"3\",\"lines\":[\"attempt 3\"]}")
        .containsOnlyOnce("\"attempt\":{\"lines\":[\"attempt 3\"]}");
  }

  private static List<StyledLine> lines(Style style) {
    return List.of(StyledLine.of(style, "attempt 3"));
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 132})
  void runs_fit_the_screen_however_wide_their_characters_are(int columns) {
    var rows = view(row("データベースの移行".repeat(8), State.WAITING, 1, WAITS)).rows(columns, true);

    assertThat(DisplayWidth.of(rows.get(1).text())).isBetween(columns - 20, columns);
    assertThat(rows.get(1).text()).contains("…");
  }

  @Test
  void nothing_in_a_name_steers_a_terminal() {
    var id = new CheckpointId("state", "implement", "a");
    var position = new Position("co\u001b[31mde\u202e\r\nnext", 2, 1, 4);
    var branch = "to\u009b2Jpic\u0007";
    var waits = new PendingHumanAction("app\u001b]0;x\u0007roval\n", "approve 'a\u001b[2Jb'");
    var runSummary =
        new RunSummary(
            id,
            State.WAITING,
            position,
            branch,
            null,
            NOW,
            new Concerns(null, null, waits, null),
            null,
            null);

    var rows =
        new OverviewView(
                "s\u001b[2Jhop", List.of(new Row(runSummary, "f", null)), 0, Map.of(), SEEN)
            .rows(200, true);

    assertThat(rows.get(1).text())
        .isEqualTo("  state/implement/a  1/4 code next  topic  0 s  waits for approval");
    assertThat(rows.get(2).text()).isEqualTo("    next: tidemark approve 'ab' --run " + id);
  }
}
