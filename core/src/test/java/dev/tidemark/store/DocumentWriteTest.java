package dev.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.maintenance.Redaction.Traces;
import dev.tidemark.store.maintenance.StoreDiagnostic;
import dev.tidemark.store.maintenance.StoreDiagnostic.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What goes into a store and what comes out of it.
class DocumentWriteTest {
  private static final CheckpointId RUN = new CheckpointId("state", "design", "auth");
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Revision OLD = new Revision("old");
  private static final RecordMetadata NEWS =
      new RecordMetadata(
          NOW, Actor.tool("test"), List.of(new Event.DocumentSaved()), Evidence.NONE);

  private static Document found(Revision revision, long sequence) {
    return new Document("text", revision, SyncState.RECORDED, Evidence.NONE, sequence);
  }

  private static Item item(String path, String text) {
    return new Item(Item.Kind.DOCUMENT, RUN, path, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void each_write_says_what_becomes_of_the_document() {
    var documentWrite = new DocumentWrite(RUN, "text", OLD, NEWS);

    assertThat(documentWrite.kind()).isEqualTo(DocumentWrite.Kind.REPLACE);
    assertThat(DocumentWrite.note(RUN, OLD, NEWS))
        .isEqualTo(
            new DocumentWrite(
                RUN, DocumentWrite.Kind.NOTE, "", OLD, NEWS, List.of(), DocumentWrite.ANY));
    assertThat(DocumentWrite.removal(RUN, OLD, NEWS))
        .isEqualTo(
            new DocumentWrite(
                RUN, DocumentWrite.Kind.REMOVE, "", OLD, NEWS, List.of(), DocumentWrite.ANY));
    var adoption = DocumentWrite.adoption(RUN, OLD, NOW);
    assertThat(adoption.kind()).isEqualTo(DocumentWrite.Kind.ADOPT);
    assertThat(adoption.metadata())
        .isEqualTo(new RecordMetadata(NOW, Actor.EXTERNAL, List.of(), Evidence.NONE));
  }

  @Test
  void a_write_is_late_if_anything_was_recorded_that_its_author_did_not_know() {
    var documentWrite = new DocumentWrite(RUN, "text", OLD, NEWS);

    assertThat(documentWrite.isStale(7)).isFalse();
    assertThat(documentWrite.ifUnchangedSince(found(OLD, 7)).isStale(7)).isFalse();
    assertThat(documentWrite.ifUnchangedSince(found(OLD, 7)).isStale(8)).isTrue();
    assertThat(documentWrite.ifUnchangedSince(found(OLD, 7)).text()).isEqualTo("text");
    assertThat(documentWrite.ifUnchangedSince(found(OLD, 0)).isStale(1)).isTrue();
  }

  @Test
  void there_is_a_document_where_it_has_a_revision() {
    assertThat(found(OLD, 1).exists()).isTrue();
    assertThat(found(Revision.NONE, 1).exists()).isFalse();
  }

  @Test
  void revisions_are_the_same_if_they_name_the_same_state() {
    assertThat(new Revision("old")).isEqualTo(OLD).hasSameHashCodeAs(OLD).hasToString("old");
    assertThat(new Revision("new")).isNotEqualTo(OLD).doesNotHaveSameHashCodeAs(OLD);
    assertThat(OLD).isNotEqualTo("old");
  }

  @Test
  void a_file_that_may_be_somebody_elses_is_not_mended() {
    assertThat(new StoreDiagnostic(Kind.MODES, "a", "open", null).isRepairable()).isTrue();
    assertThat(new StoreDiagnostic(Kind.LEFT_OVER, "a", "left", RUN).isRepairable()).isTrue();
    assertThat(new StoreDiagnostic(Kind.LEFT_OVER, "a", "left", null).isRepairable()).isFalse();
  }

  @Test
  void a_copy_is_called_as_its_file() {
    assertThat(new Archived(RUN, "a/b/c.json.gz", NOW, 1).name()).isEqualTo("c.json.gz");
    assertThat(new Archived(RUN, "c.json.gz", NOW, 1).name()).isEqualTo("c.json.gz");
  }

  @Test
  void there_is_something_to_take_out_wherever_it_can_be_altered() {
    var none = List.<Long>of();
    var notes = Map.<Long, String>of();

    assertThat(new Traces(none, notes, List.of(3L), 0, Evidence.NONE).isEmpty()).isTrue();
    assertThat(new Traces(List.of(3L), notes, none, 0, Evidence.NONE).isEmpty()).isFalse();
    assertThat(new Traces(none, Map.of(3L, "d"), none, 0, Evidence.NONE).isEmpty()).isFalse();
    assertThat(new Traces(none, notes, none, 1, Evidence.NONE).isEmpty()).isFalse();
  }

  @Test
  void two_lists_hold_the_same_files_in_any_order() {
    var both = List.of(item("a", "1"), item("b", "2"));

    assertThat(Item.hasSameItems(both, List.of(item("b", "2"), item("a", "1")))).isTrue();
    assertThat(Item.hasSameItems(both, List.of(item("a", "1")))).isFalse();
    assertThat(Item.hasSameItems(List.of(item("a", "1")), both)).isFalse();
    assertThat(Item.hasSameItems(both, List.of(item("a", "1"), item("b", "3")))).isFalse();
  }

  @Test
  void a_file_is_what_it_was_whatever_becomes_of_the_bytes_handed_out() {
    var item = item("a", "text");
    item.bytes()[0] = 0;

    assertThat(item.bytes()).isEqualTo("text".getBytes(StandardCharsets.UTF_8));
    assertThat(item.size()).isEqualTo(4);
    assertThat(item.kind()).isEqualTo(Item.Kind.DOCUMENT);
    assertThat(item.run()).isEqualTo(RUN);
    assertThat(item.path()).isEqualTo("a");
  }
}
