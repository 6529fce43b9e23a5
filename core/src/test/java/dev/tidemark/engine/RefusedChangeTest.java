package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RELEASE;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Changes that are refused before the rules are asked, and those that are repeated because another
/// process wrote meanwhile.
class RefusedChangeTest {
  private static final Caller EARNEST = Caller.of(Workshop.ANN);
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private static Blocker blocker(ChangeResult<?> changeResult) {
    assertThat(changeResult.outcome()).isInstanceOf(Refusal.class);
    var blockers = ((Refusal<?>) changeResult.outcome()).blockers();
    assertThat(blockers).hasSize(1);
    return blockers.getFirst();
  }

  private static Change saying(String summary) {
    var report = new PhaseReport(new ContextSummary(summary), List.of(), List.of(), null);
    return new Change.CompletePhase(RESEARCH, report);
  }

  private <C extends Checkpoint> ChangeResult<C> apply(
      Checkpoints checkpoints, Dialect<C> dialect, Change change) {
    return checkpoints.apply(dialect, AUTH, change, EARNEST);
  }

  private String revision() {
    return shop.store.find(AUTH).orElseThrow().revision().value();
  }

  @Test
  void a_phase_whose_name_is_too_long_is_neither_begun_nor_recorded_as_refused() {
    var longest = new PhaseName("p".repeat(200));
    var tooLong = new PhaseName("p".repeat(201));

    var blocker = blocker(shop.ask(AUTH, Workshop.begin(tooLong), EARNEST));

    assertThat(blocker.code()).isEqualTo("name-too-long");
    assertThat(blocker.reason()).isEqualTo("the name of a phase has 201 characters, more than 200");
    assertThat(blocker.hint()).isEqualTo("Give the phase a shorter name");
    assertThat(shop.refused).isEmpty();
    assertThat(shop.store.history(AUTH)).hasSize(1);
    shop.after(AUTH, Workshop.begin(longest));
    assertThat(shop.events(AUTH)).containsExactly(new Event.PhaseStarted(longest));
  }

  @Test
  void a_run_is_not_started_with_a_phase_whose_name_is_too_long() {
    var longest = new PhaseName("p".repeat(200));
    var phases = List.of(longest, new PhaseName("q".repeat(201)));
    var start = new Change.StartRun("release", "v1", phases, false, true);

    var blocker = blocker(shop.ask(RELEASE, start, EARNEST));

    assertThat(blocker.code()).isEqualTo("name-too-long");
    assertThat(shop.store.find(RELEASE)).isEmpty();
    shop.after(RELEASE, new Change.StartRun("release", "v1", List.of(longest), false, true));
    assertThat(shop.text(RELEASE)).contains(longest.value());
  }

  @Test
  void an_actor_whose_name_is_a_secret_is_refused_and_kept_out_of_the_record_of_refusals() {
    shop.secrets = SecretPolicy.REFUSE;
    var actor = new Actor(Actor.Kind.PERSON, KEY, null, null, 0);

    var blocker = blocker(shop.ask(AUTH, saying("It works."), Caller.of(actor)));

    assertThat(blocker.code()).isEqualTo("secret");
    assertThat(blocker.reason()).startsWith("the actor looks like a secret: ");
    assertThat(shop.refused).isEmpty();
    assertThat(shop.store.history(AUTH)).hasSize(1);
  }

  @Test
  void a_branch_whose_name_is_a_secret_is_refused() {
    shop.secrets = SecretPolicy.REFUSE;
    shop.head("fix-" + KEY, Workshop.COMMIT);

    var blocker = blocker(shop.ask(AUTH, saying("It works."), EARNEST));

    assertThat(blocker.code()).isEqualTo("secret");
    assertThat(blocker.reason()).startsWith("the branch looks like a secret: ");
    assertThat(shop.store.history(AUTH)).hasSize(1);
  }

  @Test
  void a_new_run_whose_name_is_a_secret_is_refused_and_a_known_one_goes_on() {
    var run = new CheckpointId("toy", "design", KEY);
    shop.after(run, Workshop.start(run));
    shop.secrets = SecretPolicy.REFUSE;
    shop.after(run, Workshop.begin(RESEARCH));
    var other = new CheckpointId("toy", "implement", KEY);

    var blocker = blocker(shop.ask(other, Workshop.begin(new PhaseName("code")), EARNEST));

    assertThat(blocker.code()).isEqualTo("secret");
    assertThat(blocker.reason()).startsWith("the item looks like a secret: ");
    assertThat(shop.store.find(other)).isEmpty();
    shop.store.edit(other, shop.text(run));
    shop.after(other, Workshop.begin(new PhaseName("code")));
    assertThat(shop.events(other)).containsExactly(new Event.PhaseStarted(new PhaseName("code")));
  }

