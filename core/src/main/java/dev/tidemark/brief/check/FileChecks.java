package dev.tidemark.brief.check;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.MovedFiles;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares artifacts with their recorded digests: existence, size and content of reported files.
public final class FileChecks {
  /// The limits of files examined and bytes read where latency matters.
  private static final int FILES_MAX = 200;

  private static final long BYTES_MAX = 1024 * 1024;

  private final ProjectContext projectContext;
  private final MovedFiles movedFiles;
  private final Run run;
  private final CheckResults checkResults;
  private final boolean thorough;

  /// Whether a phase that is done can be begun again.
  private final boolean repeats;

  private final List<ReadingItem> reading = new ArrayList<>();
  private final List<ResumeWarning> missing = new ArrayList<>();
  private final List<ResumeWarning> changed = new ArrayList<>();
  private final List<ResumeWarning> moved = new ArrayList<>();

  /// The paths of the files in `reading`, or soon there.
  private final Set<String> listed = new HashSet<>();

  /// The newest fingerprint of each path; made by the first lookup.
  private @Nullable Map<String, Fingerprint> recorded;

  private int checkedFiles;
  private long bytes;
  private int compared;

  public FileChecks(
      ProjectContext projectContext, Run run, CheckResults checkResults, boolean thorough) {
    this.projectContext = projectContext;
    this.movedFiles = projectContext.movedFiles();
    this.run = run;
    this.checkResults = checkResults;
    this.thorough = thorough;
    this.repeats = run.dialect().rules().reordersPhases();
  }

  /// Returns the files to read, as they were found.
  public List<ReadingItem> checkAll(ProtocolHandover protocolHandover) {
    ofPhases(run.phases());
    for (var path : protocolHandover.filesToRead()) {
      if (listed.add(path)) {
        checkOtherFile(path);
      }
    }
    ofJournal();
    conclude();
    return reading;
  }

  private void ofPhases(List<Phase> phases) {
    var noted = noted();
    boolean later = false;
    boolean finished = false;
    var groups = new ArrayList<List<ReadingItem>>();
    // From the newest to the oldest: of a file that several phases report, the newest counts.
    for (int i = phases.size() - 1; i >= 0; i--) {
      var phase = phases.get(i);
      var files = new ArrayList<ReadingItem>();
      for (var path : paths(phase, noted)) {
        if (listed.add(path)) {
          files.add(ofPhase(phase, path, later, finished));
        }
      }
      groups.add(files);
      finished |= phase.status() == PhaseStatus.COMPLETE;
      later |= phase.status() != PhaseStatus.PENDING && phase.status() != PhaseStatus.SKIPPED;
    }
    for (int i = groups.size() - 1; i >= 0; i--) {
      reading.addAll(groups.get(i));
    }
  }

  /// Returns the files that a phase reported, in its document or, without a place for them there,
  /// in the journal.
  private static List<String> paths(Phase phase, Map<PhaseName, List<String>> noted) {
    var paths = new ArrayList<String>();
    for (var artifact : phase.artifacts()) {
      paths.add(artifact.path());
    }
    paths.addAll(noted.getOrDefault(phase.name(), List.of()));
    return paths;
  }

  private Map<PhaseName, List<String>> noted() {
    var noted = new HashMap<PhaseName, List<String>>();
    for (var note : run.document().evidence().worklog().notes()) {
      boolean file = note.kind() == Note.Kind.CREATED || note.kind() == Note.Kind.MODIFIED;
      if (file && note.phase() != null) {
        noted.computeIfAbsent(note.phase(), phase -> new ArrayList<>()).add(note.text());
      }
    }
    return noted;
  }

  /// @param later whether a later phase has begun
  /// @param finished whether a later phase is complete: it is not to be repeated without a question
  private ReadingItem ofPhase(Phase phase, String path, boolean later, boolean finished) {
    var state = state(path);
    if (state == ReadingItem.State.MISSING) {
      var kind = repeats && !finished ? ResumeWarning.Kind.RERUN : ResumeWarning.Kind.ASK;
      return ofMissing(path, phase, phase.status() == PhaseStatus.COMPLETE ? kind : null);
    }
    if (phase.status() == PhaseStatus.COMPLETE && state == ReadingItem.State.CHANGED) {
      // Files change while later phases run; with no phase in progress, the edit is external.
      var kind = later ? ResumeWarning.Kind.NOTE : ResumeWarning.Kind.ASK;
      var text = path + " has changed since " + phase.name() + " was done";
      changed.add(warning(kind, "artifact-changed", text, path, phase));
    }
    return new ReadingItem(path, phase.name(), state);
  }

