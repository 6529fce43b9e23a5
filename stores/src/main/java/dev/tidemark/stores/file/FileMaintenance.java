package dev.tidemark.stores.file;

import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.maintenance.Maintenance;
import dev.tidemark.store.maintenance.StoreDiagnostic;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.DirectoryAudit;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.path.SymlinkGuard;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// File maintenance: checks and repairs the files of a store. Off every hot path.
public final class FileMaintenance implements Maintenance {
  /// The parts of the state folder that only their owner should read.
  private static final List<String> OWN = List.of("journal", "lock");

  private final Path root;
  private final StorageIo io;
  private final FileLayout fileLayout;
  private final CheckpointStore store;
  private final SymlinkGuard symlinkGuard;
  private final StateFolder stateFolder;

  /// Takes the root of the project, its disk and its store.
  public FileMaintenance(Path root, StorageIo io, FileLayout fileLayout, CheckpointStore store) {
    this.root = root;
    this.io = io;
    this.fileLayout = fileLayout;
    this.store = store;
    this.symlinkGuard = new SymlinkGuard(io, root);
    this.stateFolder = new StateFolder(io, root, StoreLimits.USUAL);
  }

  @Override
  public List<StoreDiagnostic> diagnose(List<String> dialects) {
    var diagnostics =
        new ArrayList<>(new DirectoryAudit(io, root, fileLayout).diagnostics(dialects));
    modes(diagnostics);
    for (var dialect : dialects) {
      for (var place : fileLayout.roots(dialect)) {
        leftovers(dialect, place, diagnostics);
      }
    }
    return diagnostics;
  }

  /// An unreadable folder is one problem, and the check continues with the others.
  private static void unreadable(
      String place, IOException failure, List<StoreDiagnostic> diagnostics) {
    for (var known : diagnostics) {
      if (known.kind() == StoreDiagnostic.Kind.UNREADABLE && known.path().equals(place)) {
        return;
      }
    }
    var text = place + " cannot be read: " + DiskReason.of(failure);
    diagnostics.add(new StoreDiagnostic(StoreDiagnostic.Kind.UNREADABLE, place, text, null));
  }

  @Override
  public boolean repair(StoreDiagnostic diagnostic) {
    try {
      if (diagnostic.kind() == StoreDiagnostic.Kind.MODES) {
        for (var path : exposed()) {
          io.makePrivate(path);
        }
        return exposed().isEmpty();
      }
      var run = diagnostic.run();
      if (run != null) {
        // Under the lock of the run, so that files of an active writer stay.
        store.repair(run);
      }
      return io.stat(stateFolder.resolve(diagnostic.path())) == null;
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          diagnostic.path() + " cannot be repaired: " + DiskReason.of(failure), failure);
    }
  }

  private void modes(List<StoreDiagnostic> diagnostics) {
    var folder = stateFolder.shown(stateFolder.path());
    try {
      int exposed = exposed().size();
      if (exposed > 0) {
        var text =
            (exposed == 1 ? "a file or folder in " : exposed + " files and folders in ")
                + folder
                + " can be seen by others";
        diagnostics.add(new StoreDiagnostic(StoreDiagnostic.Kind.MODES, folder, text, null));
      }
    } catch (IOException failure) {
      unreadable(folder, failure, diagnostics);
    }
  }

  private List<Path> exposed() throws IOException {
    var exposed = new ArrayList<Path>();
    var home = stateFolder.path();
    if (!stateFolder.guard().isInside(home)) {
      return exposed;
    }
    if (io.stat(home) != null && !io.isPrivate(home)) {
      exposed.add(home);
    }
    for (var part : OWN) {
      exposed(home.resolve(part), exposed);
    }
    return exposed;
  }

  private void exposed(Path path, List<Path> exposed) throws IOException {
    var stat = io.stat(path);
    if (stat == null || stat.kind() == Stat.Kind.LINK) {
      return;
    }
    if (!io.isPrivate(path)) {
      exposed.add(path);
    }
    if (stat.kind() == Stat.Kind.FOLDER) {
      for (var name : names(path)) {
        exposed(path.resolve(name), exposed);
      }
    }
  }

  /// Returns the names in a folder; none where it may not be looked into, which is a diagnostic of
  /// its own.
  private List<String> names(Path folder) {
    try {
      return io.list(folder);
    } catch (IOException closed) {
      return List.of();
    }
  }

  private void leftovers(String dialect, String place, List<StoreDiagnostic> diagnostics) {
    if (!symlinkGuard.isInside(root.resolve(place))) {
      return;
    }
    Stat stat;
    try {
      stat = io.stat(root.resolve(place));
    } catch (IOException failure) {
      unreadable(place, failure, diagnostics);
      return;
    }
    boolean folder = stat != null && stat.kind() == Stat.Kind.FOLDER;
    int slash = place.lastIndexOf('/');
    var within = folder ? place + "/" : place.substring(0, slash + 1);
    for (var name : names(root.resolve(within))) {
      var document = AtomicFile.targetOf(name);
      if (document != null && (folder || document.equals(place.substring(slash + 1)))) {
        var run = fileLayout.idOf(dialect, within + document).orElse(null);
        var text = within + name + " was left by a writer that was stopped";
        diagnostics.add(
            new StoreDiagnostic(StoreDiagnostic.Kind.LEFT_OVER, within + name, text, run));
      }
    }
  }
}
