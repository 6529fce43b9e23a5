package dev.tidemark.app.settings.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// User folder: the location of the user's own files.
public final class UserFolder {
  private UserFolder() {}

  /// Returns the folder, by the variables of the process; null if they name none.
  public static @Nullable Path of(Map<String, String> environment) {
    try {
      var folder = environment.get("XDG_CONFIG_HOME");
      var home = environment.get("HOME");
      if (folder != null && Path.of(folder).isAbsolute()) {
        return Path.of(folder, "tidemark");
      }
      return home == null || home.isEmpty() ? null : Path.of(home, ".config", "tidemark");
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /// Makes a folder of the user's own, with those above it that are missing. Whatever the umask is,
  /// only the user may write or read there: what is in it decides what is trusted.
  ///
  /// @throws IOException if the disk refuses
  public static void make(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, owner(folder, "rwx------"));
    }
  }

  /// Returns whether another user may write a file or folder: by its mode, or as its owner, unless
  /// that is the administrator. A group with the name of the owner has no other members.
  ///
  /// @throws IOException if it cannot be examined
  public static boolean isOpen(Path path) throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return false;
    }
    var found = Files.readAttributes(path, PosixFileAttributes.class);
    var owner = found.owner().getName();
    var user = System.getProperty("user.name", "?");
    boolean shared =
        found.permissions().contains(PosixFilePermission.GROUP_WRITE)
            && !found.group().getName().equals(owner);
    return shared
        || found.permissions().contains(PosixFilePermission.OTHERS_WRITE)
        || !(user.equals("?") || owner.equals(user) || owner.equals("root"));
  }

  /// Returns the attributes of a new file or folder that only its owner may use.
  public static FileAttribute<?>[] owner(Path file, String permissions) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
