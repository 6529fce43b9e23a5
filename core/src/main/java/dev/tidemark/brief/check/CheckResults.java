package dev.tidemark.brief.check;

import dev.tidemark.brief.check.Check.Result;
import dev.tidemark.handoff.ResumeWarning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Accumulates the results and warnings of the checks.
public final class CheckResults {
  private final List<Check> checks = new ArrayList<>();
  private final List<ResumeWarning> warnings = new ArrayList<>();

  /// Starts without results.
  public CheckResults() {}

  void addHolding(Check.Kind kind, String text) {
    checks.add(new Check(kind, Result.HOLDS, text));
  }

  void addUnknown(Check.Kind kind, String text) {
    checks.add(new Check(kind, Result.UNKNOWN, text));
  }

  /// Adds a warning that belongs to no check.
  void addWarning(ResumeWarning resumeWarning) {
    warnings.add(resumeWarning);
  }

  /// Adds a check that failed or was inconclusive, with its warnings; their source is the checked
  /// item.
  void addDoubtful(Check.Kind kind, String text, List<ResumeWarning> left) {
    checks.add(new Check(kind, Result.DOUBTFUL, text));
    warnings.addAll(left);
  }

  void addDoubtful(Check.Kind kind, String text, ResumeWarning resumeWarning) {
    addDoubtful(kind, text, List.of(resumeWarning));
  }

  public List<Check> checks() {
    return checks;
  }

  /// Returns the warnings, the deciding one first.
  public List<ResumeWarning> warnings() {
    int deciding = indexOfDeciding();
    if (deciding > 0) {
      warnings.addFirst(warnings.remove(deciding));
    }
    return warnings;
  }

  /// Returns the warning that decides: damage before all, then a closed gate, else the first that
  /// is more than a note.
  @Nullable
  public ResumeWarning deciding() {
    int deciding = indexOfDeciding();
    return deciding < 0 ? null : warnings.get(deciding);
  }

  private int indexOfDeciding() {
    int first = -1;
    for (int i = 0; i < warnings.size(); i++) {
      var kind = warnings.get(i).kind();
      if (kind == ResumeWarning.Kind.REPAIR || kind == ResumeWarning.Kind.MERGE) {
        return i;
      }
      boolean gate = first >= 0 && warnings.get(first).kind() == ResumeWarning.Kind.GATE;
      if (kind != ResumeWarning.Kind.NOTE
          && (first < 0 || (kind == ResumeWarning.Kind.GATE && !gate))) {
        first = i;
      }
    }
    return first;
  }
}
