package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.engine.RunMerger.Choice;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MergeSides.Side;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Merges of a run's document, their record, and the phases that a contradiction closes.
class RunMergerTest {
  private static final PhaseName PLANNING = new PhaseName("planning");

  private final Workshop shop = new Workshop();
  private final RunMerger merger = new RunMerger(shop.store, shop);
  private MergeSides sides;

  @BeforeEach
  void two_summaries_of_one_phase() {
    shop.after(AUTH, Workshop.start(AUTH));
    var base = shop.text(AUTH);
    var other = new Workshop();
    other.after(AUTH, Workshop.start(AUTH), done("B"));
    shop.after(AUTH, done("A"));
    sides =
        new MergeSides(
            new Side("", base),
            new Side("aaa", shop.text(AUTH)),
            new Side("bbb", other.text(AUTH)),
            true);
  }

  private static Change done(String summary) {
    return new Change.CompletePhase(
        RESEARCH, new PhaseReport(new ContextSummary(summary), List.of(), List.of(), null));
  }

  private void write(Choice choice) {
    var merged = merger.merge(shop.dialect(AUTH), AUTH, sides, choice);
    merger.write(AUTH, sides, merged, choice, Workshop.by(ChangeMode.COMMIT));
  }

  private void undecided() {
    var merged = merger.merge(shop.dialect(AUTH), AUTH, sides, null);
    merger.write(AUTH, sides, merged, null, Workshop.by(ChangeMode.COMMIT));
  }

  @Test
  void computing_a_merge_writes_nothing() {
    var before = shop.store.history(AUTH).size();

    var merged = merger.merge(shop.dialect(AUTH), AUTH, sides, null);

    assertThat(merged.open()).hasSize(1);
    assertThat(merged.refusal()).isNull();
    assertThat(shop.store.history(AUTH)).hasSize(before);
  }

  @Test
  void the_record_names_both_parents_and_the_history_has_their_states() {
    undecided();

    var entries = shop.store.history(AUTH);
    var last = entries.getLast().sequence();
    assertThat(shop.events(AUTH))
        .containsExactly(
            new Event.MergeRecorded(
                Divergence.parent(sides.ours()),
                Divergence.parent(sides.theirs()),
                null,
                List.of("research: summary: ours \"A\", theirs \"B\"")));
    assertThat(shop.store.stateAt(AUTH, last - 1)).contains(String.valueOf(sides.ours().text()));
    assertThat(shop.store.stateAt(AUTH, last - 2)).contains(String.valueOf(sides.theirs().text()));
    assertThat(Divergence.isDecided(entries, sides)).isTrue();
  }

  @Test
  void a_merge_that_was_interrupted_before_its_end_is_not_taken_for_done() {
    undecided();
    var entries = new ArrayList<>(shop.store.history(AUTH));
    entries.removeLast();

    assertThat(Divergence.isDecided(entries, sides)).isFalse();
  }

  @Test
  void an_open_conflict_closes_its_phase_and_those_after_it() {
    undecided();

    var next = shop.ask(AUTH, Workshop.begin(PLANNING), Workshop.by(ChangeMode.COMMIT));
    var again = shop.ask(AUTH, Workshop.begin(RESEARCH), Workshop.by(ChangeMode.COMMIT));
    var end = shop.ask(AUTH, new Change.FinishRun(), Workshop.by(ChangeMode.COMMIT));

    for (var refused : List.of(next, again, end)) {
      assertThat(Workshop.codes(refused)).contains("merge-undecided");
    }
    var waiting = shop.runs().inspect(AUTH).pendingAction();
    assertThat(waiting).isNotNull();
    assertThat(waiting.command()).isEqualTo("merge --take ours");
    assertThat(waiting.description()).startsWith("decision of a merge conflict in research");
  }

  @Test
  void a_decision_opens_them_and_is_recorded() {
    undecided();
    var choice = new Choice(false, RESEARCH);

    var decided = merger.decide(shop.dialect(AUTH), AUTH, choice);
    merger.write(AUTH, decided, choice, Workshop.by(ChangeMode.COMMIT));

    assertThat(decided.open()).isEmpty();
    assertThat(shop.text(AUTH)).contains("\"B\"").doesNotContain("\"A\"");
    assertThat(shop.events(AUTH)).containsExactly(new Event.MergeSideRecorded("theirs", "", true));
    shop.after(AUTH, Workshop.begin(PLANNING));
  }

  @Test
  void a_decision_about_another_phase_changes_nothing() {
    undecided();

    var decided = merger.decide(shop.dialect(AUTH), AUTH, new Choice(true, PLANNING));

    assertThat(decided.decided()).isEmpty();
    assertThat(decided.open()).hasSize(1);
    assertThat(decided.text()).isEqualTo(shop.text(AUTH));
  }

  @Test
  void a_merge_can_be_decided_at_once() {
    write(new Choice(true, null));

    assertThat(shop.text(AUTH)).contains("\"A\"").doesNotContain("\"B\"");
    assertThat(shop.events(AUTH).getFirst())
        .isInstanceOfSatisfying(
            Event.MergeRecorded.class, event -> assertThat(event.taken()).isEqualTo("ours"));
    shop.after(AUTH, Workshop.begin(PLANNING));
  }

