package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.record.DocumentState;
import dev.tidemark.stores.journal.record.JournalHead;
import dev.tidemark.stores.journal.record.JournalHead.Kind;
import dev.tidemark.stores.journal.record.JournalHead.Step;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.RecordBody;
import dev.tidemark.stores.journal.record.RecordNotes;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Record builder: creates the records of one change, each chained to the one before.
public final class RecordBuilder {
  /// The limit of records of one change.
  public static final int RECORDS_MAX = 2;

  /// The number of random bytes that the records of one change need.
  public static final int SALTS_BYTES = RECORDS_MAX * RecordBody.SALT_BYTES;

  /// A full copy is due when the patches since the last one exceed the document this many times.
  private static final long PATCHES_MAX = 8;

  private final byte[] salts;
  private final RecordMetadata recordMetadata;
  private final List<JournalLine> lines = new ArrayList<>(RECORDS_MAX);
  private @Nullable JournalLine last;

  /// @param salts [#SALTS_BYTES] random bytes that nothing else is made of
  /// @param last the newest record there is; absent if there is none
  /// @param recordMetadata the record of the change
  public RecordBuilder(byte[] salts, @Nullable JournalLine last, RecordMetadata recordMetadata) {
    this.salts = salts.clone();
    this.last = last;
    this.recordMetadata = recordMetadata;
  }

  /// Returns the records, oldest first.
  public List<JournalLine> lines() {
    return lines;
  }

  /// Records an external edit of the document.
  ///
  /// @param bytes the document as it was found; absent if it was removed
  /// @param rewound the newest record after which the document was exactly that; 0 if none
  public void externalEdit(byte @Nullable [] bytes, Revision revision, long rewound) {
    Kind kind = Kind.ADOPTED;
    Event event = new Event.EditedOutside();
    if (bytes == null) {
      kind = Kind.REMOVED;
      event = new Event.RemovedOutside();
    } else if (rewound > 0) {
      kind = Kind.REWOUND;
      event = new Event.Rewound(rewound);
    }
    var evidence = last == null ? Evidence.NONE : last.body().notes().evidence();
    var documentState = bytes == null ? DocumentState.none() : DocumentState.full(bytes);
    var step = new Step(kind, revision(), revision, null);
    add(step, Actor.EXTERNAL, new RecordNotes(List.of(event), evidence), documentState);
  }

  /// Records the change of the document.
  ///
  /// @param before the document before; absent if there was none
  /// @param stays whether the document stays as it is
  /// @param temp the random part of the name of the file that waits to be published; absent where
  ///   nothing has to be, as the document changes together with its record
  public void changed(
      byte @Nullable [] before,
      PendingDocument pendingDocument,
      boolean stays,
      @Nullable String temp) {
    var after = pendingDocument.bytes();
    var kind = stays ? Kind.NOTED : after == null ? Kind.DELETED : Kind.REPLACED;
    var step =
        new Step(
            kind, revision(), pendingDocument.revision(), temp, pendingDocument.intermediates());
    var recordNotes = new RecordNotes(recordMetadata.events(), recordMetadata.evidence());
    var documentState =
        after == null
            ? DocumentState.none()
            : stays ? DocumentState.patch(List.of()) : state(before, after);
    add(step, recordMetadata.by(), recordNotes, documentState);
  }

  /// Records something beside a document that is missing: its newest recorded state stays that.
  public void noted() {
    var step = new Step(Kind.NOTED, revision(), revision(), null);
    var recordNotes = new RecordNotes(recordMetadata.events(), recordMetadata.evidence());
    add(step, recordMetadata.by(), recordNotes, DocumentState.patch(List.of()));
  }

  private DocumentState state(byte @Nullable [] before, byte[] after) {
    if (last == null
        || before == null
        || (!last.body().isText() && Utf8.decode(before).isEmpty())) {
      return DocumentState.full(after);
    }
    var patch = DocumentState.difference(before, after);
    int length = patch.text().length();
    long since = last.head().since() + length;
    return length >= after.length || since > PATCHES_MAX * after.length
        ? DocumentState.full(after)
        : patch;
  }

  private Revision revision() {
    return last == null ? Revision.NONE : last.head().step().after();
  }

  private void add(Step step, Actor by, RecordNotes recordNotes, DocumentState documentState) {
    int used = lines.size() * RecordBody.SALT_BYTES;
    var salt = Arrays.copyOfRange(salts, used, used + RecordBody.SALT_BYTES);
    var recordBody = RecordBody.of(salt, recordNotes, documentState);
    long sequence = last == null ? 1 : last.head().sequence() + 1;
    long since =
        documentState.isSelfContained() || last == null
            ? 0
            : last.head().since() + recordBody.stateLength();
    var prev = last == null ? "" : last.headHash();
    var head =
        new JournalHead(sequence, recordMetadata.at(), by, step, prev, recordBody.digest(), since);
    var line = JournalLine.of(head, recordBody);
    lines.add(line);
    last = line;
  }
}
