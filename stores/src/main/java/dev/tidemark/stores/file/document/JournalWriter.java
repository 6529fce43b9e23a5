package dev.tidemark.stores.file.document;

import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.stores.file.index.ChangeMarkers;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Output;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Append-only journal writer with fsync. Its callers hold the lock of the run.
public final class JournalWriter {
  /// The least that a medium writes whole.
  private static final int BLOCK_BYTES = 512;

  private static final byte[] NOTHING = {};

  private final StorageIo io;
  private final StateFolder stateFolder;
  private final ChangeMarkers changeMarkers;

  public JournalWriter(FileStoreContext context, ChangeMarkers changeMarkers) {
    this.io = context.io();
    this.stateFolder = context.stateFolder();
    this.changeMarkers = changeMarkers;
  }

  /// Appends records and waits until they are on the medium, each before the next is written.
  ///
  /// @param journalTail the end of the journal; absent if there is none yet
  /// @param shows whether the document changes, so that its file reveals the change
  /// @return the end of the journal afterwards
  /// @throws IOException if the records are not there; nothing was written
  /// @throws OutcomeUnknownException if the records may or may not have been written
  public JournalTail append(
      RunPaths runPaths, @Nullable JournalTail journalTail, List<JournalLine> lines, boolean shows)
      throws IOException {
    if (shows) {
      return append(runPaths, journalTail, lines);
    }
    changeMarkers.before(runPaths);
    try {
      return append(runPaths, journalTail, lines);
    } finally {
      changeMarkers.after(runPaths);
    }
  }

  private JournalTail append(
      RunPaths runPaths, @Nullable JournalTail journalTail, List<JournalLine> lines)
      throws IOException {
    if (journalTail != null && journalTail.isTorn()) {
      journalTail = quarantine(runPaths, journalTail);
    }
    long sequence = lines.getFirst().head().sequence();
    boolean fresh = journalTail == null || isFull(journalTail, sequence);
    int number =
        journalTail == null ? 1 : fresh ? journalTail.segment() + 1 : journalTail.segment();
    long before = fresh || journalTail == null ? 0 : journalTail.valid();
    boolean headed = before > 0;
    var pieces =
        pieces(headed ? null : new SegmentHeader(runPaths.id(), runPaths.path(), sequence), lines);
    if (fresh) {
      stateFolder.makeJournal(runPaths.journal());
    }
    var file = SegmentReader.file(runPaths.journal(), number);
    long size = before + write(file, fresh, before, pieces);
    long first = headed && journalTail != null ? journalTail.first() : sequence;
    var stat = fresh || journalTail == null ? stat(file) : journalTail.file().ofSize(size);
    return new JournalTail(number, stat, size, first, lines.getLast());
  }

  /// Returns the parts that are written and fsynced one after the other. After a crash a medium may
  /// keep any block written since the last fsync, and lose the one before it; a record must never
  /// exist without its predecessor. So each is a piece of its own, and a header comes with the
  /// first one only where both share a block.
  private static List<byte[]> pieces(@Nullable SegmentHeader header, List<JournalLine> lines) {
    var pieces = new ArrayList<byte[]>(lines.size() + 1);
    var begin = header == null ? NOTHING : header.bytes();
    if (begin.length >= BLOCK_BYTES) {
      pieces.add(begin);
      begin = NOTHING;
    }
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i).bytes();
      pieces.add(begin.length == 0 ? line : joined(begin, line));
      begin = NOTHING;
    }
    return pieces;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    var both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private StorageIo.Stat stat(Path file) throws IOException {
    var stat = io.stat(file);
    if (stat == null) {
      var gone = new NoSuchFileException(file.toString());
      throw new OutcomeUnknownException(file + " is gone after it was written to", gone);
    }
    return stat;
  }

  /// Returns whether the next record goes to a new file, so that others may have begun one.
  static boolean isFull(JournalTail journalTail) {
    return journalTail.last() != null
        && isFull(journalTail, journalTail.last().head().sequence() + 1);
  }

  private static boolean isFull(JournalTail journalTail, long sequence) {
    return SegmentHeader.isFull(journalTail.valid(), journalTail.first(), sequence);
  }

  /// Returns how many bytes were written.
  private long write(Path file, boolean fresh, long before, List<byte[]> pieces)
      throws IOException {
    boolean written = false;
    long bytes = 0;
    try (var output = fresh ? io.create(file, Access.PRIVATE) : io.append(file)) {
      for (int i = 0; i < pieces.size(); i++) {
        output.write(pieces.get(i));
        output.force();
        bytes += pieces.get(i).length;
      }
      written = true;
    } catch (IOException failure) {
      if (written) {
        throw new OutcomeUnknownException(file + " could not be closed", failure);
      }
      undo(file, before, failure);
      throw failure;
    }
    if (fresh) {
      try {
        io.forceDir(folder(file));
      } catch (IOException failure) {
        undo(file, before, failure);
        throw failure;
      }
    }
    return bytes;
  }

  /// Removes a possible partial write, through a handle of its own, because the failed one is
  /// unreliable.
  private void undo(Path file, long before, IOException failure) {
    try {
      if (io.stat(file) == null) {
        return;
      }
      try (Output output = io.append(file)) {
        output.truncate(before);
        output.force();
      }
    } catch (IOException alsoFailed) {
      failure.addSuppressed(alsoFailed);
      throw new OutcomeUnknownException(
          "the record may or may not be in " + file + ": " + failure.getMessage(), failure);
    }
  }

  /// Does the repair with which the next append would begin.
  public void repair(RunPaths runPaths, @Nullable JournalTail journalTail) throws IOException {
    if (journalTail != null && journalTail.isTorn()) {
      quarantine(runPaths, journalTail);
    }
  }

  /// Moves a line torn by a crash to a quarantine file, without losing a byte of it.
  private JournalTail quarantine(RunPaths runPaths, JournalTail journalTail) throws IOException {
    var file = SegmentReader.file(runPaths.journal(), journalTail.segment());
    int length =
        (int) Math.min(Integer.MAX_VALUE - 8, journalTail.file().size() - journalTail.valid());
    var torn = io.read(file, journalTail.valid(), length);
    int number = 1;
    while (io.stat(tornFile(file, number)) != null) {
      number++;
    }
    try (var output = io.create(tornFile(file, number), Access.PRIVATE)) {
      output.write(torn == null ? new byte[0] : torn);
      output.force();
    }
    io.forceDir(runPaths.journal());
    try (var output = io.append(file)) {
      output.truncate(journalTail.valid());
      output.force();
    }
    var stat = io.stat(file);
    if (stat == null) {
      throw new IOException(file + " is gone");
    }
    return new JournalTail(
        journalTail.segment(), stat, journalTail.valid(), journalTail.first(), journalTail.last());
  }

  private static Path tornFile(Path file, int number) {
    return file.resolveSibling(file.getFileName() + ".torn-" + number);
  }

  private static Path folder(Path file) {
    var folder = file.getParent();
    if (folder == null) {
      throw new IllegalStateException("a journal outside any folder: " + file);
    }
    return folder;
  }
}
