package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Attempt log of a run: a folder `.tidemark/attempts/RUN` with the input and output of each
/// attempt, for the user only, redacted and pruned. Its lock admits one runner at a time.
public final class AttemptLog implements AutoCloseable {
  /// How many attempts of a run are kept.
  private static final int KEPT = 20;

  /// The files that are searched for secrets.
  private static final List<String> FILES =
      List.of(
          SupervisedProcess.IN, SupervisedProcess.OUT, SupervisedProcess.ERR, AgentAdapter.LAST);

  private static final String RESPONSE = "response.json";
  private static final String STOP = "stop";
  private static final String LOCK = "lock";
  private static final String NOW = "now";
  private static final String PRIVATE_FOLDER = "rwx------";
  private static final String PRIVATE_FILE = "rw-------";

  private final Path root;
  private final Path folder;
  private @Nullable FileChannel channel;
  private @Nullable FileLock lock;

  /// @param root the root of the project
  public AttemptLog(Path root, CheckpointId id) {
    this.root = root;
    this.folder = root.resolve(".tidemark").resolve("attempts").resolve(name(id));
  }

  /// Returns a folder name of a run: two runs never share one.
  private static String name(CheckpointId id) {
    var run = id.toString();
    var name = new StringBuilder();
    boolean plain = true;
    for (int i = 0; i < run.length(); i++) {
      char c = run.charAt(i);
      boolean usual =
          (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
      plain &= usual || c == '/';
      name.append(usual ? c : '~');
    }
    var digest = Sha256.hex(run.getBytes(UTF_8)).substring(0, 8);
    return plain && name.length() < 100
        ? name.toString()
        : name.substring(0, Math.min(name.length(), 100)) + "~" + digest;
  }

  /// Takes the lock of the run.
  ///
  /// @return whether no other runner has it
  boolean lock() throws IOException {
    create(folder);
    var file = folder.resolve(LOCK);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      write(file, "");
    }
    var opened = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    channel = opened;
    try {
      lock = opened.tryLock();
    } catch (OverlappingFileLockException ours) {
      return false;
    }
    return lock != null;
  }

  /// Returns whether a runner is at work at the run.
  public boolean isRunning() throws IOException {
    var file = folder.resolve(LOCK);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var opened = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      var free = opened.tryLock();
      if (free != null) {
        free.release();
      }
      return free == null;
    } catch (OverlappingFileLockException ours) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.release();
    }
    if (channel != null) {
      channel.close();
    }
  }

  /// Asks the runner at work to stop.
  ///
  /// @param now whether its agent is ended; else it stops after the attempt
  public void requestStop(boolean now) throws IOException {
    create(folder);
    write(folder.resolve(STOP), now ? NOW : "");
  }

  RunnerHost.Stop stopRequest() throws IOException {
    var file = folder.resolve(STOP);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return RunnerHost.Stop.NO;
    }
    return read(file).equals(NOW) ? RunnerHost.Stop.NOW : RunnerHost.Stop.AFTER_ATTEMPT;
  }

  void clearStop() throws IOException {
    Files.deleteIfExists(folder.resolve(STOP));
  }

  /// Returns the folder of an attempt.
  Path folder(int attempt) {
    return folder.resolve(Integer.toString(attempt));
  }

  /// Makes the folder of an attempt, with its standard input. A folder that is there already is
  /// none of this run, and is removed: what is in it would be read as the agent's answer.
  Path open(int attempt, String input) throws IOException {
    var path = folder(attempt);
    create(folder);
    delete(path);
    Files.createDirectory(path, attributes(path, PRIVATE_FOLDER));
    write(path.resolve(SupervisedProcess.IN), input);
    return path;
  }

  /// Returns what an attempt has printed; empty if there is nothing.
  public String text(int attempt, boolean errors) throws IOException {
    var file = folder(attempt).resolve(errors ? SupervisedProcess.ERR : SupervisedProcess.OUT);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? read(file) : "";
  }

  /// Returns the end of what an attempt has printed.
  String tail(int attempt, boolean errors, int chars) throws IOException {
    var text = text(attempt, errors).strip();
    return text.length() <= chars ? text : "…" + text.substring(text.length() - chars);
  }

  /// Keeps a response that could not be applied yet.
  void keepResponse(int attempt, String response) throws IOException {
    write(folder(attempt).resolve(RESPONSE), response);
  }

  /// Returns the response that an attempt has kept; null if there is none.
  @Nullable String keptResponse(int attempt) throws IOException {
    var file = folder(attempt).resolve(RESPONSE);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? read(file) : null;
  }

  /// Reads a file of an attempt, which has no more than is kept of an output.
  static String read(Path file) throws IOException {
    return new String(BoundedFile.bytes(file, SupervisedProcess.OUTPUT_MAX), UTF_8);
  }

  /// Redacts the secrets in the files of an ended attempt, and removes the oldest attempts. Of a
  /// file too large to be searched for secrets only its beginning is kept.
  void settle(int attempt) throws IOException {
    for (var name : FILES) {
      var file = folder(attempt).resolve(name);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      boolean large = Files.size(file) > JsonText.MAX_BYTES;
      if (large) {
        try (var open =
            FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
          open.truncate(JsonText.MAX_BYTES);
        }
      }
      var text = read(file);
      var redacted = Secrets.redacted(text);
      if (!redacted.equals(text)) {
        write(file, redacted);
      }
    }
    prune(attempt - KEPT);
  }

  private void prune(int newest) throws IOException {
    var old = new ArrayList<Path>();
    try (var children = Files.newDirectoryStream(folder)) {
      for (var child : children) {
        if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS) && number(child) <= newest) {
          old.add(child);
        }
      }
    }
    for (var attempt : old) {
      delete(attempt);
    }
  }

  /// Deletes a file, or a folder with all that is in it; follows no link.
  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (var children = Files.newDirectoryStream(path)) {
        for (var child : children) {
          delete(child);
        }
      }
    }
    Files.deleteIfExists(path);
  }

  private static int number(Path child) {
    try {
      return Integer.parseInt(String.valueOf(child.getFileName()));
    } catch (NumberFormatException other) {
      return Integer.MAX_VALUE;
    }
  }

  /// Replaces the content of a file for the user only; follows no link.
  static void write(Path file, String text) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.createFile(file, attributes(file, PRIVATE_FILE));
    }
    Files.writeString(
        file,
        text,
        UTF_8,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING,
        LinkOption.NOFOLLOW_LINKS);
  }

  /// Makes a folder below the project for the user only, with those above it. None of them may be a
  /// link.
  private void create(Path path) throws IOException {
    var below = root;
    for (var name : root.relativize(path)) {
      below = below.resolve(name);
      if (!Files.exists(below, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(below, attributes(below, PRIVATE_FOLDER));
      } else if (!Files.isDirectory(below, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(below + " is no folder");
      }
    }
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(PRIVATE_FOLDER));
    }
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
