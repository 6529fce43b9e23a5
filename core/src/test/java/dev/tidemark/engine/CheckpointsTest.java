package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MergeSides.Side;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// SchemaViolation, deciding and replacing, whatever the dialect.
class CheckpointsTest {
  private static final Caller EARNEST = Caller.of(Workshop.ANN);
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private static Change saying(String summary) {
    var report = new PhaseReport(new ContextSummary(summary), List.of(), List.of(), null);
    return new Change.CompletePhase(RESEARCH, report);
  }

  private static Caller once(Event event) {
    return new Caller(Workshop.ANN, ChangeMode.COMMIT, DialectOptions.NONE, event, null);
  }

  private List<String> notices() {
    return load(shop.dialect(AUTH)).orElseThrow().notices().stream().map(Notice::code).toList();
  }

  private <C extends Checkpoint> Optional<LoadedCheckpoint<C>> load(Dialect<C> dialect) {
    return shop.checkpoints.load(dialect, AUTH);
  }

  private <C extends Checkpoint> Optional<C> restore(
      Dialect<C> dialect, long sequence, ChangeMode changeMode) {
    return shop.checkpoints.restore(dialect, AUTH, sequence, Workshop.by(changeMode));
  }

  @Test
  void a_run_is_found_with_what_is_worth_telling_of_it() {
    assertThat(load(shop.dialect(AUTH)).orElseThrow().document().text()).isEqualTo(shop.text(AUTH));
    assertThat(notices()).isEmpty();
    shop.edit(AUTH, "\"auth\"", "\"Auth\"");
    assertThat(notices()).containsExactly("edited-outside");
    shop.store.edit(AUTH, null);
    assertThat(load(shop.dialect(AUTH))).isEmpty();
  }

  @Test
  void a_dry_run_says_what_would_be_and_leaves_no_trace() {
    var before = shop.text(AUTH);
    int told = shop.changed.size();

    var changeResult = shop.ask(AUTH, saying("It works."), Workshop.by(ChangeMode.DRY_RUN));
    var refusal = shop.ask(AUTH, Workshop.start(AUTH), Workshop.by(ChangeMode.DRY_RUN));

    assertThat(changeResult.text()).contains("It works.");
    assertThat(Workshop.codes(refusal)).containsExactly("unfinished");
    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(shop.store.history(AUTH)).hasSize(1);
    assertThat(shop.changed).hasSize(told);
    assertThat(shop.refused).isEmpty();
  }

  @Test
  void the_world_hears_of_what_was_changed_and_of_what_was_refused() {
    assertThat(shop.changed).containsExactly(AUTH);

    var changeResult = shop.ask(AUTH, Workshop.start(AUTH), EARNEST);

    assertThat(shop.changed).containsExactly(AUTH);
    var blockers = ((Refusal<?>) changeResult.outcome()).blockers();
    assertThat(shop.refused)
        .containsExactly(new RefusalRecord(AUTH, shop.now, Workshop.ANN, blockers));
  }

  @Test
  void words_of_another_dialect_are_refused_and_those_of_the_engine_are_not() {
    var changeResult =
        shop.ask(AUTH, saying("x"), Workshop.by(ChangeMode.COMMIT, "skill", "7", "seen", "d"));

    assertThat(Workshop.codes(changeResult)).containsExactly("not-in-format");
    assertThat(((Refusal<?>) changeResult.outcome()).blockers().getFirst().reason())
        .isEqualTo("--skill does not exist in the format toy");
    Workshop.allowed(
        shop.ask(AUTH, saying("x"), Workshop.by(ChangeMode.COMMIT, "anyway", "late", "seen", "d")));
  }

  @ParameterizedTest
  @EnumSource(SecretPolicy.class)
  void a_secret_is_recorded_left_out_or_refused_as_the_project_wants(SecretPolicy policy) {
    shop.secrets = policy;

    var changeResult = shop.ask(AUTH, saying("It is " + KEY), EARNEST);

    if (policy == SecretPolicy.REFUSE) {
      assertThat(Workshop.codes(changeResult)).containsExactly("secret");
      assertThat(Workshop.told(changeResult)).isEmpty();
    } else {
      assertThat(Workshop.told(changeResult)).containsExactly("secret");
      assertThat(changeResult.text()).isEqualTo(shop.text(AUTH));
      assertThat(Workshop.allowed(changeResult).events())
          .contains(new Event.PhaseCompleted(RESEARCH));
    }
    assertThat(shop.text(AUTH).contains(KEY)).isEqualTo(policy == SecretPolicy.WARN);
  }

