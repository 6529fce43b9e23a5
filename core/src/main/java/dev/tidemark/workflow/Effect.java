package dev.tidemark.workflow;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.List;

/// Something a change does beside its own document. Rules only say so; the engine has it done.
///
/// Every effect can be repeated: doing it twice is doing it once.
public sealed interface Effect {

  /// Put a file where there is none, before the document is written.
  ///
  /// @param path from the project root
  /// @param text what is in it; a file that is there already is left alone
  record PutFile(String path, String text) implements Effect {}

  /// Commit these paths and nothing else, after the document is written: whatever else the user has
  /// staged stays staged.
  ///
  /// @param message the message, one line
  /// @param paths from the project root; paths that are gone are committed as removed
  record Commit(String message, List<String> paths) implements Effect {
    /// Takes its own copy of the paths.
    public Commit {
      paths = List.copyOf(paths);
    }
  }

  /// Stage the removal of these paths, so that the user's next commit has it.
  ///
  /// @param paths from the project root
  record StageRemoval(List<String> paths) implements Effect {
    /// Takes its own copy of the paths.
    public StageRemoval {
      paths = List.copyOf(paths);
    }
  }

  /// Remove the document of another run, after that was recorded in the other run's past.
  record RemoveDocument(CheckpointId id) implements Effect {}

  /// Move files into a folder, each step leaving it where it was or where it shall be.
  ///
  /// @param paths from the project root; those that are not there are passed over
  /// @param folder where to, from the project root
  record MoveFiles(List<String> paths, String folder) implements Effect {
    /// Takes its own copy of the paths.
    public MoveFiles {
      paths = List.copyOf(paths);
    }
  }

  /// Remove folders with everything in them: archives beyond those that are kept.
  ///
  /// @param folders from the project root
  record RemoveFolders(List<String> folders) implements Effect {
    /// Takes its own copy of the folders.
    public RemoveFolders {
      folders = List.copyOf(folders);
    }
  }
}
