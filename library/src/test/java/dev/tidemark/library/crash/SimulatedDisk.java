package dev.tidemark.library.crash;

import dev.tidemark.library.crash.Inode.FileNode;
import dev.tidemark.library.crash.Inode.FolderNode;
import dev.tidemark.library.crash.Inode.NameChange;
import dev.tidemark.library.crash.Inode.Truncated;
import dev.tidemark.library.crash.Inode.Written;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A disk in memory that knows what is on its medium and what is not, and tells an observer after
/// every operation that changes something.
///
/// Nothing is promised that the operations do not promise: what was written is on the medium once
/// the file was forced, a name once its folder was. Permissions are not simulated.
final class SimulatedDisk implements StorageIo {
  private static final int MILLIS_PER_CHANGE = 7;

  private final Path root;
  private final DiskTree tree;
  private Observer observer = Observer.NOBODY;
  private long numbers;
  private long draws;

  /// Somebody who watches.
  interface Observer {
    Observer NOBODY = () -> {};

    /// Hears that something was changed.
    void changed();

    /// Hears that a lock was given back: whatever was done under it is done.
    default void released() {}
  }

  /// An empty disk.
  ///
  /// @param root the folder at its top, for which nothing need be on the real disk
  SimulatedDisk(Path root) {
    this(root, new FolderNode(1), 1, 0);
  }

  private SimulatedDisk(Path root, FolderNode top, long numbers, long draws) {
    this.root = root;
    this.tree = new DiskTree(root, top);
    this.numbers = numbers;
    this.draws = draws;
  }

  /// Returns a disk with other things on it, of which everything is on the medium.
  SimulatedDisk holding(FolderNode image) {
    return new SimulatedDisk(root, image, numbers, draws + 1_000);
  }

  FolderNode top() {
    return tree.top();
  }

  /// Puts everything onto the medium.
  void settle() {
    DiskTree.settle(tree.top());
  }

  void observer(Observer who) {
    observer = who;
  }

  /// Puts a file there as if it had always been there; null removes it.
  void plant(String path, byte @Nullable [] bytes) {
    numbers = tree.plant(path, bytes, numbers);
  }

  @Override
  public Output create(Path file, Access access) throws IOException {
    var folder = tree.above(file);
    if (folder.names().containsKey(DiskTree.name(file))) {
      throw new FileAlreadyExistsException(file.toString());
    }
    var made = new FileNode(++numbers, new byte[0]);
    folder.change(new NameChange(null, DiskTree.name(file), made));
    observer.changed();
    return new Opened(made);
  }

  @Override
  public Output append(Path file) throws IOException {
    return new Opened(tree.file(file));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    var node = tree.file(from);
    tree.above(from).change(new NameChange(DiskTree.name(from), DiskTree.name(to), node));
    observer.changed();
  }

  @Override
  public void unlink(Path file) throws IOException {
    var node = tree.node(file);
    if (node != null) {
      tree.above(file).change(new NameChange(DiskTree.name(file), null, node));
      observer.changed();
    }
  }

  @Override
  public void forceDir(Path folder) throws IOException {
    if (!(tree.node(folder) instanceof FolderNode there)) {
      throw new NotDirectoryException(folder.toString());
    }
    there.force();
    observer.changed();
  }

  @Override
  public byte @Nullable [] read(Path file, long offset, int length) throws IOException {
    var node = tree.node(file);
    if (node == null) {
      return null;
    }
    if (!(node instanceof FileNode there)) {
      throw new IOException(file + " is a folder");
    }
    var bytes = there.bytes();
    int from = (int) Math.min(offset, bytes.length);
    return Arrays.copyOfRange(bytes, from, (int) Math.min(bytes.length, (long) from + length));
  }

  @Override
  public @Nullable Stat stat(Path path) throws IOException {
    var node = tree.node(path);
    if (node == null) {
      return null;
    }
    long size = node instanceof FileNode file ? file.bytes().length : 0;
    var kind = node instanceof FileNode ? Stat.Kind.FILE : Stat.Kind.FOLDER;
    return new Stat(size, "(dev=1,ino=" + node.number() + ")", kind, MILLIS_PER_CHANGE * numbers);
  }

  @Override
  public long currentMillis() {
    return Long.MAX_VALUE;
  }

  @Override
  public List<String> list(Path folder) throws IOException {
    return tree.node(folder) instanceof FolderNode there
        ? List.copyOf(there.names().keySet())
        : List.of();
  }

  @Override
  public void createFolder(Path folder, Access access) throws IOException {
    var above = tree.above(folder);
    var there = above.names().get(DiskTree.name(folder));
    if (there instanceof FileNode) {
      throw new FileAlreadyExistsException(folder.toString());
    }
    if (there == null) {
      above.change(new NameChange(null, DiskTree.name(folder), new FolderNode(++numbers)));
      observer.changed();
    }
  }

  @Override
  public void copyMode(Path from, Path to) {}

  @Override
  public boolean isWritable(Path path) {
    return true;
  }

  @Override
  public boolean isPrivate(Path path) {
    return true;
  }

  @Override
  public void makePrivate(Path path) {}

  @Override
  public Path realPath(Path path) throws IOException {
    if (tree.node(path) == null) {
      throw new NoSuchFileException(path.toString());
    }
    return path;
  }

  @Override
  public Held lock(Path file) throws IOException {
    if (tree.node(file) == null) {
      create(file, Access.PRIVATE).close();
    }
    return observer::released;
  }

  @Override
  public String fileSystemType(Path path) {
    return "ext4";
  }

  @Override
  public byte[] random(int length) {
    var bytes = new byte[length];
    for (int i = 0; i < length; i += Long.BYTES) {
      var drawn = ByteBuffer.allocate(Long.BYTES).putLong(mixed(++draws)).array();
      System.arraycopy(drawn, 0, bytes, i, Math.min(Long.BYTES, length - i));
    }
    return bytes;
  }

  private static long mixed(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    return mixed ^ mixed >>> 27;
  }

  /// A file open for writing.
  private final class Opened implements Output {
    private final FileNode file;

    Opened(FileNode file) {
      this.file = file;
    }

    @Override
    public void write(byte[] bytes) {
      file.edit(new Written(file.bytes().length, bytes.clone()));
      observer.changed();
    }

    @Override
    public void force() {
      file.force();
      observer.changed();
    }

    @Override
    public void truncate(long size) {
      file.edit(new Truncated((int) size));
      observer.changed();
    }

    @Override
    public void close() {}
  }
}