  @Test
  void a_secret_in_what_is_said_beyond_the_change_counts_too() {
    shop.secrets = SecretPolicy.REFUSE;

    var changeResult =
        shop.ask(AUTH, saying("x"), Workshop.by(ChangeMode.COMMIT, "word", "with " + KEY));

    assertThat(Workshop.codes(changeResult)).containsExactly("secret");
  }

  @Test
  void what_is_made_once_is_not_made_again() {
    var once = new Event.HandoffApplied(RESEARCH, "t", "done", "digest");
    Workshop.allowed(shop.ask(AUTH, saying("It works."), once(once)));
    assertThat(shop.events(AUTH)).contains(once, new Event.PhaseCompleted(RESEARCH));
    var text = shop.text(AUTH);
    shop.edit(AUTH, "It works.", "It works!");

    var again = shop.ask(AUTH, saying("Something else."), once(once));

    assertThat(Workshop.told(again)).containsExactly("edited-outside", "already-applied");
    assertThat(again.outcome().notices().getLast().text()).contains("as entry 2 of the history");
    assertThat(shop.text(AUTH)).isEqualTo(text.replace("It works.", "It works!"));
    assertThat(shop.store.history(AUTH)).hasSize(2);
    var other = new Event.HandoffApplied(RESEARCH, "t", "done", "other");
    Workshop.allowed(shop.ask(AUTH, saying("Something else."), once(other)));
    assertThat(shop.text(AUTH)).contains("Something else.");
  }

  @Test
  void a_run_that_was_read_is_not_read_again_unless_something_was_recorded_since() {
    var run = shop.runs().inspect(shop.dialect(AUTH), AUTH);
    shop.after(AUTH, saying("From elsewhere."));

    var changeResult = changed(shop.dialect(AUTH), run, Workshop.begin(new PhaseName("planning")));

    assertThat(changeResult.text()).contains("From elsewhere.");
    assertThat(shop.text(AUTH)).isEqualTo(changeResult.text());
  }

  private <C extends Checkpoint> ChangeResult<C> changed(
      Dialect<C> dialect, Run run, Change change) {
    return shop.checkpoints.apply(dialect, new Selected(dialect, AUTH, run), change, EARNEST);
  }

  @Test
  void an_earlier_state_is_put_back_and_the_present_one_stays_in_the_history() {
    var first = shop.text(AUTH);
    shop.after(AUTH, saying("It works."));
    var second = shop.text(AUTH);

    assertThat(restore(shop.dialect(AUTH), 9, ChangeMode.COMMIT)).isEmpty();
    assertThat(restore(shop.dialect(AUTH), 1, ChangeMode.DRY_RUN)).isPresent();
    assertThat(shop.text(AUTH)).isEqualTo(second);
    assertThat(restore(shop.dialect(AUTH), 1, ChangeMode.COMMIT)).isPresent();

    assertThat(shop.text(AUTH)).isEqualTo(first);
    assertThat(shop.events(AUTH)).containsExactly(new Event.Restored(1));
    assertThat(shop.store.stateAt(AUTH, 2)).contains(second);
  }

  @Test
  void a_state_that_cannot_be_read_is_not_put_back() {
    shop.store.edit(AUTH, "{\"version\": 2}");
    shop.store.replace(
        DocumentWrite.adoption(AUTH, shop.store.find(AUTH).orElseThrow().revision(), shop.now));

    assertThatThrownBy(() -> restore(shop.dialect(AUTH), 2, ChangeMode.COMMIT))
        .isInstanceOf(FormatException.class);
    assertThat(shop.store.history(AUTH)).hasSize(2);
  }

  private MergeSides merged(String ours, String theirs) {
    return new MergeSides(
        new Side("", null), new Side("aaa", ours), new Side("bbb", theirs), false);
  }

