package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.WRITER;
import static dev.tidemark.testkit.Samples.evidence;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every store promises of news that rests on what is recorded: nothing that others have
/// proved is lost because the document stayed the same.
///
/// @param <S> the store
public abstract class NewsContract<S extends CheckpointStore & HistoryStore>
    extends WriteContract<S> {
  private static final RecordMetadata KNOWN =
      new RecordMetadata(NOW, WRITER, List.of(new Event.WorkflowReopened()), evidence());

  /// For implementations.
  protected NewsContract() {}

  @Test
  void news_that_rests_on_less_than_is_recorded_is_refused_although_the_document_is_the_same() {
    var revision = put(open(), RUN, "text");
    var found = open().find(RUN).orElseThrow();
    open().replace(DocumentWrite.note(RUN, revision, KNOWN).ifUnchangedSince(found));
    for (var late :
        List.of(
            new DocumentWrite(RUN, "late", revision, news()),
            DocumentWrite.note(RUN, revision, news()),
            DocumentWrite.removal(RUN, revision, news()))) {
      assertThatThrownBy(() -> open().replace(late.ifUnchangedSince(found)))
          .as("%s", late.kind())
          .isInstanceOf(ConflictException.class);
    }
    assertThat(open().find(RUN).orElseThrow().evidence()).isEqualTo(evidence());
    assertThat(open().history(RUN)).hasSize(2);
    open()
        .replace(
            new DocumentWrite(RUN, "next", revision, KNOWN)
                .ifUnchangedSince(open().find(RUN).orElseThrow()));
    assertThat(open().history(RUN)).hasSize(3);
  }

  @Test
  void the_first_record_is_refused_to_whoever_did_not_see_that_there_is_one() {
    var nothing = new Document("", Revision.NONE, SyncState.UNRECORDED, Evidence.NONE, 0);
    open().replace(DocumentWrite.note(RUN, Revision.NONE, KNOWN).ifUnchangedSince(nothing));
    var late = new DocumentWrite(RUN, "text", Revision.NONE, news()).ifUnchangedSince(nothing);
    assertThatThrownBy(() -> open().replace(late)).isInstanceOf(ConflictException.class);
  }
}
