package dev.tidemark.stores.file.io;

import dev.tidemark.text.BoundedFile;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Storage I/O on the real disk, with fsync.
///
/// Channels are closed by an interrupt of the thread that writes through them, so all written files
/// can be reopened and rewritten, see [DiskOutput]; locking cannot be interrupted, and the channel
/// of a lock is used for nothing else.
public final class DiskIo implements StorageIo {
  private static final boolean POSIX = File.separatorChar == '/';

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /// The number of attempts to open an existing file. The error of opening is the same for an
  /// absent and a forbidden file, and an absent one may be created before the check.
  private static final int TRIES = 4;

  /// The time limit of the program `stat`, which hangs where a server does not answer.
  private static final int STAT_SECONDS = 5;

  private static final File ENTROPY = new File("/dev/urandom");

  private static final Set<PosixFilePermission> OWNER_PERMISSIONS =
      PosixFilePermissions.fromString("rwx------");

  /// The permissions of a new file that only its owner may read.
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /// The permissions of a new folder that only its owner may open.
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(OWNER_PERMISSIONS);

  /// The bits of all permissions, and of those that others than the owner have.
  private static final int ALL_BITS = 0777;

  private static final int OTHERS_BITS = 0077;

  /// Uses the disk of this machine.
  public DiskIo() {}

  @Override
  public Output create(Path file, Access access) throws IOException {
    if (POSIX && access == Access.PRIVATE) {
      return new DiskOutput(file, FileChannel.open(file, NEW, PRIVATE_FILE));
    }
    return new DiskOutput(file, FileChannel.open(file, NEW));
  }

  @Override
  public Output append(Path file) throws IOException {
    checkOwn(file);
    var output = new DiskOutput(file, FileChannel.open(file, StandardOpenOption.WRITE));
    boolean ready = false;
    try {
      output.toEnd();
      ready = true;
      return output;
    } finally {
      if (!ready) {
        output.close();
      }
    }
  }

