package dev.tidemark.text;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Bounded read of a regular file that other users or processes may have created.
///
/// A FIFO, a device or a socket in the place of a file would block the process or never end, and
/// git carries symbolic links to them; so only a regular file is opened. Files of a project and of
/// `.git` may be of any size; so a read ends at a limit. Not by a channel: the first one costs a
/// cold process more than all that is read here.
public final class BoundedFile {
  /// The most bytes of a file that a person or a program writes: 5 MB.
  public static final int MAX_BYTES = 5 * 1024 * 1024;

  private BoundedFile() {}

  /// Makes sure that a path is that of a regular file, links followed. A link into the system's own
  /// files is none: some, such as `/proc/kmsg`, look regular and block who reads them.
  ///
  /// @throws IOException if there is none, or something else
  public static void check(Path file) throws IOException {
    var found = Files.readAttributes(file, BasicFileAttributes.class);
    if (!found.isRegularFile() || (found.size() == 0 && leadsToSystem(file))) {
      throw new FileSystemException(
          file.toString(), null, "it is not a regular file; remove it, or put a file in its place");
    }
  }

  /// Returns whether a link leads to one of the system's own files.
  ///
  /// @throws IOException if there is no file
  public static boolean leadsToSystem(Path file) throws IOException {
    return isOfSystem(file.toRealPath()) && !isOfSystem(file);
  }

  private static boolean isOfSystem(Path file) {
    return file.startsWith("/proc") || file.startsWith("/sys");
  }

  /// Returns the bytes of a file of at most [#MAX_BYTES].
  ///
  /// @throws IOException if it cannot be read, is larger or is not a regular file
  public static byte[] bytes(Path file) throws IOException {
    return bytes(file, MAX_BYTES);
  }

  /// Returns the bytes of a file of at most that many.
  ///
  /// @throws IOException if it cannot be read, is larger or is not a regular file
  public static byte[] bytes(Path file, int max) throws IOException {
    check(file);
    try (var input = new FileInputStream(file.toFile())) {
      // System files, such as those of /proc, report no length and must be read.
      var bytes = input.readNBytes(max);
      if (bytes.length == max && input.read() >= 0) {
        throw new FileSystemException(file.toString(), null, "it is larger than " + max + " bytes");
      }
      return bytes;
    }
  }

  /// Returns whether a link leads from a file of a project out of it. Usually there is no link:
  /// then one call to the system costs less than a check of each folder.
  ///
  /// @throws IOException if there is no file
  public static boolean leadsOut(Path file, Path root) throws IOException {
    var real = file.toRealPath();
    return !real.equals(file) && !real.startsWith(root.toRealPath());
  }

  /// Returns the text of a file of a project, of at most [#MAX_BYTES]. A link may lead to it only
  /// inside the project: a checkout must not have files of its reader read and shown.
  ///
  /// @throws IOException if it leads out, or as the other
  public static String text(Path file, Path root) throws IOException {
    if (leadsOut(file, root)) {
      throw new FileSystemException(
          file.toString(), null, "it leaves the project through a symbolic link");
    }
    return text(file);
  }

  /// Returns the text of a file of at most [#MAX_BYTES].
  ///
  /// @throws IOException if it cannot be read, is larger, is not a regular file or not UTF-8
  public static String text(Path file) throws IOException {
    var text = Utf8.decode(bytes(file));
    if (text.isEmpty()) {
      throw new FileSystemException(file.toString(), null, "it is not UTF-8 text");
    }
    return text.get();
  }
}
