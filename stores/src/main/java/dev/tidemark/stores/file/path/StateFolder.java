package dev.tidemark.stores.file.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.LockProbe;
import dev.tidemark.stores.file.io.RunLocks;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Held;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// State folder of a work tree: finds it, creates it at the first write, and checks its layout.
///
/// Its file `FORMAT` has the version of the layout, so that an older program refuses to write a
/// layout that it does not support. Until the first write in a git work tree, the state of an
/// earlier layout is read where it is, in `.tidemark`; then it is moved, see [StateMigration]. Safe
/// for use by many threads.
public final class StateFolder {
  /// The file with the version of the layout, without which there is no state folder.
  static final String FORMAT = "FORMAT";

  /// The file with the path of the work tree: it outlives the work tree.
  public static final String WORKTREE = "worktree";

  private static final String PREFIX = StateLocation.OWN + "/";

  /// The file that kept the state out of git while it was in `.tidemark`, and still does where the
  /// project is not in git.
  public static final String EARLIER_RULES = PREFIX + StateMigration.IGNORE_FILE;

  /// The working folders of the runner, which are in the project.
  private static final List<String> WORKING =
      List.of(StateLocation.OWN + "/worktrees/", StateLocation.OWN + "/workspaces/");

  private static final String LOCKS = "lock";
  private static final int VERSION = 1;
  private static final int FORMAT_MAX_BYTES = 64 * 1024;
  private static final String LOST =
      "Put it back from a backup, or move the folder away; the documents stay as they are.";
  private static final int STORE_ID_BYTES = 16;
  private static final CheckpointId FORMAT_LOCK = new CheckpointId("tidemark", "format", null);

  private final StorageIo io;
  private final Path root;
  private final StoreLimits storeLimits;
  private final @Nullable StateLocation fixed;
  private volatile @Nullable StateLocation location;
  private volatile @Nullable RunLocks runLocks;
  private volatile boolean known;
  private volatile boolean prepared;

  /// @param root the root of the project
  public StateFolder(StorageIo io, Path root, StoreLimits storeLimits) {
    this(io, root, storeLimits, null);
  }

  private StateFolder(
      StorageIo io, Path root, StoreLimits storeLimits, @Nullable StateLocation fixed) {
    this.io = io;
    this.root = root;
    this.storeLimits = storeLimits;
    this.fixed = fixed;
  }

  /// Returns the state folder of a removed work tree, which nothing leads to any more. It stands
  /// for the root of the project too, so that no other folder in the old place is taken for that.
  public static StateFolder ofRemoved(StorageIo io, WorkTree tree, StoreLimits storeLimits) {
    return new StateFolder(io, tree.state().folder(), storeLimits, tree.state());
  }

  private StateLocation find() throws IOException {
    return fixed == null ? StateLocation.find(io, root) : fixed;
  }

  /// Returns the state folder of a project on this disk.
  public static StateFolder of(Path root) {
    return new StateFolder(new DiskIo(), root, StoreLimits.USUAL);
  }

  /// Returns the folder; it need not exist.
  ///
  /// @throws ForbiddenException if the project is a linked work tree whose repository is gone
  /// @throws StoreUnavailableException if git's files cannot be read
  public Path path() {
    return location().folder();
  }

  /// Returns the location of the folder, as it is now: an earlier layout moves at the first write.
  ///
  /// @throws ForbiddenException if the project is a linked work tree whose repository is gone
  /// @throws StoreUnavailableException if git's files cannot be read
  public StateLocation location() {
    var now = location;
    if (now != null) {
      return now;
    }
    try {
      var found = find();
      if (found.isInGit() && isEarlierLayout(found)) {
        return StateLocation.outside(root);
      }
      if (found.isAssigned()) {
        location = found;
      }
      return found;
    } catch (IOException unreadable) {
      throw new StoreUnavailableException(
          "the state folder of " + root + " cannot be found: " + DiskReason.located(unreadable),
          unreadable);
    }
  }

  /// Returns whether the state is in `.tidemark` though the project is in git. A file that a
  /// checkout has brought along is readable by others, and is not taken for it.
  private boolean isEarlierLayout(StateLocation found) throws IOException {
    var earlier = root.resolve(StateLocation.OWN).resolve(FORMAT);
    return io.stat(found.folder().resolve(FORMAT)) == null
        && io.stat(earlier) != null
        && io.isPrivate(earlier);
  }

