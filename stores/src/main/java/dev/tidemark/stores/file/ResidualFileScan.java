package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.RunPathsResolver;
import dev.tidemark.stores.journal.ArchiveName;
import java.io.IOException;
import java.nio.file.Path;

/// Scan of residual files of documents in the work tree. Links are not followed.
public final class ResidualFileScan implements ResidualFiles {
  /// The largest depth of the folders of a format, as [FileLayout#keptOf] names them, and of
  /// journals.
  private static final int DEPTH = 4;

  private static final String MOVED = ".tidemark/moved";

  private final Path root;
  private final StorageIo io;
  private final FileLayout fileLayout;
  private final RunPathsResolver runPathsResolver;
  private final boolean archivesToo;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  /// @param archivesToo whether the archived copies are scanned here, because the valid ones are in
  ///   another store
  public ResidualFileScan(Path root, StorageIo io, FileLayout fileLayout, boolean archivesToo) {
    this.root = root;
    this.io = io;
    this.fileLayout = fileLayout;
    this.runPathsResolver = new RunPathsResolver(io, root, root.resolve(".tidemark"), fileLayout);
    this.archivesToo = archivesToo;
  }

  @Override
  public SearchResult search(CheckpointId id, RedactedSecret secret) {
    try (var _ = InterruptShield.begin()) {
      var secretFileScanner = new SecretFileScanner(root, io, secret);
      var runPaths = runPathsResolver.of(id);
      var path = runPaths.path();
      int slash = path.lastIndexOf('/') + 1;
      for (var name : secretFileScanner.names(path.substring(0, slash))) {
        boolean aside = name.startsWith(path.substring(slash) + ".corrupt-");
        if (aside || runPaths.isTemp(name) || name.equals(runPaths.passage())) {
          secretFileScanner.sift(path.substring(0, slash) + name, 0);
        }
      }
      for (var folder : fileLayout.keptOf(id.dialect())) {
        kept(id, folder, secretFileScanner);
      }
      for (var folder : fileLayout.asideOf(id.dialect())) {
        secretFileScanner.sift(folder, DEPTH);
      }
      // As Departures names them.
      var moved = id.dialect() + "-" + runPaths.journal().getFileName() + "-";
      for (var name : secretFileScanner.names(MOVED)) {
        if (name.startsWith(moved)) {
          secretFileScanner.sift(MOVED + "/" + name, DEPTH);
        }
      }
      return secretFileScanner.look();
    }
  }

  private void kept(CheckpointId id, String folder, SecretFileScanner secretFileScanner) {
    boolean archive = fileLayout.archivesOf(id.dialect()).filter(folder::equals).isPresent();
    for (var name : secretFileScanner.names(folder)) {
      var copy = archive ? ArchiveName.of(name) : null;
      boolean known = copy != null && FileArchives.idOf(fileLayout, id.dialect(), copy) != null;
      // A copy without a run belongs to all runs. Files that only resemble a copy are reported here
      // alone.
      if (!known || archivesToo || !secretFileScanner.isFile(folder + "/" + name)) {
        secretFileScanner.sift(folder + "/" + name, DEPTH - 1);
      }
    }
  }

  @Override
  public void redact(CheckpointId id, String path, RedactedSecret secret) {
    try (var _ = InterruptShield.begin()) {
      new SecretFileScanner(root, io, secret).clean(path);
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }
}
