package dev.tidemark.integrations.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;

/// Temporary folder for an index of git, deleted when it is closed. Those of a user are together in
/// one folder, which only that user may enter: there the next call finds what a process has left
/// that was killed.
///
/// @param path the folder
record ScratchFolder(Path path) implements AutoCloseable {
  private static final String ONLY_OWNER = "rwx------";

  /// The age from which on no process can be using one: git is stopped long before.
  private static final Duration LEFT_BEHIND = Duration.ofHours(1);

  /// Creates one.
  ///
  /// @throws IOException if the disk refuses
  static ScratchFolder create() throws IOException {
    return create(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /// @param temp the folder of temporary files
  static ScratchFolder create(Path temp) throws IOException {
    var all = temp.resolve("tidemark-trees-" + System.getProperty("user.name"));
    if (isPrivate(all)) {
      var path = Files.createTempDirectory(all, "tree-");
      if (Files.getOwner(path).equals(Files.getOwner(all))) {
        removeLeftBehind(all, modified(path));
        return new ScratchFolder(path);
      }
      Files.delete(path);
    }
    return new ScratchFolder(Files.createTempDirectory(temp, "tidemark-tree-"));
  }

  /// Returns whether a folder is there, made now if need be, that only its owner may enter.
  private static boolean isPrivate(Path folder) throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    var permissions = PosixFilePermissions.fromString(ONLY_OWNER);
    try {
      Files.createDirectory(
          folder,
          posix
              ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
              : new FileAttribute<?>[0]);
      return true;
    } catch (FileAlreadyExistsException there) {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.isWritable(folder)
          && (!posix || Files.getPosixFilePermissions(folder).equals(permissions));
    }
  }

  private static Instant modified(Path folder) throws IOException {
    return Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toInstant();
  }

  /// @param now the time by the clock of the file system
  private static void removeLeftBehind(Path all, Instant now) {
    try (var folders = Files.newDirectoryStream(all)) {
      for (var folder : folders) {
        if (modified(folder).isBefore(now.minus(LEFT_BEHIND))) {
          GitTree.remove(folder);
        }
      }
    } catch (IOException | UncheckedIOException | DirectoryIteratorException other) {
      // Another process deletes the same folder, or the next call does.
    }
  }

  @Override
  public void close() throws IOException {
    GitTree.remove(path);
  }
}
