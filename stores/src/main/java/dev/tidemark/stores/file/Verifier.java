package dev.tidemark.stores.file;

import dev.tidemark.store.DamagedException;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.ForbiddenException;
import dev.tidemark.stores.journal.StateCheck;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;

/// Verifier of a whole run: its journal and its document.
final class Verifier {
  private final Chain chain;
  private final Documents documents;

  Verifier(Chain chain, Documents documents) {
    this.chain = chain;
    this.documents = documents;
  }

  /// Returns the problems, one sentence each.
  List<String> verify(Target target) throws IOException {
    var states = new StateCheck(target.journal().toString());
    try {
      chain.walk(target, states);
      states.end();
    } catch (DamagedException damage) {
      states.problems().add(String.valueOf(damage.getMessage()));
    }
    try {
      compare(target, documents.look(target), states.problems());
    } catch (DamagedException | ForbiddenException unreadable) {
      var problem = String.valueOf(unreadable.getMessage());
      if (!states.problems().contains(problem)) {
        states.problems().add(problem);
      }
    }
    return states.problems();
  }

  /// Returns the problems of a record that is not on this disk, one sentence each.
  ///
  /// @param files the content of its files, by their numbers; none of them may be torn
  List<String> verify(Target target, SortedMap<Integer, byte[]> files) {
    var states = new StateCheck(target.journal().toString());
    try {
      Chain.walk(target, files, states);
      states.end();
    } catch (DamagedException damage) {
      states.problems().add(String.valueOf(damage.getMessage()));
    }
    return states.problems();
  }

  /// Describes a document that differs from its last record.
  static String edited(Target target) {
    return target.path() + " was changed since the last record";
  }

  private static void compare(Target target, Seen seen, List<String> problems) {
    if (seen.standing() == Standing.EDITED) {
      problems.add(edited(target));
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
}
