package dev.tidemark.stores.file;

import dev.tidemark.store.DamagedException;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.ForbiddenException;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.JournalLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks all that is recorded of a run, and its document.
final class Verifier {
  private final Chain chain;
  private final Documents documents;

  Verifier(Chain chain, Documents documents) {
    this.chain = chain;
    this.documents = documents;
  }

  /// Returns what is wrong, one sentence each.
  List<String> verify(Target target) throws IOException {
    var states = new States(target);
    try {
      chain.walk(target, states);
      states.vouchers.check(states.problems);
    } catch (DamagedException damage) {
      states.problems.add(String.valueOf(damage.getMessage()));
    }
    try {
      compare(target, documents.look(target), states.problems);
    } catch (DamagedException | ForbiddenException unreadable) {
      var problem = String.valueOf(unreadable.getMessage());
      if (!states.problems.contains(problem)) {
        states.problems.add(problem);
      }
    }
    return states.problems;
  }

  /// Returns what is wrong with a record that is not on this disk, one sentence each.
  ///
  /// @param files what is in its files, in their order
  List<String> verify(Target target, List<byte[]> files) {
    var states = new States(target);
    try {
      Chain.walk(target, files, states);
      states.vouchers.check(states.problems);
    } catch (DamagedException damage) {
      states.problems.add(String.valueOf(damage.getMessage()));
    }
    return states.problems;
  }

  private static void compare(Target target, Seen seen, List<String> problems) {
    if (seen.standing() == Standing.EDITED) {
      problems.add(target.path() + " was changed since the last record");
    } else if (seen.standing() == Standing.HALF_PUBLISHED) {
      problems.add(target.path() + " is one step behind its record");
    }
    var tail = seen.tail();
    if (tail != null && tail.isTorn()) {
      var file = Segments.file(target.journal(), tail.segment());
      long bytes = tail.file().size() - tail.valid();
      problems.add(file + " ends in " + bytes + " bytes that are no record");
    }
  }

  /// Rebuilds every state that is recorded.
  private static final class States implements Chain.Visitor {
    final List<String> problems = new ArrayList<>();
    private final Target target;
    private final Vouchers vouchers = new Vouchers();
    private byte @Nullable [] bytes;
    private boolean known = true;

    States(Target target) {
      this.target = target;
    }

    @Override
    public void visit(JournalLine line) {
      long sequence = line.head().sequence();
      if (!line.digestHolds()) {
        problems.add("record " + sequence + " does not carry what its head was written for");
      }
      vouchers.visit(line);
      if (line.body().isPruned()) {
        known = false;
      }
      if (!known && !line.body().standsAlone()) {
        return;
      }
      try {
        bytes = Archive.after(target, line, bytes);
        known = true;
        var revision = bytes == null ? Revision.NONE : Documents.revision(bytes);
        if (!revision.equals(line.head().step().after())) {
          problems.add("record " + sequence + " does not lead to the state that it names");
        }
      } catch (DamagedException damage) {
        problems.add(String.valueOf(damage.getMessage()));
        known = false;
      }
    }
  }
}
