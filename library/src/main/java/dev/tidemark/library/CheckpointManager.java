package dev.tidemark.library;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.DivergedException;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.LoadedCheckpoint;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Checkpoint manager: the five operations of the unified checkpoint schema, version 1.
///
/// No operation throws (R-COM-07), for any arguments. It never throws: a failed operation returns
/// null or false and writes one line for each problem to the diagnostics, in the words that the
/// protocol fixes. Use [Project] for typed errors.
///
/// Safe for use by many threads and many processes at once.
public final class CheckpointManager {
  private static final String LOAD = "Failed to load checkpoint: ";
  private static final String SAVE = "Failed to save checkpoint: ";
  private static final String UPDATE = "Failed to update phase: ";
  private static final String COMPLETE = "Cannot complete checkpoint: ";

  private final Project project;
  private final PrintStream diagnostics;
  private final Actor actor;

  /// Takes the project, the diagnostic output, and the actor of changes.
  public CheckpointManager(Project project, PrintStream diagnostics, Actor actor) {
    this.project = project;
    this.diagnostics = diagnostics;
    this.actor = actor;
  }

  /// Returns a manager of the project that a folder belongs to (R-COM-01), which complains to the
  /// standard error stream.
  public static CheckpointManager in(Path folder) {
    var project = Project.around(folder, System.getenv()).open();
    return new CheckpointManager(project, System.err, Actor.tool("library"));
  }

  /// Returns the checkpoint of a command. Writes nothing.
  ///
  /// @param feature the subject of the run; null or empty if the command has one run at a time
  /// @return null if there is none (silently) or it cannot be read (with a line of diagnostics)
  public @Nullable JsonObject load(String command, @Nullable String feature) {
    try {
      var loadedCheckpoint = read(command, feature);
      return loadedCheckpoint == null ? null : loadedCheckpoint.checkpoint().root();
    } catch (RuntimeException failure) {
      report(LOAD + failure.getMessage());
      return null;
    }
  }

  /// Replaces the checkpoint of a command as a whole.
  ///
  /// The commit, the time stamps and (where absent) command and feature are filled in; the object
  /// given is not changed.
  ///
  /// @return whether it is on disk
  public boolean save(String command, @Nullable JsonObject checkpoint, @Nullable String feature) {
    if (checkpoint == null) {
      return fail(SAVE + "no checkpoint given");
    }
    return change(command, feature, new Change.SaveDocument(checkpoint, feature), SAVE);
  }

  /// Lays data over a phase, key by key; a null value removes an optional key.
  ///
  /// @param phase the phase's name
  /// @param data `status`, `context_summary` and other fields of the phase
  /// @return whether it is on disk
  public boolean updatePhase(
      String command, @Nullable String phase, @Nullable JsonObject data, @Nullable String feature) {
    return updatePhase(command, new PhaseUpdate(phase, data, JsonObject.EMPTY), feature);
  }

  /// Lays data over a phase, and sets fields of the run in the same step (R-004-35).
  ///
  /// @return whether it is on disk
  public boolean updatePhase(
      String command, @Nullable PhaseUpdate update, @Nullable String feature) {
    if (update == null || update.data() == null) {
      return fail(UPDATE + "no phase data");
    }
    var phase = update.phase();
    var data = update.data();
    if (phase == null || phase.isBlank()) {
      return fail(UPDATE + "a phase needs a name");
    }
    var run = update.run() == null ? JsonObject.EMPTY : update.run();
    var change = new Change.MergePhase(new PhaseName(phase), data, run, feature);
    return change(command, feature, change, UPDATE);
  }

  /// Ends the run of a command.
  ///
  /// @return whether it is on disk
  public boolean complete(String command, @Nullable String feature) {
    return change(command, feature, new Change.FinishRun(feature), COMPLETE);
  }

  /// Returns the resume point of a command; [ResumeState#NONE] if there is none.
  public ResumeState resumePoint(String command, @Nullable String feature) {
    try {
      var loadedCheckpoint = read(command, feature);
      if (loadedCheckpoint == null || loadedCheckpoint.checkpoint().finished()) {
        return ResumeState.NONE;
      }
      var point = project.state().resumePolicy().resumePoint(loadedCheckpoint.checkpoint());
      var phase = point.phase();
      var next = point.next();
      return new ResumeState(
          phase == null ? null : phase.value(),
          point.summary(),
          next == null ? null : next.value());
    } catch (RuntimeException failure) {
      report(LOAD + failure.getMessage());
      return ResumeState.NONE;
    }
  }

