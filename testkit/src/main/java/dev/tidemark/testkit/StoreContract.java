package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store promises of documents, one test for each promise. [WriteContract] adds the
/// kinds of writes, [PastContract] what it promises of their past.
///
/// @param <S> the store
public abstract class StoreContract<S extends CheckpointStore & HistoryStore> {
  /// For implementations.
  protected StoreContract() {}

  /// Returns a new instance of the store, over the same place each time in a test.
  protected abstract S open();

  /// Changes a document as somebody with an editor would, or removes it.
  protected abstract void edit(CheckpointId id, @Nullable String text);

  /// Replaces the document of a run, whatever it is.
  protected static Revision put(CheckpointStore store, CheckpointId id, String text) {
    var expected = store.find(id).map(Document::revision).orElse(Revision.NONE);
    return store.replace(new DocumentWrite(id, text, expected, news(new Event.DocumentSaved())));
  }

  @Test
  void what_nobody_wrote_is_not_there() {
    assertThat(open().find(RUN)).isEmpty();
    assertThat(open().list("state")).isEmpty();
    assertThat(open().history(RUN)).isEmpty();
    assertThat(open().stateAt(RUN, 1)).isEmpty();
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_fresh_instance_sees_every_replacement() {
    for (var text : List.of("{\"a\":1}", "{\"a\":2}", "{}")) {
      var revision = put(open(), RUN, text);
      var found = open().find(RUN).orElseThrow();
      assertThat(found.text()).isEqualTo(text);
      assertThat(found.revision()).isEqualTo(revision);
      assertThat(found.syncState()).isEqualTo(SyncState.RECORDED);
      assertThat(found.exists()).isTrue();
    }
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_replacement_based_on_a_stale_revision_writes_nothing() {
    var store = open();
    var first = put(store, RUN, "one");
    put(store, RUN, "two");
    for (var stale : List.of(first, Revision.NONE, new Revision("no such"))) {
      assertThatThrownBy(() -> store.replace(new DocumentWrite(RUN, "three", stale, news())))
          .isInstanceOf(ConflictException.class);
    }
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("two");
    assertThat(open().history(RUN)).hasSize(2);
  }

  @Test
  void a_document_that_is_not_there_can_only_be_created() {
    var absent = new Revision("something");
    assertThatThrownBy(() -> open().replace(new DocumentWrite(RUN, "text", absent, news())))
        .isInstanceOf(ConflictException.class);
    assertThat(open().find(RUN)).isEmpty();
    assertThat(open().history(RUN)).isEmpty();
  }

  @Test
  void an_edit_made_behind_our_back_is_a_revision_like_any_other() {
    var before = put(open(), RUN, "ours");
    edit(RUN, "theirs");
    assertThatThrownBy(() -> open().replace(new DocumentWrite(RUN, "ours again", before, news())))
        .isInstanceOf(ConflictException.class);
    var found = open().find(RUN).orElseThrow();
    assertThat(found.text()).isEqualTo("theirs");
    assertThat(found.syncState()).isEqualTo(SyncState.EDITED);
    assertThat(open().history(RUN)).as("reading records nothing").hasSize(1);
    assertThat(open().verify(RUN)).hasSize(1);

    open()
        .replace(new DocumentWrite(RUN, "both", found.revision(), news(new Event.DocumentSaved())));
    assertThat(open().history(RUN))
        .extracting(HistoryEntry::events)
        .containsExactly(
            List.of(new Event.DocumentSaved()),
            List.of(new Event.EditedOutside()),
            List.of(new Event.DocumentSaved()));
    assertThat(open().history(RUN).get(1).by()).isEqualTo(Actor.EXTERNAL);
    assertThat(open().stateAt(RUN, 2)).contains("theirs");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void an_earlier_state_put_back_behind_our_back_is_kept_and_named() {
    put(open(), RUN, "one");
    put(open(), RUN, "two");
    edit(RUN, "one");
    var found = open().find(RUN).orElseThrow();
    assertThat(found.syncState()).isEqualTo(SyncState.EDITED);
    assertThat(found.text()).isEqualTo("one");
    put(open(), RUN, "three");
    assertThat(open().history(RUN).get(2).events()).containsExactly(new Event.Rewound(1));
  }

  @Test
  void a_document_removed_behind_our_back_stays_known() {
    put(open(), RUN, "text");
    edit(RUN, null);
    var found = open().find(RUN).orElseThrow();
    assertThat(found.exists()).isFalse();
    assertThat(found.text()).isEmpty();
    assertThat(found.syncState()).isEqualTo(SyncState.EDITED);
    assertThat(open().list("state")).containsExactly(RUN);
    put(open(), RUN, "anew");
    assertThat(open().history(RUN).get(1).events()).containsExactly(new Event.RemovedOutside());
    assertThat(open().stateAt(RUN, 2)).isEmpty();
    assertThat(open().stateAt(RUN, 1)).contains("text");
  }

  @Test
  void a_document_older_than_its_record_is_where_the_record_begins() {
    edit(RUN, "written by another tool");
    var found = open().find(RUN).orElseThrow();
    assertThat(found.syncState()).isEqualTo(SyncState.UNRECORDED);
    assertThat(found.evidence()).isEqualTo(Evidence.NONE);
    put(open(), RUN, "ours");
    assertThat(open().history(RUN)).hasSize(2);
    assertThat(open().stateAt(RUN, 1)).contains("written by another tool");
    assertThat(open().stateAt(RUN, 2)).contains("ours");
  }

  @Test
  void text_that_no_file_can_hold_is_refused_before_anything_is_written() {
    var revision = put(open(), RUN, "good");
    for (var text : List.of("\ud800", "a\udc00b", "\ude00\ud83d", "x".repeat(5_242_881))) {
      assertThatThrownBy(() -> open().replace(new DocumentWrite(RUN, text, revision, news())))
          .isInstanceOf(ForbiddenException.class);
    }
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("good");
    assertThat(open().history(RUN)).hasSize(1);
  }

  @Test
  void every_valid_text_comes_back_as_it_was() {
    var texts = Hostile.texts();
    for (var text : texts) {
      put(open(), RUN, text);
      assertThat(open().find(RUN).orElseThrow().text()).isEqualTo(text);
    }
    for (int i = 0; i < texts.size(); i++) {
      assertThat(open().stateAt(RUN, i + 1L)).contains(texts.get(i));
    }
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  @Proves("R-COM-10")
  void a_hostile_name_is_refused_or_kept_apart_from_all_others() {
    var kept = new ArrayList<CheckpointId>();
    for (var name : Hostile.names()) {
      var id = new CheckpointId("state", "implement", name);
      try {
        var documentWrite =
            new DocumentWrite(id, name.length() + " " + kept.size(), Revision.NONE, news());
        open().replace(documentWrite);
        assertThat(open().find(id).orElseThrow().text()).isEqualTo(documentWrite.text());
        kept.add(id);
      } catch (ForbiddenException | StoreUnavailableException refused) {
        assertThat(refused.getMessage()).isNotBlank();
      }
    }
    assertThat(kept).hasSizeGreaterThan(30);
    assertThat(open().list("state")).containsExactlyInAnyOrderElementsOf(kept);
  }

  @Test
  void runs_are_listed_whoever_wrote_them() {
    var theirs = new CheckpointId("state", "design", null);
    put(open(), RUN, "ours");
    edit(theirs, "theirs");
    assertThat(open().list("state")).containsExactlyInAnyOrder(RUN, theirs);
    assertThat(open().list("other")).isEmpty();
  }

  @Test
  void an_unreadable_document_is_kept_under_another_name() {
    edit(RUN, "{ no JSON");
    var found = open().find(RUN).orElseThrow();
    var path = open().quarantine(RUN, found.revision(), "20260213T143000Z");
    assertThat(path).endsWith(".corrupt-20260213T143000Z");
    assertThat(open().quarantine(RUN, found.revision(), "20260213T143000Z")).isEqualTo(path);
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("{ no JSON");
    assertThatThrownBy(() -> open().quarantine(RUN, new Revision("old"), "20260213T143001Z"))
        .isInstanceOf(ConflictException.class);
  }

  @Test
  void two_threads_lose_nothing() throws Exception {
    var store = open();
    int each = 40;
    Callable<Integer> work =
        () -> {
          int races = 0;
          for (int done = 0; done < each; ) {
            var found = store.find(RUN);
            var text = found.map(Document::text).orElse("") + "x";
            var expected = found.map(Document::revision).orElse(Revision.NONE);
            try {
              store.replace(new DocumentWrite(RUN, text, expected, news()));
              done++;
            } catch (ConflictException lostRace) {
              races++;
            }
          }
          return races;
        };
    try (var threads = Executors.newFixedThreadPool(2)) {
      var first = threads.submit(work);
      var second = threads.submit(work);
      assertThat(first.get() + second.get()).isNotNegative();
    }
    assertThat(open().find(RUN).orElseThrow().text()).hasSize(2 * each);
    assertThat(open().history(RUN)).hasSize(2 * each);
    assertThat(open().verify(RUN)).isEmpty();
  }
}
