package dev.tidemark.stores.journal;

import dev.tidemark.history.Event;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Redaction index: the records whose notes differ from the hash in their head, and the later
/// records that confirm those changes.
public final class RedactionIndex {
  private final Map<Long, String> altered = new TreeMap<>();
  private final Map<Long, Voucher> vouched = new HashMap<>();

  /// The confirmation of another record's altered notes.
  private record Voucher(long sequence, String digest) {}

  /// Starts empty.
  public RedactionIndex() {}

  /// Takes a record, in any order.
  public void visit(JournalLine line) {
    long sequence = line.head().sequence();
    if (line.body().isAltered()) {
      altered.put(sequence, line.body().notesDigest());
    }
    if (!line.body().notesText().contains(Event.Kind.REDACTED.word())) {
      return;
    }
    try {
      for (var event : line.body().notes().events()) {
        if (event instanceof Event.Redacted redacted) {
          redacted
              .notes()
              .forEach(
                  (entry, digest) ->
                      vouched.merge(entry, new Voucher(sequence, digest), RedactionIndex::newer));
        }
      }
    } catch (MalformedException strange) {
      // Then it vouches for nothing.
    }
  }

  private static Voucher newer(Voucher one, Voucher other) {
    return one.sequence() > other.sequence() ? one : other;
  }

  /// Adds the unconfirmed changes.
  public void check(List<String> problems) {
    altered.forEach(
        (entry, digest) -> {
          var voucher = vouched.get(entry);
          if (voucher == null || voucher.sequence() <= entry || !voucher.digest().equals(digest)) {
            problems.add("record " + entry + " has notes that no later record vouches for");
          }
        });
  }
}