  /// Returns a missing file under the name it was moved to, if git has one.
  ///
  /// @param phase the phase that reported it; absent if none is known
  /// @param kind the requirement if it was not moved; absent if it need not be there yet
  private ReadingItem ofMissing(
      String path, @Nullable Phase phase, ResumeWarning.@Nullable Kind kind) {
    var name = phase == null ? null : phase.name();
    var reporter = name == null ? "" : ", which " + name + " reported,";
    var elsewhere = otherWorktree(path);
    if (elsewhere != null) {
      if (kind != null) {
        missing.add(otherWorktreeWarning(path, name, elsewhere));
      }
      return new ReadingItem(path, name, ReadingItem.State.MISSING);
    }
    var recorded = recorded(path);
    var now =
        recorded == null
            ? movedFiles.path(path, 0, null)
            : movedFiles.path(path, recorded.size(), recorded.digest());
    if (now != null && listed.add(now)) {
      var print = projectContext.fetch(FactQuery.fingerprint(now)).orElse(Optional.empty());
      var state =
          recorded == null || print.isEmpty()
              ? ReadingItem.State.PRESENT
              : compare(recorded, print.get());
      var text =
          path
              + reporter
              + " is now "
              + now
              + (state == ReadingItem.State.CHANGED ? ", and has changed" : "");
      moved.add(warning(ResumeWarning.Kind.NOTE, "artifact-moved", text, now, phase));
      return new ReadingItem(now, name, state);
    }
    if (kind != null) {
      var text = path + reporter + " is not there";
      missing.add(warning(kind, "artifact-missing", text, path, phase));
    }
    return new ReadingItem(path, name, ReadingItem.State.MISSING);
  }

  /// Returns the other work tree in which a file was recorded; null if it was this one, or only one
  /// uses the store.
  private @Nullable Origin otherWorktree(String path) {
    var recorded = recorded(path);
    var origin = recorded == null ? null : recorded.origin();
    var here = projectContext.workTree();
    return origin == null || here == null || origin.tree().equals(here.tree()) ? null : origin;
  }

  private ResumeWarning otherWorktreeWarning(
      String path, @Nullable PhaseName phase, Origin origin) {
    var commit = origin.commit();
    var at = commit == null ? "" : " at " + Head.abbreviated(commit);
    return new ResumeWarning(
        ResumeWarning.Kind.ASK,
        "artifact-elsewhere",
        path
            + (phase == null ? "" : ", which " + phase + " reported,")
            + " is not in this work tree; recorded in "
            + origin.label()
            + at,
        "the journal of " + run.id() + ", and the work tree",
        "Fetch it: git pull. If it is not there yet, have it committed and pushed from "
            + PlainText.name(origin.label()),
        phase);
  }

  private void checkOtherFile(String path) {
    var state = state(path);
    if (state == ReadingItem.State.MISSING) {
      boolean known = recorded(path) != null;
      reading.add(ofMissing(path, null, known ? ResumeWarning.Kind.ASK : ResumeWarning.Kind.NOTE));
      return;
    }
    if (state == ReadingItem.State.CHANGED) {
      var text = path + " has changed since it was reported";
      changed.add(warning(ResumeWarning.Kind.NOTE, "artifact-changed", text, path, null));
    }
    reading.add(new ReadingItem(path, null, state));
  }

  /// Lists the missing files that only the journal has: some formats keep them as text. Where the
  /// document has files, one that it lacks counts only if another work tree reported it.
  private void ofJournal() {
    boolean text = true;
    for (var file : run.document().evidence().files()) {
      text &= !listed.contains(file.path());
    }
    for (var file : run.document().evidence().files()) {
      boolean counts = text || otherWorktree(file.path()) != null;
      if (counts
          && !listed.contains(file.path())
          && state(file.path()) == ReadingItem.State.MISSING) {
        listed.add(file.path());
        reading.add(ofMissing(file.path(), null, ResumeWarning.Kind.ASK));
      }
    }
  }