  /// Returns whether any work tree of the project's repository, of its superproject or of a
  /// submodule has a state folder; true where that is unknown.
  public boolean isAnyInRepository() {
    try {
      var found = find();
      return found.isInGit()
          && (io.stat(found.inRepository()) != null || !WorkTreeList.of(io, root).isEmpty());
    } catch (IOException | ForbiddenException unknown) {
      return true;
    }
  }

  /// Returns the guard against links that lead out of the folder.
  public SymlinkGuard guard() {
    return new SymlinkGuard(io, location().base());
  }

  /// Checks that a file, as far as it exists, is in the project or in the state folder.
  ///
  /// @throws ForbiddenException if a symbolic link leads out of it, or nowhere
  /// @throws IOException if the path cannot be resolved
  public void checkInside(Path file) throws IOException {
    (file.startsWith(path()) ? guard() : new SymlinkGuard(io, root)).check(file);
  }

  /// Returns the file at a path of the project. Paths of the state begin with `.tidemark`, in
  /// archives and on every machine, wherever the state folder is.
  ///
  /// @param path from the root of the project, with `/` between folders
  public Path resolve(String path) {
    if (path.startsWith(PREFIX)) {
      int end = path.indexOf('/', PREFIX.length());
      var entry = path.substring(PREFIX.length(), end < 0 ? path.length() : end);
      if (StateLocation.PRIVATE.contains(entry)) {
        return path().resolve(path.substring(PREFIX.length()));
      }
    }
    return root.resolve(path);
  }

  /// Returns the path of a file of the project, as [#resolve] takes it.
  public String nameOf(Path file) {
    var folder = path();
    var path =
        file.startsWith(folder)
            ? Path.of(StateLocation.OWN).resolve(folder.relativize(file))
            : root.relativize(file);
    return path.toString().replace('\\', '/');
  }

  /// Returns a path as messages show it: from the root of the project, where it is below that.
  public String shown(Path path) {
    var name = path.startsWith(root) ? root.relativize(path).toString() : path.toString();
    return name.replace('\\', '/');
  }

  /// Checks that the existing layout is supported; an absent one is.
  ///
  /// @throws ForbiddenException if a newer version is needed to read it
  public void check() throws IOException {
    forgetMoved();
    if (!known) {
      known = isThere(path());
    }
  }

  /// Outside git, notices that the project has become a repository, and that another process has
  /// moved the state there.
  private void forgetMoved() throws IOException {
    var now = location;
    if (known && now != null && !now.isInGit() && io.stat(now.folder().resolve(FORMAT)) == null) {
      recheck();
    }
  }

  /// Has the folder looked for and its layout checked again before it is used next.
  public void recheck() {
    location = null;
    runLocks = null;
    known = false;
    prepared = false;
  }

  /// Makes the folder, where it is not there yet, and waits for the lock of a document.
  ///
  /// @param untracked the files and folders that git is told to leave untracked
  /// @throws dev.tidemark.store.StoreException.BusyException if others keep it for too long
  /// @throws ConflictException if the state was moved meanwhile; the caller begins again
  public Held lock(CheckpointId id, String path, List<String> untracked) throws IOException {
    prepare();
    exclude(untracked);
    Held held;
    try {
      held = runLocks().acquire(id, path);
    } catch (NoSuchFileException removed) {
      recheck();
      prepare();
      return runLocks().acquire(id, path);
    }
    forgetMoved();
    if (!prepared) {
      held.close();
      throw new ConflictException(id);
    }
    return held;
  }

  /// A document is written all the same where git's file is not writable, as in a sandbox.
  private void exclude(List<String> untracked) {
    var found = location();
    if (found.isInGit()) {
      try {
        var all = new ArrayList<>(untracked);
        all.addAll(WORKING);
        new ExcludeFile(io, found).add(all);
      } catch (IOException unwritable) {
        // `doctor` names what git does not ignore.
      }
    }
  }

  /// Returns the rules of git that Tidemark adds for files of the project; empty outside git.
  ///
  /// @throws StoreUnavailableException if git's files cannot be read
  public Optional<ExcludeFile> excludeFile() {
    try {
      var found = find();
      return found.isInGit() ? Optional.of(new ExcludeFile(io, found)) : Optional.empty();
    } catch (IOException unreadable) {
      throw new StoreUnavailableException(
          "the state folder of " + root + " cannot be found: " + DiskReason.located(unreadable),
          unreadable);
    }
  }

  /// Returns whether the project has the [earlier rules][#EARLIER_RULES] unchanged.
  ///
  /// @throws IOException if the file cannot be read
  public boolean hasEarlierRules() throws IOException {
    var file = root.resolve(EARLIER_RULES);
    var stat = io.stat(file);
    var rules = StateMigration.IGNORE.getBytes(UTF_8);
    return stat != null
        && stat.kind() == Stat.Kind.FILE
        && Arrays.equals(io.read(file, 0, rules.length + 1), rules);
  }

