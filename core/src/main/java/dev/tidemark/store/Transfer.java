package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Byte-exact export and import of the files of a store, for migrations.
public interface Transfer {
  /// Returns the document and the record of a run, as they belong together.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the end of the record contradicts itself
  List<Item> of(CheckpointId id);

  /// Returns what is kept beside the runs: archived copies, and what the project has configured.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Item> beside();

  /// Returns what is wrong with the records among some items, one sentence each, and which items
  /// have no place here.
  List<String> problems(List<Item> items);

  /// Returns the same items as the next writer would leave them where they come from: what a crash
  /// has torn off a record is an item of its own. Nothing is read or written.
  Settled settled(List<Item> items);

  /// Returns those for which something else is here already.
  ///
  /// @throws ForbiddenException if there is no way to the place of one of them
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Item> differing(List<Item> items);

  /// Returns those for which nothing is here.
  ///
  /// @throws ForbiddenException if there is no way to the place of one of them
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Item> missing(List<Item> items);

  /// Puts items where they belong. Existing identical files are skipped, so that an interrupted
  /// migration can be repeated.
  ///
  /// @return those that were not here
  /// @throws ForbiddenException if one of them has no place here; nothing was written
  /// @throws ConflictException if something else is here; what was written before stays
  /// @throws StoreUnavailableException if the medium cannot be reached; what was written before
  ///   stays, and each item is whole or not there
  List<Item> take(List<Item> items);

  /// Transferable files of a store.
  ///
  /// @param remarks what the next writer will find, one sentence each: nothing that is wrong
  record Settled(List<Item> items, List<String> remarks) {
    /// Takes its own copies.
    public Settled {
      items = List.copyOf(items);
      remarks = List.copyOf(remarks);
    }
  }

  /// Transferable file of a store.
  final class Item {
    private final Kind kind;
    private final @Nullable CheckpointId run;
    private final String path;
    private final byte[] bytes;

    /// Says what a file is.
    ///
    /// @param run the run of the file; absent if it belongs to none
    /// @param path from the project root
    public Item(Kind kind, @Nullable CheckpointId run, String path, byte[] bytes) {
      this.kind = kind;
      this.run = run;
      this.path = path;
      this.bytes = bytes.clone();
    }

    /// The kinds of files.
    public enum Kind {
      /// The document of a run.
      DOCUMENT,
      /// A part of the record of a run.
      RECORD,
      /// Something that a protocol keeps beside its documents.
      KEPT,
      /// Something that the project has configured.
      SETTINGS
    }

    /// Returns what sort of file it is.
    public Kind kind() {
      return kind;
    }

    /// Returns the run of the file; absent if it belongs to none.
    public @Nullable CheckpointId run() {
      return run;
    }

    /// Returns where it belongs, from the project root.
    public String path() {
      return path;
    }

    /// Returns what is in it.
    public byte[] bytes() {
      return bytes.clone();
    }

    /// Returns whether two lists hold the same files, in any order.
    public static boolean same(List<Item> these, List<Item> those) {
      var paths = new HashMap<String, Item>();
      these.forEach(item -> paths.put(item.path(), item));
      for (var item : those) {
        var other = paths.remove(item.path());
        if (other == null || !Arrays.equals(other.bytes, item.bytes)) {
          return false;
        }
      }
      return paths.isEmpty();
    }

    /// Returns how long it is.
    public int size() {
      return bytes.length;
    }
  }
}