  @Test
  void an_edit_since_the_merge_is_kept() {
    shop.store.edit(AUTH, String.valueOf(sides.ours().text()).replaceFirst("\\{", "{\"x\": 1,"));

    var merged = merger.merge(shop.dialect(AUTH), AUTH, sides, null);

    assertThat(merged.text()).contains("\"x\": 1");
    assertThat(merged.open()).hasSize(1);
  }

  @Test
  void sides_about_different_workflows_are_refused() {
    var other = String.valueOf(sides.theirs().text()).replace("\"design\"", "\"implement\"");
    sides = new MergeSides(sides.base(), sides.ours(), new Side("bbb", other), true);

    assertThat(merger.merge(shop.dialect(AUTH), AUTH, sides, null).refusal())
        .startsWith("the two sides are different runs: ours design auth");
  }

  @Test
  void a_file_that_one_side_has_removed_is_not_merged_until_a_side_is_taken() {
    var removed = new MergeSides(sides.base(), new Side("aaa", null), sides.theirs(), false);

    var merged = merger.merge(shop.dialect(AUTH), AUTH, removed, null);

    assertThat(merged.refusal())
        .isEqualTo(
            "git has not finished a merge; ours (aaa): removed the file, which is the end of the"
                + " run there; theirs (bbb): research complete");
    var by = Workshop.by(ChangeMode.COMMIT);
    shop.checkpoints.takeSide(shop.dialect(AUTH), AUTH, removed, false, by);
    assertThat(Divergence.isDecided(shop.store.history(AUTH), removed)).isTrue();
  }

  @Test
  void a_document_of_a_newer_version_is_not_merged_over() {
    shop.store.edit(AUTH, "{\"version\": 2}");

    assertThatThrownBy(() -> merger.merge(shop.dialect(AUTH), AUTH, sides, null))
        .isInstanceOf(UnknownVersionException.class);
  }

  @Test
  void a_file_with_conflict_markers_or_one_that_cannot_be_read_is_no_edit_to_keep() {
    var expected = merger.merge(shop.dialect(AUTH), AUTH, sides, null).text();
    var conflict = "<<<<<<< HEAD\n" + sides.ours().text() + "\n=======\n" + "{}\n>>>>>>> bbb\n";

    for (var text : List.of(conflict, "{")) {
      shop.store.edit(AUTH, text);
      var merged = merger.merge(shop.dialect(AUTH), AUTH, sides, null);
      assertThat(merged.refusal()).isNull();
      assertThat(merged.text()).isEqualTo(expected);
    }
  }

  @Test
  void a_base_that_cannot_be_read_is_merged_as_no_base() {
    var none = new MergeSides(new Side("", null), sides.ours(), sides.theirs(), true);
    var expected = merger.merge(shop.dialect(AUTH), AUTH, none, null);
    var damaged = new MergeSides(new Side("", "{"), sides.ours(), sides.theirs(), true);

    var merged = merger.merge(shop.dialect(AUTH), AUTH, damaged, null);

    assertThat(merged.text()).isEqualTo(expected.text()).contains("\"A\"");
    assertThat(merged.open()).isEqualTo(expected.open()).hasSize(1);
  }

  /// A dialect whose documents may not have the fields `x` and `y` both.
  private static Dialect<?> exclusive(Severity severity) {
    var usual = ToyDialects.toy(ToyDialects.builtIn());
    var violation = new SchemaViolation(severity, "$.y", "must not stand beside x", "1");
    return new Dialect<>(
        usual.name(),
        usual.format(),
        new Script(),
        usual.locator(),
        usual.resumePolicy(),
        text -> text.contains("\"x\"") && text.contains("\"y\"") ? List.of(violation) : List.of(),
        usual.onDamage());
  }

  private static Side with(Side side, String fields) {
    return new Side(side.commit(), String.valueOf(side.text()).replaceFirst("\\{", "{" + fields));
  }

  @Test
  void a_merge_that_breaks_a_rule_which_both_sides_keep_is_refused() {
    var ours = with(sides.ours(), "\"x\": 1,");
    var each = new MergeSides(sides.base(), ours, with(sides.theirs(), "\"y\": 1,"), true);

    var refused = merger.merge(exclusive(Severity.ERROR), AUTH, each, null);

    assertThat(refused.refusal())
        .isEqualTo("the merged file would be invalid: $.y must not stand beside x");
    assertThat(refused.text()).isEmpty();
    assertThat(merger.merge(exclusive(Severity.WARNING), AUTH, each, null).refusal()).isNull();
  }

  @Test
  void a_merge_may_break_a_rule_that_a_side_breaks_already() {
    var ours = with(sides.ours(), "\"x\": 1, \"y\": 1,");
    var one = new MergeSides(sides.base(), ours, sides.theirs(), true);

    var merged = merger.merge(exclusive(Severity.ERROR), AUTH, one, null);

    assertThat(merged.refusal()).isNull();
    assertThat(merged.text()).contains("\"x\"", "\"y\"");
  }
}