  @Test
  void a_save_of_a_document_that_has_changed_since_it_was_read_is_refused_for_a_repetition() {
    var read = revision();
    var root = (JsonObject) JsonText.parse(shop.text(AUTH));
    var saved = root.with("owner", JsonString.of("ann"));
    shop.after(AUTH, saying("From elsewhere."));
    var before = shop.text(AUTH);

    var blocker = blocker(shop.ask(AUTH, new Change.SaveDocument(saved, null, read), EARNEST));

    assertThat(blocker)
        .isEqualTo(
            Blocker.refused(
                "changed-since-read",
                "toy/design/auth has changed since it was read",
                "Read it again and repeat"));
    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(shop.refused).isEmpty();
    shop.after(AUTH, new Change.SaveDocument(saved, null, revision()));
    assertThat(shop.text(AUTH)).contains("\"owner\": \"ann\"").doesNotContain("From elsewhere.");
  }

  @Test
  void a_save_that_names_no_revision_replaces_whatever_is_there() {
    var root = (JsonObject) JsonText.parse(shop.text(AUTH));
    shop.after(AUTH, saying("From elsewhere."));

    shop.after(AUTH, new Change.SaveDocument(root.with("owner", JsonString.of("ann"))));

    assertThat(shop.text(AUTH)).contains("\"owner\": \"ann\"").doesNotContain("From elsewhere.");
  }

  @Test
  void an_earlier_state_does_not_replace_a_document_of_a_newer_version() {
    shop.store.edit(AUTH, "{\"version\": 2}");

    assertThatThrownBy(() -> shop.checkpoints.restore(shop.dialect(AUTH), AUTH, 1, EARNEST))
        .isInstanceOf(UnknownVersionException.class);
    assertThat(shop.text(AUTH)).isEqualTo("{\"version\": 2}");
    assertThat(shop.store.history(AUTH)).hasSize(1);
  }

  @Test
  void an_event_is_recorded_beside_the_document_even_if_another_process_writes_meanwhile() {
    var shared = new RememberingStore(shop.store);
    shared.meanwhile = () -> shop.after(AUTH, saying("From elsewhere."));
    var checkpoints = new Checkpoints(shared, shop.store, shop);

    checkpoints.record(AUTH, new Event.DocumentSaved(), Workshop.ANN);

    assertThat(shop.store.history(AUTH)).hasSize(3);
    var last = shop.store.history(AUTH).getLast();
    assertThat(last.events()).containsExactly(new Event.DocumentSaved());
    assertThat(last.by()).isEqualTo(Workshop.ANN);
    assertThat(last.at()).isEqualTo(shop.now);
    assertThat(shop.text(AUTH)).contains("From elsewhere.");
  }

  @Test
  void a_document_that_a_stopped_writer_left_is_published_before_a_change_reads_it() {
    var script = new Script();
    shop.after(Script.OTHER, Workshop.start(Script.OTHER));
    var stopped = new RememberingStore(shop.store);
    stopped.standing = SyncState.HALF_PUBLISHED;
    var checkpoints = new Checkpoints(stopped, shop.store, shop);

    Workshop.allowed(apply(checkpoints, script.dialect(), new Change.ResumeRun()));

    assertThat(stopped.repaired).containsExactly(AUTH, Script.OTHER);
    assertThat(shop.text(AUTH)).contains("\"owner\": \"ann\"");
  }

  @Test
  void a_program_that_edits_a_file_is_a_caller_whose_changes_are_made_as_edits() {
    var caller = Caller.edit(Workshop.ANN);

    assertThat(caller.actor()).isEqualTo(Workshop.ANN);
    assertThat(caller.mode()).isEqualTo(ChangeMode.COMMIT);
    assertThat(caller.countsAsEdit()).isTrue();
    assertThat(Caller.of(Workshop.ANN).countsAsEdit()).isFalse();
    Workshop.allowed(shop.ask(AUTH, saying("It works."), caller));
    assertThat(shop.events(AUTH)).containsExactly(new Event.PhaseCompleted(RESEARCH));
  }
}
