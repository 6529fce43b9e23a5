package dev.tidemark.app.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Session notes in the folder `sessions` of the state, one folder per agent session: messages
/// already shown, the last context usage, and the run that the session works on.
///
/// Nothing here is state of a run: losing it costs a repeated warning. So nothing is fsynced and
/// every failure of the disk means *do not repeat it*: a reminder must never become a loop.
final class SessionNotes {
  private static final String FOLDER = "sessions";
  private static final String USAGE = "usage";
  private static final String RUN = "run";

  /// The limit of folders of sessions that never ended; the oldest are removed beyond it.
  private static final int SESSIONS_MAX = 50;

  private final Path own;
  private final @Nullable Path folder;

  /// @param root the root of the project
  /// @param session the agent's name for the session; absent for one without a name
  SessionNotes(Path root, @Nullable String session) {
    this.own = StateFolder.of(root).path();
    this.folder = session == null ? null : own.resolve(FOLDER).resolve(name(session));
  }

  /// Session names come from outside; only harmless ones become names of folders as they are.
  private static String name(String session) {
    for (int i = 0; i < session.length(); i++) {
      char c = session.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_') {
        return "x" + Sha256.hex(session.getBytes(UTF_8)).substring(0, 32);
      }
    }
    return session.length() <= 64 ? session : "x" + Sha256.hex(session.getBytes(UTF_8));
  }

  /// Returns true exactly once per key and session, under concurrent calls too. False where nothing
  /// can be remembered.
  boolean first(String key) {
    var file = file("said-" + Sha256.hex(key.getBytes(UTF_8)).substring(0, 16));
    if (file == null) {
      return false;
    }
    try {
      Files.createFile(file, owner("rw-------"));
      return true;
    } catch (IOException said) {
      return false;
    }
  }

  /// Remembers how full the context is, where that has changed by a percent or more.
  void use(int percent) {
    if (percent == used()) {
      return;
    }
    var file = file(USAGE);
    if (file == null) {
      return;
    }
    try {
      new TextFileReplacement().overwrite(file, Integer.toString(percent));
    } catch (IOException lost) {
      // The next update of the status line reports it again.
    }
  }

  /// Returns the last reported context usage, in percent; -1 where unknown.
  int used() {
    if (folder == null) {
      return -1;
    }
    try {
      var file = folder.resolve(USAGE);
      if (Files.size(file) > 3) {
        return -1;
      }
      int percent = Integer.parseInt(BoundedFile.text(file).strip());
      return percent < 0 || percent > 100 ? -1 : percent;
    } catch (IOException | NumberFormatException unknown) {
      return -1;
    }
  }

  /// Binds the session to a run: it is the one that the session works on.
  ///
  /// @param run a name of the run, as a command takes it
  void bind(String run) {
    var file = run.equals(run()) ? null : file(RUN);
    if (file == null) {
      return;
    }
    try {
      new TextFileReplacement().overwrite(file, run);
    } catch (IOException lost) {
      // The next command that names the run binds the session.
    }
  }

  /// Returns the name of the run that the session is bound to; null if it is to none.
  @Nullable String run() {
    var file = folder == null ? null : folder.resolve(RUN);
    try {
      return file == null || !Files.isRegularFile(file) ? null : BoundedFile.text(file);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /// Clears the context usage and its warning, after the context was emptied; the session stays
  /// bound to its run.
  void emptied() {
    var run = run();
    if (isOurs()) {
      remove(folder);
    }
    if (run != null) {
      bind(run);
    }
  }

  /// Removes the notes of sessions that never ended.
  void tidy() {
    var all = own.resolve(FOLDER);
    if (!isOurs()) {
      return;
    }
    try {
      var folders = children(all);
      if (folders.size() > SESSIONS_MAX) {
        folders.sort((one, other) -> Long.compare(changed(one), changed(other)));
        for (var old : folders.subList(0, folders.size() - SESSIONS_MAX)) {
          remove(old);
        }
      }
    } catch (IOException none) {
      // There is nothing to tidy, or it cannot be: both can wait.
    }
  }

  /// Where a link resolves outside the project, nothing is removed either.
  private boolean isOurs() {
    return Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(own.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS);
  }

  private static long changed(Path path) {
    return path.toFile().lastModified();
  }

  private static void remove(@Nullable Path folder) {
    try {
      if (folder != null && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        for (var file : children(folder)) {
          Files.delete(file);
        }
        Files.delete(folder);
      }
    } catch (IOException left) {
      // The next cleanup removes it.
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    var children = new ArrayList<Path>();
    try (var listed = Files.newDirectoryStream(folder)) {
      for (var child : listed) {
        children.add(child);
      }
    }
    return children;
  }

  /// Returns a file of the session, in folders that this program created: never through a link, and
  /// never creating `.tidemark` where a project has none.
  private @Nullable Path file(String name) {
    if (folder == null || !Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    var parent = folder.getParent();
    return parent != null && createFolder(parent) && createFolder(folder)
        ? folder.resolve(name)
        : null;
  }

  private static boolean createFolder(Path folder) {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    try {
      Files.createDirectory(folder, owner("rwx------"));
      return true;
    } catch (IOException e) {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }
  }

  /// Returns the permissions of files that only their owner may read, where the file system
  /// supports permissions.
  private static FileAttribute<?>[] owner(String modes) {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(modes))
        }
        : new FileAttribute<?>[0];
  }
}
