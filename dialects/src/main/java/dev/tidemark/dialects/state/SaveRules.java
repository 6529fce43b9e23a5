package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.dialects.state.format.StateFormat1;
import dev.tidemark.history.Event;
import dev.tidemark.history.Event.DocumentSaved;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change.SaveDocument;
import dev.tidemark.workflow.change.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of saving a whole document that an embedding program made: R-004-20 to R-004-24.
final class SaveRules {
  private static final String OPERATION = "Failed to save checkpoint: ";

  private final StateValidator validator;

  SaveRules(StateValidator validator) {
    this.validator = validator;
  }

  Outcome<StateCheckpoint> outcome(
      CheckpointId id, @Nullable StateCheckpoint before, SaveDocument save, Facts facts) {
    var root = save.document();
    var blockers = new ArrayList<Blocker>();
    var notices = new ArrayList<Notice>();
    var tooDeep = DocumentLimits.tooDeep(root);
    if (tooDeep != null) {
      return new Outcome.Refusal<>(List.of(tooDeep), notices);
    }
    if (!StateFormat.isVersion(root, StateFormat1.VERSION)) {
      blockers.add(unsupported(root));
    }
    blockers.addAll(DocumentLimits.blockers(root, facts.limit()));
    var after = new StateCheckpoint(id, filled(id, before, save, facts));
    var taken = before == null ? null : new NameCollision(before, OPERATION).replacement(after);
    if (taken != null) {
      blockers.add(taken);
    }
    if (blockers.isEmpty()) {
      var tooMuch = DocumentLimits.tooLarge(after.root(), 0, Integer.MAX_VALUE, notices);
      if (tooMuch != null) {
        blockers.add(tooMuch);
      }
    }
    if (!blockers.isEmpty()) {
      return new Outcome.Refusal<>(blockers, notices);
    }
    if (before == null) {
      StateStartRules.noticeTracked(StateStartRules.IGNORED_FOLDER, facts, notices);
    }
    noticeNames(after, notices);
    for (var violation : validator.violations(after.root())) {
      var text = violation.path() + ": " + violation.rule() + ", but is " + violation.value();
      notices.add(new Notice("finding", text));
    }
    return new Outcome.Transition<>(after, events(before, after, save), notices);
  }

  /// Returns the events of a save. One that names its base is a change of a program that has read
  /// the run, so the history has the phases that it moved; of any other the phases are not known.
  private static List<Event> events(
      @Nullable StateCheckpoint before, StateCheckpoint after, SaveDocument save) {
    var events = new ArrayList<Event>();
    if (save.base() != null) {
      // A run that ended and goes on begins anew; one that is saved again as ended has not moved.
      boolean ended = before != null && before.finished();
      var known = ended && !after.finished() ? null : before;
      if (known == null && !after.finished()) {
        events.add(new Event.WorkflowStarted(List.of()));
      }
      for (var phase : after.phases()) {
        var earlier = known == null ? null : known.byName().get(phase.name().value());
        if (earlier == null || earlier.status() != phase.status()) {
          events.add(event(phase.name(), phase.status(), ""));
        }
      }
      if (before != null && !ended && after.finished()) {
        events.add(new Event.WorkflowCompleted());
      }
    }
    return events.isEmpty() ? List.of(new DocumentSaved()) : events;
  }

  /// Returns the event of a phase that has come to a status.
  ///
  /// @param reason why it failed or was skipped; may be empty
  static Event event(PhaseName phase, PhaseStatus status, String reason) {
    return switch (status) {
      case PENDING -> new Event.PhaseQueued(phase);
      case IN_PROGRESS -> new Event.PhaseStarted(phase);
      case COMPLETE -> new Event.PhaseCompleted(phase);
      case FAILED -> new Event.PhaseFailed(phase, reason);
      case SKIPPED -> new Event.PhaseSkipped(phase, reason);
    };
  }

  private static Blocker unsupported(JsonObject root) {
    return Blocker.refused(
        "unsupported-version",
        "Cannot save checkpoint with unsupported schema version: "
            + StateFormat.spelling(root)
            + " (expected 1)",
        "Set version to the number 1");
  }

  private static JsonObject filled(
      CheckpointId id, @Nullable StateCheckpoint before, SaveDocument save, Facts facts) {
    var root = save.document();
    if (before == null) {
      var named = DocumentHeader.namedNew(root, id, save.item());
      return DocumentHeader.stampedNew(named, facts);
    }
    // The caller keeps its object, so a second save of it lacks again the additions of the first
    // one.
    var item = save.item() == null ? before.feature().orElse(null) : save.item();
    root = DocumentHeader.named(root, id, item);
    root = keeping(root, before.root(), SchemaFields.STARTED_AT);
    return DocumentHeader.withSaveTime(root, facts);
  }

  private static JsonObject keeping(JsonObject root, JsonObject before, String key) {
    Json kept = before.find(key);
    boolean needed = DocumentHeader.isMissing(root, key) && !DocumentHeader.isMissing(before, key);
    return needed && kept != null ? root.with(key, kept) : root;
  }

  private static void noticeNames(StateCheckpoint after, List<Notice> notices) {
    var id = after.id();
    var command = after.command().orElse("");
    if (!command.equalsIgnoreCase(id.workflow())) {
      notices.add(
          new Notice(
              "other-command",
              "the document saved for command " + id.workflow() + " contains command " + command));
    }
  }
}
