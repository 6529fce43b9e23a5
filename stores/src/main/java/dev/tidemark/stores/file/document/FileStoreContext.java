package dev.tidemark.stores.file.document;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Held;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.RunPathsResolver;
import dev.tidemark.stores.file.path.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// Shared context of the parts of a [dev.tidemark.stores.file.FileStore]: the disk, the state
/// folder with the locks of the runs, the paths of the runs, and random bytes.
public final class FileStoreContext {
  private static final int NAME_BYTES = 5;
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  /// The random bytes that are read from the operating system at a time.
  private static final int RANDOM_BLOCK = 256;

  private final Path root;
  private final StorageIo io;
  private final FileLayout layout;
  private final StateFolder stateFolder;
  private final RunPathsResolver paths;
  private byte[] random = {};
  private int randomUsed;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public FileStoreContext(Path root, StorageIo io, FileLayout layout, StoreLimits storeLimits) {
    this(root, io, layout, new StateFolder(io, root, storeLimits));
  }

  /// @param stateFolder the state folder of the project
  public FileStoreContext(Path root, StorageIo io, FileLayout layout, StateFolder stateFolder) {
    this.root = root;
    this.io = io;
    this.layout = layout;
    this.stateFolder = stateFolder;
    this.paths = new RunPathsResolver(io, root, stateFolder, layout);
  }

  /// Returns the root of the project.
  public Path root() {
    return root;
  }

  /// Returns the disk.
  public StorageIo io() {
    return io;
  }

  /// Returns the path layout of the documents.
  public FileLayout layout() {
    return layout;
  }

  /// Returns the state folder.
  public StateFolder stateFolder() {
    return stateFolder;
  }

  /// Returns the resolver of the paths of runs.
  public RunPathsResolver paths() {
    return paths;
  }

  /// Waits for the lock of a run.
  public Held lock(CheckpointId id, String path) throws IOException {
    return stateFolder.lock(id, path, layout.untracked(id.dialect()));
  }

  /// Returns that many random bytes, each returned only once.
  public synchronized byte[] random(int length) throws IOException {
    if (randomUsed + length > random.length) {
      random = io.random(Math.max(length, RANDOM_BLOCK));
      randomUsed = 0;
    }
    randomUsed += length;
    return Arrays.copyOfRange(random, randomUsed - length, randomUsed);
  }

  /// Returns the random part of a temporary file's name.
  public String newName() throws IOException {
    long bits = 0;
    for (byte b : random(NAME_BYTES)) {
      bits = bits << 8 | (b & 0xff);
    }
    var name = new StringBuilder();
    for (int i = 0; i < NAME_BYTES * 8; i += 5) {
      name.append(ALPHABET.charAt((int) (bits >>> i & 0x1f)));
    }
    return name.toString();
  }
}