  /// Removes the [earlier rules][#EARLIER_RULES].
  ///
  /// @throws IOException if the file cannot be removed
  public void removeEarlierRules() throws IOException {
    io.unlink(root.resolve(EARLIER_RULES));
  }

  private RunLocks runLocks() {
    var made = runLocks;
    if (made == null) {
      made = new RunLocks(io, path().resolve(LOCKS), storeLimits.patienceMillis());
      runLocks = made;
    }
    return made;
  }

  /// Makes the folder, where it is not there yet. Called before anything is written below it.
  ///
  /// @throws ForbiddenException if it cannot be written to, or its file system has no locks
  public void prepare() throws IOException {
    forgetMoved();
    if (prepared) {
      return;
    }
    var settled = location;
    var found = settled == null ? find() : settled;
    checkWritable(found);
    boolean there = (settled != null && known) || isThere(found.folder());
    var lockProbe = new LockProbe(io, found.folder(), storeLimits);
    lockProbe.check(root, there ? found.folder() : found.base());
    if (!there) {
      found = create(found);
    } else if (found.isInGit()) {
      new StateMigration(io, root, found.folder()).removeEarlier();
    }
    var locks = found.folder().resolve(LOCKS);
    var stat = io.stat(locks);
    if (stat == null) {
      makeFolder(locks, found.folder());
    } else if (stat.kind() == Stat.Kind.LINK) {
      new SymlinkGuard(io, found.base()).check(locks);
    }
    if (found.isInGit()) {
      keepPath(found.folder().resolve(WORKTREE));
    }
    lockProbe.remember(found.folder());
    location = found;
    known = true;
    prepared = true;
  }

  private void checkWritable(StateLocation found) throws IOException {
    var there = RunPathsResolver.existingPart(io, found.folder(), found.base());
    if (there != null && !io.isWritable(there)) {
      throw new ForbiddenException(
          "this process may not write to " + found.folder() + "; nothing was written",
          "In a sandbox, call the MCP tools of Tidemark, or let Codex write there: tidemark install"
              + " codex --only sandbox");
    }
  }

  /// Creates the folder, or moves that of an earlier layout to its place.
  private StateLocation create(StateLocation wanted) throws IOException {
    if (!wanted.isInGit()) {
      makeFolder(wanted.folder(), wanted.base());
      makeFolder(wanted.folder().resolve(LOCKS), wanted.folder());
      try (var lock = locks(wanted.folder())) {
        if (!isThere(wanted.folder())) {
          // Should the project become a repository.
          var rules = wanted.folder().resolve(StateMigration.IGNORE_FILE);
          if (io.stat(rules) == null) {
            publish(rules, StateMigration.IGNORE);
          }
          publish(wanted.folder().resolve(FORMAT), newFormat());
        }
      }
      return wanted;
    }
    var home = wanted.inRepository();
    makeFolder(home, wanted.base());
    makeFolder(home.resolve(LOCKS), home);
    try (var lock = locks(home)) {
      var found = assigned(find(), home);
      if (isThere(found.folder())) {
        return found;
      }
      makeFolders(found.folder(), home, Access.PRIVATE);
      if (isEarlierLayout(found)) {
        move(found.folder());
      } else {
        publish(found.folder().resolve(FORMAT), newFormat());
      }
      return found;
    }
  }

  /// Moves the state of an earlier layout, while no writer of it is at work.
  private void move(Path folder) throws IOException {
    var earlier = root.resolve(StateLocation.OWN);
    var locks = new RunLocks(io, earlier.resolve(LOCKS), storeLimits.patienceMillis());
    try (var lock = locks.acquireAll(FORMAT_LOCK)) {
      new StateMigration(io, root, folder).copyEarlier();
      var bytes = io.read(earlier.resolve(FORMAT), 0, FORMAT_MAX_BYTES);
      publish(folder.resolve(FORMAT), bytes == null ? newFormat() : Utf8.decode(bytes).orElse(""));
      io.unlink(earlier.resolve(FORMAT));
    }
  }

  private Held locks(Path folder) throws IOException {
    return new RunLocks(io, folder.resolve(LOCKS), storeLimits.patienceMillis())
        .acquire(FORMAT_LOCK, FORMAT);
  }

