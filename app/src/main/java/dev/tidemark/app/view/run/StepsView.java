package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.text.NumberRanges;
import java.util.ArrayList;
import java.util.List;

/// View of the phases of any run as steps, in the words of phase checkpoints (R-USR-23). A view: no
/// document is made of it.
public final class StepsView {
  private final List<Phase> phases;

  /// Takes the phases, in their order; the first is step 1.
  public StepsView(List<Phase> phases) {
    this.phases = List.copyOf(phases);
  }

  /// Returns the section, heading first.
  public List<String> lines() {
    var lines = new ArrayList<>(List.of("## Step Progress", ""));
    var done = numbers(true);
    var left = numbers(false);
    var completed = "Steps completed: " + (done.isEmpty() ? "none" : NumberRanges.of(done)) + ".";
    if (left.isEmpty()) {
      lines.add(completed);
      return lines;
    }
    int current = current(left);
    var begun = phases.get(current - 1).status() == PhaseStatus.IN_PROGRESS;
    lines.add(
        completed
            + (begun ? " Step " + current + " in progress." : "")
            + " Remaining: "
            + (left.size() == 1 ? "Step " : "Steps ")
            + NumberRanges.of(left)
            + ".");
    lines.add("Resume from: Step " + current + " \u2014 " + phases.get(current - 1).name());
    return lines;
  }

  private int current(List<Integer> left) {
    for (int number : left) {
      if (phases.get(number - 1).status() == PhaseStatus.IN_PROGRESS) {
        return number;
      }
    }
    return left.getFirst();
  }

  private List<Integer> numbers(boolean done) {
    var numbers = new ArrayList<Integer>();
    for (int i = 0; i < phases.size(); i++) {
      var status = phases.get(i).status();
      boolean over = status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED;
      if (over == done) {
        numbers.add(i + 1);
      }
    }
    return numbers;
  }
}
