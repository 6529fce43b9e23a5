package dev.tidemark.app.main.project;

import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.path.StateLocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tracing decorator of a disk: reports which files are read and written, and why, for `--verbose`
/// (R-USR-20).
///
/// Each access is reported once, even if a file is read in several pieces.
final class TracedIo extends ForwardingIo {
  private static final String RECORDS = StateLocation.OWN + "/";

  private final Path root;
  private final StateFolder stateFolder;
  private final Consumer<String> log;
  private final Set<String> told = new HashSet<>();

  /// Takes the disk, the project root and the receiver of the trace.
  TracedIo(StorageIo io, Path root, Consumer<String> log) {
    super(io);
    this.root = root;
    this.stateFolder = StateFolder.of(root);
    this.log = log;
  }

  private void trace(String what, Path path) {
    var name = path.startsWith(root) ? root.relativize(path).toString() : path.toString();
    var line = what + " " + name + ": " + why(stateFolder.nameOf(path));
    if (told.add(line)) {
      log.accept(line);
    }
  }

  private static String why(String name) {
    boolean git = name.equals(".git") || name.startsWith(".git/") || name.startsWith("../");
    if (git || name.equals(StateLocation.OWN)) {
      return "where the state of this work tree is";
    }
    if (!name.startsWith(RECORDS)) {
      return name.endsWith(AtomicFile.SUFFIX)
          ? "the new version of a document"
          : "the document of a run";
    }
    return switch (name.substring(RECORDS.length()).split("[/.]", 2)[0]) {
      case "journal" -> "the journal of a run";
      case "lock" -> "the lock of a run";
      case "index" -> "the index of runs";
      case "FORMAT" -> "the version of the store";
      case "worktree" -> "the path of the work tree";
      case "changes" -> "notifies watchers of a change";
      default -> "a cache";
    };
  }

  @Override
  public Output create(Path file, Access access) throws IOException {
    trace("made", file);
    return super.create(file, access);
  }

  @Override
  public Output append(Path file) throws IOException {
    trace("wrote to the end of", file);
    return super.append(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    super.rename(from, to);
    trace("replaced", to);
  }

  @Override
  public void unlink(Path file) throws IOException {
    if (super.stat(file) != null) {
      trace("removed", file);
    }
    super.unlink(file);
  }

  @Override
  public byte @Nullable [] read(Path file, long offset, int length) throws IOException {
    byte[] bytes = super.read(file, offset, length);
    trace(bytes == null ? "found no" : "read", file);
    return bytes;
  }

  @Override
  public void createFolder(Path folder, Access access) throws IOException {
    if (super.stat(folder) == null) {
      trace("made the folder", folder);
    }
    super.createFolder(folder, access);
  }

  @Override
  public @Nullable Held lock(Path file) throws IOException {
    var held = super.lock(file);
    trace(held == null ? "waited for" : "locked", file);
    return held;
  }
}
