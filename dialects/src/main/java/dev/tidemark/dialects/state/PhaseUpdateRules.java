package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.history.RunStart;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.NearestWord;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rules of one change of one phase.
final class PhaseUpdateRules {
  /// The word that accepts a phase which the run does not have.
  static final String NEW = "new";

  /// The limit of phases that a refusal names.
  private static final int LISTED_MAX = 20;

  private static final String OPERATION = "Failed to update phase: ";

  private final StateCheckpoint before;
  private final boolean created;
  private final PhaseUpdate phaseUpdate;
  private final Facts facts;
  private final List<Blocker> blockers = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();

  /// Takes the run as it stands.
  ///
  /// @param created whether there is no document yet, and `before` was made up for the occasion
  PhaseUpdateRules(StateCheckpoint before, boolean created, PhaseUpdate phaseUpdate, Facts facts) {
    this.before = before;
    this.created = created;
    this.phaseUpdate = phaseUpdate;
    this.facts = facts;
  }

  /// Answers the change.
  ///
  /// @param known the phases that the workflow's definition names
  Outcome<StateCheckpoint> outcome(List<PhaseName> known) {
    var data = phaseUpdate.merge().data();
    if (refuses(DocumentLimits.tooDeep(data))) {
      return new Outcome.Refusal<>(blockers, notices);
    }
    judgePhase(known);
    judgeStatus();
    judgeSummary();
    judgeRun();
    if (!blockers.isEmpty()) {
      return new Outcome.Refusal<>(blockers, notices);
    }
    var merge = new PhaseMerge(before, created, phaseUpdate, facts);
    var after = merge.after();
    var root = after.root();
    if (refuses(DocumentLimits.tooDeep(root))
        || refuses(
            DocumentLimits.tooLarge(
                root,
                DocumentLimits.length(before.root()),
                DocumentLimits.growth(data),
                notices))) {
      return new Outcome.Refusal<>(blockers, notices);
    }
    boolean again = merge.statusBefore() == PhaseStatus.COMPLETE;
    if (phaseUpdate.verb() && again && merge.statusAfter() == PhaseStatus.IN_PROGRESS) {
      notices.add(
          new Notice(
              "phase-again",
              "phase " + phaseUpdate.merge().phase() + " was complete; it is done again"));
    }
    noticeLists(data, SchemaFields.FILES_CREATED);
    noticeLists(data, SchemaFields.FILES_MODIFIED);
    if (merge.reopens()) {
      notices.add(new Notice("reopened", before.id() + " was complete; it is open again"));
    }
    return new Outcome.Transition<>(after, events(merge, after), notices);
  }

  private boolean refuses(@Nullable Blocker blocker) {
    return blocker != null && blockers.add(blocker);
  }

  private void judgeStatus() {
    var status = phaseUpdate.merge().data().find(SchemaFields.STATUS);
    if (status == null) {
      return;
    }
    var word = status instanceof JsonString string ? string.value() : "";
    if (PhaseStatus.parse(word) == null) {
      var meant = meantBy(word);
      var problem = "status " + JsonText.compact(status) + " is none of " + SchemaFields.STATUSES;
      // The library prints the reason alone, so that the word that was meant stands in it
      // (R-002-07).
      var near = meant.isEmpty() ? "" : "; did you mean " + meant + "?";
      blockers.add(
          Blocker.refused(
              "unknown-status",
              OPERATION + problem + near,
              "Send one of " + SchemaFields.STATUSES));
    }
  }

  private void judgeSummary() {
    var name = phaseUpdate.merge().phase().value();
    var objection = DocumentLimits.objection(phaseUpdate.merge().data(), facts.limit());
    if (!objection.isEmpty()) {
      blockers.add(DocumentLimits.blocker("Phase \"" + name + "\" ", objection, facts.limit()));
    }
  }

  private void judgeRun() {
    for (var member : phaseUpdate.merge().run().members()) {
      var problem = problem(member.key(), member.value());
      if (!problem.isEmpty()) {
        blockers.add(
            Blocker.refused(
                "wrong-field",
                OPERATION + member.key() + " " + problem,
                "Send current_task as a string, or pending_phases as an array of names"));
      }
    }
  }

  private static String problem(String key, Json value) {
    if (value instanceof JsonNull) {
      return "";
    }
    return switch (key) {
      case SchemaFields.CURRENT_TASK -> value instanceof JsonString ? "" : "is not a string";
      case SchemaFields.PENDING_PHASES -> isNames(value) ? "" : "is not an array of names";
      default -> "is not a field of the run that can be set";
    };
  }

  private static boolean isNames(Json value) {
    if (!(value instanceof JsonArray array) || array.strings().size() < array.size()) {
      return false;
    }
    for (var name : array.strings()) {
      if (name.isBlank()) {
        return false;
      }
    }
    return true;
  }