  /// Checks that a file opened for writing is a regular file and no symbolic link: a checkout may
  /// create links, and one could lead to any file of the user.
  private static void checkOwn(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is a symbolic link; remove it, or put a file in its place");
    }
    BoundedFile.check(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void unlink(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void forceDir(Path folder) throws IOException {
    if (!POSIX) {
      return; // Windows has no such operation, and refuses to open a folder.
    }
    boolean interrupted = false;
    try {
      while (true) {
        interrupted |= Thread.interrupted();
        try (var channel = FileChannel.open(folder)) {
          channel.force(true);
          return;
        } catch (ClosedByInterruptException again) {
          // The interrupt closed the channel; that is no failure of the medium.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public byte @Nullable [] read(Path file, long offset, int length) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return readExisting(file, offset, length);
      } catch (FileNotFoundException | NoSuchFileException absentOrForbidden) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          return null;
        }
        if (tries == TRIES) {
          throw absentOrForbidden;
        }
      }
    }
  }

  private static byte[] readExisting(Path file, long offset, int length) throws IOException {
    BoundedFile.check(file);
    try (var input = new RandomAccessFile(file.toFile(), "r")) {
      int there = (int) Math.min(length, Math.max(0, input.length() - offset));
      var bytes = new byte[there];
      if (offset > 0) {
        input.seek(offset);
      }
      int read = 0;
      while (read < there) {
        int count = input.read(bytes, read, there - read);
        if (count < 0) {
          return Arrays.copyOf(bytes, read);
        }
        read += count;
      }
      return bytes;
    }
  }

  @Override
  public @Nullable Stat stat(Path path) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException absent) {
      return null;
    } catch (IOException failure) {
      if (path.toFile().exists() || !isBelowFile(path)) {
        throw failure;
      }
      return null;
    }
    var kind =
        found.isRegularFile()
            ? Stat.Kind.FILE
            : found.isDirectory()
                ? Stat.Kind.FOLDER
                : found.isSymbolicLink() ? Stat.Kind.LINK : Stat.Kind.OTHER;
    var key = found.fileKey();
    long modified = found.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    return new Stat(found.size(), key == null ? "" : key.toString(), kind, modified);
  }

  /// Returns whether a file is where a folder of the path should be: then nothing is there.
  private static boolean isBelowFile(Path path) {
    for (var above = path.getParent(); above != null; above = above.getParent()) {
      if (above.toFile().isFile()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long currentMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    var names = folder.toFile().list();
    if (names != null) {
      return Arrays.asList(names);
    }
    var there = stat(folder);
    if (there == null || there.kind() == Stat.Kind.FILE) {
      return List.of();
    }
    // It may have been made since.
    names = folder.toFile().list();
    if (names == null) {
      throw folder.toFile().canRead()
          ? new IOException("cannot list " + folder)
          : new AccessDeniedException(folder.toString());
    }
    return Arrays.asList(names);
  }

  @Override
  public void createFolder(Path folder, Access access) throws IOException {
    try {
      if (POSIX && access == Access.PRIVATE) {
        Files.createDirectory(folder, PRIVATE_FOLDER);
      } else {
        Files.createDirectory(folder);
      }
    } catch (FileAlreadyExistsException raced) {
      if (!folder.toFile().isDirectory()) {
        throw raced;
      }
    }
  }

  @Override
  public void copyMode(Path from, Path to) throws IOException {
    if (POSIX) {
      copyPermissions(from, to);
    }
  }

  @Override
  public boolean isPrivate(Path path) throws IOException {
    return !POSIX || isPosixPrivate(path);
  }

  @Override
  public void makePrivate(Path path) throws IOException {
    if (POSIX) {
      makePosixPrivate(path);
    }
  }

  @Override
  public boolean isWritable(Path path) {
    return path.toFile().canWrite();
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return path.toRealPath();
  }

  @Override
  public @Nullable Held lock(Path file) throws IOException {
    var opened = openLock(file);
    boolean locked = false;
    try {
      // Closing the file frees the lock, so nothing else needs to be kept.
      locked = opened.tryLock() != null;
      return locked ? opened::close : null;
    } finally {
      if (!locked) {
        opened.close();
      }
    }
  }

  private FileChannel openLock(Path file) throws IOException {
    try {
      checkOwn(file);
      return FileChannel.open(file, StandardOpenOption.WRITE);
    } catch (NoSuchFileException first) {
      try {
        create(file, Access.PRIVATE).close();
      } catch (FileAlreadyExistsException raced) {
        // Another process created it first; the lock decides.
      }
      return FileChannel.open(file, StandardOpenOption.WRITE);
    }
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    try {
      return Files.getFileStore(path).type();
    } catch (IOException noMountPoint) {
      // Java searches /proc/mounts, which does not have the root of a chroot unless it is a mount
      // point.
      var type = fileSystemOfStat("/usr/bin/stat", path, STAT_SECONDS);
      if (type.isEmpty()) {
        throw noMountPoint;
      }
      return type;
    }
  }

  /// Returns the type of a path's file system by the program `stat`, which asks the kernel
  /// (`statfs`); empty if there is no such program, it fails, takes too long, or has no name for
  /// the type (`UNKNOWN (0x...)`).
  static String fileSystemOfStat(String program, Path path, int seconds) {
    var command = new ProcessBuilder(program, "-f", "-c", "%T", "--", path.toString());
    try {
      var process = command.start();
      try {
        process.getOutputStream().close();
        if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
          return "";
        }
        try (var output = process.getInputStream()) {
          var type = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
          return type.startsWith("UNKNOWN") ? "" : type;
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return "";
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException noProgram) {
      return "";
    }
  }

  @Override
  public byte[] random(int length) throws IOException {
    // The JDK's generator costs a new process ten times as much as asking the system itself.
    if (ENTROPY.canRead()) {
      try (var source = new FileInputStream(ENTROPY)) {
        return source.readNBytes(length);
      }
    }
    var bytes = new byte[length];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  private static void copyPermissions(Path from, Path to) throws IOException {
    if (bits(from) != bits(to)) {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }
  }

  private static boolean isPosixPrivate(Path path) throws IOException {
    return (bits(path) & OTHERS_BITS) == 0;
  }

  /// Returns the permissions as the system writes them; the JDK's other form of them is an EnumSet.
  private static int bits(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode") & ALL_BITS;
  }

  private static void makePosixPrivate(Path path) throws IOException {
    var kept = Files.getPosixFilePermissions(path);
    kept.retainAll(OWNER_PERMISSIONS);
    Files.setPosixFilePermissions(path, kept);
  }
}
