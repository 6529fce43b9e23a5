package dev.tidemark.app.settings;

import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// YAML cache: parses each version of a file once.
///
/// The parsed content is kept as JSON in the state folder, because loading a YAML library costs a
/// hot verb more than its own work. A file counts as unchanged if its path, size, time and inode
/// are; an entry made within two seconds of a change is not trusted, as the clock of a file system
/// may be that coarse. The cache is disposable: if it is damaged, the file is parsed again, and if
/// there is no state folder, or a link resolves outside the project, nothing is written.
public final class YamlCache {
  /// Goes up when the same YAML is to be understood in another way.
  private static final String FORMAT = "tidemark-yaml-1";

  private static final long SETTLED = TimeUnit.SECONDS.toNanos(2);

  /// The capacity of the in-memory cache of a long-lived process, in file versions.
  private static final int REMEMBERED = 64;

  private final Path root;
  private final StateFolder stateFolder;
  private final BiFunction<String, String, JsonObject> reader;
  private final @Nullable Map<String, JsonObject> memory;

  /// @param reader returns the mapping of a file, by its name for messages and its content: so
  ///   nothing of a YAML library is loaded before a file needs it
  /// @param memory the in-memory cache between calls, by the identity of a file version;
  ///   thread-safe; null for none
  public YamlCache(
      Path root,
      BiFunction<String, String, JsonObject> reader,
      @Nullable Map<String, JsonObject> memory) {
    this.root = root;
    this.stateFolder = StateFolder.of(root);
    this.reader = reader;
    this.memory = memory;
  }

  /// Returns the mapping in a file, or null if there is no such file.
  ///
  /// Exceptions of the parser pass through.
  ///
  /// @throws SettingsException if the file cannot be read
  public @Nullable JsonObject read(Path file) {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      long modified = nanos(attributes);
      var head =
          FORMAT
              + (" " + attributes.size() + " " + modified + " " + attributes.fileKey())
              + (" " + file.toAbsolutePath() + "\n");
      var remembered = memory == null ? null : memory.get(head);
      if (remembered != null) {
        return remembered;
      }
      var entry = entry(file);
      var kept = readCached(entry, head, modified);
      if (kept != null) {
        remember(head, kept);
        return kept;
      }
      boolean ofProject = file.startsWith(root);
      var text = ofProject ? BoundedFile.text(file, root) : BoundedFile.text(file);
      var tree = reader.apply(name(file), text);
      keep(entry, head + JsonText.compact(tree));
      return tree;
    } catch (IOException e) {
      throw new SettingsException(
          name(file),
          "",
          "cannot be read (" + DiskReason.of(e) + ")",
          "a UTF-8 file that you may read");
    }
  }

  /// Only trusted content is cached in memory.
  private void remember(String head, JsonObject tree) {
    if (memory != null) {
      if (memory.size() >= REMEMBERED) {
        memory.clear();
      }
      memory.put(head, tree);
    }
  }

  /// Returns the YAML files directly in a folder, by name; none if there is no such folder.
  ///
  /// @throws SettingsException if the folder cannot be listed
  public List<Path> list(Path folder) {
    var files = new ArrayList<Path>();
    if (!Files.isDirectory(folder)) {
      return files;
    }
    try (var entries = Files.newDirectoryStream(folder)) {
      for (var file : entries) {
        var name = String.valueOf(file.getFileName());
        if (!name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml"))) {
          files.add(file);
        }
      }
    } catch (IOException e) {
      throw new SettingsException(
          name(folder),
          "",
          "cannot be listed (" + DiskReason.of(e) + ")",
          "a folder that you may read");
    }
    files.sort(null);
    return files;
  }

  /// Returns the name of a file in messages: its path from the root, if it is in the project.
  public String name(Path file) {
    return file.startsWith(root)
        ? root.relativize(file).toString().replace('\\', '/')
        : file.toString();
  }

  /// The name has 64 bits of the path's hash; the path itself is in the entry.
  private Path entry(Path file) {
    long hash = 0xcbf29ce484222325L;
    var path = file.toAbsolutePath().toString();
    for (int i = 0; i < path.length(); i++) {
      hash = (hash ^ path.charAt(i)) * 0x100000001b3L;
    }
    return cache().resolve(Long.toHexString(hash) + ".json");
  }

  private Path cache() {
    return stateFolder.path().resolve("cache");
  }

  private static @Nullable JsonObject readCached(Path entry, String head, long modified) {
    try {
      if (!Files.exists(entry)) {
        return null;
      }
      long made = nanos(Files.readAttributes(entry, BasicFileAttributes.class));
      var text = BoundedFile.text(entry);
      if (made - modified < SETTLED || !text.startsWith(head)) {
        return null;
      }
      return JsonText.parse(text.substring(head.length())) instanceof JsonObject tree ? tree : null;
    } catch (IOException | JsonException e) {
      return null;
    }
  }

  private void keep(Path entry, String text) {
    if (!Files.isDirectory(stateFolder.path()) || !stateFolder.guard().isInside(entry)) {
      return;
    }
    try {
      var folder = cache();
      if (!Files.isDirectory(folder)) {
        Files.createDirectory(folder);
        new DiskIo().makePrivate(folder);
      }
      new TextFileReplacement().overwritePrivate(entry, text);
    } catch (IOException e) {
      // The file is read again the next time.
    }
  }

  private static long nanos(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }
}
