package dev.tidemark.stores.journal;

import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.stores.journal.record.JournalLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// State verification: reconstructs every recorded state, and reports the mismatches.
public final class StateCheck implements LineVisitor {
  private final List<String> problems = new ArrayList<>();
  private final String place;
  private final RedactionIndex redactionIndex = new RedactionIndex();
  private byte @Nullable [] bytes;
  private boolean known = true;

  /// @param place the path of the journal, for messages
  public StateCheck(String place) {
    this.place = place;
  }

  /// Returns the problems so far, one sentence each; more can be added.
  public List<String> problems() {
    return problems;
  }

  /// Ends the check after all records were visited.
  public void end() {
    redactionIndex.check(problems);
  }

  @Override
  public void visit(JournalLine line) {
    long sequence = line.head().sequence();
    if (!line.digestHolds()) {
      problems.add("record " + sequence + " does not match the digest of its head");
    }
    redactionIndex.visit(line);
    if (line.body().isPruned()) {
      known = false;
    }
    if (!known && !line.body().standsAlone()) {
      return;
    }
    try {
      bytes = StateReconstructor.after(place, line, bytes);
      known = true;
      var revision = bytes == null ? Revision.NONE : DocumentBytes.revision(bytes);
      if (!revision.equals(line.head().step().after())) {
        problems.add("record " + sequence + " does not lead to the state that it names");
      }
    } catch (DamagedException damage) {
      problems.add(String.valueOf(damage.getMessage()));
      known = false;
    }
  }
}