  @Test
  void our_side_is_taken_last_and_the_other_one_stays_in_the_history() {
    var ours = shop.text(AUTH);
    var theirs = ours.replace("pending", "complete");

    shop.checkpoints.takeSide(shop.dialect(AUTH), AUTH, merged(ours, theirs), true, EARNEST);

    assertThat(shop.text(AUTH)).isEqualTo(ours);
    assertThat(shop.store.history(AUTH).stream().skip(1).map(HistoryEntry::events))
        .containsExactly(
            List.of(new Event.MergeSideRecorded("theirs", "bbb", false)),
            List.of(new Event.MergeSideRecorded("ours", "aaa", true)));
    assertThat(shop.store.stateAt(AUTH, 2)).contains(theirs);
    assertThat(shop.store.stateAt(AUTH, 3)).contains(ours);
    assertThat(shop.store.history(AUTH).getLast().by()).isEqualTo(Workshop.ANN);
  }

  @Test
  void their_side_is_taken_last_and_ours_stays_in_the_history() {
    var ours = shop.text(AUTH);
    var theirs = ours.replace("pending", "complete");

    shop.checkpoints.takeSide(shop.dialect(AUTH), AUTH, merged(ours, theirs), false, EARNEST);

    assertThat(shop.text(AUTH)).isEqualTo(theirs);
    assertThat(shop.store.history(AUTH).stream().skip(1).map(HistoryEntry::events))
        .containsExactly(
            List.of(new Event.MergeSideRecorded("ours", "aaa", false)),
            List.of(new Event.MergeSideRecorded("theirs", "bbb", true)));
    assertThat(shop.store.stateAt(AUTH, 2)).contains(ours);
    assertThat(shop.store.stateAt(AUTH, 3)).contains(theirs);
  }

  @Test
  void a_side_is_not_taken_in_a_dry_run_or_where_it_cannot_be_read() {
    var ours = shop.text(AUTH);
    var dialect = shop.dialect(AUTH);
    var damaged = merged(ours, "{");

    shop.checkpoints.takeSide(
        dialect, AUTH, merged(ours, "{\"version\": 1}"), false, Workshop.by(ChangeMode.DRY_RUN));
    assertThatThrownBy(() -> shop.checkpoints.takeSide(dialect, AUTH, damaged, false, EARNEST))
        .isInstanceOf(FormatException.class);

    assertThat(shop.text(AUTH)).isEqualTo(ours);
    assertThat(shop.store.history(AUTH)).hasSize(1);
  }

  @Test
  void the_readable_side_can_be_taken_from_a_damaged_one() {
    var ours = shop.text(AUTH);

    shop.checkpoints.takeSide(shop.dialect(AUTH), AUTH, merged(ours, "{"), true, EARNEST);

    assertThat(shop.text(AUTH)).isEqualTo(ours);
    assertThat(shop.store.stateAt(AUTH, 2)).contains("{");
  }

  @Test
  void what_was_recorded_without_a_document_is_no_run_to_load() {
    var recordMetadata = new RecordMetadata(shop.now, Workshop.ANN, List.of(), Evidence.NONE);
    shop.store.replace(
        DocumentWrite.note(Workshop.RELEASE, dev.tidemark.store.Revision.NONE, recordMetadata));

    assertThat(shop.checkpoints.load(shop.dialect(AUTH), Workshop.RELEASE)).isEmpty();
  }

  @Test
  void the_files_of_phases_are_remembered_until_the_run_begins_anew() {
    var print = new Fingerprint("a.md", 3, "d1");
    shop.answers.put(FactQuery.fingerprint("a.md"), Fact.known(Optional.of(print)));
    var files = List.of(new Artifact("a.md", Artifact.Kind.CREATED));
    var report = new PhaseReport(null, files, List.of(), null);
    var by = Caller.of(Workshop.ANN);

    shop.ask(AUTH, new Change.CompletePhase(RESEARCH, report), by);
    shop.ask(AUTH, Workshop.begin(new PhaseName("planning")), by);
    assertThat(shop.store.find(AUTH).orElseThrow().evidence().files()).containsExactly(print);
    shop.ask(AUTH, new Change.StartRun("design", "auth", List.of(), true), by);
    assertThat(shop.store.find(AUTH).orElseThrow().evidence().files()).isEmpty();
  }
}
