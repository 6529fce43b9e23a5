package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.history.Event;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import java.util.ArrayList;
import java.util.List;

/// Builder of the next state of a workflow.
final class FlowUpdate {
  private final FactTracker factTracker;
  private final FlowCheckpoint before;
  private final List<Event> events = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<String> formatLines = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private FlowCheckpoint now;
  private boolean forced;

  FlowUpdate(FactTracker factTracker, FlowCheckpoint before) {
    this.factTracker = factTracker;
    this.before = before;
    this.now = before;
  }

  FlowCheckpoint checkpoint() {
    return now;
  }

  List<Notice> notices() {
    return notices;
  }

  List<String> formatLines() {
    return formatLines;
  }

  void addNotice(String code, String text) {
    notices.add(new Notice(code, text));
  }

  void addLine(String line) {
    formatLines.add(line);
  }

  void addEvent(Event event) {
    events.add(event);
  }

  void addEvents(List<Event> all) {
    events.addAll(all);
  }

  void addEffect(Effect effect) {
    effects.add(effect);
  }

  /// Returns the effects so far.
  List<Effect> effects() {
    return effects;
  }

  void addEffects(List<Effect> all) {
    effects.addAll(all);
  }

  /// Has the document written, be it only for the time of it.
  void forceWrite() {
    forced = true;
  }

  private void put(String key, Json value) {
    now = now.with(now.root().with(key, value));
  }

  void progress(FlowProgress flowProgress) {
    put(FlowKeys.PHASE_STATUS, JsonString.of(flowProgress.word()));
  }

  /// Begins the current phase.
  void begin(FlowPhase flowPhase) {
    progress(FlowProgress.IN_PROGRESS);
    events.add(new Event.PhaseStarted(flowPhase.phase()));
  }

  /// Completes a phase and makes the next one current; how far that has come is left to the caller.
  void complete(FlowPhase flowPhase, String output) {
    var entry =
        JsonObject.builder()
            .add(FlowKeys.PHASE, flowPhase.name())
            .add(FlowKeys.COMPLETED_AT, factTracker.stamp())
            .add(FlowKeys.OUTPUT, output)
            .build();
    var array = now.root().array(FlowKeys.COMPLETED_PHASES);
    put(FlowKeys.COMPLETED_PHASES, (array == null ? JsonArray.EMPTY : array).plus(entry));
    var next = flowPhase.next();
    put(FlowKeys.CURRENT_PHASE, JsonString.of((next == null ? flowPhase : next).name()));
    events.add(new Event.PhaseCompleted(flowPhase.phase()));
  }

  /// Records the user's approval of a phase: one entry, with the time of the newest (R-003-18).
  void approve(FlowPhase flowPhase) {
    var array = now.root().array(FlowKeys.USER_CHECKPOINTS);
    var entries = array == null ? JsonArray.EMPTY : array;
    int at = -1;
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i) instanceof JsonObject there
          && flowPhase.name().equals(there.string(FlowKeys.PHASE))) {
        at = i;
      }
    }
    var entry =
        at >= 0 && entries.get(at) instanceof JsonObject there
            ? there
            : JsonObject.builder().add(FlowKeys.PHASE, flowPhase.name()).build();
    entry = entry.with(FlowKeys.APPROVED_AT, factTracker.stamp());
    put(FlowKeys.USER_CHECKPOINTS, at < 0 ? entries.plus(entry) : entries.with(at, entry));
    events.add(new Event.PhaseAmended(flowPhase.phase()));
  }

  /// Returns the transition to the built state. Without a change nothing is written.
  Outcome<FlowCheckpoint> outcome() {
    boolean same = !forced && now.root().equals(before.root());
    if (!same) {
      put(FlowKeys.LAST_UPDATED, JsonString.of(factTracker.stamp()));
      put(FlowKeys.INTERRUPTION_SAFE, JsonBoolean.of(true));
      var flowPhase = now.flowPhase();
      if (events.isEmpty() && flowPhase != null) {
        events.add(new Event.PhaseAmended(flowPhase.phase()));
      }
    }
    return new Outcome.Transition<>(
        now, events, notices, formatLines, effects, same ? Fate.UNTOUCHED : Fate.WRITTEN);
  }

  /// Returns the transition in which the document is taken away, once it is archived.
  Outcome<FlowCheckpoint> removed() {
    events.add(new Event.WorkflowCompleted());
    return new Outcome.Transition<>(null, events, notices, formatLines, effects, Fate.REMOVED);
  }

  /// Returns the document as it would be written now.
  FlowCheckpoint closed() {
    put(FlowKeys.LAST_UPDATED, JsonString.of(factTracker.stamp()));
    put(FlowKeys.INTERRUPTION_SAFE, JsonBoolean.of(true));
    return now;
  }
}
