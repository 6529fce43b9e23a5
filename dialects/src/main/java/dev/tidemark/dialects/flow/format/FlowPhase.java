package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.PhaseName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The five phases of a workflow, in order (T-003-A).
public enum FlowPhase {
  /// The requirements.
  REQUIREMENTS(1, "memory/reports/demand.json"),
  /// The design.
  ARCHITECTURE(2, "memory/reports/final_design.json"),
  /// Building it, task by task.
  IMPLEMENTATION(3, TasksFormat.FILE),
  /// The verification of the requirements.
  VERIFICATION(4, "memory/reports/verification.json"),
  /// The lessons learned.
  REFLECTION(5, "memory/reports/reflection.json");

  /// All names, for messages.
  public static final String ALL =
      "REQUIREMENTS, ARCHITECTURE, IMPLEMENTATION, VERIFICATION, REFLECTION";

  private final int number;
  private final String output;

  FlowPhase(int number, String output) {
    this.number = number;
    this.output = output;
  }

  /// Returns its place, counted from 1.
  public int number() {
    return number;
  }

  /// Returns the output file of the phase, from the project root.
  public String output() {
    return output;
  }

  /// Returns the phase as other dialects would name it.
  public PhaseName phase() {
    return new PhaseName(name());
  }

  /// Returns the phase after this one, or null if this is the last.
  @Nullable
  public FlowPhase next() {
    return number < values().length ? values()[number] : null;
  }

  /// Returns the phase that a document names, or null if there is none of that name.
  public static @Nullable FlowPhase parse(@Nullable String word) {
    for (var flowPhase : values()) {
      if (flowPhase.name().equals(word)) {
        return flowPhase;
      }
    }
    return null;
  }

  /// Returns the phase that a person means: by its name in any case, or by its number from 1.
  public static @Nullable FlowPhase find(PhaseName word) {
    for (var flowPhase : values()) {
      boolean numbered = word.value().equals(Integer.toString(flowPhase.number));
      if (numbered || flowPhase.name().equalsIgnoreCase(word.value())) {
        return flowPhase;
      }
    }
    return null;
  }

  /// Returns all phases as other dialects would name them.
  public static List<PhaseName> phases() {
    var phases = new ArrayList<PhaseName>(values().length);
    for (var flowPhase : values()) {
      phases.add(flowPhase.phase());
    }
    return phases;
  }
}
