package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.maintenance.AuxiliaryFiles;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.store.maintenance.ResidualFiles.SearchResult;
import dev.tidemark.store.maintenance.UncleanedFile;
import dev.tidemark.store.maintenance.UncleanedFile.Reason;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.RunPathsResolver;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.journal.ArchiveName;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Scan of the work tree for a secret: residual files of documents, and the auxiliary files that
/// Tidemark keeps for all runs together. Links are not followed.
public final class ResidualFileScan implements ResidualFiles, AuxiliaryFiles {
  /// The largest depth of the folders of a format, as [FileLayout#keptOf] names them, and of
  /// journals.
  private static final int DEPTH = 4;

  private static final String HOME = ".tidemark";
  private static final String MOVED = HOME + "/moved";

  /// The parts of the folder that belong to runs, and the locks, which no other reader may open.
  private static final Set<String> OTHERS = Set.of("journal", "moved", "set-aside", "lock");

  /// Files that are removed instead of redacted: caches, which are rebuilt on demand and would be
  /// wrong with another text, and intents, because the next change of the run commits the document
  /// anyway.
  private static final List<String> MADE_ANEW =
      List.of(HOME + "/index/", HOME + "/cache/", HOME + "/pending/");

  private static final String LEASES = HOME + "/leases/";

  private static final String REFUSAL = HOME + "/refusal.json";
  private static final String LOG = ".claude/logs/webhooks.log";
  private static final List<String> TEXTS = List.of(REFUSAL, LOG, LOG + ".1");

  /// The files whose temporary files may be removed. Other temporary files may belong to another
  /// program, or to a writer that still runs.
  private static final List<String> REPLACED = List.of("refusal.json", "FORMAT", ".gitignore");

  private final Path root;
  private final StateFolder stateFolder;
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
    this.stateFolder = new StateFolder(io, root, StoreLimits.USUAL);
    this.io = io;
    this.fileLayout = fileLayout;
    this.runPathsResolver = new RunPathsResolver(io, root, stateFolder, fileLayout);
    this.archivesToo = archivesToo;
  }

  @Override
  public SearchResult search(CheckpointId id, RedactedSecret secret) {
    try (var shield = InterruptShield.begin()) {
      var secretFileScanner = new SecretFileScanner(stateFolder, io, secret);
      var runPaths = runPathsResolver.of(id);
      var path = runPaths.path();
      int slash = path.lastIndexOf('/') + 1;
      for (var name : secretFileScanner.names(path.substring(0, slash))) {
        boolean aside = name.startsWith(path.substring(slash) + ".corrupt-");
        if (aside || runPaths.isTemp(name) || name.equals(runPaths.passage())) {
          secretFileScanner.scan(path.substring(0, slash) + name, 0);
        }
      }
      for (var folder : fileLayout.keptOf(id.dialect())) {
        scanKeptFiles(id, folder, secretFileScanner);
      }
      for (var folder : fileLayout.asideOf(id.dialect())) {
        secretFileScanner.scan(folder, DEPTH);
      }
      // As FileStore.forget names them.
      var moved = id.dialect() + "-" + runPaths.journal().getFileName() + "-";
      for (var name : secretFileScanner.names(MOVED)) {
        if (name.startsWith(moved)) {
          secretFileScanner.scan(MOVED + "/" + name, DEPTH);
        }
      }
      return secretFileScanner.result();
    }
  }

  private void scanKeptFiles(CheckpointId id, String folder, SecretFileScanner secretFileScanner) {
    boolean archive = fileLayout.archivesOf(id.dialect()).filter(folder::equals).isPresent();
    for (var name : secretFileScanner.names(folder)) {
      var copy = archive ? ArchiveName.of(name) : null;
      boolean known = copy != null && copy.run(fileLayout, id.dialect()) != null;
      // A copy without a run belongs to all runs. Files that only resemble a copy are reported here
      // alone.
      if (!known || archivesToo || !secretFileScanner.isFile(folder + "/" + name)) {
        secretFileScanner.scan(folder + "/" + name, DEPTH - 1);
      }
    }
  }

  @Override
  public void redact(CheckpointId id, String path, RedactedSecret secret) {
    try (var shield = InterruptShield.begin()) {
      new SecretFileScanner(stateFolder, io, secret).clean(path);
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }

  @Override
  public SearchResult search(RedactedSecret secret) {
    try (var shield = InterruptShield.begin()) {
      var secretFileScanner = new SecretFileScanner(stateFolder, io, secret);
      var state = stateFolder.path();
      for (var name : secretFileScanner.names(state.toString())) {
        if (!OTHERS.contains(name)) {
          secretFileScanner.scan(state.resolve(name).toString(), DEPTH);
        }
      }
      secretFileScanner.scan(LOG, 0);
      secretFileScanner.scan(LOG + ".1", 0);
      var found = secretFileScanner.result();
      var holding = new ArrayList<String>();
      var left = new ArrayList<>(found.uncleaned());
      for (var path : found.matches()) {
        var name = stateFolder.nameOf(stateFolder.resolve(path));
        if (isMadeAnew(name) || TEXTS.contains(name)) {
          holding.add(path);
        } else {
          left.add(new UncleanedFile(path, Reason.FOREIGN));
        }
      }
      if (!state.equals(root.resolve(HOME))) {
        searchCommitted(new SecretFileScanner(stateFolder, io, secret), left);
      }
      return new SearchResult(holding, left);
    }
  }

  /// Searches `.tidemark` where the state is elsewhere: it has settings, and what an earlier layout
  /// left, which a later write removes.
  private void searchCommitted(SecretFileScanner secretFileScanner, List<UncleanedFile> left) {
    var home = root.resolve(HOME);
    for (var name : secretFileScanner.names(home.toString())) {
      secretFileScanner.scan(home.resolve(name).toString(), DEPTH);
    }
    var found = secretFileScanner.result();
    left.addAll(found.uncleaned());
    for (var path : found.matches()) {
      left.add(new UncleanedFile(path, Reason.FOREIGN));
    }
  }

  /// @param path of the project, as [StateFolder#nameOf] returns it
  private static boolean isMadeAnew(String path) {
    for (var folder : MADE_ANEW) {
      if (path.startsWith(folder)) {
        return true;
      }
    }
    if (path.startsWith(LEASES)) {
      return AtomicFile.isOwnTemp(path);
    }
    for (var file : REPLACED) {
      if (path.startsWith(HOME + "/")
          && AtomicFile.isOwnTempOf(path.substring(HOME.length() + 1), file)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void redact(String path, RedactedSecret secret) {
    try (var shield = InterruptShield.begin()) {
      var file = stateFolder.resolve(path);
      if (isMadeAnew(stateFolder.nameOf(file))) {
        stateFolder.checkInside(file);
        io.unlink(file);
      } else {
        new SecretFileScanner(stateFolder, io, secret).clean(path);
      }
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          path + " cannot be written: " + DiskReason.of(failure), failure);
    }
  }
}
