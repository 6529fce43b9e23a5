package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
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
  List<Item> itemsOf(CheckpointId id);

  /// Returns the files beside the runs: archived copies, and the project's configuration.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Item> otherItems();

  /// Returns the problems in the records among some items, one sentence each, and the items that
  /// this store cannot hold.
  List<String> problems(List<Item> items);

  /// Returns the same items as the next writer of the source would leave them: a line torn by a
  /// crash is an item of its own. Nothing is read or written.
  Settled withTornLinesSplit(List<Item> items);

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
  /// @throws ConflictException if a different file exists here; the files written before stay
  /// @throws StoreUnavailableException if the medium cannot be reached; the files written before
  ///   stay, and each item is complete or absent
  List<Item> importItems(List<Item> items);

  /// Transferable files of a store.
  ///
  /// @param remarks the remains that the next writer will find, one sentence each; they are no
  ///   problems
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

    /// Describes a file.
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
      SETTINGS,
      /// A receipt of a verdict of a run. It is a file of the work tree, which no store keeps.
      RECEIPT
    }

    /// Returns the kind of file.
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

    /// Returns the content.
    public byte[] bytes() {
      return bytes.clone();
    }

    /// Returns whether two lists hold the same files, in any order.
    public static boolean hasSameItems(List<Item> these, List<Item> those) {
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
