package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item.Kind;
import java.util.ArrayList;
import java.util.List;

/// Export and import of the runs of a shared store, and of the settings in files beside it.
final class SharedTransfer implements Transfer {
  private final Transfer shared;
  private final Transfer files;

  SharedTransfer(Transfer shared, Transfer files) {
    this.shared = shared;
    this.files = files;
  }

  @Override
  public List<Item> itemsOf(CheckpointId id) {
    return shared.itemsOf(id);
  }

  @Override
  public List<Item> otherItems() {
    var items = new ArrayList<>(shared.otherItems());
    items.addAll(settings(files.otherItems(), true));
    return items;
  }

  @Override
  public List<String> problems(List<Item> items) {
    return files.problems(items);
  }

  @Override
  public Settled withTornLinesSplit(List<Item> items) {
    return files.withTornLinesSplit(items);
  }

  @Override
  public List<Item> differing(List<Item> items) {
    var those = new ArrayList<>(shared.differing(settings(items, false)));
    those.addAll(files.differing(settings(items, true)));
    return those;
  }

  @Override
  public List<Item> missing(List<Item> items) {
    var those = new ArrayList<>(shared.missing(settings(items, false)));
    those.addAll(files.missing(settings(items, true)));
    return those;
  }

  @Override
  public List<Item> importItems(List<Item> items) {
    var problems = files.problems(items);
    if (!problems.isEmpty()) {
      throw new ForbiddenException(
          "nothing was imported: " + String.join("; ", problems),
          "Export it again where it comes from.");
    }
    var taken = new ArrayList<>(shared.importItems(settings(items, false)));
    taken.addAll(files.importItems(settings(items, true)));
    return taken;
  }

  private static List<Item> settings(List<Item> items, boolean wanted) {
    var those = new ArrayList<Item>();
    for (var item : items) {
      if ((item.kind() == Kind.SETTINGS) == wanted) {
        those.add(item);
      }
    }
    return those;
  }
}
