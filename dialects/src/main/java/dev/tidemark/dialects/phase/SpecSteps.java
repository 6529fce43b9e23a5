package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.text.NumberRanges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Steps of a spec, with their status (R-000-21, R-000-22).
///
/// @param all at least one, in order
public record SpecSteps(List<Step> all) {
  /// One step.
  ///
  /// @param number its number in texts
  /// @param name its title; may be empty
  /// @param status how far it has come
  public record Step(int number, String name, PhaseStatus status) {}

  /// Returns whether all is done.
  boolean done() {
    return current() == null;
  }

  /// Returns the next step: the first one in progress, else the first one not completed; null if
  /// all are completed.
  @Nullable Step current() {
    Step ahead = null;
    for (var step : all) {
      if (step.status() == PhaseStatus.IN_PROGRESS) {
        return step;
      }
      ahead = ahead == null && step.status() == PhaseStatus.PENDING ? step : ahead;
    }
    return ahead;
  }

  /// Returns `N/M completed, Step K in_progress`.
  String progress() {
    var current = current();
    var share = numbers(true).size() + "/" + all.size() + " completed";
    return current == null ? share : share + ", Step " + current.number() + " in_progress";
  }

  /// Returns the lines of the section.
  List<String> lines() {
    var done = numbers(true);
    var completed = "Steps completed: " + (done.isEmpty() ? "none" : NumberRanges.of(done)) + ".";
    var current = current();
    if (current == null) {
      return List.of(completed);
    }
    var left = numbers(false);
    var remaining = (left.size() == 1 ? "Step " : "Steps ") + NumberRanges.of(left);
    var name = current.name().isEmpty() ? "" : " — " + YamlScalar.oneLine(current.name());
    return List.of(
        completed + " Step " + current.number() + " in progress. Remaining: " + remaining + ".",
        "Resume from: Step " + current.number() + name);
  }

  private List<Integer> numbers(boolean completed) {
    var numbers = new ArrayList<Integer>();
    for (var step : all) {
      if (completed == (step.status() == PhaseStatus.COMPLETE)) {
        numbers.add(step.number());
      }
    }
    return numbers;
  }
}
