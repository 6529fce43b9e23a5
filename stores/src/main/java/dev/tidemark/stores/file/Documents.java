package dev.tidemark.stores.file;

import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.ForbiddenException;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.StorageIo.Stat;
import dev.tidemark.stores.journal.Contents;
import dev.tidemark.stores.journal.JournalHead.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Document reader: reads documents and compares them with their journals. Never writes.
final class Documents {
  /// The number of attempts to read a document that keeps changing.
  private static final int LOOKS = 20;

  /// The time after its last change in which a file may be half-written: programs that replace a
  /// file in place truncate it first and write it some milliseconds later.
  private static final long WRITING_MILLIS = 150;

  private static final long PAUSE_MILLIS = 10;

  private final StorageIo io;
  private final Layout layout;
  private final Segments segments;
  private final Memory memory;
  private final JournalRegister register;

  /// @param register the runs that have a journal
  Documents(
      StorageIo io, Layout layout, Segments segments, Memory memory, JournalRegister register) {
    this.register = register;
    this.io = io;
    this.layout = layout;
    this.segments = segments;
    this.memory = memory;
  }

  /// Reads a run. Without the lock of the run a writer may be at work meanwhile: the state read is
  /// then the one before its change or after it. A file that another program is still writing in
  /// place is read again until it is whole, or has not changed for a moment.
  Seen look(Target target) throws IOException {
    var seen = read(target);
    while (isBeingWritten(target, seen)) {
      try (var waiting = Undisturbed.begin()) {
        waiting.sleep(PAUSE_MILLIS);
      }
      seen = read(target);
    }
    return seen;
  }

  private boolean isBeingWritten(Target target, Seen seen) throws IOException {
    var bytes = seen.bytes();
    if (bytes == null || !seen.isOutside()) {
      return false;
    }
    var stat = io.stat(resolved(target).document());
    if (stat == null) {
      return false;
    }
    long age = io.now() - TimeUnit.NANOSECONDS.toMillis(stat.modified());
    return age >= 0 && age < WRITING_MILLIS && !layout.isWhole(target.id(), bytes);
  }

  private Seen read(Target target) throws IOException {
    var document = read(target.document());
    for (int looks = 1; ; looks++) {
      var tail = tail(target);
      var seen = judge(target, document, tail);
      boolean odd = seen.standing() == Standing.EDITED || seen.standing() == Standing.JOURNAL_GONE;
      if (!odd || looks == LOOKS) {
        return seen;
      }
      // Perhaps a writer got in between the document and its journal.
      var again = read(target.document());
      if (Arrays.equals(document, again) && isCurrent(target, tail)) {
        return seen;
      }
      document = again;
    }
  }

  private boolean isCurrent(Target target, @Nullable Tail tail) throws IOException {
    return tail != null
        && tail.file().equals(io.stat(Segments.file(target.journal(), tail.segment())));
  }

  private Seen judge(Target target, byte @Nullable [] document, @Nullable Tail tail)
      throws IOException {
    var revision = revision(target, document);
    var last = tail == null ? null : tail.last();
    if (last == null) {
      boolean gone = document != null && register.has(target.id());
      return new Seen(document, revision, gone ? Standing.JOURNAL_GONE : Standing.UNRECORDED, tail);
    }
    var step = last.head().step();
    if (revision.equals(step.after())) {
      return new Seen(document, revision, Standing.RECORDED, tail);
    }
    if (step.temp() != null && step.leaves(revision)) {
      var waiting = read(resolved(target).temp(step.temp()));
      if (waiting != null && step.kind() == Kind.DELETED && waiting.length == 0) {
        return new Seen(null, Revision.NONE, Standing.HALF_PUBLISHED, tail);
      }
      if (waiting != null && revision(target, waiting).equals(step.after())) {
        return new Seen(waiting, step.after(), Standing.HALF_PUBLISHED, tail);
      }
    }
    return new Seen(document, revision, Standing.EDITED, tail);
  }

  /// Returns the target of a document that is a link, because a pending document is beside the
  /// target.
  private Target resolved(Target target) throws IOException {
    var stat = io.stat(target.document());
    return stat == null || stat.kind() != Stat.Kind.LINK
        ? target
        : target.at(io.real(target.document()));
  }

  /// Returns the end of a journal, read anew unless its file is the one that was read before; null
  /// if there is no journal.
  @Nullable Tail tail(Target target) throws IOException {
    var known = memory.tail(target.id());
    if (known != null && !Journal.isFull(known) && isCurrent(target, known)) {
      return known;
    }
    var tail = segments.tail(target);
    memory.tail(target.id(), tail);
    return tail;
  }

  /// Returns the bytes of a document; null if there is none.
  ///
  /// @throws ForbiddenException if it is too large
  byte @Nullable [] read(Path file) throws IOException {
    var stat = io.stat(file);
    if (stat != null && stat.kind() == Stat.Kind.LINK) {
      stat = io.stat(io.real(file));
    }
    if (stat == null) {
      return null;
    }
    if (stat.kind() != Stat.Kind.FILE) {
      throw new IOException(file + " is not a file");
    }
    if (stat.size() > Contents.MAX_BYTES) {
      throw Contents.tooLarge(file.toString());
    }
    var bytes = io.read(file, 0, Contents.MAX_BYTES + 1);
    if (bytes != null && bytes.length > Contents.MAX_BYTES) {
      throw Contents.tooLarge(file.toString());
    }
    return bytes;
  }

  private Revision revision(Target target, byte @Nullable [] bytes) {
    if (bytes == null) {
      return Revision.NONE;
    }
    var known = memory.revision(target.id(), bytes);
    if (known != null) {
      return known;
    }
    var revision = Contents.revision(bytes);
    memory.revision(target.id(), bytes, revision);
    return revision;
  }
}
