package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.WRITER;
import static dev.tidemark.testkit.Samples.evidence;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.ForbiddenException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// What every store promises of the kinds of writes, beside what [StoreContract] tests: notes,
/// removals, and documents on the way to another.
///
/// @param <S> the store
public abstract class WriteContract<S extends CheckpointStore & HistoryStore>
    extends StoreContract<S> {
  private static final RecordMetadata KNOWN =
      new RecordMetadata(NOW, WRITER, List.of(new Event.WorkflowReopened()), evidence());

  /// For implementations.
  protected WriteContract() {}

  /// Returns the revision that a write of the run has to name now.
  final Revision revision() {
    return open().find(RUN).map(Document::revision).orElse(Revision.NONE);
  }

  /// Removes the document of the run, whatever it is.
  final Revision remove() {
    return open()
        .replace(DocumentWrite.removal(RUN, revision(), news(new Event.WorkflowCompleted())));
  }

  private static Document recorded(String text, Revision revision, long sequence) {
    var last = new Document.LastEntry(NOW, WRITER);
    return new Document(text, revision, SyncState.RECORDED, evidence(), sequence, last);
  }

  @Test
  void a_run_can_be_noted_before_it_has_a_document() {
    assertThat(open().replace(DocumentWrite.note(RUN, Revision.NONE, KNOWN)))
        .isEqualTo(Revision.NONE);
    var found = open().find(RUN).orElseThrow();
    assertThat(found).isEqualTo(recorded("", Revision.NONE, 1));
    assertThat(found.exists()).isFalse();
    assertThat(open().list("state")).containsExactly(RUN);
    assertThat(open().history(RUN))
        .containsExactly(new HistoryEntry(RUN, 1, NOW, WRITER, KNOWN.events(), ""));
    assertThat(open().stateAt(RUN, 1)).isEmpty();
    assertThat(open().verify(RUN)).isEmpty();

    open().replace(DocumentWrite.note(RUN, Revision.NONE, KNOWN));
    var created = open().replace(new DocumentWrite(RUN, "text", Revision.NONE, KNOWN));
    assertThat(open().find(RUN)).contains(recorded("text", created, 3));
    assertThat(open().history(RUN)).hasSize(3);
    assertThat(open().stateAt(RUN, 2)).isEmpty();
    assertThat(open().stateAt(RUN, 3)).contains("text");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_note_leaves_the_document_as_it_is() {
    var revision = put(open(), RUN, "text");
    assertThat(open().replace(DocumentWrite.note(RUN, revision, KNOWN))).isEqualTo(revision);
    var found = open().find(RUN).orElseThrow();
    assertThat(found).isEqualTo(recorded("text", revision, 2));
    assertThat(open().history(RUN).getLast())
        .isEqualTo(new HistoryEntry(RUN, 2, NOW, WRITER, KNOWN.events(), revision.value()));
    assertThat(open().stateAt(RUN, 2)).contains("text");
    put(open(), RUN, "text 2");
    assertThat(open().stateAt(RUN, 3)).contains("text 2");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void an_adoption_records_what_others_did_and_nothing_else() {
    edit(RUN, "theirs");
    assertThat(open().replace(DocumentWrite.adoption(RUN, revision(), NOW))).isEqualTo(revision());
    open().replace(DocumentWrite.adoption(RUN, revision(), NOW));
    assertThat(open().history(RUN))
        .extracting(HistoryEntry::events)
        .containsExactly(List.of(new Event.EditedOutside()));
    assertThat(open().stateAt(RUN, 1)).contains("theirs");
    assertThat(open().find(RUN).orElseThrow().syncState()).isEqualTo(SyncState.RECORDED);
  }

  @Test
  void a_removed_document_stays_known_and_can_be_created_anew() {
    var first = put(open(), RUN, "text");
    assertThat(open().replace(DocumentWrite.removal(RUN, first, KNOWN))).isEqualTo(Revision.NONE);
    var found = open().find(RUN).orElseThrow();
    assertThat(found).isEqualTo(recorded("", Revision.NONE, 2));
    assertThat(open().list("state")).containsExactly(RUN);
    assertThat(open().verify(RUN)).isEmpty();
    assertThatThrownBy(() -> open().replace(new DocumentWrite(RUN, "late", first, news())))
        .isInstanceOf(ConflictException.class);

    var again = open().replace(new DocumentWrite(RUN, "text", Revision.NONE, news()));
    assertThat(again).isEqualTo(first);
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("text");
    assertThat(open().history(RUN))
        .extracting(HistoryEntry::revision)
        .containsExactly(first.value(), "", first.value());
    assertThat(open().stateAt(RUN, 1)).contains("text");
    assertThat(open().stateAt(RUN, 2)).isEmpty();
    assertThat(open().stateAt(RUN, 3)).contains("text");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void removing_what_is_not_there_is_recorded() {
    assertThat(remove()).isEqualTo(Revision.NONE);
    assertThat(open().history(RUN)).hasSize(1);
    assertThat(open().find(RUN).orElseThrow().exists()).isFalse();
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void every_kind_of_write_that_is_based_on_a_stale_revision_writes_nothing() {
    var first = put(open(), RUN, "one");
    for (var kind : Kind.values()) {
      var id = new CheckpointId("state", "absent", null);
      var absent = new DocumentWrite(id, kind, "", first, news(), List.of(), DocumentWrite.ANY);
      assertThatThrownBy(() -> open().replace(absent)).isInstanceOf(ConflictException.class);
      assertThat(open().find(id)).as("%s", kind).isEmpty();
    }
    put(open(), RUN, "two");
    for (var kind : Kind.values()) {
      for (var stale : List.of(first, Revision.NONE, new Revision("no such"))) {
        var text = kind == Kind.REPLACE ? "three" : "";
        var documentWrite =
            new DocumentWrite(RUN, kind, text, stale, news(), List.of(), DocumentWrite.ANY);
        assertThatThrownBy(() -> open().replace(documentWrite))
            .isInstanceOf(ConflictException.class);
      }
    }
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("two");
    assertThat(open().history(RUN)).hasSize(2);
    assertThat(open().list("state")).containsExactly(RUN);
  }

  @Test
  void an_edit_made_behind_our_back_is_recorded_before_a_note_and_before_a_removal() {
    put(open(), RUN, "ours");
    edit(RUN, "theirs");
    open().replace(DocumentWrite.note(RUN, revision(), KNOWN));
    assertThat(open().find(RUN).orElseThrow().syncState()).isEqualTo(SyncState.RECORDED);
    edit(RUN, "theirs again");
    remove();
    var history = open().history(RUN);
    assertThat(history).hasSize(5);
    assertThat(history.get(1).events()).containsExactly(new Event.EditedOutside());
    assertThat(history.get(3).events()).containsExactly(new Event.EditedOutside());
    assertThat(open().stateAt(RUN, 3)).contains("theirs");
    assertThat(open().stateAt(RUN, 4)).as("nothing is lost").contains("theirs again");
    assertThat(open().stateAt(RUN, 5)).isEmpty();
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_removed_document_put_back_behind_our_back_is_kept_and_named() {
    put(open(), RUN, "text");
    remove();
    edit(RUN, "text");
    var found = open().find(RUN).orElseThrow();
    assertThat(found.syncState()).isEqualTo(SyncState.EDITED);
    assertThat(found.text()).isEqualTo("text");
    open().replace(DocumentWrite.note(RUN, found.revision(), KNOWN));
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("text");
    assertThat(open().history(RUN).get(2).events()).containsExactly(new Event.Rewound(1));
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void documents_on_the_way_lead_to_the_last_and_are_one_change() {
    var before = put(open(), RUN, "before");
    var via = List.of("{ first }", "{ second }");
    var documentWrite =
        new DocumentWrite(RUN, Kind.REPLACE, "after", before, KNOWN, via, DocumentWrite.ANY);
    var after = open().replace(documentWrite);
    var found = open().find(RUN).orElseThrow();
    assertThat(found).isEqualTo(recorded("after", after, 2));
    assertThat(open().history(RUN)).hasSize(2);
    assertThat(open().stateAt(RUN, 2)).contains("after");
    assertThatThrownBy(() -> open().replace(documentWrite)).isInstanceOf(ConflictException.class);

    open()
        .replace(
            new DocumentWrite(RUN, Kind.REPLACE, "after", after, KNOWN, via, DocumentWrite.ANY));
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("after");
    open().replace(new DocumentWrite(RUN, Kind.REMOVE, "", after, KNOWN, via, DocumentWrite.ANY));
    assertThat(open().find(RUN).orElseThrow().exists()).isFalse();
    open()
        .replace(
            new DocumentWrite(
                RUN, Kind.REPLACE, "anew", Revision.NONE, KNOWN, via, DocumentWrite.ANY));
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("anew");
    assertThat(open().history(RUN)).hasSize(5);
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_document_on_the_way_that_no_file_can_hold_is_refused_before_anything_is_written() {
    var before = put(open(), RUN, "before");
    for (var text : List.of("\ud800", "x".repeat(5_242_881))) {
      var documentWrite =
          new DocumentWrite(
              RUN, Kind.REPLACE, "after", before, news(), List.of("ok", text), DocumentWrite.ANY);
      assertThatThrownBy(() -> open().replace(documentWrite))
          .isInstanceOf(ForbiddenException.class);
    }
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("before");
    assertThat(open().history(RUN)).hasSize(1);
  }

  @Test
  void readers_see_whole_states_only() throws Exception {
    var store = open();
    var done = new AtomicBoolean();
    var via = List.of("on ".repeat(900), "the ".repeat(900));
    var after = "after ".repeat(900);
    Callable<Integer> reading =
        () -> {
          int reads = 0;
          for (; !done.get() || reads == 0; reads++) {
            var text = open().find(RUN).map(Document::text).orElse("");
            assertThat(text).isIn("", after, via.get(0), via.get(1));
          }
          return reads;
        };
    try (var threads = Executors.newFixedThreadPool(1)) {
      var reader = threads.submit(reading);
      try {
        for (int i = 0; i < 25; i++) {
          var documentWrite =
              new DocumentWrite(
                  RUN, Kind.REPLACE, after, Revision.NONE, news(), via, DocumentWrite.ANY);
          store.replace(DocumentWrite.note(RUN, store.replace(documentWrite), news()));
          store.replace(DocumentWrite.removal(RUN, revision(), news()));
        }
      } finally {
        done.set(true);
      }
      assertThat(reader.get()).isPositive();
    }
    assertThat(open().history(RUN)).hasSize(75);
    assertThat(open().verify(RUN)).isEmpty();
  }
}
