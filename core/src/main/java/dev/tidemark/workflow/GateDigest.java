package dev.tidemark.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Digest of the definition of gates: SHA-256 of the gates of a phase as canonical JSON, so that
/// comments, the layout of the file and other phases make no difference.
final class GateDigest {
  private GateDigest() {}

  /// Returns the digest of the gates of a phase.
  static String of(List<Gate> gates) {
    return digest(json(gates));
  }

  /// Returns the digest of all gates of a workflow, phase by phase.
  static String of(WorkflowDefinition definition) {
    var phases = JsonObject.builder();
    for (var phase : definition.phases()) {
      if (!phase.gates().isEmpty()) {
        phases.add(phase.name().value(), json(phase.gates()));
      }
    }
    return digest(phases.build());
  }

  private static String digest(Json json) {
    return Sha256.hex(JsonText.compact(json).getBytes(UTF_8));
  }

  private static JsonArray json(List<Gate> gates) {
    var all = new ArrayList<Json>(gates.size());
    for (var gate : gates) {
      all.add(
          JsonObject.builder()
              .add("name", gate.name())
              .add("at", gate.moment().name().toLowerCase(Locale.ROOT))
              .add("mandatory", gate.mandatory())
              .add("condition", json(gate.condition()))
              .build());
    }
    return JsonArray.of(all);
  }

  // No switch over types: it would be linked at run time, on the way of every step.
  private static JsonObject json(Condition condition) {
    var json = JsonObject.builder();
    if (condition instanceof ApprovedByPerson it) {
      json.add("approval", it.approved().value()).add("files", it.files());
    } else if (condition instanceof ArtifactExists it) {
      json.add("artifact", it.pattern()).add("json", it.json());
    } else if (condition instanceof CommandSucceeded it) {
      json.add("command", it.command()).add("timeout", it.timeoutSeconds());
    } else if (condition instanceof HeadUnchanged it) {
      var since = it.since();
      json.add("head-unchanged", since == null ? "" : since.value());
    } else if (condition instanceof PhasesDone it) {
      json.add("phases-done", names(it.phases()));
    } else if (condition instanceof ReportPassed it) {
      json.add("report", it.requirement());
    } else if (condition instanceof Reviewed it) {
      json.add("review", true).addIfPresent("file", it.file());
    } else if (condition instanceof CleanTree) {
      json.add("clean-tree", true);
    } else if (condition instanceof IssueRecorded) {
      json.add("issue", true);
    } else if (condition instanceof PreviewAllowed) {
      json.add("preview", true);
    } else {
      json.add("ship", true);
    }
    return json.build();
  }

  private static List<String> names(List<PhaseName> phases) {
    var names = new ArrayList<String>(phases.size());
    for (var phase : phases) {
      names.add(phase.value());
    }
    return names;
  }
}
