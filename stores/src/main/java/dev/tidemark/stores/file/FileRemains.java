package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Remains;
import dev.tidemark.stores.journal.ArchiveName;
import dev.tidemark.text.Erased;
import java.io.IOException;
import java.nio.file.Path;

/// Scan of residual files of documents in the work tree. Links are not followed.
public final class FileRemains implements Remains {
  /// The largest depth of the folders of a format, as [Layout#keptOf] names them, and of journals.
  private static final int DEPTH = 4;

  private static final String MOVED = ".tidemark/moved";

  private final Path root;
  private final StorageIo io;
  private final Layout layout;
  private final Targets targets;
  private final boolean archivesToo;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  /// @param archivesToo whether the archived copies are scanned here, because the valid ones are in
  ///   another store
  public FileRemains(Path root, StorageIo io, Layout layout, boolean archivesToo) {
    this.root = root;
    this.io = io;
    this.layout = layout;
    this.targets = new Targets(io, root, root.resolve(".tidemark"), layout);
    this.archivesToo = archivesToo;
  }

  @Override
  public Look look(CheckpointId id, Erased secret) {
    try (var _ = Undisturbed.begin()) {
      var sifting = new Sifting(root, io, secret);
      var target = targets.of(id);
      var path = target.path();
      int slash = path.lastIndexOf('/') + 1;
      for (var name : sifting.names(path.substring(0, slash))) {
        boolean aside = name.startsWith(path.substring(slash) + ".corrupt-");
        if (aside || target.isTemp(name) || name.equals(target.passage())) {
          sifting.sift(path.substring(0, slash) + name, 0);
        }
      }
      for (var folder : layout.keptOf(id.dialect())) {
        kept(id, folder, sifting);
      }
      for (var folder : layout.asideOf(id.dialect())) {
        sifting.sift(folder, DEPTH);
      }
      // As Departures names them.
      var moved = id.dialect() + "-" + target.journal().getFileName() + "-";
      for (var name : sifting.names(MOVED)) {
        if (name.startsWith(moved)) {
          sifting.sift(MOVED + "/" + name, DEPTH);
        }
      }
      return sifting.look();
    }
  }

  private void kept(CheckpointId id, String folder, Sifting sifting) {
    boolean archive = layout.archivesOf(id.dialect()).filter(folder::equals).isPresent();
    for (var name : sifting.names(folder)) {
      var copy = archive ? ArchiveName.of(name) : null;
      boolean known = copy != null && FileArchives.idOf(layout, id.dialect(), copy) != null;
      // A copy without a run belongs to all runs. Files that only resemble a copy are reported here
      // alone.
      if (!known || archivesToo || !sifting.isFile(folder + "/" + name)) {
        sifting.sift(folder + "/" + name, DEPTH - 1);
      }
    }
  }

  @Override
  public void clean(CheckpointId id, String path, Erased secret) {
    try (var _ = Undisturbed.begin()) {
      new Sifting(root, io, secret).clean(path);
    } catch (IOException failure) {
      throw Failures.unwritable(id, failure);
    }
  }
}
