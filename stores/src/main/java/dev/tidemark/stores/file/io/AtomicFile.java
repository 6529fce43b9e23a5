package dev.tidemark.stores.file.io;

import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Output;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Atomic file replacement: the new content is written to a temporary file beside the target, which
/// is then renamed over the target. A reader finds the content before or the content after, never a
/// part of either. All steps go through [StorageIo], so that fault injection sees each of them.
///
/// The name of a temporary file is `.TARGET.UNIQUE.tidemark-tmp`. A process that is killed leaves
/// it behind; nothing reads it.
public final class AtomicFile {
  /// The end of the name of every temporary file.
  public static final String SUFFIX = ".tidemark-tmp";

  /// The ends of such names in version 0.1.0, for files in `.tidemark`.
  private static final String OLD_SUFFIX = ".tmp";

  private static final String OLD_JOURNAL_SUFFIX = ".jsonl.pruned";

  /// The unique part where the caller excludes other writers.
  public static final String ONLY_WRITER = "0";

  private final StorageIo io;
  private final Path target;
  private final Path temp;
  private final boolean onlyWriter;

  /// What a replacement withstands.
  public enum Durability {
    /// A power failure: the content is synced (fsync) before the rename, and the folder after it.
    DURABLE,
    /// The end of this process, not a power failure: nothing is synced. The target may then be
    /// empty or cut off, so this is for content that can be made again.
    REPLACE_ONLY
  }

  /// Replaces a file that has one writer at a time, for example under a lock. The temporary file of
  /// a writer that was killed is overwritten.
  public AtomicFile(StorageIo io, Path target) {
    this(io, target, ONLY_WRITER, true);
  }

  /// Replaces a file that may have several writers at a time.
  ///
  /// @param unique tells the temporary file from that of any other writer
  public AtomicFile(StorageIo io, Path target, String unique) {
    this(io, target, unique, false);
  }

  /// @param onlyWriter whether a temporary file that exists is that of a killed writer
  public AtomicFile(StorageIo io, Path target, String unique, boolean onlyWriter) {
    this.io = io;
    this.target = target;
    this.temp = temp(target, unique);
    this.onlyWriter = onlyWriter;
  }

  /// Returns the temporary file.
  public Path temp() {
    return temp;
  }

  /// Replaces the target.
  ///
  /// @param access the permissions of the new file
  /// @throws IOException if a step failed; no temporary file is left, as far as that is possible
  public void replace(byte[] bytes, Access access, Durability durability) throws IOException {
    replace(bytes, access, null, durability);
  }

  /// Replaces the target.
  ///
  /// @param like a file whose permissions the new one gets; null for those of `access`
  /// @throws IOException if a step failed; no temporary file is left, as far as that is possible
  public void replace(byte[] bytes, Access access, @Nullable Path like, Durability durability)
      throws IOException {
    try {
      prepare(bytes, access, like, durability);
      publish(durability);
    } catch (IOException failure) {
      discard(failure);
      throw failure;
    }
  }

  /// Creates the temporary file, for content that depends on it. The caller writes and syncs it,
  /// and then calls [#publish].
  ///
  /// @throws IOException if it cannot be created
  public Output create(Access access) throws IOException {
    try {
      return io.create(temp, access);
    } catch (FileAlreadyExistsException left) {
      if (!onlyWriter) {
        throw left;
      }
      io.unlink(temp);
      return io.create(temp, access);
    }
  }

  /// Writes the temporary file: the first half of a replacement.
  ///
  /// @param like a file whose permissions the new one gets; null for those of `access`
  /// @throws IOException if a step failed; the temporary file may be left
  public void prepare(byte[] bytes, Access access, @Nullable Path like, Durability durability)
      throws IOException {
    try (var output = create(access)) {
      output.write(bytes);
      if (like != null) {
        io.copyMode(like, temp);
      }
      if (durability == Durability.DURABLE) {
        output.force();
      }
    }
  }

  /// Renames the temporary file over the target: the second half of a replacement.
  ///
  /// @throws IOException if a step failed; the target may then be replaced, but not durably
  public void publish(Durability durability) throws IOException {
    io.rename(temp, target);
    if (durability == Durability.DURABLE) {
      io.forceDir(folder(target));
    }
  }

  /// Removes the temporary file after a failure.
  public void discard(IOException failure) {
    try {
      io.unlink(temp);
    } catch (IOException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  /// Moves a file or folder durably: renames it and syncs both folders.
  ///
  /// @throws IOException if a step failed; it may then be moved, but not durably
  public static void move(StorageIo io, Path from, Path to) throws IOException {
    io.rename(from, to);
    io.forceDir(folder(to));
    if (!folder(to).equals(folder(from))) {
      io.forceDir(folder(from));
    }
  }

  /// Returns the temporary file for a target.
  public static Path temp(Path target, String unique) {
    return target.resolveSibling("." + target.getFileName() + "." + unique + SUFFIX);
  }

  /// Returns the file name of the target of a temporary file; null if the name is not that of one.
  public static @Nullable String targetOf(String name) {
    int end = name.length() - SUFFIX.length();
    int dot = end > 0 ? name.lastIndexOf('.', end - 1) : -1;
    boolean temp = dot > 1 && name.startsWith(".") && name.endsWith(SUFFIX);
    return temp ? name.substring(1, dot) : null;
  }

  /// Returns whether that is the name of a temporary file for a target of that file name.
  public static boolean isTempOf(String name, String target) {
    // Called for every name in a folder, which may have thousands of them.
    return name.endsWith(SUFFIX)
        && name.length() > target.length() + 2 + SUFFIX.length()
        && name.startsWith(target, 1)
        && target.equals(targetOf(name));
  }

  /// Returns whether that is the name of a temporary file in a folder of `.tidemark`, also of
  /// version 0.1.0. Not for folders of documents: there `.tmp` belongs to other programs.
  public static boolean isOwnTemp(String name) {
    return name.endsWith(SUFFIX) || name.endsWith(OLD_SUFFIX);
  }

  /// Returns whether that is the name of a temporary file in a journal, also of version 0.1.0.
  public static boolean isJournalTemp(String name) {
    return targetOf(name) != null || name.endsWith(OLD_JOURNAL_SUFFIX);
  }

  /// Returns whether that is the name of a temporary file in `.tidemark` for a target of that file
  /// name, also of version 0.1.0.
  public static boolean isOwnTempOf(String name, String target) {
    return isTempOf(name, target) || name.equals(target + OLD_SUFFIX);
  }

  private static Path folder(Path file) throws IOException {
    var folder = file.getParent();
    if (folder == null) {
      throw new NoSuchFileException(file.toString());
    }
    return folder;
  }
}
