package dev.tidemark.app.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/// A folder as it was at one moment: every path with its kind, modes, time and bytes.
public final class Tree {
  private static final String STATE =
      "(.*/)?(\\.tidemark|\\.git/tidemark/(main|worktrees/[^/]+)(/sub/[^/]+)?)";

  private Tree() {}

  /// Returns everything below a folder, and the folder itself.
  ///
  /// What was read from YAML is left out: the cache in the state folder may be dropped and made at
  /// any time, so the time of the folder around it says nothing either. So is the note of the last
  /// refusal, which is about no run's state.
  public static Map<String, String> of(Path folder) {
    var tree = new TreeMap<String, String>();
    try (var paths = Files.walk(folder)) {
      for (var path : paths.toList()) {
        var name = folder.relativize(path).toString();
        if (!name.matches(STATE + "/(cache(/.*)?|refusal[.]json)") && !name.equals(".git/index")) {
          tree.put(name, name.matches(STATE) ? content(path) : describe(path));
        }
      }
      return tree;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the files below a folder with their bytes, whatever their times.
  public static Map<String, String> files(Path folder) {
    var tree = new TreeMap<String, String>();
    try (var paths = Files.walk(folder)) {
      for (var path : paths.toList()) {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          tree.put(folder.relativize(path).toString(), content(path));
        }
      }
      return tree;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Copies everything below a folder, with its times.
  public static void copy(Path from, Path to) {
    try (var paths = Files.walk(from)) {
      for (var path : paths.toList()) {
        var copy = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Deletes a folder with everything below it.
  public static void remove(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static String describe(Path path) throws IOException {
    var modes = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    var time = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
    return modes + " " + time + " " + content(path);
  }

  private static String content(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "-> " + Files.readSymbolicLink(path);
    }
    if (Files.isDirectory(path)) {
      return "folder";
    }
    var bytes = Files.readAllBytes(path);
    return bytes.length + " bytes, " + Arrays.hashCode(bytes);
  }
}
