package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Consent;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Errand;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// A workflow under the engine, among files that a test makes up.
final class Studio extends Shelf {
  static final String DEMAND = Stage.REQUIREMENTS.output();
  static final String DESIGN = Stage.ARCHITECTURE.output();
  static final String VERIFICATION = Stage.VERIFICATION.output();
  static final String REFLECTION = Stage.REFLECTION.output();

  private final FlowSettings settings;
  private final Dialect<FlowCheckpoint> dialect;
  private final Checkpoints checkpoints;
  List<String> said = List.of();
  List<Notice> notices = List.of();
  List<Event> events = List.of();
  Errand errand = new Errand("NONE", new PhaseName("none"), "", List.of());

  Studio(FlowSettings settings) {
    this(settings, new MemoryStore());
  }

  private Studio(FlowSettings settings, MemoryStore store) {
    super(store);
    this.settings = settings;
    this.dialect = FlowDialect.of(settings);
    this.checkpoints = new Checkpoints(store, store, this);
  }

  /// Returns a workflow in the same state, whose changes this one does not see.
  Studio copy() {
    var copy = new Studio(settings, store.copy());
    copy.files.putAll(files);
    copy.now = now;
    return copy;
  }

  static Studio empty() {
    return new Studio(FlowSettings.USUAL);
  }

  /// A workflow that has begun.
  static Studio started() {
    return empty().after(starting());
  }

  /// A workflow in that phase, in progress, its outputs so far written and approved.
  static Studio in(Stage stage) {
    var studio = started();
    for (var before : Stage.values()) {
      if (before == stage) {
        return studio;
      }
      studio.write(before).after(complete(before)).after(approve(before));
      studio.after(enter(before.next()));
    }
    throw new AssertionError(stage);
  }

  static Studio holding(String phase) {
    var studio = empty();
    studio.store.edit(FlowPlace.ID, phase);
    return studio;
  }

  static Change starting() {
    return new Change.StartRun("develop", null, List.of(), false);
  }

  static Change fresh() {
    return new Change.StartRun("develop", null, List.of(), true);
  }

  static Change resume() {
    return new Change.ResumeRun();
  }

  static Change enter(Stage stage) {
    return new Change.StartPhase(stage.phase(), PhaseReport.NONE);
  }

  static Change complete(Stage stage) {
    return new Change.CompletePhase(stage.phase(), PhaseReport.NONE);
  }

  static Change fail(Stage stage) {
    return new Change.FailPhase(stage.phase(), "no idea", PhaseReport.NONE);
  }

  static Change approve(Stage stage) {
    return new Change.ApprovePhase(stage.phase());
  }

  static Change task(Change.TaskStep step, String id) {
    return new Change.ChangeTask(step, id);
  }

  /// Writes the output of a phase.
  Studio write(Stage stage) {
    if (stage == Stage.IMPLEMENTATION) {
      return after(task(Change.TaskStep.ADD, "task-001"));
    }
    return write(stage.output(), "{\"of\":\"" + stage + "\"}");
  }

  Studio write(String path, String text) {
    files.put(path, new Found(text, now));
    return this;
  }

  /// Words in pairs: a word and its value.
  Outcome<FlowCheckpoint> ask(Change change, String... words) {
    now = now.plusSeconds(60);
    effects.clear();
    var details = new HashMap<String, List<String>>();
    for (int i = 0; i < words.length; i += 2) {
      details.computeIfAbsent(words[i], word -> new ArrayList<>()).add(words[i + 1]);
    }
    var by = new By(Actor.tool("test"), Mode.COMMIT, new Details(details), null, Consent.TERMINAL);
    var answer = checkpoints.apply(dialect, FlowPlace.ID, change, by);
    var outcome = answer.outcome();
    said = outcome.said();
    notices = outcome.notices();
    events = List.of();
    errand = new Errand("NONE", new PhaseName("none"), "", List.of());
    if (outcome instanceof Outcome.Transition<FlowCheckpoint> yes) {
      events = yes.events();
      errand = answer.errand() == null ? errand : answer.errand();
    }
    return outcome;
  }

  Studio after(Change change, String... words) {
    assertThat(ask(change, words)).isInstanceOf(Outcome.Transition.class);
    return this;
  }

  /// Asks for what must be refused, with nothing changed.
  Blocker refused(Change change, String... words) {
    var before = phase();
    var tasks = tasks();
    var outcome = ask(change, words);
    assertThat(outcome).isInstanceOf(Outcome.Refusal.class);
    assertThat(phase()).isEqualTo(before);
    assertThat(tasks()).isEqualTo(tasks);
    assertThat(effects).isEmpty();
    var blockers = ((Outcome.Refusal<FlowCheckpoint>) outcome).blockers();
    assertThat(blockers).hasSize(1);
    assertThat(blockers.getFirst().hint()).isNotBlank();
    return blockers.getFirst();
  }

  String phase() {
    return text(FlowPlace.FILE).orElse("");
  }

  String tasks() {
    return text(TasksPlace.FILE).orElse("");
  }

  FlowCheckpoint checkpoint() {
    return dialect.format().decode(FlowPlace.ID, phase()).checkpoint();
  }

  Task task(String id) {
    var task = new TasksFormat().decode(TasksPlace.ID, tasks()).checkpoint().task(id);
    if (task == null) {
      throw new AssertionError("no task " + id);
    }
    return task;
  }

  /// Changes fields of the document behind everybody's back; `null` removes one.
  Studio edit(String key, String json) {
    var root = checkpoint().root();
    var next = json.equals("null") ? root.without(key) : root.with(key, JsonText.parse(json));
    store.edit(FlowPlace.ID, JsonText.compact(next));
    return this;
  }

  Studio editTasks(String text) {
    store.edit(TasksPlace.ID, text);
    return this;
  }

  /// Puts a recorded state back, if there is one that can be read.
  void restore(long entry) {
    try {
      checkpoints.restore(dialect, FlowPlace.ID, entry, By.of(Actor.tool("test")));
    } catch (FormatException unreadable) {
      // Nothing was written.
    }
  }

  List<String> codes() {
    return notices.stream().map(Notice::code).toList();
  }

  /// Returns the archived folders, by name.
  List<String> archives() {
    return files.keySet().stream()
        .filter(path -> path.startsWith(Archives.FOLDER + "/"))
        .map(path -> path.substring(Archives.FOLDER.length() + 1))
        .filter(path -> path.contains("/"))
        .map(path -> path.substring(0, path.indexOf('/')))
        .distinct()
        .toList();
  }

  String archived(String folder, String name) {
    return files.get(Archives.FOLDER + "/" + folder + "/" + name).text();
  }

  String stamp() {
    return Timestamps.millis(now);
  }
}
