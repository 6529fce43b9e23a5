package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.World;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Timestamps;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Errand;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.FileFact;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A workflow under the engine, among files that a test makes up.
final class Studio implements World {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
  static final String DEMAND = Stage.REQUIREMENTS.output();
  static final String DESIGN = Stage.ARCHITECTURE.output();
  static final String VERIFICATION = Stage.VERIFICATION.output();
  static final String REFLECTION = Stage.REFLECTION.output();

  /// A file and when it was written.
  record Found(String text, Instant at) {}

  final MemoryStore store = new MemoryStore();
  final Map<String, Found> files = new TreeMap<>();
  final List<Effect> effects = new ArrayList<>();
  private final Dialect<FlowCheckpoint> dialect;
  private final Checkpoints checkpoints = new Checkpoints(store, store, this);
  Instant now = START;
  List<String> said = List.of();
  List<Notice> notices = List.of();
  List<Event> events = List.of();
  Errand errand = new Errand("NONE", new PhaseName("none"), "", List.of());

  Studio(FlowSettings settings) {
    this.dialect = FlowDialect.of(settings);
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
    var by = new By(Actor.tool("test"), Mode.COMMIT, new Details(details));
    var outcome = checkpoints.apply(dialect, FlowPlace.ID, change, by).outcome();
    said = outcome.said();
    notices = outcome.notices();
    events = List.of();
    errand = new Errand("NONE", new PhaseName("none"), "", List.of());
    if (outcome instanceof Outcome.Transition<FlowCheckpoint> yes) {
      events = yes.events();
      errand = yes.errand() == null ? errand : yes.errand();
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

  private Optional<String> text(String path) {
    var id =
        path.equals(FlowPlace.FILE)
            ? FlowPlace.ID
            : path.equals(TasksPlace.FILE) ? TasksPlace.ID : null;
    if (id == null) {
      return Optional.ofNullable(files.get(path)).map(Found::text);
    }
    return store.find(id).filter(found -> found.exists()).map(found -> found.text());
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return SummaryLimit.DEFAULT;
  }

  @Override
  @SuppressWarnings("unchecked") // each branch answers with what its ask is made of
  public <T> Fact<T> fetch(Ask<T> ask) {
    return (Fact<T>)
        switch (ask) {
          case Ask.HeadNow _ -> Fact.known(Head.NONE);
          case Ask.Exists exists -> Fact.known(exists(exists.path()));
          case Ask.Text text -> Fact.known(text(text.path()));
          case Ask.Files folder -> Fact.known(list(folder.folder(), false));
          case Ask.FilesBelow folder -> Fact.known(list(folder.folder(), true));
          case Ask.Digest file ->
              Fact.known(text(file.path()).map(text -> Sha256.hex(Utf8.encode(text))));
          default -> throw new AssertionError("nobody should ask " + ask);
        };
  }

  private boolean exists(String path) {
    return text(path).isPresent()
        || files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"));
  }

  private List<FileFact> list(String folder, boolean below) {
    var found = new TreeMap<String, FileFact>();
    for (var file : files.entrySet()) {
      var path = file.getKey();
      if (path.startsWith(folder + "/")) {
        int slash = path.indexOf('/', folder.length() + 1);
        var at = file.getValue().at();
        if (slash < 0 || below) {
          found.put(path, new FileFact(path, file.getValue().text().length(), at, false));
        } else {
          var name = path.substring(0, slash);
          found.put(name, new FileFact(name, 0, at, true));
        }
      }
    }
    return List.copyOf(found.values());
  }

  @Override
  public List<Blocker> carryOut(Effect effect) {
    effects.add(effect);
    switch (effect) {
      case Effect.PutFile file -> files.putIfAbsent(file.path(), new Found(file.text(), now));
      case Effect.CopyFile file ->
          files.putIfAbsent(file.to(), new Found(text(file.from()).orElseThrow(), now));
      case Effect.MoveFile file -> {
        var moved = files.remove(file.from());
        if (moved != null) {
          files.put(file.to(), moved);
        }
      }
      case Effect.RemoveFolders folders ->
          files
              .keySet()
              .removeIf(path -> folders.folders().stream().anyMatch(f -> path.startsWith(f + "/")));
      default -> throw new AssertionError("nobody should want " + effect);
    }
    return List.of();
  }
}
