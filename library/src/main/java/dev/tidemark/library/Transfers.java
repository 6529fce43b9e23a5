package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.journal.ExportArchive;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Export and import of a whole project as one archive file.
public final class Transfers {
  private static final int ARCHIVE_MAX_BYTES = Integer.MAX_VALUE - 8;

  private static final String FILE = "Name a file that `tidemark export` wrote.";
  private static final String FETCH =
      "Copy the file again, or export it again where it comes from; nothing was imported.";
  private static final String MEND =
      "Run `tidemark doctor` where it comes from, fix the problems it reports and export again;"
          + " nothing was imported.";

  private final Transfer transfer;
  private final StorageIo io;

  Transfers(Transfer transfer, StorageIo io) {
    this.transfer = transfer;
    this.io = io;
  }

  /// The content of an export or import.
  ///
  /// @param items the files of the store, in their order
  /// @param receipts the receipts of its runs, which the work tree has and no store
  /// @param problems the problems of the records among them; they are exported nevertheless, but
  ///   not imported
  /// @param notes the repairs and records of the next writer: a torn end, an edited document
  public record Contents(
      List<Item> items, List<Item> receipts, List<String> problems, List<String> notes) {
    /// Takes its own copies.
    public Contents {
      items = List.copyOf(items);
      receipts = List.copyOf(receipts);
      problems = List.copyOf(problems);
      notes = List.copyOf(notes);
    }

    /// Returns all files: those of the store, then the receipts.
    public List<Item> all() {
      var all = new ArrayList<>(items);
      all.addAll(receipts);
      return all;
    }
  }

  /// Collects everything but receipts. Changes nothing.
  ///
  /// @param runs the runs with documents and journals
  /// @throws dev.tidemark.store.StoreException if something cannot be read
  public Contents collect(List<CheckpointId> runs) {
    var items = new ArrayList<Item>();
    for (var run : runs) {
      items.addAll(transfer.itemsOf(run));
    }
    items.addAll(transfer.otherItems());
    return contents(items);
  }

  private Contents contents(List<Item> all) {
    var items = new ArrayList<Item>();
    var receipts = new ArrayList<Item>();
    for (var item : all) {
      (item.kind() == Kind.RECEIPT ? receipts : items).add(item);
    }
    var settled = transfer.withTornLinesSplit(items);
    return new Contents(
        settled.items(), receipts, transfer.problems(settled.items()), settled.remarks());
  }

  /// Writes a file that only its owner may read, reads it back and compares everything.
  ///
  /// @return how long it is
  /// @throws ForbiddenException if there is a file of that name; nothing was written
  /// @throws StoreUnavailableException if the disk fails; there is no file
  public int write(Contents contents, Path file) {
    var bytes = ExportArchive.bytes(contents.all());
    try {
      if (io.stat(file) != null) {
        throw new ForbiddenException(file + " is there already", "Name another file.");
      }
      try (var output = io.create(file, Access.PRIVATE)) {
        output.write(bytes);
        output.force();
      } catch (IOException failure) {
        discard(file, failure);
        throw failure;
      }
      if (!Arrays.equals(bytes, io.read(file, 0, ARCHIVE_MAX_BYTES))) {
        var changed = new IOException("its content differs from the written bytes");
        discard(file, changed);
        throw changed;
      }
      return bytes.length;
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          file + " cannot be written: " + DiskReason.of(failure), failure);
    }
  }

  private void discard(Path file, IOException failure) {
    try {
      io.unlink(file);
    } catch (IOException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  /// Reads a file that was exported, and makes sure that it is whole, that every record in it
  /// verifies and that everything has its place here. Receipts in it are not judged.
  ///
  /// @throws DamagedException if one of that does not hold
  /// @throws StoreUnavailableException if there is no such file, or it cannot be read
  public Contents read(Path file) {
    try {
      var bytes = io.stat(file) == null ? null : io.read(file, 0, ARCHIVE_MAX_BYTES);
      if (bytes == null) {
        throw new StoreUnavailableException("there is no file " + file, null, FILE);
      }
      var contents = contents(ExportArchive.read(bytes));
      if (!contents.problems().isEmpty()) {
        throw new DamagedException(file.toString(), String.join("; ", contents.problems()), MEND);
      }
      return contents;
    } catch (MalformedException damaged) {
      throw new DamagedException(file.toString(), String.valueOf(damaged.getMessage()), FETCH);
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          file + " cannot be read: " + DiskReason.of(failure), failure, FILE);
    }
  }

  /// Returns those for which something else is here already.
  ///
  /// @throws StoreUnavailableException if the disk fails
  public List<Item> differing(List<Item> items) {
    return transfer.differing(items);
  }

  /// Returns those that are not here yet.
  ///
  /// @throws StoreUnavailableException if the disk fails
  public List<Item> missing(List<Item> items) {
    return transfer.missing(items);
  }

  /// Takes everything over that is not here yet.
  ///
  /// @return the newly imported items
  /// @throws dev.tidemark.store.StoreException if that fails; the imported part stays, and a
  ///   repeated call does the rest
  public List<Item> importItems(List<Item> items) {
    return transfer.importItems(items);
  }
}
