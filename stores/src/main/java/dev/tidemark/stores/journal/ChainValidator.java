package dev.tidemark.stores.journal;

import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.record.JournalLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chain validator: checks that each record follows the one before, from the first on.
public final class ChainValidator {
  private @Nullable JournalLine last;

  /// Begins before the first record.
  public ChainValidator() {}

  /// Takes the next record.
  ///
  /// @return the problem of it; null if it follows the one before
  public @Nullable String next(JournalLine line) {
    var problem = problem(line);
    last = line;
    return problem;
  }

  private @Nullable String problem(JournalLine line) {
    var head = line.head();
    long sequence = last == null ? 1 : last.head().sequence() + 1;
    if (head.sequence() != sequence) {
      return "record " + head.sequence() + " found where " + sequence + " is expected";
    }
    if (!head.chain().prev().equals(last == null ? "" : last.headHash())) {
      return "record " + sequence + " does not follow the one before";
    }
    var before = last == null ? Revision.NONE : last.head().step().after();
    if (!head.step().before().equals(before)) {
      return "record " + sequence + " starts from another state";
    }
    return null;
  }

  /// Adds the problem of a record.
  ///
  /// @param before the one before; absent if it is not known
  public static void check(JournalLine line, @Nullable JournalLine before, List<String> problems) {
    long sequence = line.head().sequence();
    if (!line.digestHolds()) {
      problems.add("record " + sequence + " does not match the digest of its head");
    }
    if (before == null) {
      return;
    }
    boolean follows =
        sequence == before.head().sequence() + 1
            && line.head().chain().prev().equals(before.headHash())
            && line.head().step().before().equals(before.head().step().after());
    if (!follows) {
      problems.add("record " + sequence + " does not follow the one before");
    }
  }
}
