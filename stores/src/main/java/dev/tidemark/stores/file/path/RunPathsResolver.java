package dev.tidemark.stores.file.path;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.journal.PathRules;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Path resolver of runs, which keeps writers inside the project.
public final class RunPathsResolver {
  private static final int FOLDERS = 64;

  private final StorageIo io;
  private final Path root;
  private final StateFolder stateFolder;
  private final FileLayout fileLayout;
  private final ConcurrentHashMap<Path, String> inside = new ConcurrentHashMap<>();
  private volatile @Nullable Path realRoot;
  private volatile @Nullable RealPath realBase;

  public RunPathsResolver(StorageIo io, Path root, StateFolder stateFolder, FileLayout fileLayout) {
    this.io = io;
    this.root = root;
    this.stateFolder = stateFolder;
    this.fileLayout = fileLayout;
  }

  /// Has all folders checked again before they are used next.
  public void recheck() {
    inside.clear();
    realBase = null;
  }

  /// Returns where a run is, for reading.
  ///
  /// @throws ForbiddenException if its name resolves outside the project
  public RunPaths of(CheckpointId id) {
    var path = fileLayout.pathOf(id);
    PathRules.check(id, path);
    PathRules.check(id, id.dialect());
    try {
      var document = root.resolve(path);
      var folder = stateFolder.path().resolve("journal").resolve(id.dialect());
      var journal = folder.resolve(String.valueOf(document.getFileName()));
      return new RunPaths(id, path, document, journal, temporaryName(id), fileLayout.accessOf(id));
    } catch (InvalidPathException impossible) {
      throw PathRules.refused(id, "it cannot be part of a path here");
    }
  }

  private String temporaryName(CheckpointId id) {
    var path = fileLayout.temporaryPathOf(id).orElse("");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns where a run is, for reading its document.
  ///
  /// @throws ForbiddenException if its name resolves outside the project, or a link does: a
  ///   checkout must not have files of its reader read and shown
  public RunPaths forReading(CheckpointId id) throws IOException {
    var runPaths = forJournal(id);
    checkInside(runPaths.folder(), realRoot(), root);
    var there = io.stat(runPaths.document());
    if (there != null && there.kind() == Stat.Kind.LINK) {
      checkReal(io, runPaths.document(), realRoot());
    }
    return runPaths;
  }

  /// Returns where a run is, for reading its journal.
  ///
  /// @throws ForbiddenException if its name leads out of the project, or a link does
  public RunPaths forJournal(CheckpointId id) throws IOException {
    var runPaths = of(id);
    checkJournal(runPaths);
    return runPaths;
  }

  /// Returns where a run is, for writing: a document that is a link is written where it leads.
  ///
  /// @throws ForbiddenException if a link resolves outside the project (R-USR-15)
  public RunPaths forWriting(CheckpointId id) throws IOException {
    of(id);
    // An earlier layout moves now, and the journal with it.
    stateFolder.prepare();
    var runPaths = of(id);
    var realRoot = realRoot();
    checkInside(runPaths.folder(), realRoot, root);
    checkJournal(runPaths);
    var there = io.stat(runPaths.document());
    if (there == null || there.kind() != Stat.Kind.LINK) {
      return runPaths;
    }
    var real = checkReal(io, runPaths.document(), realRoot);
    return runPaths.withDocument(real);
  }

  /// Checks that a folder, as far as it exists, is in the project.
  ///
  /// @throws ForbiddenException if a link leads out of it
  public void checkInside(Path folder) throws IOException {
    checkInside(folder, realRoot(), root);
  }

  /// Returns where a run is, for removing its document.
  ///
  /// @throws ForbiddenException if that is a link, because it is ambiguous which of the two is
  ///   meant
  public RunPaths forRemoval(CheckpointId id) throws IOException {
    var runPaths = forWriting(id);
    if (!runPaths.document().equals(of(id).document())) {
      throw new ForbiddenException(
          runPaths.path() + " is a symbolic link, which is not removed",
          "Remove the link and its target by hand; the next change records it.");
    }
    return runPaths;
  }

  private void checkJournal(RunPaths runPaths) throws IOException {
    var base = stateFolder.location().base();
    checkInside(runPaths.journal(), base.equals(root) ? realRoot() : realBase(base), base);
  }

  private Path realBase(Path base) throws IOException {
    var known = realBase;
    if (known == null || !known.path().equals(base)) {
      known = new RealPath(base, io.realPath(base));
      realBase = known;
    }
    return known.real();
  }

  private record RealPath(Path path, Path real) {}

  private Path realRoot() throws IOException {
    var known = realRoot;
    if (known == null) {
      known = io.realPath(root);
      realRoot = known;
    }
    return known;
  }

  private void checkInside(Path folder, Path realRoot, Path limit) throws IOException {
    var there = folder;
    var found = io.stat(folder);
    if (found == null) {
      there = existingPart(io, folder, limit);
      found = there == null ? null : io.stat(there);
    }
    if (there == null || isKnown(there, found) || isInKnown(there, found)) {
      return;
    }
    checkReal(io, there, realRoot);
    remember(there, found);
    var above = there.getParent();
    if (above != null && !there.equals(limit) && isFolder(found)) {
      remember(above, io.stat(above));
    }
  }

  /// What is no link, in a folder that is inside, is inside too.
  private boolean isInKnown(Path there, @Nullable Stat found) throws IOException {
    var above = there.getParent();
    return isFolder(found) && above != null && isKnown(above, io.stat(above));
  }

  private static boolean isFolder(@Nullable Stat found) {
    return found != null && found.kind() == Stat.Kind.FOLDER;
  }

  private boolean isKnown(Path folder, @Nullable Stat found) {
    return found != null && isFolder(found) && found.key().equals(inside.get(folder));
  }

  /// Returns the existing part of a path, down from the limit; null if it is not below that.
  static @Nullable Path existingPart(StorageIo io, Path path, Path limit) throws IOException {
    var there = path;
    while (!there.equals(limit) && io.stat(there) == null) {
      var above = there.getParent();
      if (above == null) {
        return null;
      }
      there = above;
    }
    return there;
  }

  /// Remembers which folder a path led to when it was found inside. A link that leads to another
  /// folder later on shows by that folder's identity.
  private void remember(Path folder, @Nullable Stat found) {
    if (inside.size() >= FOLDERS) {
      inside.clear();
    }
    if (found != null && found.kind() == Stat.Kind.FOLDER && !found.key().isEmpty()) {
      inside.put(folder, found.key());
    }
  }

  /// Returns where a path leads.
  ///
  /// @throws ForbiddenException if that is outside, or nowhere
  static Path checkReal(StorageIo io, Path path, Path realRoot) throws IOException {
    try {
      var real = io.realPath(path);
      if (real.startsWith(realRoot)) {
        return real;
      }
      throw outside(path);
    } catch (NoSuchFileException dangling) {
      throw outside(path);
    }
  }

  private static ForbiddenException outside(Path path) {
    return new ForbiddenException(
        path + " leaves the project through a symbolic link",
        "Replace the link by a real folder or file.");
  }
}
