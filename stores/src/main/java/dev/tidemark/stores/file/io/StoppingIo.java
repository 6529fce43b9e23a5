package dev.tidemark.stores.file.io;

import dev.tidemark.stores.file.io.WatchedIo.Step;
import java.io.PrintStream;
import java.nio.file.Path;

/// Fault injection: a disk that suspends a writer in the middle of a replacement, so that a test
/// can kill the process and inspect the remains.
public final class StoppingIo {
  private StoppingIo() {}

  /// The points at which a replacement can be suspended.
  public enum Moment {
    /// The new document is in a temporary file; nothing is recorded.
    BEFORE_RECORDING,
    /// The record is in the journal and on the medium; the document is the old one.
    BEFORE_PUBLISHING,
    /// The document is in its place; the folder is not on the medium yet.
    BEFORE_FOLDER_IS_FORCED
  }

  /// Returns a disk that, at that moment, prints `READY` as a line and blocks for good.
  public static StorageIo at(Moment moment, StorageIo io, PrintStream ready) {
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

  /// Files in `.tidemark` are replaced too, such as the index; they are not published.
  private static boolean isDocumentTemp(Path path) {
    return path.toString().endsWith(AtomicFile.SUFFIX) && !path.toString().contains("/.tidemark/");
  }

  private static void blockForGood() {
    try (var calm = InterruptShield.begin()) {
      while (true) {
        calm.sleep(Long.MAX_VALUE);
      }
    }
  }
}
