package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.PhaseKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Registry of the workflows that hand over by phase checkpoints: those of T-000-A, overridden by a
/// project's own.
public final class PhaseWorkflows {
  private static final List<WorkflowDefinition> BUILT_IN =
      List.of(
          builtIn(
              "dev",
              "Software, from start to operation",
              "0-start",
              "1-bootstrap",
              "2-plan",
              "3-build",
              "4-review",
              "5-finalize",
              "6-operate"),
          builtIn(
              "kw",
              "Knowledge work",
              "kw-0-start",
              "kw-1-plan",
              "kw-2-execute",
              "kw-3-review",
              "kw-4-publish"));

  private final List<WorkflowDefinition> workflows = new ArrayList<>();

  /// Takes the workflows of a project, the built-in ones among them or not.
  public PhaseWorkflows(Workflows defined) {
    var all = defined.over(BUILT_IN);
    for (var name : all.names(PhaseFormat.DIALECT)) {
      workflows.add(all.find(PhaseFormat.DIALECT, name).orElseThrow());
    }
  }

  /// Returns T-000-A.
  public static List<WorkflowDefinition> builtIn() {
    return BUILT_IN;
  }

  /// Returns the names of the workflows.
  public List<String> names() {
    var names = new ArrayList<String>();
    for (var workflow : workflows) {
      names.add(workflow.name());
    }
    return names;
  }

  /// Returns the ids of all phases, workflow by workflow.
  public List<String> ids() {
    var ids = new ArrayList<String>();
    for (var workflow : workflows) {
      for (var phase : workflow.phaseNames()) {
        ids.add(phase.value());
      }
    }
    return ids;
  }

  /// Returns the id that a user means by an id, by its number (`3`, `kw-2`), by the slash command
  /// that the banners name (`/vt-c-3-build`) or by a partial id; null if there is no such phase.
  @Nullable
  public String resolve(String word) {
    if (word.startsWith("/")) {
      return ofCommand(word);
    }
    var whole = PhaseIds.withoutPartial(word);
    if (PhaseIds.isPartial(word)) {
      return PhaseIds.isBuild(whole) && ids().contains(whole) ? word : null;
    }
    if (word.equals(PhaseIds.COMPLETE) || word.equals(PhaseIds.ACTIVATE)) {
      return word;
    }
    for (var id : ids()) {
      if (id.equals(word) || (id.startsWith(word + "-") && PhaseIds.number(id).equals(word))) {
        return id;
      }
    }
    return null;
  }

  /// Commands are a configurable beginning and the id: `/vt-c-kw-0-start` ends with two ids.
  private @Nullable String ofCommand(String command) {
    String longest = null;
    for (var id : ids()) {
      boolean named = command.endsWith("-" + id) || command.equals("/" + id);
      if (named && (longest == null || id.length() > longest.length())) {
        longest = id;
      }
    }
    return longest;
  }

  /// Returns the workflow that a phase belongs to and the phase's whole id; null if there is none.
  @Nullable
  public PhaseKey key(String word) {
    var id = resolve(word);
    var whole = id == null ? "" : PhaseIds.withoutPartial(id);
    for (var workflow : workflows) {
      for (var phase : workflow.phaseNames()) {
        if (phase.value().equals(whole)) {
          return new PhaseKey(workflow.name(), phase);
        }
      }
    }
    return null;
  }

  /// Returns the id if there is such a phase, else null.
  @Nullable
  public String exact(String id) {
    var resolved = resolve(id);
    return id.equals(resolved) ? resolved : null;
  }

  /// Returns the phases of a workflow, in order; none if there is no such workflow.
  public List<PhaseName> phases(String workflow) {
    for (var known : workflows) {
      if (known.name().equals(workflow)) {
        return known.phaseNames();
      }
    }
    return List.of();
  }

  /// Returns the phases of the workflow that a phase belongs to, in order; none if it is unknown.
  public List<PhaseName> table(String id) {
    var name = PhaseIds.withoutPartial(id);
    for (var workflow : workflows) {
      for (var phase : workflow.phaseNames()) {
        if (phase.value().equals(name)) {
          return workflow.phaseNames();
        }
      }
    }
    return List.of();
  }

  /// Returns whether the workflow that a phase belongs to has the mandatory review.
  public boolean hasReview(String id) {
    return table(id).contains(new PhaseName(PhaseIds.REVIEW));
  }

  /// Returns the phase after another; the last one is followed by the choice of the next spec
  /// (R-000-07).
  public String next(String id) {
    var table = table(id);
    for (int i = 0; i + 1 < table.size(); i++) {
      if (table.get(i).value().equals(id)) {
        return table.get(i + 1).value();
      }
    }
    return PhaseIds.ACTIVATE;
  }

  private static WorkflowDefinition builtIn(String name, String purpose, String... phases) {
    var definitions = new ArrayList<PhaseDefinition>(phases.length);
    for (var phase : phases) {
      definitions.add(new PhaseDefinition(new PhaseName(phase)));
    }
    return new WorkflowDefinition(
        PhaseFormat.DIALECT, name, definitions, null, "built-in", false, purpose);
  }
}
