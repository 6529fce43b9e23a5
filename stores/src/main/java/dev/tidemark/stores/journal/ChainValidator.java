package dev.tidemark.stores.journal;

import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.record.JournalLine;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Chain validator: checks that each record follows the one before, and passes those that do to a
/// visitor.
public final class ChainValidator {
  private final Consumer<JournalLine> visitor;
  private @Nullable JournalLine last;
  private boolean begun;

  /// Begins before the first record.
  public ChainValidator(Consumer<JournalLine> visitor) {
    this(visitor, true);
  }

  /// Takes whether the next record has to be the first; else it may be any.
  public ChainValidator(Consumer<JournalLine> visitor, boolean first) {
    this.visitor = visitor;
    this.begun = first;
  }

  /// Takes the next record.
  ///
  /// @return the problem of it; null if it follows the one before and was passed on
  public @Nullable String next(JournalLine line) {
    var problem = begun ? problem(line) : null;
    begun = true;
    last = line;
    if (problem == null) {
      visitor.accept(line);
    }
    return problem;
  }

  private @Nullable String problem(JournalLine line) {
    var head = line.head();
    long sequence = last == null ? 1 : last.head().sequence() + 1;
    if (head.sequence() != sequence) {
      return "record " + head.sequence() + " found where " + sequence + " is expected";
    }
    if (!head.prev().equals(last == null ? "" : last.headHash())) {
      return "record " + sequence + " does not follow the one before";
    }
    var before = last == null ? Revision.NONE : last.head().step().after();
    if (!head.step().before().equals(before)) {
      return "record " + sequence + " starts from another state";
    }
    return null;
  }
}
