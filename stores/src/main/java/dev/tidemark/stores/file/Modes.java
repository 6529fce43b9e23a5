package dev.tidemark.stores.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/// Who may do what with a file, where the system knows owners and others.
final class Modes {
  private static final Set<PosixFilePermission> OWN =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

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
