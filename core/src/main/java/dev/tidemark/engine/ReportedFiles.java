package dev.tidemark.engine;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.MovedFiles;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Validation of reported files before the rules, in every dialect: a file that is not there is
/// refused. The end of a phase replaces the files of its earlier end, and takes out those that are
/// gone, and asks to check the later phases that were completed on an older result. Documents that
/// are saved as a whole, and data merged into them, are not looked at.
final class ReportedFiles {
  private final ProjectContext projectContext;
  private final HistoryStore historyStore;
  private final CheckpointId id;
  private final @Nullable Checkpoint checkpoint;
  private final Evidence evidence;
  private final List<Blocker> blockers = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();

  /// The recorded fingerprint of each path; made by the first lookup.
  private @Nullable Map<String, Fingerprint> fingerprints;

  ReportedFiles(
      ProjectContext projectContext,
      HistoryStore historyStore,
      CheckpointId id,
      @Nullable Checkpoint checkpoint,
      Evidence evidence) {
    this.projectContext = projectContext;
    this.historyStore = historyStore;
    this.id = id;
    this.checkpoint = checkpoint;
    this.evidence = evidence;
  }

  List<Blocker> blockers() {
    return blockers;
  }

  /// Returns the change as the rules see it.
  <C extends Checkpoint> Change prepare(Dialect<C> dialect, Change change) {
    if (change instanceof Change.CompletePhase done) {
      var phase = phase(dialect, done.phase());
      var own = files(phase);
      check(done.report(), own, phase);
      var settled = settled(done.report(), own, phase);
      return settled == null
          ? done
          : new Change.CompletePhase(done.phase(), done.report().withArtifacts(settled));
    }
    PhaseReport report = null;
    if (change instanceof Change.AmendPhase amend) {
      report = amend.report();
    } else if (change instanceof Change.StartPhase start) {
      report = start.report();
    } else if (change instanceof Change.FailPhase fail) {
      report = fail.report();
    }
    if (report != null && !report.artifacts().isEmpty()) {
      check(report, files(null), null);
    }
    return change;
  }

  /// Returns a transition with the files taken out that only the journal has, and the phases that
  /// were completed on an older result.
  <C extends Checkpoint> Transition<C> recorded(
      Dialect<C> dialect, Change change, Transition<C> transition) {
    List<Event> events = List.of();
    if (change instanceof Change.CompletePhase done) {
      var phase = phase(dialect, done.phase());
      events = events(done.report(), phase);
      events.addAll(confirmed(phase, transition));
      events.addAll(outdated(done.report(), phase, transition));
    } else if (change instanceof Change.AmendPhase amend) {
      events = events(amend.report(), null);
    }
    var all = new ArrayList<>(transition.notices());
    all.addAll(notices);
    return (notices.isEmpty() ? transition : transition.withNotices(all)).withMoreEvents(events);
  }

