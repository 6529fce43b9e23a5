package dev.tidemark.engine.diff;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Document;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Revision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Computes the external edits of a run between recorded states. Off the hot path.
public final class ExternalEdits {
  /// The limit of differences that are kept of one edit; the others are counted. A document of the
  /// largest size can differ in hundreds of thousands of fields, and a history holds many edits.
  static final int DIFFERENCES_MAX = 1_000;

  /// The limit of characters of a state that is compared by meaning in a list of edits: a list
  /// decodes two states for each edit. [#between] has no limit.
  static final int COMPARED_MAX = 1 << 20;

  private final HistoryStore historyStore;

  /// Takes where the states of documents are recorded.
  public ExternalEdits(HistoryStore historyStore) {
    this.historyStore = historyStore;
  }

  /// Returns the external edits, by the sequence of the entry that recorded each.
  ///
  /// @param entries of a run's history, in their order; the change of the first of them is known
  ///   only if it is the very first
  /// @throws dev.tidemark.store.StoreException if the record cannot be read
  public Map<Long, ExternalEdit> of(
      Dialect<?> dialect, CheckpointId id, List<HistoryEntry> entries) {
    var needed = new HashSet<Long>();
    for (var entry : entries) {
      if (edited(entry) != null) {
        needed.add(entry.sequence());
        needed.add(entry.sequence() - 1);
      }
    }
    var states = needed.isEmpty() ? Map.<Long, String>of() : historyStore.stateAt(id, needed);
    var edits = new HashMap<Long, ExternalEdit>();
    var before = Revision.NONE.value();
    for (var entry : entries) {
      var how = edited(entry);
      if (how != null) {
        long at = entry.sequence();
        boolean appeared = before.equals(Revision.NONE.value());
        var between = new Between(at, appeared, states.get(at - 1), states.get(at));
        boolean gone = how == Event.Kind.REMOVED_OUTSIDE;
        edits.put(
            at,
            gone ? editWithoutDetails(ExternalEdit.Kind.REMOVED) : listed(dialect, id, between));
      }
      before = entry.revision();
    }
    return edits;
  }

  /// Returns the external edit since the last record; empty if there is none.
  ///
  /// @throws dev.tidemark.store.StoreException if the record cannot be read
  public Optional<ExternalEdit> pending(Dialect<?> dialect, CheckpointId id, Document found) {
    if (found.syncState() != Document.SyncState.EDITED) {
      return Optional.empty();
    }
    var entries = historyStore.newest(id, 1);
    long last = entries.isEmpty() ? 0 : entries.getLast().sequence();
    boolean appeared =
        !entries.isEmpty() && entries.getLast().revision().equals(Revision.NONE.value());
    if (!found.exists()) {
      return Optional.of(editWithoutDetails(ExternalEdit.Kind.REMOVED));
    }
    var before = historyStore.stateAt(id, last).orElse(null);
    var between = new Between(last + 1, appeared, before, found.text());
    return Optional.of(listed(dialect, id, between));
  }

  /// An edit before its comparison.
  private record Between(
      long sequence, boolean appeared, @Nullable String before, @Nullable String after) {}

  /// Returns how the document was changed outside; null if it was not.
  private static Event.@Nullable Kind edited(HistoryEntry entry) {
    for (var event : entry.events()) {
      var kind = event.kind();
      if (kind == Event.Kind.EDITED_OUTSIDE
          || kind == Event.Kind.REWOUND
          || kind == Event.Kind.REMOVED_OUTSIDE) {
        return kind;
      }
    }
    return null;
  }

  private static ExternalEdit editWithoutDetails(ExternalEdit.Kind kind) {
    return new ExternalEdit(kind, List.of(), 0, 0, null);
  }

  /// Returns an edit for a list: by its lines only where a state is too large to be compared.
  private static ExternalEdit listed(Dialect<?> dialect, CheckpointId id, Between between) {
    var before = between.before();
    var after = between.after();
    if (before == null
        || after == null
        || between.appeared()
        || between.sequence() == 1
        || Math.max(before.length(), after.length()) <= COMPARED_MAX) {
      return edit(dialect, id, between);
    }
    var old = lines(before);
    var now = lines(after);
    int added = CheckpointDiff.elementsMissingFrom(now, old).size();
    int removed = CheckpointDiff.elementsMissingFrom(old, now).size();
    return new ExternalEdit(ExternalEdit.Kind.LARGE, List.of(), added, removed, null);
  }

  private static <C extends Checkpoint> ExternalEdit edit(
      Dialect<C> dialect, CheckpointId id, Between between) {
    var before = between.before();
    var after = between.after();
    if (after != null && (between.sequence() == 1 || between.appeared())) {
      var kind = between.sequence() == 1 ? ExternalEdit.Kind.FOUND : ExternalEdit.Kind.ADDED;
      return new ExternalEdit(kind, List.of(), lines(after).size(), 0, null);
    }
    if (before == null || after == null) {
      return editWithoutDetails(ExternalEdit.Kind.UNKNOWN);
    }
    return compared(dialect, id, before, after, false);
  }

  /// Compares two states of a run's document, times included.
  ///
  /// @param before absent for no document: then all there is counts as added
  /// @param after absent for no document
  public static <C extends Checkpoint> ExternalEdit between(
      Dialect<C> dialect, CheckpointId id, @Nullable String before, @Nullable String after) {
    if (after == null) {
      int removed = before == null ? 0 : lines(before).size();
      var kind = before == null ? ExternalEdit.Kind.CHANGED : ExternalEdit.Kind.REMOVED;
      return new ExternalEdit(kind, List.of(), 0, removed, null);
    }
    return compared(dialect, id, before, after, true);
  }

  /// Compares by lines and by meaning.
  ///
  /// @param times whether timestamps count as differences
  private static <C extends Checkpoint> ExternalEdit compared(
      Dialect<C> dialect, CheckpointId id, @Nullable String before, String after, boolean times) {
    List<String> old = before == null ? List.of() : lines(before);
    var now = lines(after);
    int added = CheckpointDiff.elementsMissingFrom(now, old).size();
    int removed = CheckpointDiff.elementsMissingFrom(old, now).size();
    C is;
    try {
      is = dialect.format().decode(id, after).checkpoint();
    } catch (FormatException unreadable) {
      var problem = String.valueOf(unreadable.getMessage());
      return new ExternalEdit(ExternalEdit.Kind.DAMAGED, List.of(), added, removed, problem);
    }
    @Nullable C was;
    try {
      was = before == null ? null : dialect.format().decode(id, before).checkpoint();
    } catch (FormatException unreadable) {
      return new ExternalEdit(ExternalEdit.Kind.MENDED, List.of(), added, removed, null);
    }
    var differences = new ArrayList<>(CheckpointDiff.of(was, is));
    if (times) {
      differences.addAll(CheckpointDiff.ofTimes(was, is));
    }
    var kind = before == null ? ExternalEdit.Kind.ADDED : ExternalEdit.Kind.CHANGED;
    return limited(kind, differences, added, removed);
  }

  private static ExternalEdit limited(
      ExternalEdit.Kind kind, List<DiffEntry> differences, int added, int removed) {
    int kept = Math.min(DIFFERENCES_MAX, differences.size());
    int omitted = differences.size() - kept;
    return new ExternalEdit(kind, differences.subList(0, kept), omitted, added, removed, null);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
