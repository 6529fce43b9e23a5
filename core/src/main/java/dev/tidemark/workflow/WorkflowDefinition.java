package dev.tidemark.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Evidence;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Workflow definition as data: a built-in table, or a project's own file in `.tidemark/workflows`.
///
/// @param dialect which protocol its runs are written in
/// @param name its name for users
/// @param phases its phases in their typical order
/// @param summaryTokensMax how long its summaries may be; absent for the project's limit
/// @param origin where the definition comes from, for people: `built-in` or a file
/// @param gated whether its documents carry a gate
/// @param purpose its purpose in a few words; may be empty
/// @param strict whether a phase with open tasks cannot be completed
public record WorkflowDefinition(
    String dialect,
    String name,
    List<PhaseDefinition> phases,
    @Nullable Integer summaryTokensMax,
    String origin,
    boolean gated,
    String purpose,
    boolean strict) {
  /// The origin of a definition that Tidemark brings along.
  public static final String BUILT_IN = "built-in";

  /// Takes its own copy of the phases.
  public WorkflowDefinition {
    phases = List.copyOf(phases);
  }

  /// A workflow in which open tasks are a warning.
  public WorkflowDefinition(
      String dialect,
      String name,
      List<PhaseDefinition> phases,
      @Nullable Integer summaryTokensMax,
      String origin,
      boolean gated,
      String purpose) {
    this(dialect, name, phases, summaryTokensMax, origin, gated, purpose, false);
  }

  /// Returns a workflow without phases, for one that the project does not define.
  public static WorkflowDefinition undefined(String dialect, String name) {
    return new WorkflowDefinition(dialect, name, List.of(), null, "", false, "");
  }

  /// Returns whether Tidemark brings this definition along, so that its names are trusted texts.
  public boolean isBuiltIn() {
    return origin.equals(BUILT_IN);
  }

  /// Returns the gates of a phase; none for an undefined one.
  public List<Gate> gates(PhaseName phase) {
    var found = find(phase);
    return found == null ? List.of() : found.gates();
  }

  /// Returns the digest of the gates of a phase, to record with its passage; null for gates that
  /// Tidemark brings along. It is that of canonical JSON: comments and the layout of the file make
  /// no difference, other phases only by which of those before have gates.
  ///
  /// @param phase the phase; absent for the gates of all
  public @Nullable String gateDigest(@Nullable PhaseName phase) {
    return isBuiltIn() && hasGates() ? null : digest(phase);
  }

  private String digest(@Nullable PhaseName name) {
    var gates = JsonObject.builder();
    var before = new ArrayList<Json>();
    for (var phase : phases) {
      boolean own = phase.name().equals(name);
      if (own && !before.isEmpty()) {
        // No phase has that name.
        gates.add("", JsonArray.of(before));
      }
      if (!phase.gates().isEmpty() && (name == null || own)) {
        var all = new ArrayList<Json>();
        for (var gate : phase.gates()) {
          all.add(gate.definition());
        }
        gates.add(phase.name().value(), JsonArray.of(all));
      }
      if (!phase.gates().isEmpty()) {
        before.add(JsonString.of(phase.name().value()));
      }
    }
    return Sha256.hex(JsonText.compact(gates.build()).getBytes(UTF_8));
  }

  /// Returns the phases that passed their gates by another definition of these than this one, and
  /// `the end of the run`. Passages without a recorded digest are not compared.
  public List<String> redefined(Evidence evidence) {
    var redefined = new ArrayList<String>();
    for (var proof : evidence.proofs()) {
      PhaseName phase = null;
      String digest = null;
      if (proof.claim() instanceof Claim.GatePassed it) {
        phase = it.phase();
        digest = it.definition();
      } else if (proof.claim() instanceof Claim.GateCleared it) {
        phase = it.phase();
        digest = it.definition();
      }
      if (digest != null) {
        var name = phase == null ? "the end of the run" : phase.value();
        if (!digest.equals(digest(phase)) && !redefined.contains(name)) {
          redefined.add(name);
        }
      }
    }
    return redefined;
  }

  /// Returns a phase; null for one that is not defined.
  public @Nullable PhaseDefinition find(PhaseName phase) {
    for (var definition : phases) {
      if (definition.name().equals(phase)) {
        return definition;
      }
    }
    return null;
  }

  /// Returns whether any phase has a gate.
  public boolean hasGates() {
    for (var phase : phases) {
      if (!phase.gates().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /// Returns the names of the phases, in order.
  public List<PhaseName> phaseNames() {
    var names = new ArrayList<PhaseName>(phases.size());
    for (var phase : phases) {
      names.add(phase.name());
    }
    return names;
  }
}
