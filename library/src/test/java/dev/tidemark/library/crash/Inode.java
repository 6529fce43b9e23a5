package dev.tidemark.library.crash;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file or folder of a [SimulatedDisk]: what a running system sees of it, what is on the medium,
/// and what was done since the two were the same.
sealed interface Inode {

  /// The number by which the system knows it.
  long number();

  /// Puts all that was done onto the medium.
  void force();

  /// Returns whether there is something that is not on the medium.
  boolean isDirty();

  /// A file.
  final class FileNode implements Inode {
    private final long number;
    private byte[] bytes;
    private byte[] durable;
    private final List<Edit> pending = new ArrayList<>();

    FileNode(long number, byte[] bytes) {
      this.number = number;
      this.bytes = bytes;
      this.durable = bytes;
    }

    @Override
    public long number() {
      return number;
    }

    /// Returns what a running system reads. Not to be changed.
    byte[] bytes() {
      return bytes;
    }

    /// Returns what is on the medium. Not to be changed.
    byte[] durable() {
      return durable;
    }

    /// Returns what was done since the last [#force], oldest first.
    List<Edit> pending() {
      return pending;
    }

    void edit(Edit edit) {
      pending.add(edit);
      bytes = edit.applied(bytes);
    }

    @Override
    public void force() {
      durable = bytes;
      pending.clear();
    }

    @Override
    public boolean isDirty() {
      return !pending.isEmpty();
    }
  }

  /// A change of what is in a file.
  sealed interface Edit {
    /// Returns the content afterwards.
    byte[] applied(byte[] before);
  }

  /// Bytes at a place.
  record Written(int offset, byte[] data) implements Edit {
    @Override
    public byte[] applied(byte[] before) {
      var after = Arrays.copyOf(before, Math.max(before.length, offset + data.length));
      System.arraycopy(data, 0, after, offset, data.length);
      return after;
    }
  }

  /// The end, cut off.
  record Truncated(int size) implements Edit {
    @Override
    public byte[] applied(byte[] before) {
      return Arrays.copyOf(before, size);
    }
  }

  /// A folder.
  final class FolderNode implements Inode {
    private final long number;
    private final Map<String, Inode> names = new HashMap<>();
    private Map<String, Inode> durable = Map.of();
    private final List<NameChange> pending = new ArrayList<>();

    FolderNode(long number) {
      this.number = number;
    }

    @Override
    public long number() {
      return number;
    }

    /// Returns what a running system finds here.
    Map<String, Inode> names() {
      return names;
    }

    /// Returns which names are on the medium.
    Map<String, Inode> durable() {
      return durable;
    }

    /// Returns what was done since the last [#force], oldest first.
    List<NameChange> pending() {
      return pending;
    }

    void change(NameChange change) {
      pending.add(change);
      change.apply(names);
    }

    @Override
    public void force() {
      durable = Map.copyOf(names);
      pending.clear();
    }

    @Override
    public boolean isDirty() {
      return !pending.isEmpty();
    }
  }

  /// A change of a folder's names that takes effect as a whole or not at all.
  ///
  /// @param gone the name that goes away; absent where a file is made
  /// @param made the name that something gets; absent where it is removed
  record NameChange(@Nullable String gone, @Nullable String made, Inode node) {
    void apply(Map<String, Inode> names) {
      if (gone != null) {
        names.remove(gone);
      }
      if (made != null) {
        names.put(made, node);
      }
    }
  }
}
