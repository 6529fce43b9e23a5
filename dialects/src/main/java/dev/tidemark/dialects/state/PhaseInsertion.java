package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.List;

/// Insertion of pending phases at their place in the definition: into the list of pending phases
/// and, where a phase after it has an entry, into the entries, whose order is that of the phases.
final class PhaseInsertion {
  private final List<PhaseName> defined;

  /// @param defined the phases of the definition, in their order
  PhaseInsertion(List<PhaseName> defined) {
    this.defined = defined;
  }

  /// Returns the run with the phases.
  StateCheckpoint into(StateCheckpoint run, List<PhaseName> added) {
    var entries = run.entries();
    var pending = new ArrayList<>(run.state().elements(SchemaFields.PENDING_PHASES));
    for (var phase : added) {
      int at = 0;
      while (at < pending.size() && !isAfter(name(pending.get(at)), phase)) {
        at++;
      }
      pending.add(at, JsonString.of(phase.value()));
      entries = with(entries, phase);
    }
    var root =
        run.root()
            .with(
                SchemaFields.STATE,
                run.state().with(SchemaFields.PENDING_PHASES, JsonArray.of(pending)));
    return new StateCheckpoint(
        run.id(), entries.equals(run.entries()) ? root : root.with(SchemaFields.PHASES, entries));
  }

  private JsonObject with(JsonObject entries, PhaseName phase) {
    var members = new ArrayList<JsonMember>(entries.members());
    for (int i = 0; i < members.size(); i++) {
      if (isAfter(members.get(i).key(), phase)) {
        var entry = JsonObject.EMPTY.with(SchemaFields.STATUS, PhaseStatus.PENDING.word());
        members.add(i, JsonMember.of(phase.value(), entry));
        return JsonObject.of(members);
      }
    }
    return entries;
  }

  private static String name(Json name) {
    return name instanceof JsonString text ? text.value() : "";
  }

  /// Returns whether the definition has a phase after another.
  private boolean isAfter(String name, PhaseName phase) {
    return !name.isBlank() && defined.indexOf(new PhaseName(name)) > defined.indexOf(phase);
  }
}
