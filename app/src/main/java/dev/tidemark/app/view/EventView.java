package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// How an event is shown: a stable word with fields for scripts, a sentence for people.
public final class EventView {
  private EventView() {}

  /// Returns the event as `{"event": word, ...}`.
  public static JsonObject json(Event event) {
    var json = JsonObject.builder().add("event", event.kind().word());
    switch (event.kind()) {
      case WORKFLOW_STARTED -> json.add("phases", names((Event.WorkflowStarted) event));
      case PHASE_STARTED -> json.add("phase", ((Event.PhaseStarted) event).phase().value());
      case PHASE_COMPLETED -> json.add("phase", ((Event.PhaseCompleted) event).phase().value());
      case PHASE_QUEUED -> json.add("phase", ((Event.PhaseQueued) event).phase().value());
      case PHASE_AMENDED -> json.add("phase", ((Event.PhaseAmended) event).phase().value());
      case PHASE_FAILED -> {
        var failed = (Event.PhaseFailed) event;
        json.add("phase", failed.phase().value()).add("reason", failed.reason());
      }
      case PHASE_SKIPPED -> {
        var skipped = (Event.PhaseSkipped) event;
        json.add("phase", skipped.phase().value()).add("reason", skipped.reason());
      }
      case DECISION_RECORDED -> {
        var decision = ((Event.DecisionRecorded) event).decision();
        json.add("phase", decision.phase().value()).add("decision", decision.text());
      }
      case REWOUND -> json.add("entry", ((Event.Rewound) event).sequence());
      case RESTORED -> json.add("entry", ((Event.Restored) event).sequence());
      case SET_ASIDE -> json.add("path", ((Event.SetAside) event).path());
      case DOCUMENT_SAVED,
          WORKFLOW_COMPLETED,
          WORKFLOW_REOPENED,
          EDITED_OUTSIDE,
          REMOVED_OUTSIDE -> {}
    }
    return json.build();
  }

  /// Returns what happened, as a short clause.
  public static String text(Event event) {
    return switch (event.kind()) {
      case WORKFLOW_STARTED -> "run started";
      case PHASE_STARTED -> ((Event.PhaseStarted) event).phase() + " started";
      case PHASE_COMPLETED -> ((Event.PhaseCompleted) event).phase() + " complete";
      case PHASE_QUEUED -> ((Event.PhaseQueued) event).phase() + " queued";
      case PHASE_AMENDED -> ((Event.PhaseAmended) event).phase() + " amended";
      case PHASE_FAILED -> {
        var failed = (Event.PhaseFailed) event;
        yield failed.phase() + " failed: " + failed.reason();
      }
      case PHASE_SKIPPED -> {
        var skipped = (Event.PhaseSkipped) event;
        yield skipped.phase()
            + " skipped"
            + (skipped.reason().isEmpty() ? "" : ": " + skipped.reason());
      }
      case DECISION_RECORDED -> "decided: " + ((Event.DecisionRecorded) event).decision().text();
      case DOCUMENT_SAVED -> "document saved as a whole";
      case WORKFLOW_COMPLETED -> "run complete";
      case WORKFLOW_REOPENED -> "run re-opened";
      case EDITED_OUTSIDE -> "edited outside Tidemark";
      case REMOVED_OUTSIDE -> "removed outside Tidemark";
      case REWOUND -> "put back outside Tidemark to entry " + ((Event.Rewound) event).sequence();
      case SET_ASIDE -> "unreadable file kept as " + ((Event.SetAside) event).path();
      case RESTORED -> "restored to entry " + ((Event.Restored) event).sequence();
    };
  }

  private static List<String> names(Event.WorkflowStarted started) {
    var names = new ArrayList<String>();
    for (PhaseName phase : started.phases()) {
      names.add(phase.value());
    }
    return names;
  }
}
