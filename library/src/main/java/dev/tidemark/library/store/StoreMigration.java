package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import java.util.ArrayList;
import java.util.List;

/// Store migration: copies runs from one store to another, byte for byte. An interrupted migration
/// is repeated: existing files are compared and skipped, and nothing is removed from the source
/// before the target is complete.
public final class StoreMigration {
  private final StoreBackend from;
  private final StoreBackend to;
  private final List<String> dialects;

  public StoreMigration(StoreBackend from, StoreBackend to, List<String> dialects) {
    this.from = from;
    this.to = to;
    this.dialects = List.copyOf(dialects);
  }

  /// Copies a run, reads it back and compares everything.
  ///
  /// @return whether something was copied; otherwise it was there already, the same
  /// @throws DamagedException if its record contradicts itself; nothing of it was copied
  /// @throws ConflictException if something else is there; nothing of it was copied
  /// @throws dev.tidemark.store.StoreException if one of the stores cannot do its part
  public boolean copy(CheckpointId id) {
    from.store().repair(id);
    var problems = from.history().verify(id);
    if (!problems.isEmpty()) {
      throw new DamagedException("the record of " + id, String.join("; ", messages(problems)));
    }
    return copy(id, from.transfer(dialects).itemsOf(id), to.transfer(dialects));
  }

  private static List<String> messages(List<Diagnostic> problems) {
    var messages = new ArrayList<String>();
    for (var problem : problems) {
      messages.add(problem.message());
    }
    return messages;
  }

  private boolean copy(CheckpointId id, List<Item> items, Transfer target) {
    if (hasOnlyDocument(items) && !target.itemsOf(id).isEmpty()) {
      return false;
    }
    var taken = target.importItems(items);
    if (!Item.hasSameItems(items, target.itemsOf(id))
        || !Item.hasSameItems(items, from.transfer(dialects).itemsOf(id))) {
      throw new ConflictException(id);
    }
    return !taken.isEmpty();
  }

  /// Returns whether only the file of a run is left, which is a copy where the run is kept.
  private static boolean hasOnlyDocument(List<Item> items) {
    for (var item : items) {
      if (item.kind() == Kind.RECORD) {
        return false;
      }
    }
    return true;
  }

  /// Copies the files that formats keep beside their documents.
  ///
  /// @return how many files were copied
  /// @throws dev.tidemark.store.StoreException if that is not possible; doing it again does the the
  ///   rest
  public int copyAuxiliaryFiles() {
    var kept = new ArrayList<Item>();
    for (var item : from.transfer(dialects).otherItems()) {
      if (item.kind() == Kind.KEPT) {
        kept.add(item);
      }
    }
    return to.transfer(dialects).importItems(kept).size();
  }

  /// Returns those of some runs that the new store does not have, or not as the old one.
  public List<CheckpointId> missing(List<CheckpointId> ids) {
    var missing = new ArrayList<CheckpointId>();
    for (var id : ids) {
      if (!Item.hasSameItems(
          from.transfer(dialects).itemsOf(id), to.transfer(dialects).itemsOf(id))) {
        missing.add(id);
      }
    }
    return missing;
  }

  /// Takes runs out of the old store that are in the new one by now. Their documents stay in files
  /// where they are: there they are copies, or become the originals again.
  ///
  /// @throws dev.tidemark.store.StoreException if that is not possible; doing it again does the the
  ///   rest
  public void removeFromSource(List<CheckpointId> ids) {
    for (var id : ids) {
      long newest = to.history().verifyTail(id, 1).entries();
      from.forget(id, newest);
    }
  }
}
