package dev.tidemark.brief;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.history.Capture;
import dev.tidemark.history.Goal;
import dev.tidemark.workflow.fact.FileChange;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Work in progress of a run: the goal, and the progress inside a phase.
///
/// @param goal the user's goal; absent if unknown
/// @param phase the phase in progress; absent if none is
/// @param since how long ago it was begun; absent if that is not known
/// @param notes the current notes, the next action first, then the newest: those of the phase in
///   progress, and of all phases the failed attempts and open points
/// @param changes files that differ from the commit at which the phase was begun
/// @param capture the newest captured session; absent if there is none
/// @param tasks the tasks of the run
/// @param title the title of the phase in progress, or of the one to begin; absent if it has none
public record WorkInProgress(
    @Nullable Goal goal,
    @Nullable PhaseName phase,
    @Nullable Duration since,
    List<Note> notes,
    List<FileChange> changes,
    @Nullable Capture capture,
    TaskList tasks,
    @Nullable String title) {
  /// Nothing is known.
  public static final WorkInProgress NONE =
      new WorkInProgress(null, null, null, List.of(), List.of(), null);

  /// Takes the work on a run that has neither tasks nor titles.
  public WorkInProgress(
      @Nullable Goal goal,
      @Nullable PhaseName phase,
      @Nullable Duration since,
      List<Note> notes,
      List<FileChange> changes,
      @Nullable Capture capture) {
    this(goal, phase, since, notes, changes, capture, TaskList.EMPTY, null);
  }

  /// Takes its own copies of the lists.
  public WorkInProgress {
    notes = List.copyOf(notes);
    changes = List.copyOf(changes);
  }

  /// Returns the next action that was noted; null if none was.
  public @Nullable String nextAction() {
    for (var note : notes) {
      if (note.kind() == Note.Kind.NEXT) {
        return note.text();
      }
    }
    return null;
  }

  /// Returns the same with fewer items.
  WorkInProgress with(List<Note> fewer, List<FileChange> less, @Nullable Capture other) {
    return new WorkInProgress(goal, phase, since, fewer, less, other, tasks, title);
  }

  /// Returns the same without its tasks.
  WorkInProgress withoutTasks() {
    return new WorkInProgress(goal, phase, since, notes, changes, capture, TaskList.EMPTY, title);
  }
}
