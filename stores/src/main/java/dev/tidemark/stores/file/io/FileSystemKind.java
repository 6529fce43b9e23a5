package dev.tidemark.stores.file.io;

import java.util.Locale;

/// File system type, and whether its locks are visible to all machines.
public enum FileSystemKind {
  /// One machine only, so they do.
  LOCAL,
  /// They may or may not: `9p`, `virtiofs` and everything in user space.
  UNCERTAIN,
  /// They do not, or not reliably: `nfs`, `cifs`, `smb` and `ceph`.
  NETWORK;

  /// Returns the kind of a file system.
  ///
  /// @param type the operating system's name of it, see [StorageIo#fileSystemType]
  public static FileSystemKind of(String type) {
    var name = type.toLowerCase(Locale.ROOT);
    if (name.startsWith("nfs")
        || name.startsWith("smb")
        || name.equals("cifs")
        || name.startsWith("ceph")) {
      return NETWORK;
    }
    boolean uncertain =
        name.equals("9p")
            || name.equals("v9fs")
            || name.equals("virtiofs")
            || name.startsWith("fuse");
    return uncertain ? UNCERTAIN : LOCAL;
  }
}