  private ReadingItem.State state(String path) {
    if (!thorough && checkedFiles == FILES_MAX) {
      return ReadingItem.State.UNKNOWN;
    }
    checkedFiles++;
    var recorded = recorded(path);
    if (recorded == null || (!thorough && bytes > BYTES_MAX)) {
      var there = projectContext.fetch(FactQuery.exists(path));
      return !there.isKnown()
          ? ReadingItem.State.UNKNOWN
          : there.orElse(true) ? ReadingItem.State.PRESENT : ReadingItem.State.MISSING;
    }
    var fact = projectContext.fetch(FactQuery.fingerprint(path));
    if (!fact.isKnown()) {
      return ReadingItem.State.UNKNOWN;
    }
    var now = fact.orElse(Optional.empty());
    if (now.isEmpty()) {
      return ReadingItem.State.MISSING;
    }
    return compare(recorded, now.get());
  }

  private ReadingItem.State compare(Fingerprint recorded, Fingerprint now) {
    bytes += now.digest() == null ? 0 : now.size();
    var before = recorded.digest();
    var after = now.digest();
    if (recorded.differs(now)) {
      return ReadingItem.State.CHANGED;
    }
    if (before == null || after == null) {
      return ReadingItem.State.PRESENT;
    }
    compared++;
    return ReadingItem.State.UNCHANGED;
  }

  private @Nullable Fingerprint recorded(String path) {
    var known = recorded;
    if (known == null) {
      known = new HashMap<>();
      for (var file : run.document().evidence().files()) {
        known.put(file.path(), file);
      }
      recorded = known;
    }
    return known.get(path);
  }

  private ResumeWarning warning(
      ResumeWarning.Kind kind, String code, String text, String path, @Nullable Phase phase) {
    var name = phase == null ? null : phase.name();
    var source = "the journal of " + run.id() + ", and the work tree";
    return new ResumeWarning(kind, code, text, source, hint(kind, code, path, name), name);
  }

  private String hint(
      ResumeWarning.Kind kind, String code, String path, @Nullable PhaseName phase) {
    if (kind == ResumeWarning.Kind.NOTE) {
      return "Read it again";
    }
    var again = phase == null || !repeats ? "" : CommandLines.enter(phase, run.id());
    if (kind == ResumeWarning.Kind.RERUN) {
      return again;
    }
    if (code.equals("artifact-missing")) {
      var remove = CommandLines.of("note --removed " + CommandLines.word(path), run.id());
      return "Restore it; or take it out of the run's files: " + remove;
    }
    var meant = "Ask the user whether that was meant";
    return again.isEmpty() ? meant : meant + "; to do the phase again: " + again;
  }

  private void conclude() {
    int total = reading.size();
    if (missing.isEmpty() && changed.isEmpty() && moved.isEmpty()) {
      checkResults.addHolding(Check.Kind.ARTIFACTS, total == 0 ? "none" : resultText(total));
      return;
    }
    // The oldest phase with a lost artifact comes first, since repeating it repeats all later
    // phases.
    var warnings = new ArrayList<ResumeWarning>();
    for (int i = missing.size() - 1; i >= 0; i--) {
      warnings.add(missing.get(i));
    }
    for (int i = changed.size() - 1; i >= 0; i--) {
      warnings.add(changed.get(i));
    }
    warnings.addAll(moved);
    var text =
        "of "
            + total
            + ": missing "
            + missing.size()
            + ", changed "
            + changed.size()
            + (moved.isEmpty() ? "" : ", moved " + moved.size());
    checkResults.addDoubtful(Check.Kind.ARTIFACTS, text, warnings);
  }

  private String resultText(int total) {
    int unchecked = 0;
    int gone = 0;
    int differing = 0;
    for (var file : reading) {
      unchecked += file.state() == ReadingItem.State.UNKNOWN ? 1 : 0;
      gone += file.state() == ReadingItem.State.MISSING ? 1 : 0;
      differing += file.state() == ReadingItem.State.CHANGED ? 1 : 0;
    }
    int plain = total - unchecked - compared - gone - differing;
    var text = new StringBuilder();
    count(text, compared, "unchanged");
    count(text, plain, "present, no digest recorded");
    count(text, gone, "not there yet");
    count(text, differing, "changed since");
    count(text, unchecked, "not checked");
    return text.toString();
  }

  private static void count(StringBuilder text, int number, String what) {
    if (number > 0) {
      text.append(text.isEmpty() ? "" : ", ").append(number).append(' ').append(what);
    }
  }
}
