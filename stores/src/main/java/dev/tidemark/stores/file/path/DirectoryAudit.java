package dev.tidemark.stores.file.path;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.maintenance.StoreDiagnostic;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Directory audit of the state folder and the folders of the documents: unreadable and unwritable
/// entries, and links that lead out of the project. Each is checked, independent of problems of the
/// others.
public final class DirectoryAudit {
  /// Folders of single files, each of which is written to.
  private static final Set<String> DEEP = Set.of("journal", "lock");

  private final StorageIo io;
  private final Path root;
  private final StateFolder stateFolder;
  private final Path home;
  private final FileLayout fileLayout;
  private final List<StoreDiagnostic> diagnostics = new ArrayList<>();
  private final Set<Path> reported = new HashSet<>();
  private final Set<Path> inside = new HashSet<>();
  private final List<Path> closed = new ArrayList<>();

  public DirectoryAudit(StorageIo io, Path root, FileLayout fileLayout) {
    this.io = io;
    this.root = root;
    this.stateFolder = new StateFolder(io, root, StoreLimits.USUAL);
    this.home = stateFolder.path();
    this.fileLayout = fileLayout;
  }

  /// Returns the diagnostics of the state folder and of the folders of some dialects.
  public List<StoreDiagnostic> diagnostics(List<String> dialects) {
    isInside(root.resolve(StateLocation.OWN));
    if (isInside(home)) {
      var stat = stat(home);
      if (stat == null) {
        writable(stateFolder.location().base());
      } else {
        writable(home);
        for (var name : names(home)) {
          if (StateLocation.PRIVATE.contains(name)) {
            checkPath(home.resolve(name), DEEP.contains(name));
          }
        }
      }
    }
    readOnly();
    for (var dialect : dialects) {
      for (var place : fileLayout.roots(dialect)) {
        documents(dialect, root.resolve(place));
      }
      fileLayout.archivesOf(dialect).ifPresent(folder -> folder(root.resolve(folder)));
    }
    return diagnostics;
  }

  /// Checks the state folder; only folders that are written to are checked recursively.
  private void checkPath(Path path, boolean deep) {
    if (!isInside(path)) {
      return;
    }
    var stat = stat(path);
    if (stat == null) {
      return;
    }
    boolean folder = stat.kind() == Stat.Kind.FOLDER;
    if (!folder && home.equals(path.getParent()) && deep) {
      report(StoreDiagnostic.Kind.NO_FOLDER, path, " is no folder, so no change can be recorded");
      return;
    }
    if (folder && deep) {
      for (var name : names(path)) {
        checkPath(path.resolve(name), true);
      }
    }
    boolean appended = deep && stat.kind() == Stat.Kind.FILE && isReadable(path);
    if ((folder || appended) && !reported.contains(path) && !io.isWritable(path)) {
      closed.add(path);
    }
  }

  private void documents(String dialect, Path place) {
    if (!isInside(place)) {
      return;
    }
    var stat = stat(place);
    if (stat != null && stat.kind() == Stat.Kind.FILE) {
      writable(place.resolveSibling(""));
      return;
    }
    for (var name : folder(place)) {
      var document = place.resolve(name);
      if (fileLayout.idOf(dialect, path(document)).isPresent()) {
        isInside(document);
      }
    }
  }

  /// Checks a folder of documents or of copies, if it exists.
  private List<String> folder(Path folder) {
    if (!isInside(folder) || stat(folder) == null) {
      return List.of();
    }
    var names = names(folder);
    writable(folder);
    return names;
  }

  private void writable(Path folder) {
    if (!io.isWritable(folder) && reported.add(folder)) {
      report(
          StoreDiagnostic.Kind.READ_ONLY,
          folder,
          " cannot be written to, so no change can be recorded");
    }
  }

  private void readOnly() {
    if (!closed.isEmpty()) {
      int more = closed.size() - 1;
      var others = more == 0 ? "" : more == 1 ? " and another one" : " and " + more + " more";
      report(
          StoreDiagnostic.Kind.READ_ONLY,
          closed.getFirst(),
          others + " cannot be written to, so some changes cannot be recorded");
    }
  }

  /// What is no link, in a folder that is inside, is inside too.
  private boolean isInside(Path path) {
    try {
      var stat = inside.contains(path.getParent()) ? io.stat(path) : null;
      if (stat == null || stat.kind() == Stat.Kind.LINK) {
        stateFolder.checkInside(path);
      }
      inside.add(path);
      return true;
    } catch (ForbiddenException outside) {
      reportLinkOutside(path);
      return false;
    } catch (IOException unknown) {
      unreadable(path, unknown);
      return false;
    }
  }

  /// Reports the first link on a path that resolves outside the project.
  private void reportLinkOutside(Path path) {
    boolean state = path.startsWith(home);
    var limit = state ? stateFolder.location().base() : root;
    var guard = new SymlinkGuard(io, limit);
    var link = path;
    for (var above = path; above != null && !above.equals(limit); above = above.getParent()) {
      link = guard.isInside(above) ? link : above;
    }
    if (reported.add(link)) {
      var where = target(link);
      var text =
          where == null
              ? " is a symbolic link that leads nowhere"
              : " is a symbolic link that resolves outside the project, to " + where;
      report(StoreDiagnostic.Kind.LEADS_OUT, link, text);
    }
  }

  private @Nullable Path target(Path link) {
    try {
      return io.realPath(link);
    } catch (IOException nowhere) {
      return null;
    }
  }

  private List<String> names(Path folder) {
    try {
      return io.list(folder);
    } catch (IOException closed) {
      unreadable(folder, closed);
      return List.of();
    }
  }

  /// Returns the entry at a path, links followed.
  private @Nullable Stat stat(Path path) {
    try {
      var stat = io.stat(path);
      return stat == null || stat.kind() != Stat.Kind.LINK ? stat : io.stat(io.realPath(path));
    } catch (NoSuchFileException absent) {
      return null;
    } catch (IOException closed) {
      unreadable(path, closed);
      return null;
    }
  }

  private boolean isReadable(Path file) {
    try {
      return io.read(file, 0, 1) != null;
    } catch (IOException closed) {
      unreadable(file, closed);
      return false;
    }
  }

  private void unreadable(Path path, IOException why) {
    if (reported.add(path)) {
      report(StoreDiagnostic.Kind.UNREADABLE, path, " cannot be read: " + DiskReason.located(why));
    }
  }

  private void report(StoreDiagnostic.Kind kind, Path path, String text) {
    diagnostics.add(new StoreDiagnostic(kind, path(path), path(path) + text, null));
  }

  private String path(Path path) {
    var name = stateFolder.shown(path);
    return name.isEmpty() ? "the root of the project" : name;
  }
}
