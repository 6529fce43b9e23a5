package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.ForbiddenException;
import dev.tidemark.stores.file.StorageIo.Stat;
import dev.tidemark.stores.journal.Berth;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Path resolver of runs, which keeps writers inside the project.
final class Targets {
  private static final int FOLDERS = 64;

  private final StorageIo io;
  private final Path root;
  private final Path home;
  private final Layout layout;
  private final ConcurrentHashMap<Path, String> inside = new ConcurrentHashMap<>();
  private volatile @Nullable Path realRoot;

  Targets(StorageIo io, Path root, Path home, Layout layout) {
    this.io = io;
    this.root = root;
    this.home = home;
    this.layout = layout;
  }

  /// Returns where a run is, for reading.
  ///
  /// @throws ForbiddenException if its name leads out of the project
  Target of(CheckpointId id) {
    var path = layout.pathOf(id);
    Berth.check(id, path);
    Berth.check(id, id.dialect());
    try {
      var document = root.resolve(path);
      var folder = home.resolve("journal").resolve(id.dialect());
      var journal = folder.resolve(String.valueOf(document.getFileName()));
      return new Target(id, path, document, journal, passage(id), layout.accessOf(id));
    } catch (InvalidPathException impossible) {
      throw Berth.refused(id, "it cannot be part of a path here");
    }
  }

  private String passage(CheckpointId id) {
    var path = layout.passageOf(id).orElse("");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns where a run is, for reading its document.
  ///
  /// @throws ForbiddenException if its name leads out of the project, or a link does: a checkout
  ///   must not have files of its reader read and shown
  Target forReading(CheckpointId id) throws IOException {
    var target = of(id);
    checkInside(target.folder(), realRoot(), root);
    var there = io.stat(target.document());
    if (there != null && there.kind() == Stat.Kind.LINK) {
      checkReal(io, target.document(), realRoot());
    }
    return target;
  }

  /// Returns where a run is, for writing: a document that is a link is written where it leads.
  ///
  /// @throws ForbiddenException if a link leads out of the project (R-USR-15)
  Target forWriting(CheckpointId id) throws IOException {
    var target = of(id);
    var realRoot = realRoot();
    checkInside(target.folder(), realRoot, root);
    checkInside(target.journal(), realRoot, root);
    var there = io.stat(target.document());
    if (there == null || there.kind() != Stat.Kind.LINK) {
      return target;
    }
    var real = checkReal(io, target.document(), realRoot);
    return target.at(real);
  }

  /// Checks that a folder, as far as it exists, is in the project.
  ///
  /// @throws ForbiddenException if a link leads out of it
  void checkInside(Path folder) throws IOException {
    checkInside(folder, realRoot(), root);
  }

  /// Returns where a run is, for removing its document.
  ///
  /// @throws ForbiddenException if that is a link, because it is ambiguous which of the two is
  ///   meant
  Target forRemoval(CheckpointId id) throws IOException {
    var target = forWriting(id);
    if (!target.document().equals(of(id).document())) {
      throw new ForbiddenException(
          target.path() + " is a symbolic link, which is not removed",
          "Remove the link and what it leads to by hand; the next change records it.");
    }
    return target;
  }

  private Path realRoot() throws IOException {
    var known = realRoot;
    if (known == null) {
      known = io.real(root);
      realRoot = known;
    }
    return known;
  }

  private void checkInside(Path folder, Path realRoot, Path limit) throws IOException {
    var found = io.stat(folder);
    boolean known =
        found != null && found.kind() == Stat.Kind.FOLDER && found.key().equals(inside.get(folder));
    if (known) {
      return;
    }
    var there = there(io, folder, limit);
    if (there != null) {
      checkReal(io, there, realRoot);
      remember(folder, found);
    }
  }

  /// Returns the existing part of a path, down from the limit; null if it is not below that.
  static @Nullable Path there(StorageIo io, Path path, Path limit) throws IOException {
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
      var real = io.real(path);
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
