package dev.tidemark.fuzz;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Predicate;

/// A project on which inputs are let loose, in memory where the system has such a folder.
public final class Scratch implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");

  private final Path folder;
  private final CommandLineHarness tidemark;
  private Map<String, String> before;

  private Scratch(Path folder, CommandLineHarness tidemark) {
    this.folder = folder;
    this.tidemark = tidemark;
    this.before = files();
  }

  /// Makes a project with a repository, after some commands.
  public static Scratch fresh(String... lines) {
    var folder = folder();
    return new Scratch(folder, CommandLineHarness.fresh(folder).after(lines));
  }

  /// Makes a project with a document of each protocol, all adopted.
  public static Scratch ofAll() {
    var folder = folder();
    return new Scratch(folder, Protocol.all(folder).after("adopt"));
  }

  /// Returns a new folder.
  public static Path folder() {
    try {
      return Files.isWritable(MEMORY)
          ? Files.createTempDirectory(MEMORY, "tidemark-fuzz")
          : Files.createTempDirectory("tidemark-fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the command line in the project.
  public CommandLineHarness tidemark() {
    return tidemark;
  }

  /// Returns the root of the project.
  public Path root() {
    return tidemark.scratch().root();
  }

  /// Returns everything around and in the project but what is Tidemark's or git's own, by its
  /// bytes.
  private Map<String, String> files() {
    var files = Tree.files(folder);
    files
        .keySet()
        .removeIf(
            name ->
                name.contains(".tidemark/")
                    || name.contains(".git/")
                    || name.startsWith("home/.config/tidemark/journals/"));
    return files;
  }

  /// Takes the files as they are now for what they should be.
  public void settle() {
    before = files();
  }

  /// Holds if every file is as it was, and there is none besides.
  ///
  /// @throws AssertionError if one was changed, made or removed
  public void isUntouched(String by) {
    Claims.same(files(), before, "the files after " + by);
  }

  /// Holds if every file is as it was but those that may differ.
  ///
  /// @throws AssertionError if another was changed, made or removed
  public void isUntouchedBut(Predicate<String> may, String by) {
    var now = files();
    now.keySet().removeIf(may);
    before.keySet().removeIf(may);
    Claims.same(now, before, "the other files after " + by);
  }

  @Override
  public void close() {
    remove(folder);
  }

  /// Removes a folder with everything in it.
  public static void remove(Path folder) {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
