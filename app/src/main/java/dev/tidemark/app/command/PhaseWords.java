package dev.tidemark.app.command;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says which phase a word means: the one of that name or, for a number, the one in that place of
/// the plan.
///
/// A document lists phases in the order they were begun, so a number counts in the plan that the
/// run was started with: `2` is the same phase before and after it was entered. Where phases have
/// numbers of their own, the rules know what a number means.
final class PhaseWords {
  private final Project project;
  private final Selected run;

  PhaseWords(Project project, Selected run) {
    this.project = project;
    this.run = run;
  }

  /// Returns the phase; null for a number that no phase has.
  @Nullable PhaseName find(String word) {
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
  Blocker missing(String number) {
    var names = planned();
    var hint = new StringBuilder("There are:");
    for (int i = 0; i < names.size(); i++) {
      hint.append(i == 0 ? " " : ", ").append(i + 1).append(' ').append(names.get(i));
    }
    return Blocker.refused(
        "no-phase", run.id() + " has no phase " + number, hint.append('.').toString());
  }

  private List<PhaseName> planned() {
    var names = new LinkedHashSet<PhaseName>();
    for (var entry : project.past().history(run.id())) {
      for (var event : entry.events()) {
        if (event instanceof Event.WorkflowStarted started && !started.phases().isEmpty()) {
          names.clear();
          names.addAll(started.phases());
        }
      }
    }
    var checkpoint = run.read(project.runs()).checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        names.add(phase.name());
      }
    }
    return new ArrayList<>(names);
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
