package dev.tidemark.stores.file.document;

import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.LastEntry;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.text.Utf8;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Observed document: the effective document of a run, and its record.
public final class ObservedDocument {
  private final byte @Nullable [] bytes;
  private final Revision revision;
  private final SyncState syncState;
  private final @Nullable JournalTail journalTail;

  /// @param bytes the document; absent if there is none
  /// @param revision names that state
  /// @param syncState how it compares with the record
  /// @param journalTail the end of the journal; absent if there is none
  ObservedDocument(
      byte @Nullable [] bytes,
      Revision revision,
      SyncState syncState,
      @Nullable JournalTail journalTail) {
    this.bytes = bytes;
    this.revision = revision;
    this.syncState = syncState;
    this.journalTail = journalTail;
  }

  public byte @Nullable [] bytes() {
    return bytes;
  }

  public Revision revision() {
    return revision;
  }

  public SyncState syncState() {
    return syncState;
  }

  @Nullable
  public JournalTail tail() {
    return journalTail;
  }

  /// Returns the newest record; absent if there is none.
  @Nullable
  public JournalLine lastRecord() {
    return journalTail == null ? null : journalTail.last();
  }

  /// Returns whether the document has an external edit that is not recorded yet.
  public boolean hasExternalEdit() {
    return syncState == SyncState.EDITED || (lastRecord() == null && bytes != null);
  }

  /// Returns whether the journal has the document and the disk does not.
  public boolean isMissing() {
    return syncState == SyncState.EDITED && bytes == null;
  }

  /// Returns the document with its sync state and evidence.
  public Document document() {
    var text = bytes == null ? Optional.of("") : Utf8.decode(bytes);
    var line = lastRecord();
    var last = line == null ? null : new LastEntry(line.head().at(), line.head().by());
    return new Document(text.orElse(null), revision, syncState, evidence(), sequence(), last);
  }

  /// Returns the number of the newest record; 0 if there is none.
  public long sequence() {
    var last = lastRecord();
    return last == null ? 0 : last.head().sequence();
  }

  /// Returns the evidence of the run.
  Evidence evidence() {
    var last = lastRecord();
    return last == null ? Evidence.NONE : last.body().notes().evidence();
  }
}
