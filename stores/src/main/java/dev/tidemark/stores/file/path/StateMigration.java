package dev.tidemark.stores.file.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Migration of the state of a git work tree from `.tidemark`, where an earlier version had it.
///
/// Everything is copied and synced before the caller makes the file `FORMAT` in the new place,
/// which is what readers decide by: a process that is stopped before leaves the earlier layout as
/// it was. Readers that began before may still read that, so it is removed by a write at least a
/// minute later; what was written there after the copy stays.
final class StateMigration {
  /// The rules that kept the earlier folder out of git, and still do outside git.
  static final String IGNORE_FILE = ".gitignore";

  static final String IGNORE =
      "*\n!.gitignore\n!config.yaml\n!allowed_signers\n!workflows/\n!workflows/**\n";

  /// The file in the new folder that says that earlier files are to be removed.
  private static final String MARKER = "earlier";

  private static final String PENDING = "pending";
  private static final long READERS_MILLIS = 60_000;
  private static final int BLOCK = 1 << 20;

  /// Files that are made anew where they are needed.
  private static final Set<String> MADE_ANEW =
      Set.of("FORMAT", "cache", "changes", "device", "index", "lock");

  private final StorageIo io;
  private final Path earlier;
  private final Path folder;

  /// @param folder the new state folder
  StateMigration(StorageIo io, Path root, Path folder) {
    this.io = io;
    this.earlier = root.resolve(StateLocation.OWN);
    this.folder = folder;
  }

  /// Copies the earlier state.
  void copyEarlier() throws IOException {
    for (var name : StateLocation.PRIVATE) {
      if (!MADE_ANEW.contains(name)) {
        copy(earlier.resolve(name), folder.resolve(name));
      }
    }
    var marker = folder.resolve(MARKER);
    if (io.stat(marker) == null) {
      io.create(marker, Access.PRIVATE).close();
    }
    io.forceDir(folder);
  }

  private void copy(Path from, Path to) throws IOException {
    var stat = io.stat(from);
    if (stat == null) {
      return;
    }
    if (stat.kind() == Stat.Kind.FOLDER) {
      io.createFolder(to, Access.PRIVATE);
      for (var name : io.list(from)) {
        copy(from.resolve(name), to.resolve(name));
      }
      io.forceDir(to);
    } else if (stat.kind() == Stat.Kind.FILE) {
      copyFile(from, to);
    }
  }

  private void copyFile(Path from, Path to) throws IOException {
    // A process that was stopped may have left a part of it.
    io.unlink(to);
    try (var output = io.create(to, Access.PRIVATE)) {
      long offset = 0;
      for (var block = io.read(from, 0, BLOCK); block != null && block.length > 0; ) {
        output.write(isIntent(from) ? adopted(block, from, to) : block);
        offset += block.length;
        block = io.read(from, offset, BLOCK);
      }
      output.force();
    }
  }

  private static boolean isIntent(Path file) {
    return file.resolveSibling("").endsWith(PENDING);
  }

  /// An intent holds the inode of its file, so that a copy has no effect; this one shall have.
  private byte[] adopted(byte[] intent, Path from, Path to) throws IOException {
    var text = new String(intent, UTF_8);
    return text.replace(quoted(from), quoted(to)).getBytes(UTF_8);
  }

  private String quoted(Path file) throws IOException {
    var stat = io.stat(file);
    var key = stat == null ? "" : stat.key();
    return "\"file\":\"" + key.substring(Math.max(0, key.indexOf("ino="))) + "\"";
  }

  /// Removes the earlier files, once no reader uses them any more.
  void removeEarlier() throws IOException {
    var marker = folder.resolve(MARKER);
    var stat = io.stat(marker);
    if (stat == null || io.currentMillis() - stat.modified() / 1_000_000 < READERS_MILLIS) {
      return;
    }
    for (var name : StateLocation.PRIVATE) {
      remove(earlier.resolve(name), stat.modified());
    }
    // A project with settings keeps its rules, which may be committed.
    if (io.list(earlier).equals(List.of(IGNORE_FILE))) {
      io.unlink(earlier.resolve(IGNORE_FILE));
    }
    if (io.list(earlier).isEmpty()) {
      io.unlink(earlier);
    }
    io.unlink(marker);
  }

  /// Removes a file, or a folder with what is in it, but nothing that was written after the copy.
  ///
  /// @param copied when it was copied, in nanoseconds since 1970
  private void remove(Path path, long copied) throws IOException {
    var stat = io.stat(path);
    if (stat == null) {
      return;
    }
    if (stat.kind() == Stat.Kind.FOLDER) {
      for (var name : io.list(path)) {
        remove(path.resolve(name), copied);
      }
      if (io.list(path).isEmpty()) {
        io.unlink(path);
      }
    } else if (stat.modified() <= copied) {
      io.unlink(path);
    }
  }
}
