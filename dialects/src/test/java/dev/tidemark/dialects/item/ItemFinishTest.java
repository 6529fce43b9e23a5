package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.GitFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The end of a command.
class ItemFinishTest {
  @Test
  @Proves({"R-001-19", "R-001-20"})
  void a_command_ends_only_when_its_phases_are_done() {
    var desk = Desk.of("debug", "x").done("1");
    desk.git.put(desk.path(), new GitFile(true, true, true));

    assertThat(desk.refused(new Change.FinishRun()).reason()).contains("Trace (in progress), ");
    desk.done("2").done("3").done("4").after(new Change.FinishRun());

    assertThat(desk.text()).isEmpty();
    assertThat(desk.commits())
        .containsExactly("checkpoint: debug x \u2014 complete, removing checkpoint");
    assertThat(desk.after(new Change.FinishRun()).codes()).containsExactly("already-complete");
  }

  @Test
  void an_abandoned_command_keeps_its_file_until_the_next_start_replaces_it() {
    var desk = Desk.of("debug", "x").done("1");
    var text = desk.text();

    desk.after(Change.FinishRun.abandon("Works for me"));

    assertThat(desk.text()).isEqualTo(text);
    assertThat(desk.after(Change.FinishRun.abandon("Again")).codes())
        .containsExactly("already-abandoned");
    desk.after(new Change.StartRun("debug", "x", List.of(), false));
    assertThat(desk.text()).isEmpty();
    assertThat(desk.store.find(desk.id).orElseThrow().evidence().worklog().abandoned()).isNull();
  }

  @Test
  void a_fresh_start_after_the_last_phase_begins_a_run_that_lives() {
    var desk = Desk.of("debug", "x").done("1").done("2").done("3").done("4");

    desk.after(new Change.StartRun("debug", "x", List.of(), true));

    var evidence = desk.store.find(desk.id).orElseThrow().evidence();
    assertThat(evidence.startedAt()).isEqualTo(desk.now);
    desk.done("1");
    assertThat(desk.rows()).contains("1 Reproduce done", "2 Trace in_progress");
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, false, commit",
    "true, true, true, stage",
    "false, false, false, none",
    "true, false, false, commit"
  })
  @Proves({"R-001-19", "A-47"})
  void the_removal_is_committed_staged_or_simply_made(
      boolean inHead, boolean inIndex, boolean bundle, String effect) {
    var desk = Desk.of("debug", "x").done("1").done("2").done("3").done("4");
    desk.git.put(desk.path(), new GitFile(inHead, inIndex, false));
    if (bundle) {
      desk.after(new Change.FinishRun(), ItemContext.BUNDLE, "");
    } else {
      desk.after(new Change.FinishRun());
    }

    assertThat(desk.text()).isEmpty();
    var made =
        desk.effects.isEmpty()
            ? "none"
            : desk.effects.getFirst() instanceof Effect.StageRemoval ? "stage" : "commit";
    assertThat(made).isEqualTo(effect);
    assertThat(desk.store.stateAt(desk.id, 4)).get().asString().contains("| 4 | Document | done |");
  }

  @Test
  @Proves("R-001-19")
  void finishing_again_commits_a_removal_that_is_only_staged() {
    var desk = Desk.epic();
    assertThat(desk.refused(new Change.FinishRun()).code()).isEqualTo("no-checkpoint");
    desk.git.put(desk.path(), new GitFile(true, false, true));

    desk.after(new Change.FinishRun());

    assertThat(desk.commits())
        .containsExactly("checkpoint: epic EPIC-001 \u2014 complete, removing checkpoint");
  }

  @Test
  @Proves("R-USR-23")
  void the_command_that_usually_comes_next_is_named_but_only_after_a_whole_one() {
    var desk = Desk.of("plan", "FEAT-007").done("0").done("1").done("2").done("3");
    assertThat(desk.after(Change.FinishRun.abandon("No need")).codes()).isEmpty();

    desk.done("4").after(new Change.FinishRun());
    assertThat(desk.notices)
        .containsExactly(
            new Notice(
                "next-command",
                "item/plan/FEAT-007 is finished; next comes tidemark start"
                    + " item/implement/FEAT-007"));

    var last = Desk.of("debug", "x").done("1").done("2").done("3").done("4");
    assertThat(last.after(new Change.FinishRun()).codes()).isEmpty();
  }
}
