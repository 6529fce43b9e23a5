package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.phase.format.PhaseLocator;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.util.List;
import java.util.Optional;

/// Ignore check: whether git ignores the checkpoint (R-000-53). Git itself is asked only where the
/// project's own `.gitignore` does not settle it, since starting it costs more than all the rest.
final class IgnoreCheck {
  private static final String RULES = ".gitignore";
  private static final FactQuery<IgnoreStatus> GIT = new FactQuery.Ignored(PhaseLocator.FILE);

  /// Returns the facts needed, given the known ones.
  List<FactQuery<?>> asks(Facts known) {
    if (known.get(FactQuery.HeadNow.HEAD).orElse(Head.NONE).equals(Head.NONE)) {
      return List.of();
    }
    var rules = ProjectFacts.file(RULES);
    if (!known.has(rules)) {
      return List.of(rules);
    }
    boolean settled = settles(known.get(rules).orElse(Optional.empty()).orElse(""));
    return settled && !isFirst(known) ? List.of() : List.of(GIT);
  }

  /// Ignore rules do not show whether git tracks the file already: that is queried at the first
  /// exit.
  private static boolean isFirst(Facts known) {
    var ask = FactQuery.Recorded.EVIDENCE;
    return known.has(ask)
        && known.get(ask).isKnown()
        && known.get(ask).orElse(Optional.empty()).isEmpty();
  }

  /// Returns the warning, if there is reason for one.
  Optional<Notice> notice(Facts facts) {
    if (!facts.has(GIT)) {
      return Optional.empty();
    }
    return switch (facts.get(GIT).orElse(IgnoreStatus.OUTSIDE)) {
      case IGNORED, OUTSIDE -> Optional.empty();
      case VISIBLE ->
          Optional.of(
              new Notice(
                  "not-ignored",
                  PhaseLocator.FILE + " is not ignored by git; add it with: tidemark gitignore"));
      case TRACKED ->
          Optional.of(
              new Notice(
                  "tracked",
                  PhaseLocator.FILE
                      + " is tracked by git; forget it with: git rm --cached "
                      + PhaseLocator.FILE));
    };
  }

  /// Returns whether the rules name the file, and take nothing back.
  private static boolean settles(String rules) {
    boolean named = false;
    for (int at = 0; at < rules.length(); at = Lines.after(rules, at)) {
      var line = rules.substring(at, Lines.endOf(rules, at)).strip();
      if (line.startsWith("!")) {
        return false;
      }
      named |= line.equals(PhaseLocator.FILE) || line.equals("/" + PhaseLocator.FILE);
    }
    return named;
  }
}
