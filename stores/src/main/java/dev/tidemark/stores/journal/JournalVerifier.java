package dev.tidemark.stores.journal;

import dev.tidemark.history.Event;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.TailCheck;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.MalformedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Journal verifier: checks the digest of each record, reconstructs every recorded state, and
/// reports the mismatches. Notes that a redaction has altered must be confirmed by a later record.
public final class JournalVerifier implements Consumer<JournalLine> {
  private final List<String> problems = new ArrayList<>();
  private final String place;

  /// The digests of altered notes, by the sequence of their record.
  private final Map<Long, String> altered = new TreeMap<>();

  /// The digests that the newest later record confirms, by the sequence of the altered one.
  private final Map<Long, String> confirmed = new HashMap<>();

  private byte @Nullable [] bytes;
  private boolean known = true;

  /// @param place the path of the journal, for messages
  public JournalVerifier(String place) {
    this.place = place;
  }

  /// Checks the newest records of a journal: the digest of each, and the chain between them.
  ///
  /// @param lines these records, oldest first
  /// @param unreadable the problem of the record before them; null for none
  public static TailCheck tail(String place, List<JournalLine> lines, @Nullable String unreadable) {
    var verifier = new JournalVerifier(place);
    JournalLine before = null;
    for (var line : lines) {
      verifier.record(line);
      if (before != null && !follows(line, before)) {
        verifier.problems.add("record " + sequence(line) + " does not follow the one before");
      }
      before = line;
    }
    verifier.end();
    if (unreadable != null) {
      verifier.problems.add(unreadable);
    }
    long newest = before == null ? 0 : sequence(before);
    return new TailCheck(
        newest, lines.size(), HistoryDiagnostics.damaged(place, verifier.problems));
  }

  /// Returns the result for a journal whose tail cannot be read.
  public static TailCheck tail(String place, StoreException damage) {
    var message = String.valueOf(damage.getMessage());
    return new TailCheck(0, 0, List.of(HistoryDiagnostics.damaged(place, message)));
  }

  private static boolean follows(JournalLine line, JournalLine before) {
    return sequence(line) == sequence(before) + 1
        && line.head().prev().equals(before.headHash())
        && line.head().step().before().equals(before.head().step().after());
  }

  private static long sequence(JournalLine line) {
    return line.head().sequence();
  }

  /// Returns the problems so far, one sentence each; more can be added.
  public List<String> problems() {
    return problems;
  }

  /// Ends the check after all records were visited.
  public void end() {
    altered.forEach(
        (entry, digest) -> {
          if (!digest.equals(confirmed.get(entry))) {
            problems.add("record " + entry + " has notes that no later record vouches for");
          }
        });
  }

  @Override
  public void accept(JournalLine line) {
    record(line);
    if (line.body().isPruned()) {
      known = false;
    }
    if (!known && !line.body().isSelfContained()) {
      return;
    }
    try {
      bytes = StateReconstructor.after(place, line, bytes);
      known = true;
      var revision = bytes == null ? Revision.NONE : DocumentBytes.revision(bytes);
      if (!revision.equals(line.head().step().after())) {
        problems.add("record " + sequence(line) + " does not lead to the state that it names");
      }
    } catch (DamagedException damage) {
      problems.add(String.valueOf(damage.getMessage()));
      known = false;
    }
  }

  /// Checks the digest of a record, and notes its redactions.
  private void record(JournalLine line) {
    long sequence = sequence(line);
    if (!line.hasValidDigest()) {
      problems.add("record " + sequence + " does not match the digest of its head");
    }
    if (line.body().isAltered()) {
      altered.put(sequence, line.body().notesDigest());
    }
    if (!line.body().notesText().contains(Event.Kind.REDACTED.word())) {
      return;
    }
    try {
      for (var event : line.body().notes().events()) {
        if (event instanceof Event.Redacted redacted) {
          redacted.notes().forEach((entry, digest) -> confirm(sequence, entry, digest));
        }
      }
    } catch (MalformedException strange) {
      // Then it confirms nothing.
    }
  }

  private void confirm(long by, long entry, String digest) {
    if (by > entry) {
      confirmed.put(entry, digest);
    }
  }
}
