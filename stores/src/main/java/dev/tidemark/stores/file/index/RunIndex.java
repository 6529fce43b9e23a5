package dev.tidemark.stores.file.index;

import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Run index: a cache of run summaries in the state folder, so that a list need not read every run.
///
/// It is disposable: it holds no data of its own, a failed write of it is ignored, and each entry
/// is validated against the files. Small projects have none, because reading it would cost more
/// than reading their runs.
public final class RunIndex {
  /// The number of runs that must have been read for an index to be worth writing.
  static final int WORTH = 32;

  private static final int RANDOM_BYTES = 8;

  private final StorageIo io;
  private final Path root;
  private final StateFolder stateFolder;
  private final Path home;
  private final FileLayout fileLayout;
  private final RunLister lister;

  public RunIndex(StorageIo io, Path root, StateFolder stateFolder, FileLayout fileLayout) {
    this.io = io;
    this.root = root;
    this.stateFolder = stateFolder;
    this.home = stateFolder.path();
    this.fileLayout = fileLayout;
    this.lister = new RunLister(io, root, stateFolder, fileLayout);
  }

  /// Returns all runs of a dialect, summarised; null where there are so few that an index is not
  /// worth it.
  @Nullable
  public SummaryPage list(String dialect, boolean all, Summarizer by) throws IOException {
    var journals = lister.journals(dialect);
    if (journals == null) {
      return null;
    }
    var file = file(home, dialect);
    if (io.stat(file) == null && isSmall(dialect, journals)) {
      return null;
    }
    if (!stateFolder.guard().isInside(journals)) {
      return null;
    }
    var known = IndexFile.read(io, file, dialect, by.edition());
    var runScanner = new RunScanner(lister, journals, by, known);
    var summaryPage = runScanner.scan(all);
    if (summaryPage == null) {
      runScanner = new RunScanner(lister, journals, by, IndexFile.empty(io, file, dialect));
      summaryPage = runScanner.scan(all);
    }
    if (runScanner.newlyRead() >= WORTH) {
      write(file, runScanner);
    }
    return summaryPage;
  }

  private boolean isSmall(String dialect, Path journals) throws IOException {
    int names = io.list(journals).size();
    var roots = fileLayout.roots(dialect);
    for (int i = 0; i < roots.size() && names < WORTH; i++) {
      names += io.list(root.resolve(roots.get(i))).size();
    }
    return names < WORTH;
  }

  private static Path file(Path home, String dialect) {
    return home.resolve("index").resolve(dialect);
  }

  /// Puts an index into place, if that is possible.
  private void write(Path file, RunScanner runScanner) {
    try {
      var bytes = runScanner.index();
      if (io.stat(home.resolve("FORMAT")) == null) {
        return;
      }
      if (bytes == null) {
        io.unlink(file);
        return;
      }
      var folder = home.resolve("index");
      if (!stateFolder.guard().isInside(folder)) {
        return;
      }
      io.createFolder(folder, Access.PRIVATE);
      sweep(folder);
      new AtomicFile(io, file, random()).replace(bytes, Access.PRIVATE, Durability.REPLACE_ONLY);
    } catch (IOException left) {
      // The next list reads the runs that this one had to read.
    }
  }

  /// Removes the remains of interrupted writers. A concurrent writer fails, and leaves no index.
  private void sweep(Path folder) throws IOException {
    var names = io.list(folder);
    for (int i = 0; i < names.size(); i++) {
      if (AtomicFile.isOwnTemp(names.get(i))) {
        io.unlink(folder.resolve(names.get(i)));
      }
    }
  }

  private String random() throws IOException {
    long number = 0;
    for (byte part : io.random(RANDOM_BYTES)) {
      number = number << 8 | (part & 0xff);
    }
    return Long.toHexString(number);
  }

  /// Removes the index of a dialect, if that is possible.
  static void drop(StorageIo io, Path home, String dialect) {
    try {
      io.unlink(file(home, dialect));
    } catch (IOException left) {
      // Without write permission on the folder, the index cannot be written either.
    }
  }
}