  /// Refuses an unknown phase of a defined workflow. Where neither the definition nor the file
  /// names pending phases, any phase is accepted. The library is not asked: its contract accepts
  /// any name.
  private void judgePhase(List<PhaseName> defined) {
    if (!phaseUpdate.verb() || facts.options().has(NEW)) {
      return;
    }
    var names = phasesOf(before, defined);
    var phase = phaseUpdate.merge().phase();
    if (names.isEmpty() || names.contains(phase.value())) {
      return;
    }
    var titled = titled(names, phase);
    var near = titled == null ? NearestWord.find(phase.value(), names) : titled;
    blockers.add(
        Blocker.refused(
            "unknown-phase",
            before.id()
                + " has no phase "
                + phase
                + "; its phases: "
                + PlainText.list(names, LISTED_MAX),
            (near == null ? "" : "Did you mean " + near + "? ")
                + "To add a phase: "
                + CommandLines.enterNew(phase, before.id())));
  }

  /// Returns the phase with that title; null if there is none.
  private @Nullable String titled(List<String> names, PhaseName title) {
    for (var name : names) {
      if (before.title(new PhaseName(name)).orElse("").equalsIgnoreCase(title.value())) {
        return name;
      }
    }
    return null;
  }

  /// Returns whether the plan of a run is needed: the file does not name the phase of a verb, and
  /// plans none any more.
  static boolean asksPlan(StateCheckpoint run, Change change) {
    return change instanceof Change.PhaseStep step
        && run.pending().isEmpty()
        && !run.names().contains(step.phase().value());
  }

  /// Returns whether the run was started with phases of its own.
  private boolean isGiven() {
    var ask = FactQuery.NEWEST_START;
    var start =
        facts.has(ask) ? facts.get(ask).orElse(Optional.empty()) : Optional.<RunStart>empty();
    return start.isPresent() && start.get().event().isGiven();
  }

  /// Returns the phases of a run: those of the file and those of the definition, unless the run was
  /// started with phases of its own. None where neither plans any.
  private List<String> phasesOf(StateCheckpoint run, List<PhaseName> defined) {
    var names = new ArrayList<>(run.names());
    if (isGiven()) {
      return names;
    }
    boolean planned = !run.pending().isEmpty();
    if (defined.isEmpty()) {
      return planned ? names : List.of();
    }
    var usual = new LinkedHashSet<String>();
    for (var phase : defined) {
      usual.add(phase.value());
    }
    if (planned && !usual.containsAll(names)) {
      return names;
    }
    usual.addAll(names);
    return new ArrayList<>(usual);
  }

  /// Returns which status word was probably meant by another one; empty if none comes to mind.
  private static String meantBy(String word) {
    return switch (word) {
      case "done", "completed", "finished", "Complete", "COMPLETE", "success" -> "complete";
      case "running", "started", "active", "in-progress", "inProgress", "current" -> "in_progress";
      case "todo", "queued", "open", "waiting" -> "pending";
      case "error", "fail", "failure", "broken" -> "failed";
      case "skip", "omitted", "ignored" -> "skipped";
      default -> "";
    };
  }

  private void noticeLists(JsonObject data, String key) {
    var value = data.find(key);
    boolean fine =
        value == null
            || value instanceof JsonNull
            || (value instanceof JsonArray array && array.strings().size() == array.size());
    if (!fine) {
      notices.add(new Notice("odd-field", key + " should be an array of paths"));
    }
  }

  private List<Event> events(PhaseMerge merge, StateCheckpoint after) {
    var events = new ArrayList<Event>();
    if (created) {
      events.add(new Event.WorkflowStarted(names(after.pending())));
    }
    if (merge.reopens()) {
      events.add(new Event.WorkflowReopened());
    }
    var phase = phaseUpdate.merge().phase();
    events.add(event(phase, merge, after));
    var known = before.entries().object(phase.value());
    var recorded = new HashSet<>(known == null ? List.of() : known.strings(SchemaFields.DECISIONS));
    for (var text : phaseUpdate.merge().data().strings(SchemaFields.DECISIONS)) {
      if (!recorded.contains(text)) {
        events.add(new Event.DecisionRecorded(new Decision(phase, text)));
      }
    }
    return events;
  }

  private Event event(PhaseName phase, PhaseMerge merge, StateCheckpoint after) {
    var status = merge.statusAfter();
    if (status == null || status == merge.statusBefore()) {
      return new Event.PhaseAmended(phase);
    }
    var reason = status == PhaseStatus.FAILED ? error(phase, after) : phaseUpdate.reason();
    return SaveRules.event(phase, status, reason);
  }

  private static String error(PhaseName phase, StateCheckpoint after) {
    var entry = after.entries().object(phase.value());
    var error = entry == null ? null : entry.string(SchemaFields.ERROR);
    return error == null ? "" : error;
  }

  private static List<PhaseName> names(List<String> texts) {
    var names = new ArrayList<PhaseName>(texts.size());
    for (var text : texts) {
      names.add(new PhaseName(text));
    }
    return names;
  }
}
