package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.Secrets;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
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
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Attempt log of a run: a folder `attempts/RUN` of the state with the input and output of each
/// attempt, for the user only, redacted and pruned. Its lock admits one runner at a time.
public final class AttemptLog implements AutoCloseable {
  /// How many attempts of a run are kept.
  private static final int KEPT = 20;

  /// How many bytes of an output are searched for its last lines, and how many characters of these
  /// are shown at most: a private key that begins before them is recognized.
  private static final int WINDOW = 256 * 1024;

  private static final int SHOWN = 64 * 1024;

  /// How often the lock is tried, and the pause in between: a process that asks whether a runner is
  /// at work holds it for a moment.
  private static final int TRIES = 20;

  private static final long TRY_MILLIS = 25;

  /// The files that are searched for secrets.
  private static final List<String> FILES =
      List.of(SupervisedProcess.IN, SupervisedProcess.OUT, SupervisedProcess.ERR);

  /// The folder in that of an attempt for the process that was asked again.
  private static final String AGAIN = "again";

  private static final String RESPONSE = "response.json";
  private static final String STOP = "stop";
  private static final String LOCK = "lock";
  private static final String GATE = "gate";
  private static final String CLAIM = "claim";
  private static final String NOW = "now";
  private static final String WRITES = "writes.json";
  private static final String PRIVATE_FOLDER = "rwx------";
  private static final String PRIVATE_FILE = "rw-------";

  private final Path root;
  private final StateFolder stateFolder;
  private final String name;
  private final Path trees;
  private Path folder;
  private @Nullable FileChannel channel;
  private @Nullable FileLock lock;

  /// @param root the root of the project
  public AttemptLog(Path root, CheckpointId id) {
    this.root = root;
    this.stateFolder = StateFolder.of(root);
    this.name = name(id.toString());
    this.folder = attempts(stateFolder).resolve(name);
    this.trees = root.resolve(".tidemark/worktrees").resolve(name);
  }

  /// Returns the folder with the attempts of all runs.
  public static Path attempts(StateFolder stateFolder) {
    return stateFolder.path().resolve("attempts");
  }

  /// Makes the folder of the run, which moves with an earlier layout.
  private void prepare() throws IOException {
    stateFolder.prepare();
    folder = attempts(stateFolder).resolve(name);
    create(folder);
  }

  /// Returns the folder of a work tree.
  Path tree(String name) {
    return trees.resolve(name(name));
  }

  /// Returns the folder of a work tree, after making those above it.
  Path newTree(String name) throws IOException {
    create(trees);
    return tree(name);
  }

