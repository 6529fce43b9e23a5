package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Head;
import java.util.List;
import java.util.Optional;

/// One thing the rules want to know of the world before they answer.
///
/// The engine fetches exactly what is asked, once per attempt, and nothing else: a fact nobody
/// needs costs nothing.
///
/// @param <T> what the answer is made of
public sealed interface Ask<T> {

  /// What git has checked out in the project root.
  enum HeadNow implements Ask<Head> {
    /// The only way to ask it.
    HEAD
  }

  /// Whether git ignores a path.
  ///
  /// @param path from the project root
  record Ignored(String path) implements Ask<IgnoreStatus> {}

  /// Whether a file or folder exists.
  ///
  /// @param path from the project root
  record Exists(String path) implements Ask<Boolean> {}

  /// What is in a text file; an empty answer if there is no such file, unknown if it cannot be
  /// read.
  ///
  /// @param path from the project root
  record Text(String path) implements Ask<Optional<String>> {}

  /// What is directly in a folder, by name; nothing if there is no such folder.
  ///
  /// @param folder from the project root
  record Files(String folder) implements Ask<List<FileFact>> {}

  /// What is in a folder and in the folders below it, by path; nothing if there is no such folder.
  ///
  /// @param folder from the project root
  record FilesBelow(String folder) implements Ask<List<FileFact>> {}

  /// The SHA-256 of a file, in hex; an empty answer if there is no such file.
  ///
  /// @param path from the project root
  record Digest(String path) implements Ask<Optional<String>> {}

  /// What git knows of a path.
  ///
  /// @param path from the project root
  record InGit(String path) implements Ask<GitFile> {}

  /// What is in a file as of the commit that is checked out; an empty answer if that has no such
  /// file.
  ///
  /// @param path from the project root
  record Committed(String path) implements Ask<Optional<String>> {}

  /// How the run in question was last begun; an empty answer if nobody recorded that. The engine
  /// knows.
  enum Begun implements Ask<Optional<Beginning>> {
    /// The only way to ask it.
    HOW
  }

  /// What a tracker in the project says is ready to be worked on, the most urgent first; an empty
  /// answer if the project has no tracker.
  enum ReadyWork implements Ask<Optional<List<WorkItem>>> {
    /// The only way to ask it.
    READY
  }
}
