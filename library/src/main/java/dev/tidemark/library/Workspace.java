package dev.tidemark.library;

import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// File access of rules: reads files of a work tree, within limits. Paths of the state begin with
/// `.tidemark`, wherever the state folder is. Nothing outside the project root and the state folder
/// is read or written, links that lead out included.
final class Workspace {
  /// The size limit of a file; the files of rules are small.
  private static final int TEXT_MAX = 5 * 1024 * 1024;

  private static final int DEPTH_MAX = 8;

  private final Path root;
  private final StorageIo io;
  private final StateFolder stateFolder;

  /// @param io the disk through which files are written, moved and removed
  Workspace(Path root, StorageIo io, StateFolder stateFolder) {
    this.root = root;
    this.io = io;
    this.stateFolder = stateFolder;
  }

  /// Answers the queries about files; no other kind comes here.
  Fact<?> fetch(FactQuery<?> factQuery) {
    var path = factQuery.subject();
    try {
      return switch (factQuery.kind()) {
        case EXISTS -> Fact.known(exists(path));
        case TEXT -> text(path);
        case FILES -> Fact.known(list(path, 1));
        case FILES_BELOW -> Fact.known(list(path, DEPTH_MAX));
        case FINGERPRINT -> print(path);
        case DIGEST -> digest(path);
        case FILE_STATE -> state(path);
        case LOCATION -> Fact.known(stateFolder.shown(stateFolder.resolve(path)));
        default -> throw new IllegalArgumentException(factQuery.toString());
      };
    } catch (IOException failure) {
      return Fact.unknown(DiskReason.located(failure));
    }
  }

  /// A path that is outside by its name, unlike a link that leads out, is looked for.
  private boolean exists(String path) throws IOException {
    var file = resolved(path);
    boolean outside = !file.startsWith(root) && !path.startsWith(".tidemark/");
    return Files.exists(outside ? file : realPathOf(path));
  }

  private Fact<Optional<String>> text(String path) throws IOException {
    var file = realPathOf(path);
    if (!Files.isRegularFile(file)) {
      return Fact.known(Optional.empty());
    }
    if (Files.size(file) > TEXT_MAX) {
      return Fact.unknown(path + " is larger than " + TEXT_MAX + " bytes");
    }
    var text = Utf8.decode(bytes(file));
    return text.isPresent() ? Fact.known(text) : Fact.unknown(path + " is not UTF-8 text");
  }

  private Fact<Optional<String>> digest(String path) throws IOException {
    var file = realPathOf(path);
    return Fact.known(
        Files.isRegularFile(file) ? Optional.of(Sha256.hex(bytes(file))) : Optional.empty());
  }

  private Fact<Optional<String>> state(String path) throws IOException {
    var content = digest(path).orElse(Optional.empty());
    if (content.isEmpty()) {
      return Fact.known(content);
    }
    var file = realPathOf(path);
    var place = root.toRealPath().relativize(file.toRealPath());
    boolean linked = !place.equals(root.relativize(file));
    boolean executable = File.separatorChar == '/' && Files.isExecutable(file);
    return linked || executable
        ? Fact.known(
            Optional.of(Sha256.hex(Utf8.encode(content.get() + "\n" + executable + "\n" + place))))
        : Fact.known(content);
  }

  private Fact<Optional<Fingerprint>> print(String path) throws IOException {
    var file = realPathOf(path);
    if (!Files.isRegularFile(file)) {
      return Fact.known(Optional.empty());
    }
    long size = Files.size(file);
    if (size > Fingerprint.BYTES_MAX) {
      return Fact.known(Optional.of(new Fingerprint(path, size, null)));
    }
    var bytes = bytes(file);
    return Fact.known(Optional.of(new Fingerprint(path, bytes.length, Sha256.hex(bytes))));
  }

  private static byte[] bytes(Path file) throws IOException {
    return BoundedFile.bytes(file, Integer.MAX_VALUE - 16);
  }

  private List<FileFact> list(String folder, int depth) throws IOException {
    var from = realPathOf(folder);
    var found = new ArrayList<FileFact>();
    if (!Files.isDirectory(from)) {
      return found;
    }
    collect(from, depth, found);
    found.sort((one, other) -> one.path().compareTo(other.path()));
    return found;
  }

  private void collect(Path folder, int depth, List<FileFact> found) throws IOException {
    try (var paths = Files.newDirectoryStream(folder)) {
      for (var path : paths) {
        var fact = fact(path);
        found.add(fact);
        if (fact.folder() && depth > 1) {
          collect(path, depth - 1, found);
        }
      }
    } catch (DirectoryIteratorException broken) {
      throw broken.getCause();
    }
  }

  private FileFact fact(Path path) throws IOException {
    var seen = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new FileFact(
        stateFolder.nameOf(path),
        seen.size(),
        seen.lastModifiedTime().toInstant(),
        seen.isDirectory());
  }

