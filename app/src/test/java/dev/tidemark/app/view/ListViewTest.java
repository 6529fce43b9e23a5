package dev.tidemark.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.view.ListView.Row;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.Glance;
import dev.tidemark.engine.Glance.Concerns;
import dev.tidemark.engine.Glance.Position;
import dev.tidemark.engine.Glance.State;
import dev.tidemark.engine.Glance.Trace;
import dev.tidemark.resume.Waiting;
import dev.tidemark.testkit.Proves;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs of whatever dialect in one table, for a screen and for everything else.
class ListViewTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final Seen SEEN = new Seen(NOW, new Head("main", "b".repeat(40)), null);
  private static final Concerns NONE = new Concerns(null, null, null);

  private static Row row(String workflow, State state, Trace trace, Concerns concerns) {
    var id = new CheckpointId("item", workflow, "a-rather-long-name-of-some-item");
    var position = new Position("Write Plan", 3, 2, 5);
    return new Row(new Glance(id, state, position, trace, concerns), "docs/" + workflow, null);
  }

  private static Row usual(String workflow) {
    return row(workflow, State.OPEN, new Trace("main", null, NOW.minusSeconds(7200)), NONE);
  }

  private static Row waiting() {
    var waits = new Waiting("approval of Write Plan", "approve 'Write Plan'");
    return row("plan", State.OPEN, new Trace(null, null, null), new Concerns(null, null, waits));
  }

  @Test
  void a_run_that_waits_for_a_person_says_for_what_and_how_to_go_on() {
    var view = new ListView(List.of(waiting()), 0, SEEN);

    assertThat(view.wide().get(1))
        .isEqualTo(
            "item/plan/a-rather-long-name-of-some-item  3/5 Write Plan  -       -    "
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
    var trace = new Trace("topic", "a".repeat(40), NOW.minusSeconds(3 * 86_400));
    var doubt = new Concerns(null, new Notice("edited-outside", "changed"), null);

    var view = new ListView(List.of(row("plan", State.OPEN, trace, doubt)), 0, SEEN);

    assertThat(view.wide().get(1)).contains("topic   3 d  stale, in doubt (edited-outside)  ");
    assertThat(view.json().toString()).contains("\"stale\":true", "\"in_doubt\":true");
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 132})
  void a_table_fits_the_screen(int columns) {
    var rows = List.of(usual("feature"), waiting(), usual("debug"));

    var lines = new ListView(rows, 2, SEEN).narrow(columns);

    assertThat(lines.subList(0, 4))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(columns + 1));
    assertThat(lines.get(1)).startsWith("item/feature/a-rather-long-name-of-som");
    assertThat(lines.subList(4, 7))
        .containsExactly(
            "2 finished, shown by tidemark list --all",
            "next: tidemark approve 'Write Plan' --run item/plan/a-rather-long-name-of-some-item",
            "next: tidemark resume --run RUN");
  }

  @Test
  void on_a_small_screen_what_names_a_run_is_cut_last() {
    var lines = new ListView(List.of(usual("feature")), 0, SEEN).narrow(60);

    assertThat(lines.get(1)).isEqualTo("item/feature/a-rather-lon…  3/5 Write…  main    2 h  -");
    assertThat(lines.get(2))
        .isEqualTo("next: tidemark resume --run item/feature/a-rather-long-name-of-some-item");
  }

  @Test
  void what_is_done_or_damaged_says_so_and_has_a_command_of_its_own() {
    var trace = new Trace(null, null, null);
    var damaged = row("plan", State.DAMAGED, trace, new Concerns("no header", null, null));

    var lines =
        new ListView(List.of(damaged, row("epic", State.DONE, trace, NONE)), 0, SEEN).narrow(80);

    assertThat(lines.get(1)).endsWith("damaged");
    assertThat(lines.get(2)).endsWith("done");
    assertThat(lines.get(3))
        .isEqualTo("next: tidemark restore --run item/plan/a-rather-long-name-of-some-item");
    assertThat(lines).hasSize(4);
  }
}
