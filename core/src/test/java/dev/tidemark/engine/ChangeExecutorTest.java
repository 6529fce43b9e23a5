package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Fate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What comes before a document, the document, and what comes after it.
class ChangeExecutorTest {
  private static final CheckpointId OTHER = Script.OTHER;
  private static final Effect PUT = new Effect.PutFile("a", "text");
  private static final Effect COPY = new Effect.CopyFile("a", "b");
  private static final Effect COMMIT = new Effect.Commit("a", List.of("a"));
  private static final Effect RUN = new Effect.RunCommand(List.of("true"));
  private static final Event SAVED = new Event.DocumentSaved();
  private static final Blocker FULL = Blocker.refused("full", "the disk is full", "Make room");

  private final Workshop shop = new Workshop();
  private final Script script = new Script();
  private final Dialect<ToyCheckpoint> dialect = script.dialect();

  @BeforeEach
  void begin() {
    shop.after(AUTH, Workshop.start(AUTH));
  }

  private ChangeResult<ToyCheckpoint> make(Effect... effects) {
    script.effects = List.of(effects);
    return change(new Change.ResumeRun());
  }

  private ChangeResult<ToyCheckpoint> change(Change change) {
    shop.now = shop.now.plusSeconds(60);
    return shop.checkpoints.apply(dialect, AUTH, change, Workshop.by(ChangeMode.COMMIT));
  }

  private Evidence evidence() {
    return shop.store.find(AUTH).orElseThrow().evidence();
  }

  @Test
  void what_comes_first_is_done_before_the_document_is_written() {
    var changeResult = make(COMMIT, PUT, RUN, COPY);

    assertThat(shop.effects).containsExactly(PUT, COPY, COMMIT, RUN);
    assertThat(changeResult.failures()).isEmpty();
    assertThat(shop.text(AUTH)).isEqualTo(changeResult.text()).contains("\"owner\": \"ann\"");
  }

  @Test
  void where_what_comes_first_cannot_be_done_nothing_else_is() {
    var before = shop.text(AUTH);
    shop.unable = List.of(FULL);

    var changeResult = make(COMMIT, PUT, COPY);

    assertThat(changeResult.failures()).containsExactly(FULL);
    assertThat(shop.effects).containsExactly(PUT);
    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(shop.store.history(AUTH)).hasSize(1);
  }

  @Test
  void where_what_comes_after_cannot_be_done_the_document_stands() {
    shop.unable = List.of(FULL);

    var changeResult = make(COMMIT, RUN);

    assertThat(changeResult.failures()).containsExactly(FULL, FULL);
    assertThat(shop.effects).containsExactly(COMMIT, RUN);
    assertThat(shop.text(AUTH)).isEqualTo(changeResult.text());
  }

  @Test
  void a_dry_run_does_none_of_it() {
    script.effects = List.of(PUT, COMMIT, new Effect.Archive(true), new Effect.Archive(false));

    shop.checkpoints.apply(dialect, AUTH, new Change.ResumeRun(), Workshop.by(ChangeMode.DRY_RUN));

    assertThat(shop.effects).isEmpty();
    assertThat(shop.archived).isEmpty();
  }

  @Test
  void what_is_replaced_is_archived_before_and_what_is_finished_after() {
    var before = shop.text(AUTH);

    make(new Effect.Archive(true));
    assertThat(shop.archived).containsExactly(AUTH + " " + shop.now + " " + before);
    shop.archived.clear();
    script.owner = "bob";
    make(new Effect.Archive(false));
    assertThat(shop.archived).containsExactly(AUTH + " " + shop.now + " " + shop.text(AUTH));
    assertThat(shop.text(AUTH)).contains("bob");
    assertThat(shop.effects).isEmpty();
  }

  @Test
  void without_a_copy_nothing_is_replaced_but_what_is_finished_is_finished() {
    var before = shop.text(AUTH);
    shop.unable = List.of(FULL);

    assertThat(make(new Effect.Archive(true)).failures()).containsExactly(FULL);
    assertThat(shop.text(AUTH)).isEqualTo(before);
    var changeResult = make(new Effect.Archive(false));
    assertThat(changeResult.failures()).isEmpty();
    assertThat(changeResult.outcome().notices())
        .containsExactly(new Notice("made", "it"), new Notice("full", "the disk is full"));
    assertThat(shop.text(AUTH)).contains("ann");
  }

