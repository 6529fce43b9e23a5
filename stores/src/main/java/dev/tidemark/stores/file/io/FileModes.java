package dev.tidemark.stores.file.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// POSIX file permissions, where the file system supports them.
final class FileModes {
  // No EnumSet, and no permissions as a word, which is read into one: the first of a process asks
  // for the values of its type by reflection, in half a millisecond.
  private static final Set<PosixFilePermission> OWN =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /// The permissions of a new file that only its owner may read.
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(
          Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

  /// The permissions of a new folder that only its owner may open.
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(OWN);

  /// The bits of all permissions, and of those that others than the owner have.
  private static final int ALL = 0777;

  private static final int OTHERS = 0077;

  private FileModes() {}

  static void copy(Path from, Path to) throws IOException {
    if (bits(from) != bits(to)) {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }
  }

  static boolean isPrivate(Path path) throws IOException {
    return (bits(path) & OTHERS) == 0;
  }

  /// Returns the permissions as the system writes them; the JDK's other form of them is an EnumSet.
  private static int bits(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode") & ALL;
  }

  static void makePrivate(Path path) throws IOException {
    var kept = Files.getPosixFilePermissions(path);
    kept.retainAll(OWN);
    Files.setPosixFilePermissions(path, kept);
  }
}