  /// Returns a folder name of a run or task: two never share one.
  private static String name(String run) {
    var name = new StringBuilder();
    boolean plain = true;
    for (int i = 0; i < run.length(); i++) {
      char c = run.charAt(i);
      boolean small =
          (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
      plain &= small || c == '/';
      // Some file systems do not distinguish large letters from small ones.
      name.append(small || (c >= 'A' && c <= 'Z') ? c : '~');
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
    prepare();
    var file = folder.resolve(LOCK);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      write(file, "");
    }
    var opened = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    channel = opened;
    try {
      lock = opened.tryLock();
      for (int i = 1; i < TRIES && lock == null; i++) {
        Thread.sleep(TRY_MILLIS);
        lock = opened.tryLock();
      }
    } catch (OverlappingFileLockException ours) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return lock != null;
  }

  /// Returns whether a runner is at work at the run.
  public boolean isRunning() throws IOException {
    var file = folder.resolve(LOCK);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    // A shared lock, and one thread at a time: processes and threads that ask are no runners.
    synchronized (AttemptLog.class) {
      try (var opened = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
          var free = opened.tryLock(0, Long.MAX_VALUE, true)) {
        return free == null;
      } catch (OverlappingFileLockException ours) {
        return true;
      }
    }
  }

  /// Returns whether attempts of the run were made in this work tree.
  public boolean exists() {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns whether the files of an attempt are here; no link leads to them.
  public boolean hasAttempt(int attempt) {
    var base = stateFolder.location().base();
    var below = base;
    for (var part : base.relativize(folder(attempt))) {
      below = below.resolve(part);
      if (!Files.isDirectory(below, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
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
    prepare();
    write(folder.resolve(STOP), now ? NOW : "");
  }

  /// Returns what was asked of the runner at work.
  public RunnerHost.Stop stopRequest() throws IOException {
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
    return open(folder, Integer.toString(attempt), input);
  }

  /// Makes the folder of the process of an attempt whose agent is asked again.
  Path openAgain(int attempt, String input) throws IOException {
    return open(folder(attempt), AGAIN, input);
  }

  /// Returns the folder of the last process of an attempt: its own, or the one below it if its
  /// agent was asked again.
  Path newest(int attempt) throws IOException {
    var last = places(attempt).getLast();
    return SupervisedProcess.pid(last) == null ? folder(attempt) : last;
  }

  private Path open(Path parent, String name, String input) throws IOException {
    var path = parent.resolve(name);
    create(parent);
    delete(path);
    Files.createDirectory(path, attributes(path, PRIVATE_FOLDER));
    write(path.resolve(SupervisedProcess.IN), input);
    return path;
  }

  /// Returns the folder of the command of a gate, which is there while it runs.
  Path gate() {
    return folder.resolve(GATE);
  }

  /// Returns the mark of the command of a gate: the same for all gates of the run in this work
  /// tree.
  String gateMark() {
    return UUID.nameUUIDFromBytes(gate().toString().getBytes(UTF_8)).toString();
  }

  /// Makes the folder of the command of a gate.
  void openGate() throws IOException {
    open(folder, GATE, "");
  }

  void deleteGate() throws IOException {
    delete(gate());
  }

  /// Keeps the fence under which the runner has claimed the run; 0 for none.
  void keepClaim(long fence) throws IOException {
    write(folder.resolve(CLAIM), Long.toString(fence));
  }

  /// Returns the fence that a runner has kept; 0 without one.
  long keptClaim() throws IOException {
    var file = folder.resolve(CLAIM);
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Long.parseLong(read(file)) : 0;
    } catch (NumberFormatException torn) {
      return 0;
    }
  }

  /// Returns what an attempt has printed; empty if there is nothing.
  public String text(int attempt, boolean errors) throws IOException {
    var text = new StringBuilder();
    for (var place : hasAttempt(attempt) ? places(attempt) : List.<Path>of()) {
      var file = place.resolve(errors ? SupervisedProcess.ERR : SupervisedProcess.OUT);
      text.append(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? read(file) : "");
    }
    return text.toString();
  }

  /// Returns the folders of the processes of an attempt.
  private List<Path> places(int attempt) {
    var own = folder(attempt);
    var again = own.resolve(AGAIN);
    return Files.isDirectory(again, LinkOption.NOFOLLOW_LINKS) ? List.of(own, again) : List.of(own);
  }

  /// Returns how many bytes an attempt has printed to standard output so far.
  public long printed(int attempt) throws IOException {
    return SupervisedProcess.size(folder(attempt).resolve(SupervisedProcess.OUT));
  }

  /// Returns what an attempt has printed to standard output from one byte to another.
  public byte[] printed(int attempt, long from, long to) throws IOException {
    var file = folder(attempt).resolve(SupervisedProcess.OUT);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? bytes(file, from, to)
        : new byte[0];
  }

  /// Reads a part of a file that may grow meanwhile; follows no link.
  private static byte[] bytes(Path file, long from, long to) throws IOException {
    var buffer = ByteBuffer.allocate((int) Math.max(0, to - from));
    try (var open = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      int read = 0;
      while (read >= 0 && buffer.hasRemaining()) {
        read = open.read(buffer, from + buffer.position());
      }
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /// Returns the file with what an attempt has printed; null if there is none.
  private @Nullable Path output(int attempt, boolean errors) throws IOException {
    var file = newest(attempt).resolve(errors ? SupervisedProcess.ERR : SupervisedProcess.OUT);
    boolean there = hasAttempt(attempt) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    return there ? file : null;
  }

  /// Returns the last lines of what an attempt has printed so far, without the secrets in them. The
  /// line that it is printing is left out: the half of a secret is not recognized as one.
  ///
  /// @param most how many lines
  public String lastLines(int attempt, boolean errors, int most) throws IOException {
    var file = output(attempt, errors);
    if (file == null) {
      return "";
    }
    var text = end(file);
    if (SupervisedProcess.exit(newest(attempt)) == null) {
      text = text.substring(0, text.lastIndexOf('\n') + 1);
    }
    text = Secrets.redacted(text).stripTrailing();
    if (text.isEmpty() || most == 0) {
      return "";
    }
    int from = text.length();
    for (int i = 0; i < most && from >= 0; i++) {
      from = text.lastIndexOf('\n', from - 1);
    }
    var lines = text.substring(from + 1) + "\n";
    return lines.length() <= SHOWN ? lines : "…" + lines.substring(lines.length() - SHOWN);
  }

  /// Returns the end of a file, from the beginning of a line on if there is one.
  private static String end(Path file) throws IOException {
    long size = Files.size(file);
    long from = Math.max(0, size - WINDOW);
    var text = new String(bytes(file, from, size), UTF_8);
    return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
  }

  /// Returns the end of what an attempt has printed.
  String tail(int attempt, boolean errors, int chars) throws IOException {
    var text = text(attempt, errors).strip();
    return text.length() <= chars ? text : "…" + text.substring(text.length() - chars);
  }

  /// Keeps what is known of the files outside `writes`, see [WriteScope].
  void keepWrites(JsonObject writes) throws IOException {
    var text = JsonText.compact(writes).getBytes(UTF_8);
    new AtomicFile(new DiskIo(), folder.resolve(WRITES))
        .replace(text, Access.PRIVATE, Durability.DURABLE);
  }

  /// Returns what is known of the files outside `writes`, by phase.
  JsonObject writes() throws IOException {
    var file = folder.resolve(WRITES);
    boolean there = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    return there && JsonText.parse(read(file)) instanceof JsonObject writes
        ? writes
        : JsonObject.EMPTY;
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
  ///
  /// @param needed the attempts whose files are kept, however old
  void redactAndPrune(int attempt, Set<Integer> needed) throws IOException {
    for (var place : places(attempt)) {
      redact(place);
    }
    prune(attempt - KEPT, needed);
  }

  private static void redact(Path place) throws IOException {
    for (var name : FILES) {
      var file = place.resolve(name);
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
  }

  private void prune(int newest, Set<Integer> needed) throws IOException {
    var old = new ArrayList<Path>();
    try (var children = Files.newDirectoryStream(folder)) {
      for (var child : children) {
        int number = number(child);
        boolean folder = Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS);
        if (folder && number <= newest && !needed.contains(number)) {
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

  /// Makes a folder for the user only, with those above it. None of them may be a link.
  private void create(Path path) throws IOException {
    var base = path.startsWith(trees) ? root : stateFolder.location().base();
    var below = base;
    for (var part : base.relativize(path)) {
      below = below.resolve(part);
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
