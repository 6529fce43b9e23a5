package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/// Events as JSON: `{"kind":"phase-failed","phase":"design","reason":"..."}`.
final class EventJson {
  private EventJson() {}

  static Json of(Event event) {
    if (event instanceof Event.Unfamiliar unfamiliar) {
      return JsonText.parse(unfamiliar.details());
    }
    var json = JsonObject.builder().add("kind", kind(event));
    addFields(json, event);
    return json.build();
  }

  // Chains of `instanceof`, not pattern switches: those are linked at run time, which costs
  // milliseconds in a process that lives for forty.

  private static String kind(Event event) {
    if (event instanceof Event.PhaseCompleted) {
      return "phase-completed";
    } else if (event instanceof Event.PhaseStarted) {
      return "phase-started";
    } else if (event instanceof Event.PhaseFailed) {
      return "phase-failed";
    } else if (event instanceof Event.PhaseSkipped) {
      return "phase-skipped";
    } else if (event instanceof Event.PhaseQueued) {
      return "phase-queued";
    } else if (event instanceof Event.PhaseAmended) {
      return "phase-amended";
    } else if (event instanceof Event.DecisionRecorded) {
      return "decision-recorded";
    }
    return runKind(event);
  }

  private static String runKind(Event event) {
    if (event instanceof Event.WorkflowStarted) {
      return "workflow-started";
    } else if (event instanceof Event.WorkflowCompleted) {
      return "workflow-completed";
    } else if (event instanceof Event.WorkflowReopened) {
      return "workflow-reopened";
    } else if (event instanceof Event.DocumentSaved) {
      return "document-saved";
    } else if (event instanceof Event.EditedOutside) {
      return "edited-outside";
    } else if (event instanceof Event.Rewound) {
      return "rewound";
    } else if (event instanceof Event.RemovedOutside) {
      return "removed-outside";
    } else if (event instanceof Event.SetAside) {
      return "set-aside";
    } else if (event instanceof Event.Restored) {
      return "restored";
    }
    throw new IllegalArgumentException("an event that cannot be written down: " + event);
  }

  private static void addFields(JsonObject.Builder json, Event event) {
    if (event instanceof Event.PhaseCompleted completed) {
      json.add("phase", completed.phase().value());
    } else if (event instanceof Event.PhaseStarted started) {
      json.add("phase", started.phase().value());
    } else if (event instanceof Event.PhaseFailed failed) {
      json.add("phase", failed.phase().value()).add("reason", failed.reason());
    } else if (event instanceof Event.PhaseSkipped skipped) {
      json.add("phase", skipped.phase().value()).add("reason", skipped.reason());
    } else if (event instanceof Event.PhaseQueued queued) {
      json.add("phase", queued.phase().value());
    } else if (event instanceof Event.PhaseAmended amended) {
      json.add("phase", amended.phase().value());
    } else if (event instanceof Event.DecisionRecorded recorded) {
      json.add("phase", recorded.decision().phase().value());
      json.add("text", recorded.decision().text());
    } else if (event instanceof Event.WorkflowStarted started) {
      json.add("phases", names(started.phases()));
    } else if (event instanceof Event.Rewound rewound) {
      json.add("sequence", rewound.sequence());
    } else if (event instanceof Event.Restored restored) {
      json.add("sequence", restored.sequence());
    } else if (event instanceof Event.SetAside setAside) {
      json.add("path", setAside.path());
    }
  }

  /// Reads an event; what is not one of ours, or lacks a field, is [Event.Unfamiliar].
  static Event event(JsonObject json) {
    var kind = json.string("kind");
    if (kind == null) {
      throw new MalformedException("an event without a kind");
    }
    var phase = json.string("phase");
    if (phase != null && !phase.isBlank()) {
      return phaseEvent(kind, new PhaseName(phase), json);
    }
    var sequence = json.number("sequence");
    if (sequence != null && sequence.wholeValue().isPresent()) {
      return pointer(kind, sequence.wholeValue().getAsLong(), json);
    }
    var path = json.string("path");
    if (path != null && "set-aside".equals(kind)) {
      return new Event.SetAside(path);
    }
    return switch (kind) {
      case "workflow-started" -> new Event.WorkflowStarted(phases(json));
      case "workflow-completed" -> new Event.WorkflowCompleted();
      case "workflow-reopened" -> new Event.WorkflowReopened();
      case "document-saved" -> new Event.DocumentSaved();
      case "edited-outside" -> new Event.EditedOutside();
      case "removed-outside" -> new Event.RemovedOutside();
      default -> unfamiliar(kind, json);
    };
  }

  private static Event phaseEvent(String kind, PhaseName phase, JsonObject json) {
    var reason = json.string("reason");
    var text = json.string("text");
    return switch (kind) {
      case "phase-completed" -> new Event.PhaseCompleted(phase);
      case "phase-started" -> new Event.PhaseStarted(phase);
      case "phase-queued" -> new Event.PhaseQueued(phase);
      case "phase-amended" -> new Event.PhaseAmended(phase);
      case "phase-failed" ->
          reason == null ? unfamiliar(kind, json) : new Event.PhaseFailed(phase, reason);
      case "phase-skipped" ->
          reason == null ? unfamiliar(kind, json) : new Event.PhaseSkipped(phase, reason);
      case "decision-recorded" ->
          text == null
              ? unfamiliar(kind, json)
              : new Event.DecisionRecorded(new Decision(phase, text));
      default -> unfamiliar(kind, json);
    };
  }

  private static Event pointer(String kind, long sequence, JsonObject json) {
    return switch (kind) {
      case "rewound" -> new Event.Rewound(sequence);
      case "restored" -> new Event.Restored(sequence);
      default -> unfamiliar(kind, json);
    };
  }

  private static Event unfamiliar(String kind, JsonObject json) {
    return new Event.Unfamiliar(kind, JsonText.compact(json));
  }

  private static List<String> names(List<PhaseName> phases) {
    var names = new ArrayList<String>(phases.size());
    for (int i = 0; i < phases.size(); i++) {
      names.add(phases.get(i).value());
    }
    return names;
  }

  private static List<PhaseName> phases(JsonObject json) {
    var phases = new ArrayList<PhaseName>();
    for (var name : json.strings("phases")) {
      if (!name.isBlank()) {
        phases.add(new PhaseName(name));
      }
    }
    return phases;
  }
}