  @Test
  void another_document_is_replaced_or_removed_on_the_way() {
    var events = List.<Event>of(new Event.PhaseQueued(new PhaseName("x")));

    make(new Effect.ReplaceDocument(OTHER, "{\"version\": 1}", events));
    assertThat(shop.text(OTHER)).isEqualTo("{\"version\": 1}");
    assertThat(shop.events(OTHER)).isEqualTo(events);
    var entry = shop.store.history(OTHER).getLast();
    assertThat(entry.by()).isEqualTo(Workshop.ANN);
    assertThat(entry.at()).isEqualTo(shop.now);
    assertThat(shop.store.find(OTHER).orElseThrow().evidence().head().branch()).isEqualTo("main");
    make(new Effect.ReplaceDocument(OTHER, "{\"version\": 1}", events));
    assertThat(shop.store.history(OTHER)).hasSize(1);
    make(new Effect.ReplaceDocument(OTHER, null, events));
    assertThat(shop.store.find(OTHER).orElseThrow().exists()).isFalse();
    assertThat(shop.store.history(OTHER)).hasSize(2);
    make(new Effect.ReplaceDocument(OTHER, null, events));
    assertThat(shop.store.history(OTHER)).hasSize(2);
  }

  @Test
  void a_document_that_is_as_it_shall_be_is_not_written_again() {
    make();
    int entries = shop.store.history(AUTH).size();

    make();
    assertThat(shop.store.history(AUTH)).hasSize(entries);
    script.events = List.of(SAVED);
    make();
    assertThat(shop.events(AUTH)).containsExactly(SAVED);
  }

  @Test
  void what_leaves_the_document_alone_is_recorded_if_anything_happened() {
    var before = shop.text(AUTH);
    script.fate = Fate.UNTOUCHED;

    assertThat(make().text()).isNull();
    assertThat(shop.store.history(AUTH)).hasSize(1);
    script.events = List.of(SAVED);
    make();
    assertThat(shop.events(AUTH)).containsExactly(SAVED);
    assertThat(shop.text(AUTH)).isEqualTo(before);
  }

  @Test
  void with_its_document_a_run_loses_what_was_known_of_it() {
    script.fate = Fate.REMOVED;

    make();

    assertThat(shop.store.find(AUTH).orElseThrow().exists()).isFalse();
    assertThat(evidence()).isEqualTo(new Evidence(null, new Head("main", Workshop.COMMIT)));
  }

  @Test
  void when_a_run_began_is_known_from_its_start_on() {
    var first = shop.now;
    assertThat(evidence().startedAt()).isEqualTo(first);

    script.events = List.of(SAVED);
    change(Workshop.start(AUTH));
    assertThat(evidence().startedAt()).isEqualTo(first);
    script.events = List.of(new Event.WorkflowStarted(List.of()));
    change(new Change.ResumeRun());
    assertThat(evidence().startedAt()).isEqualTo(first);
    change(Workshop.start(AUTH));
    Instant again = evidence().startedAt();
    assertThat(again).isEqualTo(shop.now);
  }

  @Test
  void what_a_stopped_writer_left_is_put_right_even_if_nothing_is_to_be_written() {
    shop.after(OTHER, Workshop.start(OTHER));
    var stopped = new RememberingStore(shop.store);
    var checkpoints = new Checkpoints(stopped, shop.store, shop);
    make();
    var same = new Effect.ReplaceDocument(OTHER, shop.text(OTHER), List.of());
    script.effects = List.of(same);
    var resume = new Change.ResumeRun();

    checkpoints.apply(dialect, AUTH, resume, Workshop.by(ChangeMode.COMMIT));
    assertThat(stopped.repaired).isEmpty();
    stopped.standing = SyncState.HALF_PUBLISHED;
    checkpoints.apply(dialect, AUTH, resume, Workshop.by(ChangeMode.COMMIT));

    assertThat(stopped.repaired).containsExactly(AUTH, OTHER);
  }

  @Test
  void a_run_that_nobody_recorded_begins_for_the_record_when_it_is_started() {
    var text = shop.text(AUTH);
    var fresh = new Workshop();
    fresh.store.edit(AUTH, text);

    fresh.checkpoints.apply(dialect, AUTH, Workshop.start(AUTH), Workshop.by(ChangeMode.COMMIT));

    assertThat(fresh.store.find(AUTH).orElseThrow().evidence().startedAt()).isEqualTo(fresh.now);
  }
}
