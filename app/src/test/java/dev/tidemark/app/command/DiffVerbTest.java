package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `diff`: what changed between two saves, by meaning.
class DiffVerbTest {
  private static final String DOCUMENT = ".claude/state/design-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start design/auth", "enter research");
  }

  @Proves("R-004-94")
  @Test
  void the_last_save_is_told_as_fields_with_time_stamps_hidden() {
    tidemark.scratch().write("a.md", "A\n");
    tidemark.after("done research --summary 'Two ways.' --decision Tokens --created a.md");

    var lines = tidemark.run("diff").lines();

    assertThat(lines)
        .containsExactly(
            "entry 2 -> now",
            "phases.research.status: in_progress -> complete",
            "phases.research.summary: + Two ways.",
            "files.a.md: + created",
            "current_phase: - research",
            "phases.research.decisions: + Tokens",
            "completed_phases: + research");
    assertThat(tidemark.run("diff --from 2 --to 3").lines().subList(1, 7))
        .isEqualTo(lines.subList(1, 7));
  }

  @Proves("R-004-94")
  @Test
  void time_stamps_and_commits_are_shown_when_asked_for() {
    tidemark.scratch().commit("Another");
    tidemark.after("done research");

    var shown = tidemark.run("diff --all").out();

    assertThat(tidemark.run("diff").out()).doesNotContain("_at").doesNotContain("commit");
    assertThat(shown).contains("\nupdated_at: 20", "\nphases.research.updated_at: 20");
    assertThat(shown).containsPattern("\ncommit: [0-9a-f]{40} -> [0-9a-f]{40}\n");
  }

  @Proves("R-004-94")
  @Test
  void any_two_saves_can_be_compared_in_both_directions() {
    tidemark.after("done research", "enter planning");

    assertThat(tidemark.run("diff --from 2 --to 4").lines())
        .contains("phases.planning.status: pending -> in_progress", "completed_phases: + research");
    assertThat(tidemark.run("diff --from 4 --to 2").lines())
        .contains("phases.planning.status: in_progress -> pending", "completed_phases: - research");
  }

  @Proves("R-004-95")
  @Test
  void without_an_earlier_save_everything_counts_as_added() {
    var fresh = CommandLineHarness.fresh(temp.resolve("other")).after("start ship");

    assertThat(fresh.run("diff").lines())
        .startsWith("nothing -> now", "run: + open", "phases: + pre-flight (pending)")
        .contains("command: + ship");
    assertThat(tidemark.run("diff --from 0 --to 1").lines()).contains("phases: + specs (pending)");
  }

  @Proves("R-004-95")
  @Test
  void equal_saves_have_no_changes() {
    tidemark.after("enter research");

    var ran = tidemark.run("diff");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEqualTo("No changes.\n");
    assertThat(tidemark.run("diff --from 2 --to 2").out()).isEqualTo("No changes.\n");
    assertThat(tidemark.run("diff --from 2 --to 2 --unified").out()).isEmpty();
    assertThat(tidemark.run("diff --json").out()).contains("\"equal\":true");
  }

  @ParameterizedTest
  @EnumSource
  void what_was_edited_since_is_compared_with_the_last_save(Protocol protocol) throws IOException {
    var project = Protocol.all(temp.resolve("all")).after("adopt");
    var run = " --run " + protocol.run();
    var file = project.scratch().root().resolve(protocol.path());
    var edit =
        switch (protocol) {
          case STATE ->
              List.of("codebase patterns", "code", "patterns... -> Analyzed existing code...");
          case PHASE -> List.of("47 tests", "48 tests", "Key Outcomes: 47 tests passing (unit");
          case ITEM -> List.of("ADR-005", "ADR-006", "decisions: + Synced with hub decisions");
          case FLOW -> List.of("\"in_progress\"", "\"failed\"", "ARCHITECTURE.status: in_pro");
        };
    Files.writeString(file, Files.readString(file).replace(edit.get(0), edit.get(1)));

    var ran = project.run("diff" + run);

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).matches("(?s)entry [12] -> now\n.*").contains(edit.get(2));
  }

  @Test
  void the_files_are_compared_as_patch_reads_them() throws IOException {
    var root = tidemark.scratch().root();
    var before = tidemark.run("show --at 1 --raw").out();

    var patch = tidemark.run("diff --unified").out();

    assertThat(patch)
        .startsWith("--- a/" + DOCUMENT + "\tentry 1\n+++ b/" + DOCUMENT + "\tnow\n@@");
    Files.writeString(root.resolve(DOCUMENT), before);
    Files.writeString(root.resolve("a.patch"), patch);
    tidemark.scratch().git("apply", "a.patch");
    assertThat(root.resolve(DOCUMENT)).hasContent(tidemark.run("show --at 2 --raw").out());
    assertThat(tidemark.run("diff --from 1 --to 2 --unified --json").string("unified"))
        .isEqualTo(patch.replace("\tnow", "\tentry 2"));
  }

  @Test
  void programs_are_told_both_sides_and_every_change() {
    var json = tidemark.run("diff --json");

    assertThat(json.string("run")).isEqualTo("state/design/auth");
    assertThat(json.json().object("from").number("entry").wholeValue()).hasValue(1);
    assertThat(json.json().object("to").has("entry")).isTrue();
    assertThat(json.each("changes", "what")).contains("phase", "current").doesNotContain("time");
  }

  @Test
  void what_is_not_recorded_is_refused() {
    var before = Tree.of(temp);

    var ran = tidemark.run("diff --from 1 --to 9");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("the history of state/design/auth has no entry 9");
    assertThat(tidemark.run("diff --run nowhere").exit()).isEqualTo(1);
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Proves("R-USR-08")
  @Test
  void undo_takes_back_one_save_after_the_other_and_each_is_an_entry() {
    tidemark.after("done research", "enter planning");
    var second = tidemark.run("show --at 3 --raw").out();
    var first = tidemark.run("show --at 2 --raw").out();

    var ran = tidemark.run("undo");
    assertThat(ran.lines())
        .containsExactly(
            DOCUMENT + " is put back to history entry 3",
            "phases.planning.status: in_progress -> pending",
            "current_phase: - planning");
    assertThat(tidemark.run("show --raw").out()).isEqualTo(second);
    tidemark.after("undo");
    assertThat(tidemark.run("show --raw").out()).isEqualTo(first);
    tidemark.after("enter planning", "undo");

    assertThat(tidemark.run("show --raw").out()).isEqualTo(first);
    assertThat(tidemark.run("history").lines()).hasSize(8);
    assertThat(tidemark.run("history --event document.restored").lines()).hasSize(3);
  }

  @Test
  void undo_takes_back_an_edit_first() throws IOException {
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    var text = Files.readString(file);
    Files.writeString(file, text.replace("in_progress", "failed"));

    var dry = tidemark.run("undo --dry-run");
    tidemark.after("undo");

    assertThat(dry.lines()).contains("phases.research.status: failed -> in_progress");
    assertThat(file).hasContent(text);
  }

  @Test
  void undo_refuses_to_take_back_the_beginning() {
    tidemark.after("undo");

    var ran = tidemark.run("undo");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("there is no earlier state of state/design/auth to restore");
  }

  @Test
  void a_filter_that_matches_nothing_names_the_events_and_actors_that_there_are() {
    assertThat(tidemark.run("history --event foo").out())
        .startsWith("no entries match (events: ")
        .contains("by: ", "first: ");
    assertThat(tidemark.run("history --event foo --json").json().array("entries").elements())
        .isEmpty();
  }

  @Test
  void a_history_since_a_date_or_a_time_has_what_came_after() {
    int all = tidemark.run("history").lines().size();

    for (var since : new String[] {"2020-02-29", "2020-02-29T08:00", "2020-02-29T08:00:00+02:00"}) {
      assertThat(tidemark.run("history --since " + since).lines()).as(since).hasSize(all);
    }
    assertThat(tidemark.run("history --since 2999-01-01").out()).startsWith("no entries match");
    assertThat(tidemark.run("history --since yesterday").exit()).isEqualTo(2);
    assertThat(tidemark.run("history --since 2020-02-30").err()).contains("takes a date");
  }

  @Test
  void a_history_can_be_filtered() {
    tidemark.with("AI_AGENT", "robot@1").after("done research", "enter planning");

    assertThat(tidemark.run("history --phase planning").lines()).hasSize(1);
    assertThat(tidemark.run("history --by robot").lines()).hasSize(2);
    assertThat(tidemark.run("history --by person").lines()).hasSize(2);
    assertThat(tidemark.run("history --event phase").lines()).hasSize(3);
    assertThat(tidemark.run("history --event phase.completed --json").each("entries", "entry"))
        .hasSize(1);
    assertThat(tidemark.run("history --since 1h --limit 1").lines()).hasSize(1);
    assertThat(tidemark.run("history --since 0m --by nobody").out()).startsWith("no entries match");
  }
}
