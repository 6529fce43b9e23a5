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
  private final Run run;
  private final CheckResults checkResults;
  private final boolean thorough;

  /// Whether a phase that is done can be begun again.
  private final boolean repeats;

  private final List<ReadingItem> reading = new ArrayList<>();
  private final List<ResumeWarning> missing = new ArrayList<>();
  private final List<ResumeWarning> changed = new ArrayList<>();

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
    inOtherTrees();
    conclude();
    return reading;
  }

  private void ofPhases(List<Phase> phases) {
    var noted = noted();
    boolean later = false;
    var groups = new ArrayList<List<ReadingItem>>();
    // From the newest to the oldest: of a file that several phases report, the newest counts.
    for (int i = phases.size() - 1; i >= 0; i--) {
      var phase = phases.get(i);
      var files = new ArrayList<ReadingItem>();
      for (var path : paths(phase, noted)) {
        if (listed.add(path)) {
          files.add(ofPhase(phase, path, later));
        }
      }
      groups.add(files);
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

  private ReadingItem ofPhase(Phase phase, String path, boolean later) {
    var state = state(path);
    var elsewhere = state == ReadingItem.State.MISSING ? otherWorktree(path) : null;
    if (phase.status() == PhaseStatus.COMPLETE && elsewhere != null) {
      missing.add(otherWorktreeWarning(path, phase.name(), elsewhere));
    } else if (phase.status() == PhaseStatus.COMPLETE && state == ReadingItem.State.MISSING) {
      var kind = repeats ? ResumeWarning.Kind.RERUN : ResumeWarning.Kind.ASK;
      var text = path + ", which " + phase.name() + " reported, is not there";
      missing.add(warning(kind, "artifact-missing", text, phase));
    } else if (phase.status() == PhaseStatus.COMPLETE && state == ReadingItem.State.CHANGED) {
      // Files change while later phases run; with no phase in progress, the edit is external.
      var kind = later ? ResumeWarning.Kind.NOTE : ResumeWarning.Kind.ASK;
      var text = path + " has changed since " + phase.name() + " was done";
      changed.add(warning(kind, "artifact-changed", text, phase));
    }
    return new ReadingItem(path, phase.name(), state);
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
    var elsewhere = state == ReadingItem.State.MISSING ? otherWorktree(path) : null;
    if (elsewhere != null) {
      missing.add(otherWorktreeWarning(path, null, elsewhere));
    } else if (state == ReadingItem.State.MISSING) {
      var text = path + " is not there";
      missing.add(warning(ResumeWarning.Kind.NOTE, "artifact-missing", text, null));
    } else if (state == ReadingItem.State.CHANGED) {
      var text = path + " has changed since it was reported";
      changed.add(warning(ResumeWarning.Kind.NOTE, "artifact-changed", text, null));
    }
    reading.add(new ReadingItem(path, null, state));
  }

  /// Lists the missing files that only the journal has, as reported in another work tree: some
  /// formats keep them as text.
  private void inOtherTrees() {
    for (var file : run.document().evidence().files()) {
      var elsewhere = listed.contains(file.path()) ? null : otherWorktree(file.path());
      if (elsewhere != null && state(file.path()) == ReadingItem.State.MISSING) {
        listed.add(file.path());
        missing.add(otherWorktreeWarning(file.path(), null, elsewhere));
        reading.add(new ReadingItem(file.path(), null, ReadingItem.State.MISSING));
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
    if (recorded.size() != now.size()
        || (before != null && after != null && !before.equals(after))) {
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
      ResumeWarning.Kind kind, String code, String text, @Nullable Phase phase) {
    var name = phase == null ? null : phase.name();
    var source = "the journal of " + run.id() + ", and the work tree";
    return new ResumeWarning(kind, code, text, source, hint(kind, code, name), name);
  }

  private String hint(ResumeWarning.Kind kind, String code, @Nullable PhaseName phase) {
    if (phase == null || kind == ResumeWarning.Kind.NOTE) {
      return "Read it again";
    }
    var again = CommandLines.enter(phase, run.id());
    if (code.equals("artifact-missing")) {
      return repeats ? again : "Restore it, from git for example, or write it again";
    }
    var meant = "Ask the user whether that was meant";
    return repeats ? meant + "; to do the phase again: " + again : meant;
  }

  private void conclude() {
    int total = reading.size();
    if (missing.isEmpty() && changed.isEmpty()) {
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
    var text = "of " + total + ": missing " + missing.size() + ", changed " + changed.size();
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
