package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Remains;
import dev.tidemark.text.Erased;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// What is left of documents in the work tree. Links are not followed.
public final class FileRemains implements Remains {
  /// How deep the folders of a protocol are, as [Layout#keptOf] names them, and those of records.
  private static final int DEPTH = 4;

  private static final String MOVED = ".tidemark/moved";
  private static final int RANDOM = 8;
  private static final String TEMP = ".tidemark-tmp";

  private final Path root;
  private final StorageIo io;
  private final Layout layout;
  private final Targets targets;
  private final Entropy entropy;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public FileRemains(Path root, StorageIo io, Layout layout) {
    this.root = root;
    this.io = io;
    this.layout = layout;
    this.targets = new Targets(io, root, root.resolve(".tidemark"), layout);
    this.entropy = new Entropy(io);
  }

  @Override
  public List<String> holding(CheckpointId id, Erased secret) {
    try (var _ = Undisturbed.begin()) {
      var files = new ArrayList<String>();
      var document = layout.pathOf(id);
      int slash = document.lastIndexOf('/') + 1;
      for (var name : io.list(root.resolve(document.substring(0, slash)))) {
        if (name.startsWith(document.substring(slash) + ".corrupt-")) {
          collect(document.substring(0, slash) + name, 1, files);
        }
      }
      for (var folder : layout.keptOf(id.dialect())) {
        collect(folder, DEPTH, files);
      }
      // As Departures names them.
      var moved = id.dialect() + "-" + targets.of(id).journal().getFileName() + "-";
      for (var name : io.list(root.resolve(MOVED))) {
        if (name.startsWith(moved)) {
          collect(MOVED + "/" + name, DEPTH, files);
        }
      }
      var holding = new ArrayList<String>();
      for (var file : files) {
        if (secret.isIn(read(file))) {
          holding.add(file);
        }
      }
      holding.sort(null);
      return holding;
    } catch (IOException failure) {
      throw Failures.unreadable(id, failure);
    }
  }

  private void collect(String path, int depth, List<String> files) throws IOException {
    var stat = io.stat(root.resolve(path));
    if (stat == null || depth == 0) {
      return;
    }
    if (stat.kind() == StorageIo.Stat.Kind.FILE) {
      // Compressed copies are looked into by whoever keeps them.
      if (!path.endsWith(".gz")) {
        files.add(path);
      }
    } else if (stat.kind() == StorageIo.Stat.Kind.FOLDER) {
      for (var name : io.list(root.resolve(path))) {
        collect(path + "/" + name, depth - 1, files);
      }
    }
  }

  private byte[] read(String path) throws IOException {
    var file = root.resolve(path);
    var stat = io.stat(file);
    var bytes = stat == null ? null : io.read(file, 0, Math.toIntExact(stat.size()));
    return bytes == null ? new byte[0] : bytes;
  }

  @Override
  public void clean(CheckpointId id, String path, Erased secret) {
    var file = root.resolve(path);
    var folder = file.resolveSibling("");
    try (var _ = Undisturbed.begin()) {
      var clean = secret.cleaned(read(path));
      var random = HexFormat.of().formatHex(entropy.next(RANDOM));
      var temp = folder.resolve("." + file.getFileName() + "." + random + TEMP);
      boolean done = false;
      try (var output = io.create(temp, StorageIo.Access.PRIVATE)) {
        output.write(clean);
        io.copyMode(file, temp);
        output.force();
        io.rename(temp, file);
        done = true;
      } finally {
        if (!done) {
          io.unlink(temp);
        }
      }
      io.forceDir(folder);
    } catch (IOException failure) {
      throw Failures.unwritable(id, failure);
    }
  }
}
