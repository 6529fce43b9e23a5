package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Fate;
import java.util.ArrayList;
import java.util.List;

/// Builder of the next state of a workflow.
final class Draft {
  private final Inquiry inquiry;
  private final FlowCheckpoint before;
  private final List<Event> events = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private FlowCheckpoint now;
  private boolean touched;

  Draft(Inquiry inquiry, FlowCheckpoint before) {
    this.inquiry = inquiry;
    this.before = before;
    this.now = before;
  }

  FlowCheckpoint now() {
    return now;
  }

  List<Notice> notices() {
    return notices;
  }

  List<String> said() {
    return said;
  }

  void notice(String code, String text) {
    notices.add(new Notice(code, text));
  }

  void say(String line) {
    said.add(line);
  }

  void happened(Event event) {
    events.add(event);
  }

  void happened(List<Event> all) {
    events.addAll(all);
  }

  void effect(Effect effect) {
    effects.add(effect);
  }

  /// Returns the effects so far.
  List<Effect> effects() {
    return effects;
  }

  void effects(List<Effect> all) {
    effects.addAll(all);
  }

  /// Has the document written, be it only for the time of it.
  void touch() {
    touched = true;
  }

  private void put(String key, Json value) {
    now = now.with(now.root().with(key, value));
  }

  void progress(Progress progress) {
    put(Keys.PHASE_STATUS, JsonString.of(progress.word()));
  }

  /// Begins the current phase.
  void begin(Stage stage) {
    progress(Progress.IN_PROGRESS);
    events.add(new Event.PhaseStarted(stage.phase()));
  }

  /// Completes a phase and makes the next one current; how far that has come is left to the caller.
  void complete(Stage stage, String output) {
    var entry =
        JsonObject.builder()
            .add(Keys.PHASE, stage.name())
            .add(Keys.COMPLETED_AT, inquiry.stamp())
            .add(Keys.OUTPUT, output)
            .build();
    var array = now.root().array(Keys.COMPLETED_PHASES);
    put(Keys.COMPLETED_PHASES, (array == null ? JsonArray.EMPTY : array).plus(entry));
    var next = stage.next();
    put(Keys.CURRENT_PHASE, JsonString.of((next == null ? stage : next).name()));
    events.add(new Event.PhaseCompleted(stage.phase()));
  }

  /// Records the user's approval of a phase: one entry, with the time of the newest (R-003-18).
  void approve(Stage stage) {
    var array = now.root().array(Keys.USER_CHECKPOINTS);
    var entries = array == null ? JsonArray.EMPTY : array;
    int at = -1;
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i) instanceof JsonObject there
          && stage.name().equals(there.string(Keys.PHASE))) {
        at = i;
      }
    }
    var entry =
        at >= 0 && entries.get(at) instanceof JsonObject there
            ? there
            : JsonObject.builder().add(Keys.PHASE, stage.name()).build();
    entry = entry.with(Keys.APPROVED_AT, inquiry.stamp());
    put(Keys.USER_CHECKPOINTS, at < 0 ? entries.plus(entry) : entries.with(at, entry));
    events.add(new Event.PhaseAmended(stage.phase()));
  }

  /// Returns the transition to the built state. Without a change nothing is written.
  Outcome<FlowCheckpoint> outcome() {
    boolean same = !touched && now.root().equals(before.root());
    if (!same) {
      put(Keys.LAST_UPDATED, JsonString.of(inquiry.stamp()));
      put(Keys.INTERRUPTION_SAFE, JsonBoolean.of(true));
      var stage = now.stage();
      if (events.isEmpty() && stage != null) {
        events.add(new Event.PhaseAmended(stage.phase()));
      }
    }
    return new Outcome.Transition<>(
        now, events, notices, said, effects, same ? Fate.UNTOUCHED : Fate.WRITTEN);
  }

  /// Returns the transition in which the document is taken away, once it is archived.
  Outcome<FlowCheckpoint> removed() {
    events.add(new Event.WorkflowCompleted());
    return new Outcome.Transition<>(null, events, notices, said, effects, Fate.REMOVED);
  }

  /// Returns the document as it would be written now.
  FlowCheckpoint closed() {
    put(Keys.LAST_UPDATED, JsonString.of(inquiry.stamp()));
    put(Keys.INTERRUPTION_SAFE, JsonBoolean.of(true));
    return now;
  }
}