  private List<Event> events(PhaseReport report, @Nullable PhaseName phase) {
    var removed = new HashSet<String>();
    for (var artifact : report.artifacts()) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        removed.add(artifact.path());
      }
    }
    var events = new ArrayList<Event>();
    for (var note : evidence.worklog().notes()) {
      if (kind(note) != null
          && (phase == null || phase.equals(note.phase()))
          && removed.contains(note.text())) {
        events.add(new Event.NoteResolved(note));
      }
    }
    return events;
  }

  /// A phase that is reported as done without having been begun again was checked.
  private List<Event> confirmed(PhaseName phase, Transition<?> transition) {
    var events = new ArrayList<Event>();
    for (var note : evidence.worklog().notes()) {
      if (note.kind() == Note.Kind.OUTDATED
          && phase.equals(note.phase())
          && !transition.events().contains(new Event.PhaseCompleted(phase))) {
        events.add(new Event.NoteResolved(note));
      }
    }
    return events;
  }

  /// Returns a note for each later phase that is complete and was completed on the result that a
  /// phase had before. Only the content of the phase's files counts; where it has none, that it was
  /// done again.
  private List<Event> outdated(PhaseReport report, PhaseName phase, Transition<?> transition) {
    var later = laterComplete(phase, transition.after());
    if (later.isEmpty()) {
      return List.of();
    }
    boolean again = transition.events().contains(new Event.PhaseCompleted(phase));
    later.retainAll(completedAfter(phase));
    var events = new ArrayList<Event>();
    if (!later.isEmpty() && hasChanged(report, phase, again)) {
      for (var name : later) {
        var text = name + " was done on an older result of " + phase;
        events.add(new Event.NoteRecorded(new Note(Note.Kind.OUTDATED, name, text)));
      }
    }
    return events;
  }

  private static List<PhaseName> laterComplete(PhaseName phase, @Nullable Checkpoint after) {
    var later = new ArrayList<PhaseName>();
    boolean behind = false;
    for (var known : after == null ? List.<Phase>of() : after.phases()) {
      if (behind && known.status() == PhaseStatus.COMPLETE) {
        later.add(known.name());
      }
      behind |= known.name().equals(phase);
    }
    return later;
  }

  /// Returns the phases that were completed after a phase, in the present run.
  private Set<PhaseName> completedAfter(PhaseName phase) {
    var names = new HashSet<PhaseName>();
    boolean completed = false;
    for (var entry : historyStore.history(id)) {
      for (var event : entry.events()) {
        if (event instanceof Event.WorkflowStarted) {
          completed = false;
        } else if (event instanceof Event.PhaseCompleted done) {
          completed |= done.phase().equals(phase);
          if (completed) {
            names.add(done.phase());
          }
        }
      }
    }
    return names;
  }

  /// Returns whether the result of a phase is another one than before.
  ///
  /// @param again whether the phase was begun again
  private boolean hasChanged(PhaseReport report, PhaseName phase, boolean again) {
    var paths = new LinkedHashSet<String>();
    for (var file : files(phase)) {
      paths.add(file.path());
    }
    for (var file : report.artifacts()) {
      paths.add(file.path());
    }
    for (var path : paths) {
      var before = recorded(path);
      var now = projectContext.fetch(FactQuery.fingerprint(path)).orElse(Optional.empty());
      if (before == null || now.isEmpty() || before.differs(now.get())) {
        return true;
      }
    }
    return paths.isEmpty() && again;
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  private <C extends Checkpoint> PhaseName phase(Dialect<C> dialect, PhaseName word) {
    return dialect.rules().phaseKey(id, (C) checkpoint, word).phase();
  }

  /// Returns the files of a phase, or of all, in the document and the journal.
  private List<Artifact> files(@Nullable PhaseName phase) {
    var files = new ArrayList<Artifact>();
    for (var known : checkpoint == null ? List.<Phase>of() : checkpoint.phases()) {
      if (phase == null || phase.equals(known.name())) {
        files.addAll(known.artifacts());
      }
    }
    for (var note : evidence.worklog().notes()) {
      var kind = kind(note);
      if (kind != null && (phase == null || phase.equals(note.phase()))) {
        files.add(new Artifact(note.text(), kind));
      }
    }
    return files;
  }

  private static Artifact.@Nullable Kind kind(Note note) {
    if (note.kind() == Note.Kind.CREATED) {
      return Artifact.Kind.CREATED;
    }
    return note.kind() == Note.Kind.MODIFIED ? Artifact.Kind.MODIFIED : null;
  }

  private void check(PhaseReport report, List<Artifact> own, @Nullable PhaseName phase) {
    for (var artifact : report.artifacts()) {
      var path = artifact.path();
      if (artifact.kind() != Artifact.Kind.REMOVED && isMissing(path)) {
        var near = nearest(path);
        var what = path.equals(near) ? " is a link to a file that is not there" : " is not there";
        blockers.add(
            Blocker.refused(
                "no-file",
                path + what + ", so " + reporter(phase) + " cannot report it",
                hint(path, near)));
      } else if (artifact.kind() == Artifact.Kind.REMOVED) {
        var reported = reported(own, phase);
        if (!reported.contains(path)) {
          blockers.add(notReported(path, reported, phase));
        }
      }
    }
  }

  private String hint(String path, @Nullable String near) {
    var parts = List.of(path.split(","));
    if (parts.size() > 1 && parts.stream().noneMatch(this::isMissing)) {
      var words = new StringBuilder();
      parts.forEach(part -> words.append(' ').append(CommandLines.word(part)));
      return "Separate files by blanks:" + words;
    }
    return near == null || near.equals(path)
        ? "Name a file that is there, by its path"
        : "Did you mean " + CommandLines.word(near) + "?";
  }

  private String reporter(@Nullable PhaseName phase) {
    return phase == null ? id.toString() : phase.toString();
  }

  /// Returns the paths that can be taken out: of formats that keep files as text, those with a
  /// digest.
  private List<String> reported(List<Artifact> own, @Nullable PhaseName phase) {
    var paths = new ArrayList<String>();
    for (var file : own) {
      paths.add(file.path());
    }
    if (phase == null || files(null).isEmpty()) {
      for (var file : evidence.files()) {
        paths.add(file.path());
      }
    }
    return paths;
  }

  private Blocker notReported(String path, List<String> reported, @Nullable PhaseName phase) {
    var near = NearestWord.find(path, reported);
    return Blocker.refused(
        "not-reported",
        path + " is no file that " + reporter(phase) + " has reported",
        near == null
            ? "See its files: " + CommandLines.of("show", id)
            : "Did you mean " + CommandLines.word(near) + "?");
  }

  private boolean isMissing(String path) {
    return !projectContext.fetch(FactQuery.exists(path)).orElse(true);
  }

  /// Returns the existing path that is spelled most like one; null if there is none.
  private @Nullable String nearest(String path) {
    var found = "";
    for (int from = 0; from <= path.length(); ) {
      int slash = path.indexOf('/', from);
      int end = slash < 0 ? path.length() : slash;
      var name = entry(found, path.substring(from, end));
      if (name == null) {
        return null;
      }
      found = found.isEmpty() ? name : found + "/" + name;
      from = end + 1;
    }
    return found;
  }

  private @Nullable String entry(String folder, String name) {
    var names = new ArrayList<String>();
    for (var file : projectContext.fetch(FactQuery.files(folder)).orElse(List.of())) {
      names.add(file.path().substring(file.path().lastIndexOf('/') + 1));
    }
    return names.contains(name) ? name : NearestWord.find(name, names);
  }

  /// Returns the files of a report that ends a phase, after those that it takes out; null if they
  /// are those of the report.
  private @Nullable List<Artifact> settled(
      PhaseReport report, List<Artifact> own, PhaseName phase) {
    var named = new ArrayList<Artifact>();
    for (var artifact : report.artifacts()) {
      if (artifact.kind() != Artifact.Kind.REMOVED) {
        named.add(artifact);
      }
    }
    boolean replaces = !named.isEmpty();
    var reported = byPath(named);
    var others = replaces ? pathsOfOthers(phase) : Set.<String>of();
    var movedFiles = projectContext.movedFiles();
    var out = new LinkedHashMap<String, Artifact>();
    for (var file : own) {
      var path = file.path();
      var again = reported.get(path);
      if (again != null && again.kind() == file.kind()) {
        continue;
      }
      if (again != null || (replaces && isOfEarlierEnd(path, others))) {
        out.put(path, removed(path));
      } else if (isMissing(path) && !isElsewhere(path)) {
        out.put(path, removed(path));
        var moved = moved(movedFiles, path);
        if (moved != null && !reported.containsKey(moved)) {
          var target = new Artifact(moved, file.kind());
          named.add(target);
          reported.put(moved, target);
        }
        notices.add(gone(path, moved, phase));
      }
    }
    for (var artifact : report.artifacts()) {
      if (artifact.kind() == Artifact.Kind.REMOVED) {
        out.putIfAbsent(artifact.path(), artifact);
      }
    }
    if (out.isEmpty()) {
      return null;
    }
    var settled = new ArrayList<>(out.values());
    settled.addAll(named);
    return settled;
  }

  private static Artifact removed(String path) {
    return new Artifact(path, Artifact.Kind.REMOVED);
  }

  private static Notice gone(String path, @Nullable String moved, PhaseName phase) {
    return moved == null
        ? new Notice("file-gone", path + " is not there; it is no file of " + phase + " any more")
        : new Notice("file-moved", path + ", a file of " + phase + ", is now " + moved);
  }

  /// Returns the first file of each path.
  private static Map<String, Artifact> byPath(List<Artifact> files) {
    var first = new HashMap<String, Artifact>();
    for (var file : files) {
      first.putIfAbsent(file.path(), file);
    }
    return first;
  }

  /// Returns the paths of the files that another phase reported.
  private Set<String> pathsOfOthers(PhaseName phase) {
    var paths = new HashSet<String>();
    for (var known : checkpoint == null ? List.<Phase>of() : checkpoint.phases()) {
      if (!phase.equals(known.name())) {
        known.artifacts().forEach(file -> paths.add(file.path()));
      }
    }
    for (var note : evidence.worklog().notes()) {
      if (kind(note) != null && !phase.equals(note.phase())) {
        paths.add(note.text());
      }
    }
    return paths;
  }

  /// Returns whether a file was reported when the phase ended before, and not since: a digest is
  /// recorded, and no other phase can be the reason.
  private boolean isOfEarlierEnd(String path, Set<String> others) {
    return recorded(path) == null ? isMissing(path) : !others.contains(path);
  }

  private @Nullable String moved(MovedFiles movedFiles, String path) {
    var print = recorded(path);
    return print == null
        ? movedFiles.path(path, 0, null)
        : movedFiles.path(path, print.size(), print.digest());
  }

  private boolean isElsewhere(String path) {
    var recorded = recorded(path);
    var here = projectContext.workTree();
    return recorded != null
        && recorded.origin() != null
        && here != null
        && !recorded.origin().tree().equals(here.tree());
  }

  private @Nullable Fingerprint recorded(String path) {
    if (fingerprints == null) {
      fingerprints = new HashMap<>();
      for (var file : evidence.files()) {
        fingerprints.putIfAbsent(file.path(), file);
      }
    }
    return fingerprints.get(path);
  }
}
