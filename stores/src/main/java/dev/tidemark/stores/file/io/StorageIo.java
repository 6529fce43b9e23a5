package dev.tidemark.stores.file.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Storage I/O port of a [dev.tidemark.stores.file.FileStore], one operation each, so that tests
/// can stop, fail or record every single step.
///
/// No operation is retried or combined here, except where a method documents it. An interrupt of
/// the calling thread neither stops an operation nor closes a file nor drops a lock.
public interface StorageIo {

  /// The permissions of a new file or folder.
  enum Access {
    /// As the process's umask allows.
    SHARED,
    /// Only for the owner (0600 and 0700), where the file system supports permissions.
    PRIVATE
  }

  /// Entry at a path. Two are equal whenever they were changed: a file that only grows is known by
  /// its size.
  ///
  /// @param size in bytes
  /// @param key the identity of the file, which differs after a replacement; empty if unknown
  /// @param kind the kind of entry
  /// @param modified when it was last changed, in nanoseconds since 1970
  record Stat(long size, String key, Kind kind, long modified) {
    /// The kinds of entries.
    public enum Kind {
      /// A file.
      FILE,
      /// A folder.
      FOLDER,
      /// A symbolic link, which was not followed.
      LINK,
      /// A device, a socket or the like.
      OTHER
    }

    /// Returns the entry with another size of the same file.
    public Stat ofSize(long newSize) {
      return new Stat(newSize, key, kind, modified);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Stat that
          && size == that.size
          && key.equals(that.key)
          && kind == that.kind;
    }

    @Override
    public int hashCode() {
      return key.hashCode() * 31 + Long.hashCode(size);
    }
  }

  /// A file open for writing.
  interface Output extends Closeable {
    /// Writes bytes at the end of the file.
    ///
    /// @throws IOException if not all were written; some may have been
    void write(byte[] bytes) throws IOException;

    /// Waits until everything written is on the medium.
    ///
    /// @throws IOException if durability is unknown; the file must then not be written to again
    ///   through this handle, because a second fsync may succeed wrongly
    void force() throws IOException;

    /// Cuts the file off.
    void truncate(long size) throws IOException;
  }

  /// An operating system's lock, held until closed or until the process ends.
  interface Held extends Closeable {}

  /// Makes a file that must not be there yet.
  Output create(Path file, Access access) throws IOException;

  /// Opens a file that must be there, to write at its end.
  Output append(Path file) throws IOException;

  /// Renames a file in the same folder, replacing an existing file of that name atomically.
  void rename(Path from, Path to) throws IOException;

  /// Removes a file; does nothing if there is none.
  void unlink(Path file) throws IOException;

  /// Waits until a folder's list of names is on the medium, where the system can do that.
  void forceDir(Path folder) throws IOException;

  /// Returns bytes of a file: fewer than `length` where it ends before, null if there is none.
  byte @Nullable [] read(Path file, long offset, int length) throws IOException;

  /// Returns what is at a path, links not followed; null if nothing is.
  @Nullable Stat stat(Path path) throws IOException;

  /// Returns the names in a folder, in no particular order; none if there is no such folder.
  List<String> list(Path folder) throws IOException;

  /// Creates a folder, whose parent must exist; no-op if it exists.
  void createFolder(Path folder, Access access) throws IOException;

  /// Gives a file the permissions of another, where they differ.
  void copyMode(Path from, Path to) throws IOException;

  /// Returns whether a file or folder is accessible to its owner only, links followed; true where
  /// the file system has no permissions.
  boolean isPrivate(Path path) throws IOException;

  /// Restricts a file or folder to its owner, where the file system supports permissions.
  void makePrivate(Path path) throws IOException;

  /// Returns whether this process may write to a file or folder, links followed; false where there
  /// is none.
  boolean isWritable(Path path);

  /// Returns the path without links.
  Path realPath(Path path) throws IOException;

  /// Locks a file, which is made if absent; returns null if another process has it locked.
  ///
  /// The caller makes sure that no thread of this process locks or opens it meanwhile: the system
  /// would drop the lock when any of them closes it.
  @Nullable Held lock(Path file) throws IOException;

  /// Returns the system's name of a path's file system: `ext4`, `nfs4`. Slow.
  String fileSystemType(Path path) throws IOException;

  /// Returns the time by the clock that stamps files, in milliseconds since 1970.
  long currentMillis();

  /// Returns that many unpredictable bytes.
  byte[] random(int length) throws IOException;
}
