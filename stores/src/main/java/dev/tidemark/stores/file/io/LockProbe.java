package dev.tidemark.stores.file.io;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.StorageIo.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Locale;

/// Lock probe: refuses writes on file systems whose locks are not visible to other machines. For
/// one thread.
///
/// The query for the kind of a folder's file system takes as long as all the rest of a command, so
/// an accepted device is cached in `.tidemark/device`, and only compared.
public final class LockProbe {
  private static final int MAX_BYTES = 256;

  private final StorageIo io;
  private final Path note;
  private final boolean unchecked;
  private String found = "";
  private boolean noted;

  public LockProbe(StorageIo io, Path folder, StoreLimits storeLimits) {
    this.io = io;
    this.note = folder.resolve("device");
    this.unchecked = storeLimits.networkFileSystems();
  }

  /// Makes sure that a folder can be written to by several processes.
  ///
  /// @throws ForbiddenException if it is on a network file system, or on one of unknown type, and
  ///   network file systems are not allowed
  public void check(Path root, Path folder) throws IOException {
    if (unchecked) {
      return;
    }
    found = device(folder);
    var bytes = io.read(note, 0, MAX_BYTES);
    noted =
        bytes != null
            && !found.isEmpty()
            && new String(bytes, StandardCharsets.ISO_8859_1).equals(found);
    if (noted) {
      return;
    }
    String type;
    try {
      type = io.fileSystemType(folder);
    } catch (IOException unknown) {
      throw new ForbiddenException(
          "the type of the file system of " + root + " is unknown (" + unknown.getMessage() + ")",
          "Install the program stat (coreutils), or use --allow-network-fs if no other machine"
              + " writes to it.");
    }
    if (isNetwork(type)) {
      throw new ForbiddenException(
          root + " is on a network file system (" + type + "), where locks cannot be relied on",
          "Keep the project on a local disk, or use --allow-network-fs if no other machine writes"
              + " to it.");
    }
  }

  /// Caches that the device passed the probe.
  public void remember(Path folder) throws IOException {
    if (unchecked || noted || found.isEmpty() || !device(folder).equals(found)) {
      return;
    }
    io.unlink(note);
    try (var output = io.create(note, Access.PRIVATE)) {
      output.write(found.getBytes(StandardCharsets.ISO_8859_1));
      noted = true;
    } catch (FileAlreadyExistsException raced) {
      noted = true;
    }
  }

  /// Returns whether locks on a file system are not visible to other machines, or not reliably;
  /// those of `9p`, `virtiofs` and file systems in user space may or may not be, and are allowed.
  ///
  /// @param type the operating system's name of it, see [StorageIo#fileSystemType]
  public static boolean isNetwork(String type) {
    var name = type.toLowerCase(Locale.ROOT);
    return name.startsWith("nfs")
        || name.startsWith("smb")
        || name.equals("cifs")
        || name.startsWith("ceph");
  }

  /// Returns the system's name of the device of a folder; empty if unknown.
  private String device(Path folder) throws IOException {
    var stat = io.stat(folder);
    var key = stat == null ? "" : stat.key();
    int comma = key.indexOf(',');
    return comma < 0 ? "" : key.substring(0, comma) + ")";
  }
}
