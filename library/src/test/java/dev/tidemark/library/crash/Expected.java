package dev.tidemark.library.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.library.Project;
import dev.tidemark.library.crash.CrashScene.Cut;
import dev.tidemark.library.crash.Inode.FileNode;
import dev.tidemark.library.crash.Inode.FolderNode;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What must be found after a power cut, whatever it left.
final class Expected {
  private static final List<String> DIALECTS =
      List.of("state", "phase", "item", "flow", "flow-tasks");
  private static final Dialects TABLE =
      new Dialects(
          Dialects.workflows(List.of()),
          PhaseSettings.USUAL,
          FlowSettings.USUAL,
          SummaryLimit.DEFAULT);

  private final Map<CheckpointId, List<HistoryEntry>> entries = new HashMap<>();
  private final Map<CheckpointId, Map<Integer, String>> states = new HashMap<>();
  private final Map<CheckpointId, String> edits = new HashMap<>();

  static Dialect<?> dialect(String name) {
    return TABLE.get(name);
  }

  /// Returns how many entries each run has.
  static Map<CheckpointId, Integer> sizes(Project project) {
    var sizes = new HashMap<CheckpointId, Integer>();
    for (var run : runs(project)) {
      sizes.put(run, project.history().history(run).size());
    }
    return sizes;
  }

  private static List<CheckpointId> runs(Project project) {
    var runs = new ArrayList<CheckpointId>();
    for (var dialect : DIALECTS) {
      runs.addAll(project.store().list(dialect));
    }
    return runs;
  }

  /// Remembers that somebody changed a document behind our back.
  void edited(CheckpointId id, String text) {
    edits.put(id, text);
  }

  /// Remembers what is recorded by now.
  void note(Project project) {
    for (var run : runs(project)) {
      var history = project.history().history(run);
      entries.put(run, history);
      var known = states.computeIfAbsent(run, missing -> new HashMap<>());
      known.put(0, "");
      for (int i = known.size(); i <= history.size(); i++) {
        known.put(i, project.history().stateAt(run, i).orElse(""));
      }
    }
  }

  /// Looks at a disk.
  ///
  /// @throws AssertionError if something is wrong
  void check(Cut cut, Project project, SimulatedDisk disk) {
    for (var run : entries.keySet()) {
      check(cut, project, run);
    }
    goOn(project);
    for (var dialect : DIALECTS) {
      for (var archived : project.archives().list(dialect)) {
        assertThat(project.archives().read(archived)).isNotEmpty();
      }
    }
    assertThat(leftovers(disk.top(), "")).isEmpty();
    checkHome(disk.top());
  }

  private void check(Cut cut, Project project, CheckpointId run) {
    int acknowledged = cut.acknowledged().getOrDefault(run, 0);
    var history = project.history().history(run);
    assertThat(history.size()).as("entries of %s", run).isGreaterThanOrEqualTo(acknowledged);
    var all = entries.getOrDefault(run, List.of());
    assertThat(history).isEqualTo(all.subList(0, Math.min(all.size(), history.size())));
    var text = project.store().find(run).map(Document::text).orElse("");
    assertThat(text).as("the document of %s", run).isIn(allowed(run, acknowledged, history.size()));
    for (var problem : project.history().verify(run)) {
      assertThat(problem.code())
          .as(problem.message())
          .isIn(HistoryDiagnostics.EDITED, HistoryDiagnostics.BEHIND, HistoryDiagnostics.TORN);
    }
    if (!text.isEmpty() && !text.equals(edits.get(run))) {
      TABLE.get(run.dialect()).format().decode(run, text);
    }
  }

  private Set<String> allowed(CheckpointId run, int acknowledged, int there) {
    var known = states.getOrDefault(run, Map.of());
    var allowed = new HashSet<String>();
    allowed.add(known.getOrDefault(there, ""));
    if (there > acknowledged) {
      allowed.add(known.getOrDefault(there - 1, ""));
    }
    if (edits.containsKey(run)) {
      allowed.add(edits.get(run));
    }
    return allowed;
  }

  /// Remembers what is there, whatever it is.
  void found(Project project) {
    for (var run : runs(project)) {
      edited(run, project.store().find(run).map(Document::text).orElse(""));
    }
  }

  /// Does what the next writer does, to every run.
  void goOn(Project project) {
    for (var run : entries.keySet()) {
      goOn(project, run);
    }
  }

  private static void goOn(Project project, CheckpointId run) {
    restore(project, run);
    var before = project.store().find(run);
    var history = project.history().history(run);
    var revision = before.map(Document::revision).orElse(Revision.NONE);
    var events = List.<Event>of(new Event.WorkflowReopened());
    var recordMetadata =
        new RecordMetadata(CrashScene.START, Actor.tool("next"), events, Evidence.NONE);
    project.store().replace(DocumentWrite.note(run, revision, recordMetadata));
    assertThat(project.history().verify(run)).isEmpty();
    assertThat(project.store().find(run).map(Document::text).orElse(""))
        .isEqualTo(before.map(Document::text).orElse(""));
    var after = project.history().history(run);
    assertThat(after.subList(0, history.size())).isEqualTo(history);
    assertThat(after.getLast().events()).isEqualTo(events);
  }

  /// Brings a document back whose record was kept and whose name was lost: no change goes on
  /// without it.
  private static void restore(Project project, CheckpointId run) {
    var found = project.store().find(run);
    if (found.isPresent() && found.get().isMissing()) {
      var recorded = project.history().stateAt(run, found.get().sequence()).orElse("");
      var recordMetadata =
          new RecordMetadata(
              CrashScene.START,
              Actor.tool("next"),
              List.of(new Event.DocumentSaved()),
              Evidence.NONE);
      project
          .store()
          .replace(new DocumentWrite(run, recorded, found.get().revision(), recordMetadata));
    }
  }

  /// Files that are created once beside documents leave theirs until they are created again; files
  /// of `.tidemark` with one writer at a time (unique part `0`) until they are replaced again.
  private static List<String> leftovers(FolderNode folder, String above) {
    var left = new ArrayList<String>();
    folder
        .names()
        .forEach(
            (name, node) -> {
              if (node instanceof FolderNode below) {
                left.addAll(leftovers(below, above + name + "/"));
              } else if (name.endsWith(".tidemark-tmp")
                  && above.indexOf("/archive") + above.indexOf("/journal") < -1
                  && !above.contains("/.archive/")
                  && !name.startsWith("..gitkeep.")
                  && !name.endsWith(".0.tidemark-tmp")) {
                left.add(above + name);
              }
            });
    return left;
  }

  private static void checkHome(FolderNode top) {
    if (top.names().get(".tidemark") instanceof FolderNode home
        && home.names().containsKey("FORMAT")) {
      assertThat(home.names().get(".gitignore")).as("what keeps all this from git").isNotNull();
      var ignored = ((FileNode) home.names().get(".gitignore")).bytes();
      assertThat(new String(ignored, StandardCharsets.UTF_8)).startsWith("*\n").endsWith("**\n");
    }
  }
}
