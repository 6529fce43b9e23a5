package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowTask;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// A workflow under the engine, among files that a test makes up.
public final class Studio extends Shelf {
  static final String DEMAND = FlowPhase.REQUIREMENTS.output();
  static final String DESIGN = FlowPhase.ARCHITECTURE.output();
  static final String VERIFICATION = FlowPhase.VERIFICATION.output();
  static final String REFLECTION = FlowPhase.REFLECTION.output();

  private final FlowSettings settings;
  private final Dialect<FlowCheckpoint> dialect;
  private final Checkpoints checkpoints;
  public List<String> said = List.of();
  List<Notice> notices = List.of();
  public List<Event> events = List.of();
  public NextAction nextAction = new NextAction("NONE", new PhaseName("none"), "", List.of());

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

  public static Studio empty() {
    return new Studio(FlowSettings.USUAL);
  }

  /// A workflow that has begun.
  public static Studio started() {
    return empty().after(starting());
  }

  /// A workflow in that phase, in progress, its outputs so far written and approved.
  public static Studio in(FlowPhase flowPhase) {
    var studio = started();
    for (var before : FlowPhase.values()) {
      if (before == flowPhase) {
        return studio;
      }
      studio.write(before).after(complete(before)).after(approve(before));
      studio.after(enter(before.next()));
    }
    throw new AssertionError(flowPhase);
  }

  static Studio holding(String phase) {
    var studio = empty();
    studio.store.edit(FlowFormat.ID, phase);
    return studio;
  }

  static Change starting() {
    return new Change.StartRun("develop", null, List.of(), false);
  }

  public static Change fresh() {
    return new Change.StartRun("develop", null, List.of(), true);
  }

  public static Change resume() {
    return new Change.ResumeRun();
  }

  public static Change enter(FlowPhase flowPhase) {
    return new Change.StartPhase(flowPhase.phase(), PhaseReport.NONE);
  }

  public static Change complete(FlowPhase flowPhase) {
    return new Change.CompletePhase(flowPhase.phase(), PhaseReport.NONE);
  }

  static Change fail(FlowPhase flowPhase) {
    return new Change.FailPhase(flowPhase.phase(), "no idea", PhaseReport.NONE);
  }

  public static Change approve(FlowPhase flowPhase) {
    return new Change.ApprovePhase(flowPhase.phase());
  }

  public static Change task(Change.TaskStep step, String id) {
    return new Change.ChangeTask(step, id);
  }

  /// Writes the output of a phase.
  public Studio write(FlowPhase flowPhase) {
    if (flowPhase == FlowPhase.IMPLEMENTATION) {
      return after(task(Change.TaskStep.ADD, "task-001"));
    }
    return write(flowPhase.output(), "{\"of\":\"" + flowPhase + "\"}");
  }

  public Studio write(String path, String text) {
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
    var by =
        new Caller(
            Actor.tool("test"),
            ChangeMode.COMMIT,
            new DialectOptions(details),
            null,
            ApprovalEvidence.TERMINAL);
    var changeResult = checkpoints.apply(dialect, FlowFormat.ID, change, by);
    var outcome = changeResult.outcome();
    said = outcome.formatLines();
    notices = outcome.notices();
    events = List.of();
    nextAction = new NextAction("NONE", new PhaseName("none"), "", List.of());
    if (outcome instanceof Outcome.Transition<FlowCheckpoint> yes) {
      events = yes.events();
      nextAction = changeResult.nextAction() == null ? nextAction : changeResult.nextAction();
    }
    return outcome;
  }

  public Studio after(Change change, String... words) {
    assertThat(ask(change, words)).isInstanceOf(Outcome.Transition.class);
    return this;
  }

  /// Asks for what must be refused, with nothing changed.
  public Blocker refused(Change change, String... words) {
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
    return text(FlowFormat.FILE).orElse("");
  }

  public String tasks() {
    return text(TasksFormat.FILE).orElse("");
  }

  public FlowCheckpoint checkpoint() {
    return dialect.format().decode(FlowFormat.ID, phase()).checkpoint();
  }

  public FlowTask task(String id) {
    var flowTask = new TasksFormat().decode(TasksFormat.ID, tasks()).checkpoint().task(id);
    if (flowTask == null) {
      throw new AssertionError("no task " + id);
    }
    return flowTask;
  }

  /// Changes fields of the document behind everybody's back; `null` removes one.
  public Studio edit(String key, String json) {
    var root = checkpoint().root();
    var next = json.equals("null") ? root.without(key) : root.with(key, JsonText.parse(json));
    store.edit(FlowFormat.ID, JsonText.compact(next));
    return this;
  }

  public Studio editTasks(String text) {
    store.edit(TasksFormat.ID, text);
    return this;
  }

  /// Puts a recorded state back, if there is one that can be read.
  void restore(long entry) {
    try {
      checkpoints.restore(dialect, FlowFormat.ID, entry, Caller.of(Actor.tool("test")));
    } catch (FormatException unreadable) {
      // Nothing was written.
    }
  }

  public List<String> codes() {
    return notices.stream().map(Notice::code).toList();
  }

  /// Returns the archived folders, by name.
  List<String> archives() {
    return files.keySet().stream()
        .filter(path -> path.startsWith(FlowArchives.FOLDER + "/"))
        .map(path -> path.substring(FlowArchives.FOLDER.length() + 1))
        .filter(path -> path.contains("/"))
        .map(path -> path.substring(0, path.indexOf('/')))
        .distinct()
        .toList();
  }

  String archived(String folder, String name) {
    return files.get(FlowArchives.FOLDER + "/" + folder + "/" + name).text();
  }

  public String stamp() {
    return Timestamps.millis(now);
  }
}
