package dev.tidemark.dialect;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Locates documents: maps the ids of runs to file paths and back. Pure.
///
/// Paths are relative to the project root, with `/` between folders.
public interface DocumentLocator {
  /// Returns the canonical id of the run a user means, or why there can be no such run (R-COM-10).
  ///
  /// @param workflow the workflow as the user typed it
  /// @param item the subject of the run, as the user typed it; absent or empty for none
  NameResolution name(String workflow, @Nullable String item);

  /// Returns where the document of a run is kept. A dialect with one document keeps it at its only
  /// [root][#roots].
  default String pathOf(CheckpointId id) {
    return roots().getFirst();
  }

  /// Returns the run whose file this is, by its path; empty for other files.
  ///
  /// A name may be ambiguous; the journal, where there is one, decides.
  Optional<CheckpointId> idOf(String path);

  /// Returns the run of whose file a file is a copy: by its content it is the document of that run,
  /// and its name is the name of that run's file, continued. Sync programs, editors and file
  /// managers name copies like that: `implement-a (conflicted copy).json`, `implement-a 2.json`.
  ///
  /// @param id the run whose file this is, by its path
  /// @param attribution the run whose file this is, by its content
  default Optional<CheckpointId> originalOf(CheckpointId id, Attribution attribution) {
    var workflow = attribution.workflow();
    if (attribution.foreign() || (workflow == null && attribution.item() == null)) {
      return Optional.empty();
    }
    var named = name(workflow == null ? id.workflow() : workflow, attribution.item());
    return named instanceof NameResolution.Named it && isContinued(pathOf(it.id()), pathOf(id))
        ? Optional.of(it.id())
        : Optional.empty();
  }

  /// Returns whether a path, without its extension, is another one with something appended to it. A
  /// letter or digit makes another name of it: `FEAT-12` is no copy of `FEAT-1`.
  private static boolean isContinued(String original, String path) {
    int end = original.lastIndexOf('.');
    return end > 0
        && path.length() > original.length()
        && path.regionMatches(true, 0, original, 0, end)
        && !Character.isLetterOrDigit(path.charAt(end));
  }

  /// Returns the folders (ending with `/`) or single files where documents are found.
  List<String> roots();

  /// Returns how git should treat the documents.
  default Tracking tracking() {
    return Tracking.IGNORED;
  }

  /// Returns the lines that `.gitignore` needs where documents are to be ignored; comments among
  /// them begin with `#`.
  default List<String> ignoreLines() {
    return roots();
  }

  /// Returns the [ignored][#ignoreLines] files and folders; none where documents are committed.
  default List<String> untracked() {
    var untracked = new ArrayList<String>();
    if (tracking() == Tracking.IGNORED) {
      for (var line : ignoreLines()) {
        if (!line.startsWith("#")) {
          untracked.add(line);
        }
      }
    }
    return untracked;
  }

  /// Returns the runs that need no start: there is always one of each, with a document or without.
  default List<CheckpointId> permanentRuns() {
    return List.of();
  }

  /// Returns whether the protocol removes a document when its run ends.
  default boolean isRemovedAtEnd() {
    return false;
  }

  /// Returns whether its documents are runs of their own. Unlisted documents belong to a run of
  /// another dialect: they have a history, but lists omit them.
  default boolean isListed() {
    return true;
  }

  /// Returns the file in which, by the protocol, a new document stands on its way into place, with
  /// other tools looking out for it; empty where the protocol names none.
  default Optional<String> temporaryPathOf(CheckpointId id) {
    return Optional.empty();
  }

  /// Returns the folder in which, by the protocol, compressed copies of finished documents are
  /// kept; empty where it keeps none.
  default Optional<String> archiveFolder() {
    return Optional.empty();
  }

  /// Returns the folders in which files are kept beside the documents.
  default List<String> keptFolders() {
    return archiveFolder().map(List::of).orElse(List.of());
  }

  /// Returns the folders in which documents are kept that could not be relied on. Unlike
  /// [kept][#keptFolders] files, no other work tree needs them.
  default List<String> quarantineFolders() {
    return List.of();
  }

  /// How git should treat the documents of a dialect.
  enum Tracking {
    /// They belong to this working copy only.
    IGNORED,
    /// They belong to the history of the project.
    COMMITTED
  }
}
