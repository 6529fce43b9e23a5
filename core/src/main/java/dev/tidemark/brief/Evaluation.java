package dev.tidemark.brief;

import dev.tidemark.brief.Check.Result;
import dev.tidemark.resume.Doubt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Accumulates the results and warnings of the checks.
final class Evaluation {
  private final List<Check> checks = new ArrayList<>();
  private final List<Doubt> doubts = new ArrayList<>();

  void holds(Check.Kind kind, String text) {
    checks.add(new Check(kind, Result.HOLDS, text));
  }

  void unknown(Check.Kind kind, String text) {
    checks.add(new Check(kind, Result.UNKNOWN, text));
  }

  /// Adds a doubt that no check stands for.
  void doubt(Doubt doubt) {
    doubts.add(doubt);
  }

  /// Adds a check that failed or was inconclusive, with its warnings; their source is the checked
  /// item.
  void doubtful(Check.Kind kind, String text, List<Doubt> left) {
    checks.add(new Check(kind, Result.DOUBTFUL, text));
    doubts.addAll(left);
  }

  void doubtful(Check.Kind kind, String text, Doubt doubt) {
    doubtful(kind, text, List.of(doubt));
  }

  List<Check> checks() {
    return checks;
  }

  /// Returns the doubts, the deciding one first.
  List<Doubt> doubts() {
    int deciding = indexOfDeciding();
    if (deciding > 0) {
      doubts.addFirst(doubts.remove(deciding));
    }
    return doubts;
  }

  /// Returns the doubt that decides: damage before all, else the first that is more than a note.
  @Nullable Doubt deciding() {
    int deciding = indexOfDeciding();
    return deciding < 0 ? null : doubts.get(deciding);
  }

  private int indexOfDeciding() {
    int first = -1;
    for (int i = 0; i < doubts.size(); i++) {
      var kind = doubts.get(i).kind();
      if (kind == Doubt.Kind.REPAIR || kind == Doubt.Kind.MERGE) {
        return i;
      }
      if (first < 0 && kind != Doubt.Kind.NOTE) {
        first = i;
      }
    }
    return first;
  }
}
