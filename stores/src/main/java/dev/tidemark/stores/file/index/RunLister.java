package dev.tidemark.stores.file.index;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.record.SegmentHeader;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Run lister: the runs with a journal, and those with a document only.
///
/// An unreadable journal is listed under the run whose document would have that name, and does not
/// hide other runs; reading that run reports the problem.
public final class RunLister {
  private static final int HEADER_BLOCK = 4 * 1024;

  final StorageIo io;
  final Path root;
  final FileLayout fileLayout;
  final StateFolder stateFolder;

  public RunLister(StorageIo io, Path root, StateFolder stateFolder, FileLayout fileLayout) {
    this.io = io;
    this.root = root;
    this.stateFolder = stateFolder;
    this.fileLayout = fileLayout;
  }

  public List<CheckpointId> list(String dialect) throws IOException {
    var runs = new ArrayList<CheckpointId>();
    var paths = new HashSet<String>();
    var unreadable = addJournals(dialect, runs, paths);
    // A journal has its run's id; a file name is often ambiguous.
    var roots = fileLayout.roots(dialect);
    for (int i = 0; i < roots.size(); i++) {
      addDocuments(dialect, roots.get(i), runs, paths);
    }
    for (int i = 0; i < unreadable.size(); i++) {
      var path = pathOf(dialect, unreadable.get(i));
      if (path != null) {
        add(dialect, path, runs, paths);
      }
    }
    return runs;
  }

  /// Returns the folder of the journals of a dialect; null if no folder can have that name.
  @Nullable Path journals(String dialect) {
    try {
      return stateFolder.path().resolve("journal").resolve(dialect);
    } catch (InvalidPathException impossible) {
      return null;
    }
  }

  /// Returns the names of the journals whose run is unknown.
  private List<String> addJournals(String dialect, List<CheckpointId> runs, Set<String> paths)
      throws IOException {
    var unreadable = new ArrayList<String>();
    var folder = journals(dialect);
    if (folder == null || !stateFolder.guard().isInside(folder)) {
      // Reading a run reports the link.
      return unreadable;
    }
    var names = io.list(folder);
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      if (name.equals(ChangeMarkers.NAME)) {
        continue;
      }
      try {
        var header = header(folder.resolve(name), dialect);
        if (header != null) {
          runs.add(header.run());
          paths.add(header.path());
        }
      } catch (IOException closed) {
        unreadable.add(name);
      }
    }
    return unreadable;
  }

  /// Returns the header of a journal; null if there is none, or it is of no run of that dialect.
  ///
  /// @throws IOException if it cannot be read, or is a symbolic link
  @Nullable SegmentHeader header(Path journal, String dialect) throws IOException {
    var first = SegmentReader.file(journal, 1);
    checkNoLink(journal);
    checkNoLink(first);
    var start = io.read(first, 0, HEADER_BLOCK);
    if (start == null) {
      // In a folder that may not be looked into, files are as if they were not there.
      io.list(journal);
      return null;
    }
    var header = SegmentHeader.read(start);
    return header == null || !header.run().dialect().equals(dialect) ? null : header;
  }

  private void checkNoLink(Path path) throws IOException {
    var stat = io.stat(path);
    if (stat != null && stat.kind() == Stat.Kind.LINK) {
      throw new IOException(path + " is a symbolic link");
    }
  }

  /// Returns the path of the document for a journal of that name; null if there is none.
  @Nullable String pathOf(String dialect, String name) {
    var roots = fileLayout.roots(dialect);
    for (int i = 0; i < roots.size(); i++) {
      var place = roots.get(i);
      var path = place.endsWith("/" + name) || place.equals(name) ? place : place + "/" + name;
      if (fileLayout.idOf(dialect, path).isPresent()) {
        return path;
      }
    }
    return null;
  }

  private void addDocuments(
      String dialect, String place, List<CheckpointId> runs, Set<String> paths) throws IOException {
    var stat = stat(root.resolve(place));
    if (stat == null) {
      return;
    }
    if (stat.kind() == Stat.Kind.FILE) {
      add(dialect, place, runs, paths);
      return;
    }
    var names = io.list(root.resolve(place));
    for (int i = 0; i < names.size(); i++) {
      var path = place + "/" + names.get(i);
      if (!paths.contains(path) && isDocument(dialect, path)) {
        add(dialect, path, runs, paths);
      }
    }
  }

  /// Returns the entry at a path, links followed; null if it is absent.
  private @Nullable Stat stat(Path path) throws IOException {
    var stat = io.stat(path);
    try {
      return stat == null || stat.kind() != Stat.Kind.LINK ? stat : io.stat(io.realPath(path));
    } catch (NoSuchFileException leadsNowhere) {
      return null;
    }
  }

  private boolean isDocument(String dialect, String path) throws IOException {
    if (fileLayout.idOf(dialect, path).isEmpty()) {
      return false;
    }
    var stat = io.stat(root.resolve(path));
    return stat != null && stat.kind() != Stat.Kind.FOLDER;
  }

  private void add(String dialect, String path, List<CheckpointId> runs, Set<String> paths) {
    var id = fileLayout.idOf(dialect, path);
    if (id.isPresent() && paths.add(path)) {
      runs.add(id.get());
    }
  }
}