  /// Names the folder of a linked work tree in git's own folder for it.
  private StateLocation assigned(StateLocation found, Path home) throws IOException {
    var link = found.link();
    if (link == null || found.isAssigned()) {
      return found;
    }
    var trees = home.resolve(StateLocation.WORKTREES);
    makeFolder(trees, home);
    var name = trees.relativize(found.folder()).getName(0);
    makeFolder(trees.resolve(name), trees);
    publish(link, name + "\n");
    return find();
  }

  /// A work tree may be moved; the file tells where it was last.
  private void keepPath(Path file) throws IOException {
    var path = root.toString();
    if (!path.equals(StateLocation.line(io, file))) {
      var unique = new StringBuilder();
      digits(io.random(STORE_ID_BYTES), unique);
      new AtomicFile(io, file, unique.toString())
          .replace((path + "\n").getBytes(UTF_8), Access.PRIVATE, Durability.REPLACE_ONLY);
    }
  }

  /// Makes a folder with all that are missing above it, so that they survive a crash.
  ///
  /// @param limit a folder above, which must be there
  /// @param access the permissions; folders above may belong to other users too, unless they are
  ///   created here
  public void makeFolders(Path wanted, Path limit, Access access) throws IOException {
    var there = wanted.equals(limit) ? null : io.stat(wanted);
    if (there != null && there.kind() == Stat.Kind.FILE) {
      throw notAFolder(wanted);
    }
    if (wanted.equals(limit) || there != null) {
      return;
    }
    var above = wanted.getParent();
    if (above == null) {
      return;
    }
    boolean state = limit.startsWith(path()) || (path().startsWith(limit) && !limit.equals(root));
    makeFolders(above, limit, state ? access : Access.SHARED);
    io.createFolder(wanted, access);
    io.forceDir(above);
  }

  /// Returns the exception for a file in the place of a folder.
  public static ForbiddenException notAFolder(Path file) {
    return new ForbiddenException(file + " is a file where a folder should be", "Move it away.");
  }

  /// Makes the folder of a journal.
  public void makeJournal(Path journal) throws IOException {
    makeFolders(journal, path(), Access.PRIVATE);
  }

  /// Makes a folder of the state folder, where it is not there yet.
  public void makeFolder(String name) throws IOException {
    prepare();
    if (io.stat(path().resolve(name)) == null) {
      makeFolder(path().resolve(name), path());
    }
  }

  /// Creates a folder if absent, and fsyncs its parent in any case: a concurrent process may have
  /// created it just now.
  private void makeFolder(Path wanted, Path above) throws IOException {
    if (io.stat(wanted) == null) {
      io.createFolder(wanted, Access.PRIVATE);
    }
    io.forceDir(above);
  }

  private boolean isThere(Path folder) throws IOException {
    var format = folder.resolve(FORMAT);
    var bytes = io.read(format, 0, FORMAT_MAX_BYTES);
    if (bytes == null) {
      return false;
    }
    long minReader = minReader(format, bytes);
    if (minReader > VERSION) {
      throw new ForbiddenException(
          folder + " was written by a newer version (it needs format " + minReader + ")",
          "Install a newer Tidemark.");
    }
    return true;
  }

  private static long minReader(Path format, byte[] bytes) {
    var text = Utf8.decode(bytes);
    try {
      if (text.isPresent() && JsonText.parse(text.get()) instanceof JsonObject json) {
        var number = json.number("minReader");
        if (number != null && number.wholeValue().isPresent()) {
          return number.wholeValue().getAsLong();
        }
      }
    } catch (JsonException damaged) {
      throw unknownFormat(format, String.valueOf(damaged.getMessage()));
    }
    throw unknownFormat(format, "it does not name the version that can read it");
  }

  /// The files are unchanged: only the supported operations are unknown.
  private static DamagedException unknownFormat(Path format, String problem) {
    return new DamagedException(format.toString(), problem, LOST);
  }

  private String newFormat() throws IOException {
    var storeId = new StringBuilder();
    digits(io.random(STORE_ID_BYTES), storeId);
    var json = JsonObject.builder().add("format", VERSION).add("minReader", VERSION);
    return JsonText.compact(json.add("storeId", storeId.toString()).build()) + "\n";
  }

  private static void digits(byte[] bytes, StringBuilder out) {
    for (byte random : bytes) {
      out.append(Character.forDigit(random >> 4 & 0xf, 16));
      out.append(Character.forDigit(random & 0xf, 16));
    }
  }

  /// Makes a file that is durable before the next one is made: the first of two is not looked for
  /// once the second is there.
  private void publish(Path file, String text) throws IOException {
    new AtomicFile(io, file).replace(text.getBytes(UTF_8), Access.PRIVATE, Durability.DURABLE);
  }
}
