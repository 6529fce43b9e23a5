package dev.tidemark.app.settings;

import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.path.SymlinkGuard;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Project settings file `.tidemark/config.yaml`, and its folder.
///
/// Lines are changed one at a time: comments, order and all other lines stay unchanged.
public final class ProjectFile {
  /// The path of the file, from the project root.
  public static final String CONFIG = ".tidemark/config.yaml";

  private static final String FOLDER = ".tidemark";
  private static final String WORKFLOWS = ".tidemark/workflows";

  private final Path root;

  /// Takes the project root.
  public ProjectFile(Path root) {
    this.root = root;
  }

  /// Checks that all files written here stay in the project.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if a link leads out of it
  /// @throws IOException if the path cannot be resolved
  public void check() throws IOException {
    var symlinkGuard = new SymlinkGuard(new DiskIo(), root);
    for (var path : List.of(CONFIG, WORKFLOWS)) {
      symlinkGuard.check(root.resolve(path));
    }
  }

  /// Returns the files that [#make] would create.
  public List<String> missing() {
    var missing = new ArrayList<String>();
    for (var path : List.of(CONFIG, WORKFLOWS)) {
      if (!Files.exists(root.resolve(path))) {
        missing.add(path);
      }
    }
    return missing;
  }

  /// Creates missing files: settings, and a folder for workflows.
  ///
  /// @param dialect the project's usual dialect
  /// @param replace whether to set the dialect even where there are settings already
  /// @return the created files
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if a link resolves outside the
  ///   project
  /// @throws IOException if the disk refuses; the files created before stay
  public List<String> make(String dialect, boolean replace) throws IOException {
    check();
    var made = missing();
    makeFolder();
    Files.createDirectories(root.resolve(WORKFLOWS));
    if (made.contains(CONFIG) || replace) {
      set(SettingKey.FORMAT, dialect);
    }
    return made;
  }

  /// Returns whether a file of the project is in it, links followed.
  ///
  /// @param path from the root
  public boolean isInside(String path) {
    return new SymlinkGuard(new DiskIo(), root).isInside(root.resolve(path));
  }

  /// Makes sure that a file of the project is in it, links followed.
  ///
  /// @param path from the root
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if a link resolves outside the
  ///   project
  /// @throws IOException if the path cannot be resolved
  public void check(String path) throws IOException {
    new SymlinkGuard(new DiskIo(), root).check(root.resolve(path));
  }

  /// Writes a file of the project with its folders, where none is.
  ///
  /// @param path from the root
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if a link resolves outside the
  ///   project
  /// @throws IOException if the disk refuses; there is no file
  public void create(String path, String text) throws IOException {
    check(path);
    var file = root.resolve(path);
    if (!Files.exists(file)) {
      Files.createDirectories(root.resolve(path.substring(0, path.lastIndexOf('/') + 1)));
      new TextFileReplacement().replace(file, "", text);
    }
  }

  /// Sets one value.
  ///
  /// @throws IOException if the disk refuses, or another process changes another value meanwhile;
  ///   the file is as before
  public void set(SettingKey settingKey, String value) throws IOException {
    var before = text();
    write(before, with(before, settingKey.word(), value));
  }

  /// Returns the settings as they are written; empty if there are none.
  ///
  /// @throws IOException if the file cannot be read
  public String text() throws IOException {
    var file = root.resolve(CONFIG);
    return Files.exists(file) ? BoundedFile.text(file, root) : "";
  }

  /// Writes the settings as a whole.
  ///
  /// @throws IOException if the disk refuses; the file is as before
  public void replace(String text) throws IOException {
    write(text(), text);
  }

  private void write(String before, String after) throws IOException {
    check();
    makeFolder();
    new TextFileReplacement().replace(root.resolve(CONFIG), before, after);
  }

  /// Returns the text with that key set: in its line, or in a new last one.
  static String with(String text, String key, String value) {
    var line = key + ": " + quoted(value);
    var out = new StringBuilder();
    boolean found = false;
    for (var old : text.lines().toList()) {
      boolean here = !found && isKey(old, key);
      out.append(here ? line : old).append('\n');
      found |= here;
    }
    return found ? out.toString() : out.append(line).append('\n').toString();
  }

  private static boolean isKey(String line, String key) {
    return line.startsWith(key + ":") || line.startsWith("\"" + key + "\":");
  }

  /// Plain for numbers and simple words, else in double quotes: every YAML reader takes either for
  /// the text that is meant.
  private static String quoted(String value) {
    boolean plain = SettingKey.number(value) >= 0 || isWord(value);
    return plain ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static boolean isWord(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < 'a' || c > 'z') && (i == 0 || c != '-')) {
        return false;
      }
    }
    return value.length() > 3 && !value.equals("true") && !value.equals("false");
  }

  private void makeFolder() throws IOException {
    var folder = root.resolve(FOLDER);
    if (!Files.exists(folder)) {
      Files.createDirectory(folder);
      ownerOnly(folder);
    }
  }

  private static void ownerOnly(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
