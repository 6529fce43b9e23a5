package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.history.Event;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
import dev.tidemark.history.Worklog;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PendingEffect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is kept of a change, so that its later effects can be made by the next one, and what is
/// recorded beside the document.
class PendingEffectTest {
  private static final Effect PUT = new Effect.PutFile("a", "text");
  private static final Effect COMMIT = new Effect.Commit("a", List.of("a"));
  private static final Effect RUN = new Effect.RunCommand(List.of("true"));
  private static final Event SAVED = new Event.DocumentSaved();
  private static final Blocker FULL = Blocker.refused("full", "the disk is full", "Make room");
  private static final PendingEffect TO_COMMIT =
      new PendingEffect(PendingEffect.Kind.COMMIT, "a", List.of("a"));
  private static final PendingEffect TO_RUN =
      new PendingEffect(PendingEffect.Kind.COMMAND, "", List.of());

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));
  private final IntentLog context = new IntentLog(shop);
  private final Script script = new Script();
  private final Dialect<ToyCheckpoint> dialect = script.dialect();

  private ChangeResult<ToyCheckpoint> make(Effect... effects) {
    script.effects = List.of(effects);
    return change(new Checkpoints(shop.store, shop.store, context), new Change.ResumeRun());
  }

  private ChangeResult<ToyCheckpoint> change(Checkpoints checkpoints, Change change) {
    shop.now = shop.now.plusSeconds(60);
    return checkpoints.apply(dialect, AUTH, change, Workshop.by(ChangeMode.COMMIT));
  }

  private Worklog worklog() {
    return shop.store.find(AUTH).orElseThrow().evidence().worklog();
  }

  @Test
  void what_comes_after_the_document_is_kept_from_before_its_entry_until_it_is_done() {
    script.events = List.of(SAVED);

    make(PUT, COMMIT, RUN);

    assertThat(context.intents)
        .containsExactly(new PendingChange(AUTH, 1, shop.now, List.of(TO_COMMIT, TO_RUN)));
    assertThat(context.log)
        .containsExactly("kept at entry 1", "removed at entry 2", "released at entry 2");
    assertThat(shop.effects).containsExactly(PUT, COMMIT, RUN);
  }

  @Test
  void nothing_is_kept_of_a_change_without_events_or_without_later_effects() {
    make(COMMIT);
    script.events = List.of(SAVED);
    make(PUT);

    assertThat(context.intents).isEmpty();
    assertThat(shop.effects).containsExactly(COMMIT, PUT);
    assertThat(shop.events(AUTH)).containsExactly(SAVED);
  }

  @Test
  void a_commit_that_git_refused_stays_pending() {
    script.events = List.of(SAVED);
    shop.unable = List.of(FULL);

    assertThat(make(RUN, COMMIT).failures()).containsExactly(FULL, FULL);

    assertThat(context.log).containsExactly("kept at entry 1", "released at entry 2");
  }

  @Test
  void a_command_that_failed_has_run_and_is_not_pending() {
    script.events = List.of(SAVED);
    shop.unable = List.of(FULL);

    assertThat(make(RUN).failures()).containsExactly(FULL);

    assertThat(context.log)
        .containsExactly("kept at entry 1", "removed at entry 2", "released at entry 2");
  }

  @Test
  void an_intent_whose_document_could_not_be_written_is_released_and_stays() {
    script.events = List.of(SAVED);
    script.effects = List.of(COMMIT);
    var failing = new RememberingStore(shop.store);
    failing.meanwhile =
        () -> {
          throw new BusyException(AUTH, 10);
        };
    var checkpoints = new Checkpoints(failing, shop.store, context);

    assertThatThrownBy(() -> change(checkpoints, new Change.ResumeRun()))
        .isInstanceOf(BusyException.class);

    assertThat(context.log).containsExactly("kept at entry 1", "released at entry 1");
    assertThat(shop.effects).isEmpty();
  }

  @Test
  void another_document_that_a_stopped_writer_left_is_published_though_it_stays_the_same() {
    shop.after(Script.OTHER, Workshop.start(Script.OTHER));
    script.asks = List.of(FactQuery.HEAD);
    script.effects =
        List.of(new Effect.ReplaceDocument(Script.OTHER, shop.text(Script.OTHER), List.of()));
    var stopped = new RememberingStore(shop.store);
    stopped.standing = SyncState.HALF_PUBLISHED;

    change(new Checkpoints(stopped, shop.store, context), new Change.ResumeRun());

    assertThat(stopped.repaired).containsExactly(AUTH, Script.OTHER);
    assertThat(shop.store.history(Script.OTHER)).hasSize(1);
  }

  @Test
  void a_file_of_a_phase_is_remembered_with_the_work_tree_where_several_share_a_store() {
    var print = new Fingerprint("a.md", 3, "d1");
    shop.answers.put(FactQuery.fingerprint("a.md"), Fact.known(Optional.of(print)));
    var files = List.of(new Artifact("a.md", Artifact.Kind.CREATED));
    var report = new PhaseReport(null, files, List.of(), null);
    context.workTree = new Origin("t7", "shop", null);

    var checkpoints = new Checkpoints(shop.store, shop.store, context);
    change(checkpoints, new Change.CompletePhase(RESEARCH, report));

    var origin = new Origin("t7", "ann:shop", Workshop.COMMIT);
    assertThat(shop.store.find(AUTH).orElseThrow().evidence().files())
        .containsExactly(new Fingerprint("a.md", 3, "d1", origin));
  }

  @Test
  void the_first_phase_of_a_new_run_begins_with_it_and_one_that_an_editor_began_has_no_start() {
    shop.store.edit(
        AUTH,
        "{\"version\": 1, \"workflow\": \"design\", \"current_phase\": \"research\","
            + " \"phases\": {\"research\": {\"status\": \"in_progress\"}}}");
    script.events = List.of(SAVED);
    make();
    assertThat(worklog().phase()).isNull();

    script.events = List.of(new Event.WorkflowStarted(List.of(RESEARCH)));
    make();

    assertThat(worklog().phase())
        .isEqualTo(new Worklog.PhaseStart(RESEARCH, shop.now, Workshop.COMMIT));
  }
}
