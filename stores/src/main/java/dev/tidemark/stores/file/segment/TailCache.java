package dev.tidemark.stores.file.segment;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Revision;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Bounded cache of recently read journal tails and documents. Every entry is validated against the
/// disk: a tail by the size and identity of its file, a revision by its bytes.
public final class TailCache {
  private static final int RUNS = 64;
  private static final int BYTES_EACH = 256 * 1024;

  private final ConcurrentHashMap<CheckpointId, JournalTail> tails = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<CheckpointId, Known> revisions = new ConcurrentHashMap<>();

  private final ConcurrentHashMap<CheckpointId, JournalTail> settled = new ConcurrentHashMap<>();

  /// Bytes with their revision.
  private static final class Known {
    final byte[] bytes;
    final Revision revision;

    Known(byte[] bytes, Revision revision) {
      this.bytes = bytes;
      this.revision = revision;
    }
  }

  @Nullable
  public JournalTail tail(CheckpointId id) {
    return tails.get(id);
  }

  public void tail(CheckpointId id, @Nullable JournalTail journalTail) {
    if (tails.size() >= RUNS) {
      tails.clear();
    }
    if (journalTail == null || journalTail.isTorn()) {
      tails.remove(id);
    } else {
      tails.put(id, journalTail);
    }
  }

  /// Returns whether a run is unchanged since this process's last completed change, as far as its
  /// journal shows: then there are no remains of an interrupted change.
  public boolean isSettled(CheckpointId id, @Nullable JournalTail journalTail) {
    var ours = settled.get(id);
    return ours != null && journalTail != null && ours.file().equals(journalTail.file());
  }

  /// Remembers the end of the journal that our own change led to; absent as long as one is under
  /// way.
  public void settled(CheckpointId id, @Nullable JournalTail journalTail) {
    if (settled.size() >= RUNS) {
      settled.clear();
    }
    if (journalTail == null) {
      settled.remove(id);
    } else {
      settled.put(id, journalTail);
    }
  }

  @Nullable
  public Revision revision(CheckpointId id, byte[] bytes) {
    var known = revisions.get(id);
    return known != null && Arrays.equals(known.bytes, bytes) ? known.revision : null;
  }

  public void revision(CheckpointId id, byte @Nullable [] bytes, Revision revision) {
    if (revisions.size() >= RUNS) {
      revisions.clear();
    }
    if (bytes != null && bytes.length <= BYTES_EACH) {
      revisions.put(id, new Known(bytes, revision));
    }
  }
}
