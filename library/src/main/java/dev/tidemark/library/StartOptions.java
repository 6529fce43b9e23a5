package dev.tidemark.library;

import dev.tidemark.checkpoint.PhaseName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options of the start of a run, those of `tidemark start`: by default the phases of the
/// workflow's definition, without a goal, and an unfinished run of the same name is not replaced.
///
/// Mutable, for one call and one thread.
public final class StartOptions {
  private final List<PhaseName> phases = new ArrayList<>();
  private @Nullable String goal;
  private boolean fresh;
  private boolean anyWorkflow;

  StartOptions() {}

  /// Sets the goal, in the user's words: not blank, at most 2,000 characters.
  public StartOptions goal(String text) {
    this.goal = text;
    return this;
  }

  /// Sets the phases, in order, in place of those of the workflow's definition. A phase with a
  /// mandatory gate cannot be left out.
  ///
  /// @throws IllegalArgumentException if a name is blank
  public StartOptions phases(String... names) {
    for (var name : names) {
      phases.add(new PhaseName(name));
    }
    return this;
  }

  /// Starts over, if the run exists: its previous state stays in the history.
  public StartOptions fresh() {
    this.fresh = true;
    return this;
  }

  /// Accepts a workflow that is not defined. Without a format in the name of the run, it gets the
  /// format `state`.
  public StartOptions anyWorkflow() {
    this.anyWorkflow = true;
    return this;
  }

  List<PhaseName> phases() {
    return phases;
  }

  @Nullable String goal() {
    return goal;
  }

  boolean isFresh() {
    return fresh;
  }

  boolean isAnyWorkflow() {
    return anyWorkflow;
  }
}
