package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Side effect of a change beside its own document. Rules return it; the engine executes it.
///
/// Every effect but a command can be repeated: doing it twice is doing it once.
public sealed interface Effect {

  /// Returns whether it is done before the document is written. If it cannot be done, the document
  /// is not written either.
  default boolean comesFirst() {
    return false;
  }

  /// Returns the write-ahead intent of an effect that follows the document; null for an effect that
  /// comes first, because repeating the change makes it again.
  default @Nullable PendingEffect pending() {
    return null;
  }

  /// Create a file if absent, before the document is written.
  ///
  /// @param path from the project root
  /// @param text its content; an existing file is left unchanged
  record PutFile(String path, String text) implements Effect {
    @Override
    public boolean comesFirst() {
      return true;
    }
  }

  /// Commit exactly these paths, after the document is written: other staged changes of the user
  /// stay staged.
  ///
  /// @param message the message, one line
  /// @param paths from the project root; paths that are gone are committed as removed
  record Commit(String message, List<String> paths) implements Effect {
    /// Takes its own copy of the paths.
    public Commit {
      paths = List.copyOf(paths);
    }

    @Override
    public PendingEffect pending() {
      return new PendingEffect(PendingEffect.Kind.COMMIT, message, paths);
    }
  }

  /// Stage the removal of these paths, so that the user's next commit has it, before the document
  /// is written.
  ///
  /// @param paths from the project root
  record StageRemoval(List<String> paths) implements Effect {
    /// Takes its own copy of the paths.
    public StageRemoval {
      paths = List.copyOf(paths);
    }

    @Override
    public boolean comesFirst() {
      return true;
    }
  }

  /// Run a command of the user's own choice to its end, after the document is written. It may run
  /// again when a change is asked for again.
  ///
  /// @param words the program and its arguments; no shell reads them
  record RunCommand(List<String> words) implements Effect {
    /// Takes its own copy of the words.
    public RunCommand {
      words = List.copyOf(words);
    }

    @Override
    public PendingEffect pending() {
      return new PendingEffect(PendingEffect.Kind.COMMAND);
    }
  }

  /// Replace or remove the document of another run, after that was recorded in its journal and
  /// before the own document is written. If it is not the document that was asked for any more, the
  /// rules are asked again.
  ///
  /// @param id the run of the document
  /// @param text its new content; absent to remove it
  /// @param events the events of the other run
  record ReplaceDocument(CheckpointId id, @Nullable String text, List<Event> events)
      implements Effect {
    /// Takes its own copy of the events.
    public ReplaceDocument {
      events = List.copyOf(events);
    }

    @Override
    public boolean comesFirst() {
      return true;
    }
  }

  /// Copy a file, byte for byte, before the document is written. No-op if the target exists or the
  /// source is absent.
  ///
  /// @param from from the project root
  /// @param to from the project root
  record CopyFile(String from, String to) implements Effect {
    @Override
    public boolean comesFirst() {
      return true;
    }
  }

  /// Move a file atomically before the document is written. No-op if the source is absent.
  ///
  /// @param from from the project root
  /// @param to from the project root; an existing file is replaced
  record MoveFile(String from, String to) implements Effect {
    @Override
    public boolean comesFirst() {
      return true;
    }
  }

  /// Keep a compressed copy of the document in the archive of its format, where it has one.
  ///
  /// @param replaced whether the document that was found is kept, before another takes its place:
  ///   then nothing is written if that fails. Otherwise the previous copy is kept, and a failure is
  ///   only a notice (R-004-93)
  record Archive(boolean replaced) implements Effect {
    @Override
    public boolean comesFirst() {
      return replaced;
    }

    @Override
    public @Nullable PendingEffect pending() {
      return replaced ? null : new PendingEffect(PendingEffect.Kind.ARCHIVE);
    }
  }

  /// Remove folders with everything in them, before the document is written: archives beyond those
  /// that are kept.
  ///
  /// @param folders from the project root
  record RemoveFolders(List<String> folders) implements Effect {
    /// Takes its own copy of the folders.
    public RemoveFolders {
      folders = List.copyOf(folders);
    }

    @Override
    public boolean comesFirst() {
      return true;
    }
  }
}
