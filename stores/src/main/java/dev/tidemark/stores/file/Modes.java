package dev.tidemark.stores.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Who may do what with a file, where the system knows owners and others.
final class Modes {
  // No EnumSet, and no permissions as a word, which is read into one: the first of a process asks
  // for the values of its type by reflection, in half a millisecond.
  private static final Set<PosixFilePermission> OWN =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /// What a file is made with that only its owner may read.
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(
          Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

  /// What a folder is made with that only its owner may open.
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(OWN);

  private Modes() {}

  static void copy(Path from, Path to) throws IOException {
    var wanted = Files.getPosixFilePermissions(from);
    if (!wanted.equals(Files.getPosixFilePermissions(to))) {
      Files.setPosixFilePermissions(to, wanted);
    }
  }

  static boolean isPrivate(Path path) throws IOException {
    return OWN.containsAll(Files.getPosixFilePermissions(path));
  }

  static void makePrivate(Path path) throws IOException {
    var kept = Files.getPosixFilePermissions(path);
    kept.retainAll(OWN);
    Files.setPosixFilePermissions(path, kept);
  }
}
