package dev.tidemark.stores.file;

import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.maintenance.AuxiliaryFiles;
import dev.tidemark.store.maintenance.ResidualFiles.SearchResult;
import dev.tidemark.store.maintenance.UncleanedFile;
import dev.tidemark.store.maintenance.UncleanedFile.Reason;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.SymlinkGuard;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Scan of the auxiliary files that Tidemark keeps in a work tree for all runs together.
public final class AuxiliaryFileScan implements AuxiliaryFiles {
  private static final String HOME = ".tidemark";
  private static final int DEPTH = 4;

  /// The parts of the folder that belong to runs, and the locks, which no other reader may open.
  private static final Set<String> OTHERS = Set.of("journal", "moved", "set-aside", "lock");

  /// Caches that are rebuilt on demand. With another text in it, it would be a wrong one. An intent
  /// that was altered is none: the next change of its run commits the document anyway.
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
  private final StorageIo io;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public AuxiliaryFileScan(Path root, StorageIo io) {
    this.root = root;
    this.io = io;
  }

  @Override
  public SearchResult search(RedactedSecret secret) {
    try (var _ = InterruptShield.begin()) {
      var secretFileScanner = new SecretFileScanner(root, io, secret);
      for (var name : secretFileScanner.names(HOME)) {
        if (!OTHERS.contains(name)) {
          secretFileScanner.sift(HOME + "/" + name, DEPTH);
        }
      }
      secretFileScanner.sift(LOG, 0);
      secretFileScanner.sift(LOG + ".1", 0);
      var looked = secretFileScanner.look();
      var holding = new ArrayList<String>();
      var left = new ArrayList<>(looked.uncleaned());
      for (var path : looked.matches()) {
        if (isMadeAnew(path) || TEXTS.contains(path)) {
          holding.add(path);
        } else {
          left.add(new UncleanedFile(path, Reason.FOREIGN));
        }
      }
      return new SearchResult(holding, left);
    }
  }

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
    try (var _ = InterruptShield.begin()) {
      if (isMadeAnew(path)) {
        new SymlinkGuard(io, root).check(root.resolve(path));
        io.unlink(root.resolve(path));
      } else {
        new SecretFileScanner(root, io, secret).clean(path);
      }
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          path + " cannot be written: " + DiskReason.of(failure), failure);
    }
  }
}
