package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.store.DamagedException;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.ForbiddenException;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.stores.journal.StateCheck;
import java.io.IOException;
import java.util.ArrayList;
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

  /// Returns the problems.
  List<Diagnostic> verify(Target target) throws IOException {
    var journal = target.journal().toString();
    var states = new StateCheck(journal);
    try {
      chain.walk(target, states);
      states.end();
    } catch (DamagedException damage) {
      states.problems().add(String.valueOf(damage.getMessage()));
    }
    var document = new ArrayList<Diagnostic>();
    try {
      compare(target, documents.look(target), document);
    } catch (DamagedException | ForbiddenException unreadable) {
      var problem = String.valueOf(unreadable.getMessage());
      if (!states.problems().contains(problem)) {
        states.problems().add(problem);
      }
    }
    var all = HistoryDiagnostics.damaged(journal, states.problems());
    all.addAll(document);
    return all;
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

  private static void compare(Target target, Seen seen, List<Diagnostic> problems) {
    if (seen.standing() == Standing.EDITED) {
      problems.add(HistoryDiagnostics.edited(target.path()));
    } else if (seen.standing() == Standing.HALF_PUBLISHED) {
      problems.add(HistoryDiagnostics.behind(target.path()));
    }
    var tail = seen.tail();
    if (tail != null && tail.isTorn()) {
      var file = Segments.file(target.journal(), tail.segment());
      long bytes = tail.file().size() - tail.valid();
      problems.add(HistoryDiagnostics.torn(file.toString(), bytes));
    }
  }
}
