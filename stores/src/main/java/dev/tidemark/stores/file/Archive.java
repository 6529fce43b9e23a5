package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.store.DamagedException;
import dev.tidemark.stores.journal.JournalLine;
import dev.tidemark.stores.journal.MalformedException;
import dev.tidemark.stores.journal.Notes;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /// Returns the text of the document after a record; empty if that state is not there any more, or
  /// was no text.
  Optional<String> at(Target target, long sequence) throws IOException {
    var needed = new ArrayList<JournalLine>();
    chain.walk(
        target,
        line -> {
          if (line.head().sequence() <= sequence) {
            if (line.body().isPruned() || line.body().standsAlone()) {
              needed.clear();
            }
            needed.add(line);
          }
        });
    if (needed.isEmpty()
        || needed.getLast().head().sequence() != sequence
        || needed.getFirst().body().isPruned()) {
      return Optional.empty();
    }
    byte[] bytes = null;
    for (var line : needed) {
      bytes = after(target, line, bytes);
    }
    if (bytes == null) {
      return Optional.empty();
    }
    if (!Documents.revision(bytes).equals(needed.getLast().head().step().after())) {
      throw damaged(target, sequence, "it does not lead to the state that it names");
    }
    return Utf8.decode(bytes);
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
