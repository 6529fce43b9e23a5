package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The facts that the rules query before a change, and the effects they complete after a crash.
class ItemRulesTest {
  private static final String FILE = "docs/checkpoints/epic-EPIC-001.md";
  private static final String KEEP = "docs/checkpoints/.gitkeep";
  private static final String PLAN = "docs/plans/one.md";

  private static Facts facts(DialectOptions options, Map<FactQuery<?>, Fact<?>> known) {
    return new Facts(Desk.START, SummaryLimit.DEFAULT, options, known);
  }

  private static List<FactQuery<?>> queries(Desk desk, Change change, String... words) {
    var checkpoint = desk.text().isEmpty() ? null : desk.checkpoint();
    var facts = facts(Desk.words(words), Map.of());
    return desk.dialect.rules().asks(desk.id, checkpoint, change, facts);
  }

  @Test
  void before_there_is_a_document_the_start_and_the_folder_are_queried() {
    var desk = Desk.epic();

    assertThat(desk.dialect.rules().asks(null, Desk.complete("0"))).containsExactly(FactQuery.HEAD);
    assertThat(queries(desk, Desk.complete("0")))
        .containsExactly(
            FactQuery.HEAD,
            FactQuery.NEWEST_START,
            FactQuery.files("docs/checkpoints"),
            FactQuery.ignored(FILE));
  }

  @Test
  void the_status_of_the_file_is_queried_for_a_phase_that_is_done_already_and_for_the_end() {
    var desk = Desk.epic().done("0");
    var plain = List.<FactQuery<?>>of(FactQuery.HEAD, FactQuery.ignored(FILE));
    var status =
        List.<FactQuery<?>>of(FactQuery.HEAD, FactQuery.ignored(FILE), FactQuery.gitStatus(FILE));

    assertThat(queries(desk, Desk.complete("0"))).isEqualTo(status);
    assertThat(queries(desk, new Change.SkipPhase(new PhaseName("0"), ""))).isEqualTo(status);
    assertThat(queries(desk, new Change.FinishRun())).isEqualTo(status);
    assertThat(queries(desk, Desk.complete("1"))).isEqualTo(plain);
    assertThat(queries(desk, Desk.complete("9"))).isEqualTo(plain);
    assertThat(queries(desk, new Change.SkipPhase(new PhaseName("1"), ""))).isEqualTo(plain);
    assertThat(queries(desk, Desk.fail("0", "x"))).isEqualTo(plain);
    assertThat(queries(desk, Desk.complete("0"), ItemContext.NO_COMMIT, ""))
        .containsExactly(FactQuery.HEAD);
  }

  @Test
  void a_plan_is_queried_once_the_start_is_known_and_its_existence_if_it_has_no_text() {
    var desk = Desk.of("implement", "one.md");
    var start = desk.starting(false);
    var begun = Map.<FactQuery<?>, Fact<?>>of(FactQuery.NEWEST_START, Fact.known(Optional.empty()));
    var rules = desk.dialect.rules();

    var text = FactQuery.fileText(PLAN);
    var none = facts(DialectOptions.NONE, Map.of());
    assertThat(rules.asks(desk.id, null, start, none)).doesNotContain(text);
    assertThat(rules.asks(desk.id, null, start, none.with(begun)))
        .endsWith(text)
        .doesNotContain(FactQuery.exists(PLAN));
    var there = none.with(begun).with(Map.of(text, Fact.known(Optional.of("# A plan"))));
    assertThat(rules.asks(desk.id, null, start, there))
        .endsWith(text)
        .doesNotContain(FactQuery.exists(PLAN));
    var missing = none.with(begun).with(Map.of(text, Fact.known(Optional.empty())));
    assertThat(rules.asks(desk.id, null, start, missing)).endsWith(text, FactQuery.exists(PLAN));
  }

  @Test
  void a_commit_of_the_checkpoint_that_a_crash_has_prevented_is_made_later() {
    var desk = Desk.epic();
    var rules = desk.dialect.rules();
    var commit = PendingEffect.Kind.COMMIT;

    assertThat(
            rules.interruptedEffect(desk.id, new PendingEffect(commit, "m", List.of(FILE, KEEP))))
        .isEqualTo(new Effect.Commit("m", List.of(FILE, KEEP)));
    assertThat(rules.interruptedEffect(desk.id, new PendingEffect(commit, "m", List.of(FILE, "a"))))
        .isNull();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMMIT")
  void no_other_effect_is_repeated_after_a_crash(PendingEffect.Kind kind) {
    var desk = Desk.epic();

    assertThat(
            desk.dialect
                .rules()
                .interruptedEffect(desk.id, new PendingEffect(kind, "m", List.of(FILE))))
        .isNull();
  }

  @Test
  void a_note_in_a_command_that_is_no_longer_defined_leaves_the_document_alone() {
    var desk = Desk.epic();
    var gone = new CheckpointId("item", "gone", "x");
    var note = new Note(Note.Kind.NOTE, null, "x");
    var amend = new Change.AmendPhase(null, PhaseReport.NONE, List.of(note), List.of());
    var facts = facts(DialectOptions.NONE, Map.of(FactQuery.HEAD, Fact.known(desk.head)));

    assertThat(desk.dialect.rules().decide(gone, null, amend, facts))
        .isEqualTo(Outcome.Transition.untouched(null));
  }
}
