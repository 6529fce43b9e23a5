package dev.tidemark.stores.file.path;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.LockProbe;
import dev.tidemark.stores.file.io.RunLocks;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Held;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Creates and checks the folder `.tidemark` of a project.
///
/// Its file `FORMAT` has the version of the layout, so that an older program refuses to write a
/// layout that it does not support.
public final class DotTidemark {
  private static final int FORMAT = 1;
  private static final int FORMAT_MAX_BYTES = 64 * 1024;
  private static final String LOST =
      "Put it back from a backup, or move .tidemark away; the documents stay as they are.";
  private static final int STORE_ID_BYTES = 16;

  /// Git ignores the whole folder, except for the files of `init`.
  private static final String IGNORE =
      "*\n!.gitignore\n!config.yaml\n!allowed_signers\n!workflows/\n!workflows/**\n";

  private static final CheckpointId FORMAT_LOCK = new CheckpointId("tidemark", "format", null);

  private final StorageIo io;
  private final Path root;
  private final Path folder;
  private final Path format;
  private final StoreLimits storeLimits;
  private volatile @Nullable RunLocks runLocks;
  private volatile boolean known;
  private volatile boolean prepared;

  /// @param root the root of the project
  public DotTidemark(StorageIo io, Path root, StoreLimits storeLimits) {
    this.io = io;
    this.root = root;
    this.folder = root.resolve(".tidemark");
    this.format = folder.resolve("FORMAT");
    this.storeLimits = storeLimits;
  }

  /// Returns the folder itself.
  public Path folder() {
    return folder;
  }

  /// Returns the folder of the lock files.
  private Path locks() {
    return folder.resolve("lock");
  }

  /// Checks that the existing layout is supported; an absent one is.
  ///
  /// @throws ForbiddenException if a newer version is needed to read it
  public void check() throws IOException {
    if (!known) {
      known = isThere();
    }
  }

  /// Has the layout and the folder checked again before they are used next.
  public void recheck() {
    known = false;
    prepared = false;
  }

  /// Makes the folder, where it is not there yet, and waits for the lock of a document.
  ///
  /// @throws dev.tidemark.store.StoreException.BusyException if others keep it for too long
  public Held lock(CheckpointId id, String path) throws IOException {
    prepare();
    try {
      return runLocks().acquire(id, path);
    } catch (NoSuchFileException removed) {
      recheck();
      prepare();
      return runLocks().acquire(id, path);
    }
  }

  private RunLocks runLocks() {
    var made = runLocks;
    if (made == null) {
      made = new RunLocks(io, locks(), storeLimits.patienceMillis());
      runLocks = made;
    }
    return made;
  }

  private void prepare() throws IOException {
    if (prepared) {
      return;
    }
    boolean there = known || isThere();
    var lockProbe = new LockProbe(io, folder, storeLimits);
    lockProbe.check(root, there ? folder : root);
    if (!there) {
      makeFolder(folder, root);
      makeFolder(locks(), folder);
      try (var lock = runLocks().acquire(FORMAT_LOCK, "FORMAT")) {
        if (!isThere()) {
          create();
        }
      }
    } else {
      var found = io.stat(locks());
      if (found == null) {
        makeFolder(locks(), folder);
      } else if (found.kind() == Stat.Kind.LINK) {
        new SymlinkGuard(io, root).check(locks());
      }
    }
    lockProbe.remember(folder);
    known = true;
    prepared = true;
  }

  /// Makes a folder with all that are missing above it, so that they survive a crash.
  ///
  /// @param limit a folder above, which must be there
  /// @param access the permissions; folders above may belong to other users too, unless they are
  ///   created here
  public void makeFolders(Path wanted, Path limit, Access access) throws IOException {
    var there = wanted.equals(limit) ? null : io.stat(wanted);
    if (there != null && there.kind() == Stat.Kind.FILE) {
      throw notAFolder(wanted);
    }
    if (wanted.equals(limit) || there != null) {
      return;
    }
    var above = wanted.getParent();
    if (above == null) {
      return;
    }
    boolean journals = limit.equals(folder);
    makeFolders(above, limit, journals ? access : Access.SHARED);
    io.createFolder(wanted, access);
    io.forceDir(above);
  }

  /// Returns the exception for a file in the place of a folder.
  public static ForbiddenException notAFolder(Path file) {
    return new ForbiddenException(file + " is a file where a folder should be", "Move it away.");
  }

  /// Makes the folder of a journal.
  public void makeJournal(Path journal) throws IOException {
    makeFolders(journal, folder, Access.PRIVATE);
  }

  /// Creates a folder if absent, and fsyncs its parent in any case: a concurrent process may have
  /// created it just now.
  private void makeFolder(Path wanted, Path above) throws IOException {
    if (io.stat(wanted) == null) {
      io.createFolder(wanted, Access.PRIVATE);
    }
    io.forceDir(above);
  }

  private boolean isThere() throws IOException {
    var bytes = io.read(format, 0, FORMAT_MAX_BYTES);
    if (bytes == null) {
      return false;
    }
    long minReader = minReader(bytes);
    if (minReader > FORMAT) {
      throw new ForbiddenException(
          folder + " was written by a newer version (it needs format " + minReader + ")",
          "Install a newer Tidemark.");
    }
    return true;
  }

  private long minReader(byte[] bytes) {
    var text = Utf8.decode(bytes);
    try {
      if (text.isPresent() && JsonText.parse(text.get()) instanceof JsonObject json) {
        var number = json.number("minReader");
        if (number != null && number.wholeValue().isPresent()) {
          return number.wholeValue().getAsLong();
        }
      }
    } catch (JsonException damaged) {
      throw unknownFormat(String.valueOf(damaged.getMessage()));
    }
    throw unknownFormat("it does not name the version that can read it");
  }

  /// The files are unchanged: only the supported operations are unknown.
  private DamagedException unknownFormat(String problem) {
    return new DamagedException(format.toString(), problem, LOST);
  }

  private void create() throws IOException {
    var ignore = folder.resolve(".gitignore");
    // If it exists, its creator has already decided the ignore rules of the folder.
    if (io.stat(ignore) == null) {
      publish(ignore, IGNORE);
    }
    var storeId = new StringBuilder();
    for (byte random : io.random(STORE_ID_BYTES)) {
      storeId.append(Character.forDigit(random >> 4 & 0xf, 16));
      storeId.append(Character.forDigit(random & 0xf, 16));
    }
    var json = JsonObject.builder().add("format", FORMAT).add("minReader", FORMAT);
    publish(format, JsonText.compact(json.add("storeId", storeId.toString()).build()) + "\n");
  }

  /// Makes a file that is durable before the next one is made: the first of two is not looked for
  /// once the second is there.
  private void publish(Path file, String text) throws IOException {
    new AtomicFile(io, file)
        .replace(text.getBytes(StandardCharsets.US_ASCII), Access.PRIVATE, Durability.DURABLE);
  }
}
