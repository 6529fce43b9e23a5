package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.store.DamagedException;
import dev.tidemark.stores.journal.JournalHead;
import dev.tidemark.stores.journal.JournalLine;
import dev.tidemark.stores.journal.MalformedException;
import dev.tidemark.stores.journal.Notes;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Answers what was. It reads whole journals, so no hot path comes here.
final class Archive {
  private final Chain chain;

  Archive(Chain chain) {
    this.chain = chain;
  }

  /// Returns everything recorded of a run, oldest first.
  List<HistoryEntry> history(Target target) throws IOException {
    var entries = new ArrayList<HistoryEntry>();
    chain.walk(
        target,
        line -> {
          var head = line.head();
          var events = notes(target, line).events();
          var revision = head.step().after().value();
          entries.add(
              new HistoryEntry(
                  target.id(), head.sequence(), head.at(), head.by(), events, revision));
        });
    return entries;
  }

  /// Returns the texts of the document after some records, in one walk; without those states that
  /// are not there any more, or were no text.
  Map<Long, String> at(Target target, Set<Long> sequences) throws IOException {
    var states = new Rebuilt(target, sequences);
    chain.walk(target, states);
    return states.texts;
  }

  /// Rebuilds the states that are asked for, and no others: a state is put together from the last
  /// full copy before it, or from the last state that was asked for.
  private static final class Rebuilt implements Chain.Visitor {
    final Map<Long, String> texts = new HashMap<>();
    private final Target target;
    private final Set<Long> sequences;
    private final List<JournalLine> needed = new ArrayList<>();
    private byte @Nullable [] bytes;
    private boolean known = true;

    Rebuilt(Target target, Set<Long> sequences) {
      this.target = target;
      this.sequences = sequences;
    }

    @Override
    public void visit(JournalLine line) {
      boolean pruned = line.body().isPruned();
      if (pruned || line.body().standsAlone()) {
        needed.clear();
        known = !pruned;
      }
      needed.add(line);
      if (!known || !sequences.contains(line.head().sequence())) {
        return;
      }
      for (var step : needed) {
        bytes = after(target, step, bytes);
      }
      needed.clear();
      keep(line.head(), bytes);
    }

    private void keep(JournalHead head, byte @Nullable [] state) {
      if (state == null) {
        return;
      }
      if (!Documents.revision(state).equals(head.step().after())) {
        throw damaged(target, head.sequence(), "it does not lead to the state that it names");
      }
      Utf8.decode(state).ifPresent(text -> texts.put(head.sequence(), text));
    }
  }

  /// Returns the newest record after which the document was exactly as it was found; 0 if none.
  long newest(Target target, Seen seen) throws IOException {
    if (seen.last() == null) {
      return 0;
    }
    var newest = new long[1];
    chain.walk(
        target,
        line -> {
          if (line.head().step().after().equals(seen.revision())) {
            newest[0] = line.head().sequence();
          }
        });
    return newest[0];
  }

  /// Returns the state after a record.
  static byte @Nullable [] after(Target target, JournalLine line, byte @Nullable [] before) {
    try {
      var state = line.body().state();
      return state == null ? null : state.after(before);
    } catch (MalformedException strange) {
      throw damaged(target, line.head().sequence(), String.valueOf(strange.getMessage()));
    }
  }

  private static Notes notes(Target target, JournalLine line) {
    try {
      return line.body().notes();
    } catch (MalformedException strange) {
      throw damaged(target, line.head().sequence(), String.valueOf(strange.getMessage()));
    }
  }

  private static DamagedException damaged(Target target, long sequence, String problem) {
    return new DamagedException(target.journal() + ", record " + sequence, problem);
  }
}
