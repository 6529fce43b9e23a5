package dev.tidemark.stores.file.io;

import dev.tidemark.stores.file.io.WatchedIo.Step;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/// Decorator of [StorageIo] that reports every modifying step to a watcher before it is made. The
/// watcher may let it pass, stop for good, or fail it by throwing. Tests use it for fault
/// injection.
public final class WatchedIo extends ForwardingIo {
  private final Watcher watcher;

  /// Watches the steps taken on another disk.
  public WatchedIo(StorageIo io, Watcher watcher) {
    super(io);
    this.watcher = watcher;
  }

  /// The modifying steps.
  public enum Step {
    /// A new, empty file.
    CREATE,
    /// Bytes at the end of a file.
    WRITE,
    /// The wait until a file is on the medium.
    FORCE,
    /// The end of a file is cut off.
    TRUNCATE,
    /// A file takes the place of another; the path is its former name.
    RENAME,
    /// A file goes away.
    UNLINK,
    /// The wait until a folder's names are on the medium.
    FORCE_DIR,
    /// A new folder.
    CREATE_FOLDER,
    /// A file gets the permissions of another; the path is the one that gets them.
    COPY_MODE
  }

  /// The points at which a replacement can be suspended.
  public enum Moment {
    /// The new document is in a temporary file; nothing is recorded.
    BEFORE_RECORDING,
    /// The record is in the journal and on the medium; the document is the old one.
    BEFORE_PUBLISHING,
    /// The document is in its place; the folder is not on the medium yet.
    BEFORE_FOLDER_IS_FORCED
  }

  /// Callback of the decorator.
  public interface Watcher {
    /// Called before a step is made.
    ///
    /// @throws IOException so that the step fails instead
    void before(Step step, Path path) throws IOException;
  }

  /// Returns a disk that, at that moment, prints `READY` as a line and blocks for good.
  public static StorageIo stoppingAt(Moment moment, StorageIo io, PrintStream ready) {
    var recorded = new boolean[1];
    var published = new boolean[1];
    return new WatchedIo(
        io,
        (step, path) -> {
          // A removal gives the document itself another name.
          boolean publishes = step == Step.RENAME && (isDocumentTemp(path) || recorded[0]);
          boolean now =
              switch (moment) {
                case BEFORE_RECORDING -> step == Step.WRITE && isRecord(path);
                case BEFORE_PUBLISHING -> publishes;
                case BEFORE_FOLDER_IS_FORCED -> step == Step.FORCE_DIR && published[0];
              };
          if (now) {
            ready.println("READY");
            ready.flush();
            blockForGood();
          }
          recorded[0] |= step == Step.WRITE && isRecord(path);
          published[0] |= publishes;
        });
  }

  private static boolean isRecord(Path path) {
    return path.toString().endsWith(".jsonl");
  }

  /// Files of the state folder are replaced too, such as the index; they are not published.
  private static boolean isDocumentTemp(Path path) {
    var name = path.toString();
    return name.endsWith(AtomicFile.SUFFIX)
        && !name.contains("/.tidemark/")
        && !name.contains(".git/");
  }

  private static void blockForGood() {
    try (var calm = InterruptShield.begin()) {
      while (true) {
        calm.sleep(Long.MAX_VALUE);
      }
    }
  }

  @Override
  public Output create(Path file, Access access) throws IOException {
    watcher.before(Step.CREATE, file);
    return watched(file, super.create(file, access));
  }

  @Override
  public Output append(Path file) throws IOException {
    return watched(file, super.append(file));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    watcher.before(Step.RENAME, from);
    super.rename(from, to);
  }

  @Override
  public void unlink(Path file) throws IOException {
    watcher.before(Step.UNLINK, file);
    super.unlink(file);
  }

  @Override
  public void forceDir(Path folder) throws IOException {
    watcher.before(Step.FORCE_DIR, folder);
    super.forceDir(folder);
  }

  @Override
  public void createFolder(Path folder, Access access) throws IOException {
    watcher.before(Step.CREATE_FOLDER, folder);
    super.createFolder(folder, access);
  }

  @Override
  public void copyMode(Path from, Path to) throws IOException {
    watcher.before(Step.COPY_MODE, to);
    super.copyMode(from, to);
  }

  /// Returns an open file whose steps are all reported.
  private Output watched(Path file, Output output) {
    return new Output() {
      @Override
      public void write(byte[] bytes) throws IOException {
        watcher.before(Step.WRITE, file);
        output.write(bytes);
      }

      @Override
      public void force() throws IOException {
        watcher.before(Step.FORCE, file);
        output.force();
      }

      @Override
      public void truncate(long size) throws IOException {
        watcher.before(Step.TRUNCATE, file);
        output.truncate(size);
      }

      @Override
      public void close() throws IOException {
        output.close();
      }
    };
  }
}