  List<Blocker> carryOut(Effect effect) {
    try {
      if (effect instanceof Effect.PutFile file) {
        put(file);
      } else if (effect instanceof Effect.CopyFile file) {
        copy(file);
      } else if (effect instanceof Effect.MoveFile file) {
        move(file);
      } else if (effect instanceof Effect.RemoveFolders folders) {
        for (var folder : folders.folders()) {
          remove(realPathOf(folder));
        }
      }
      return List.of();
    } catch (IOException failure) {
      return List.of(
          Blocker.refused(
              "not-done",
              "a file could not be changed: " + DiskReason.located(failure),
              "Check the folder's permissions and run the command again"));
    }
  }

  private void put(Effect.PutFile file) throws IOException {
    create(realPathOf(file.path()), Utf8.encode(file.text()));
  }

  private void copy(Effect.CopyFile file) throws IOException {
    var from = realPathOf(file.from());
    if (Files.isRegularFile(from)) {
      create(realPathOf(file.to()), bytes(from));
    }
  }

  /// Creates a file with its content, atomically.
  private void create(Path path, byte[] bytes) throws IOException {
    if (io.stat(path) != null) {
      return;
    }
    var folder = parent(path);
    folders(folder);
    sweep(folder, String.valueOf(path.getFileName()));
    new AtomicFile(io, path, Long.toHexString(System.nanoTime()))
        .replace(bytes, Access.SHARED, Durability.DURABLE);
  }

  /// Removes the temporary files of a process that was killed while it created the same file.
  private void sweep(Path folder, String file) throws IOException {
    var names = io.list(folder);
    for (int i = 0; i < names.size(); i++) {
      if (AtomicFile.isTempOf(names.get(i), file)) {
        io.unlink(folder.resolve(names.get(i)));
      }
    }
  }

  private void folders(Path folder) throws IOException {
    if (io.stat(folder) == null) {
      var above = parent(folder);
      folders(above);
      io.createFolder(folder, Access.SHARED);
      io.forceDir(above);
    }
  }

  private void move(Effect.MoveFile file) throws IOException {
    var from = realPathOf(file.from());
    var to = realPathOf(file.to());
    if (io.stat(from) != null) {
      folders(parent(to));
      AtomicFile.move(io, from, to);
    }
  }

  /// Removes a folder with everything in it; links are removed, not followed.
  private void remove(Path folder) throws IOException {
    var there = io.stat(folder);
    if (there == null || there.kind() != Stat.Kind.FOLDER) {
      return;
    }
    for (var name : io.list(folder)) {
      var path = folder.resolve(name);
      var found = io.stat(path);
      if (found != null && found.kind() == Stat.Kind.FOLDER) {
        remove(path);
      } else {
        io.unlink(path);
      }
    }
    io.unlink(folder);
  }

  private static Path parent(Path path) throws IOException {
    var parent = path.getParent();
    if (parent == null) {
      throw new NoSuchFileException(path.toString());
    }
    return parent;
  }

  /// Returns where a path of the project is, with links resolved.
  ///
  /// @throws IOException if it resolves outside the project
  private Path realPathOf(String path) throws IOException {
    var file = resolved(path);
    var plain = root.resolve(path).normalize();
    var limit = file.equals(plain) ? root : stateFolder.path();
    var existing = file;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    boolean inside =
        file.startsWith(limit)
            && (existing == null
                || !existing.startsWith(limit)
                || !BoundedFile.leadsOut(existing, limit));
    if (!inside) {
      throw new NoSuchFileException(path, null, "resolves outside the project");
    }
    return file;
  }

  private Path resolved(String path) throws IOException {
    try {
      return stateFolder.resolve(path).normalize();
    } catch (InvalidPathException impossible) {
      throw new NoSuchFileException(path, null, impossible.getReason());
    }
  }

  /// Loader of the workflow files of a project, without the cache of the command line.
  static final class ProjectWorkflows {
    private static final String FOLDER = ".tidemark/workflows";

    private ProjectWorkflows() {}

    /// Returns the definitions in the folder, ordered by file name; none without the folder.
    ///
    /// @throws dev.tidemark.dialects.definition.DefinitionException if a file is no definition
    /// @throws UncheckedIOException if a file cannot be read
    static List<WorkflowDefinition> read(Path root) {
      var folder = root.resolve(FOLDER);
      var definitions = new ArrayList<WorkflowDefinition>();
      if (!Files.isDirectory(folder)) {
        return definitions;
      }
      try {
        for (var file : files(folder)) {
          var name = root.relativize(file).toString().replace('\\', '/');
          definitions.add(WorkflowFilesReader.read(name, BoundedFile.text(file)));
        }
        return definitions;
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private static List<Path> files(Path folder) throws IOException {
      var files = new ArrayList<Path>();
      try (var entries = Files.newDirectoryStream(folder, "*.{yaml,yml}")) {
        for (var file : entries) {
          if (!file.getFileName().toString().startsWith(".")) {
            files.add(file);
          }
        }
      } catch (DirectoryIteratorException unreadable) {
        throw unreadable.getCause();
      }
      files.sort(null);
      return files;
    }
  }
}
