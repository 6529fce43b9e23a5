package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.stores.journal.record.JournalHead;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// State reconstructor: rebuilds only the requested states, each from the last full copy before it,
/// or from the last requested state.
public final class StateReconstructor implements Consumer<JournalLine> {
  private final Map<Long, String> texts = new HashMap<>();
  private final String place;
  private final Set<Long> sequences;
  private final List<JournalLine> needed = new ArrayList<>();
  private byte @Nullable [] bytes;
  private boolean known = true;

  /// Asks for some states.
  ///
  /// @param place the path of the journal, for messages
  public StateReconstructor(String place, Set<Long> sequences) {
    this.place = place;
    this.sequences = sequences;
  }

  /// Returns the texts by sequence, without those that are not there any more or were no text.
  public Map<Long, String> texts() {
    return texts;
  }

  @Override
  public void accept(JournalLine line) {
    boolean pruned = line.body().isPruned();
    if (pruned || line.body().isSelfContained()) {
      needed.clear();
      known = !pruned;
    }
    needed.add(line);
    if (!known || !sequences.contains(line.head().sequence())) {
      return;
    }
    for (var step : needed) {
      bytes = after(place, step, bytes);
    }
    needed.clear();
    keep(line.head(), bytes);
  }

  private void keep(JournalHead head, byte @Nullable [] state) {
    if (state == null) {
      return;
    }
    if (!DocumentBytes.revision(state).equals(head.step().after())) {
      throw damaged(place, head.sequence(), "it does not lead to the state that it names");
    }
    Utf8.decode(state).ifPresent(text -> texts.put(head.sequence(), text));
  }

  /// Returns the state after a record.
  ///
  /// @throws DamagedException if the record does not fit the state before it
  public static byte @Nullable [] after(String place, JournalLine line, byte @Nullable [] before) {
    try {
      var documentState = line.body().state();
      return documentState == null ? null : documentState.after(before);
    } catch (MalformedException strange) {
      throw damaged(place, line.head().sequence(), String.valueOf(strange.getMessage()));
    }
  }

  /// Returns the history entry of a record.
  ///
  /// @throws DamagedException if it cannot be understood
  public static HistoryEntry entry(String place, CheckpointId id, JournalLine line) {
    var head = line.head();
    try {
      var events = line.body().notes().events();
      var revision = head.step().after().value();
      return new HistoryEntry(id, head.sequence(), head.at(), head.by(), events, revision);
    } catch (MalformedException strange) {
      throw damaged(place, head.sequence(), String.valueOf(strange.getMessage()));
    }
  }

  private static DamagedException damaged(String place, long sequence, String problem) {
    return new DamagedException(place + ", record " + sequence, problem);
  }
}