  private @Nullable LoadedCheckpoint<StateCheckpoint> read(
      String command, @Nullable String feature) {
    var id = id(command, feature, LOAD);
    if (id == null) {
      return null;
    }
    try {
      var loadedCheckpoint = project.checkpoints().load(project.state(), id).orElse(null);
      if (loadedCheckpoint != null) {
        reportNotices(loadedCheckpoint);
      }
      return loadedCheckpoint;
    } catch (UnknownVersionException other) {
      report(unsupported(other));
    } catch (UnreadableException | DivergedException corrupt) {
      report("Checkpoint file exists but is corrupt: " + fileOf(id));
    } catch (UnusableException other) {
      report(LOAD + fileOf(id) + ": " + other.getMessage());
    }
    return null;
  }

  private void reportNotices(LoadedCheckpoint<StateCheckpoint> loadedCheckpoint) {
    for (var notice : loadedCheckpoint.notices()) {
      report(notice.text());
    }
    reportStaleness(loadedCheckpoint.checkpoint());
  }

  private void reportStaleness(StateCheckpoint checkpoint) {
    var saved = checkpoint.commit().orElse(null);
    var moved = Staleness.of(saved, project.head()).sentence();
    if (!moved.isEmpty()) {
      report(moved);
    }
  }

  /// An update records the current commit, so a caller that only updates is warned before
  /// (R-004-15).
  private void reportStaleness(CheckpointId id) {
    try {
      var loadedCheckpoint = project.checkpoints().load(project.state(), id).orElse(null);
      if (loadedCheckpoint != null) {
        reportStaleness(loadedCheckpoint.checkpoint());
      }
    } catch (FormatException unreadable) {
      // The change itself reports it.
      return;
    }
  }

  private boolean change(String command, @Nullable String feature, Change change, String failed) {
    try {
      var id = id(command, feature, failed);
      if (id != null && !(change instanceof Change.SaveDocument)) {
        reportStaleness(id);
      }
      return id != null && apply(id, change, failed);
    } catch (RuntimeException failure) {
      return fail(failed + failure.getMessage());
    }
  }

  private boolean apply(CheckpointId id, Change change, String failed) {
    Outcome<StateCheckpoint> outcome;
    try {
      outcome =
          project.checkpoints().apply(project.state(), id, change, Caller.edit(actor)).outcome();
    } catch (UnknownVersionException other) {
      return fail(failed + unsupported(other));
    } catch (FormatException other) {
      return fail(failed + fileOf(id) + ": " + other.getMessage());
    }
    for (Notice notice : outcome.notices()) {
      report(notice.text());
    }
    if (outcome instanceof Refusal<StateCheckpoint> refusal) {
      for (var blocker : refusal.blockers()) {
        report(words(blocker, failed));
      }
      return false;
    }
    return true;
  }

  /// Two sentences are fixed as they are; all others begin with the operation.
  private static String words(Blocker blocker, String failed) {
    var reason = blocker.reason();
    boolean fixed =
        blocker.code().equals("summary-too-long") || blocker.code().equals("unsupported-version");
    return fixed || reason.startsWith(failed) ? reason : failed + reason;
  }

  private static String unsupported(UnknownVersionException other) {
    return "Unsupported checkpoint schema version: " + other.foundVersion() + " (expected 1)";
  }

  private Path fileOf(CheckpointId id) {
    return project.root().resolve(project.state().locator().pathOf(id));
  }

  private @Nullable CheckpointId id(String command, @Nullable String feature, String failed) {
    var nameResolution = project.state().locator().name(command, feature);
    if (nameResolution instanceof NameResolution.Named named) {
      return named.id();
    }
    report(failed + ((NameResolution.Unnameable) nameResolution).blocker().reason());
    return null;
  }

  /// Prints a problem as one line. Names and documents may hold anything, so line breaks and
  /// control characters become blanks: a hostile name must not forge a line or drive a terminal.
  private void report(String message) {
    var line = new StringBuilder(message);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        line.setCharAt(i, ' ');
      }
    }
    diagnostics.println(line);
  }

  private boolean fail(String message) {
    report(message);
    return false;
  }

  /// Update of a phase and of the run, in one step.
  ///
  /// @param phase the phase's name
  /// @param data the fields of the phase
  /// @param run fields of the run: `current_task`, `pending_phases`; absent to leave them alone
  public record PhaseUpdate(
      @Nullable String phase, @Nullable JsonObject data, @Nullable JsonObject run) {}
}
