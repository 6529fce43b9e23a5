package dev.tidemark.app.command.session;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.PhaseNumbers;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Phase word resolver: the phase of that name or, for a number, the one in that place.
///
/// Where phases have numbers of their own, the rules resolve a number; else [PhaseNumbers].
public final class PhaseWords {
  private final Project project;
  private final Selected run;

  public PhaseWords(Project project, Selected run) {
    this.project = project;
    this.run = run;
  }

  /// Returns the phase; null for a number that no phase has.
  @Nullable
  public PhaseName find(String word) {
    if (!isNumber(word) || run.dialect().rules().numbersPhases()) {
      return new PhaseName(word);
    }
    var names = planned();
    for (var name : names) {
      if (name.value().equals(word)) {
        return name;
      }
    }
    if (names.isEmpty()) {
      return new PhaseName(word);
    }
    int number = Integer.parseInt(word);
    return number >= 1 && number <= names.size() ? names.get(number - 1) : null;
  }

  /// Returns why there is no phase of that number.
  public Blocker missing(String number) {
    var names = planned();
    var hint = new StringBuilder("There are:");
    for (int i = 0; i < names.size(); i++) {
      hint.append(i == 0 ? " " : ", ").append(i + 1).append(' ').append(names.get(i));
    }
    return Blocker.refused(
        "no-phase", run.id() + " has no phase " + number, hint.append('.').toString());
  }

  private List<PhaseName> planned() {
    return PhaseNumbers.planned(project.history(), run.read(project.runs()));
  }

  private static boolean isNumber(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) < '0' || word.charAt(i) > '9') {
        return false;
      }
    }
    return word.length() <= 4;
  }
}
