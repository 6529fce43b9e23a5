package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Export of runs as the files of a file store, and import of such files. A run is taken whole or
/// not at all.
///
/// The configuration of a project stays in files and is not stored here; the caller has validated
/// the names and records of the items.
final class PostgresTransfer implements Transfer {
  private static final String KEPT = "select path, content from kept order by path";
  private static final String KEEP =
      "insert into kept (path, content) values (?, ?) on conflict do nothing";

  private final Database database;
  private final PathResolver pathResolver;

  PostgresTransfer(Database database, PathResolver pathResolver) {
    this.database = database;
    this.pathResolver = pathResolver;
  }

  @Override
  public List<Item> itemsOf(CheckpointId id) {
    var runKey = RunKey.of(pathResolver, id);
    return database.read(
        id + " cannot be read", id, connection -> RunRows.read(connection, runKey).items(runKey));
  }

  @Override
  public List<Item> otherItems() {
    return database.read(
        "the auxiliary files cannot be read",
        null,
        connection -> {
          try (var statement = connection.prepareStatement(KEPT);
              var found = statement.executeQuery()) {
            var items = new ArrayList<Item>();
            while (found.next()) {
              items.add(new Item(Kind.KEPT, null, found.getString(1), found.getBytes(2)));
            }
            return items;
          }
        });
  }

  @Override
  public List<String> problems(List<Item> items) {
    return List.of();
  }

  @Override
  public Settled withTornLinesSplit(List<Item> items) {
    return new Settled(items, List.of());
  }

  @Override
  public List<Item> differing(List<Item> items) {
    var there = existingItems(items);
    var those = new ArrayList<Item>();
    for (var item : items) {
      var bytes = there.get(item.path());
      if (bytes != null && !Arrays.equals(bytes.bytes(), item.bytes())) {
        those.add(item);
      }
    }
    return those;
  }

  @Override
  public List<Item> missing(List<Item> items) {
    var there = existingItems(items);
    var those = new ArrayList<Item>();
    for (var item : items) {
      if (!there.containsKey(item.path())) {
        those.add(item);
      }
    }
    return those;
  }

  /// Returns the existing items under the paths of some items.
  private Map<String, Item> existingItems(List<Item> items) {
    var there = new HashMap<String, Item>();
    for (var id : byRun(items).keySet()) {
      for (var item : id == null ? otherItems() : itemsOf(id)) {
        there.put(item.path(), item);
      }
    }
    return there;
  }

  private static Map<@Nullable CheckpointId, List<Item>> byRun(List<Item> items) {
    var runs = new LinkedHashMap<@Nullable CheckpointId, List<Item>>();
    for (var item : items) {
      runs.computeIfAbsent(item.run(), missing -> new ArrayList<>()).add(item);
    }
    return runs;
  }

  @Override
  public List<Item> importItems(List<Item> items) {
    var taken = new ArrayList<Item>();
    for (var run : byRun(items).entrySet()) {
      var id = run.getKey();
      if (id == null) {
        taken.addAll(keep(run.getValue()));
      } else if (take(RunKey.of(pathResolver, id), run.getValue())) {
        taken.addAll(run.getValue());
      }
    }
    return taken;
  }

  private List<Item> keep(List<Item> items) {
    return database.change(
        "not everything was imported",
        null,
        connection -> {
          var taken = new ArrayList<Item>();
          for (var item : items) {
            if (keep(connection, item)) {
              taken.add(item);
            }
          }
          return taken;
        });
  }

  private boolean keep(Connection connection, Item item) throws SQLException {
    try (var statement = connection.prepareStatement(KEEP)) {
      statement.setString(1, item.path());
      statement.setBytes(2, item.bytes());
      if (statement.executeUpdate() == 1) {
        return true;
      }
    }
    if (!differing(List.of(item)).isEmpty()) {
      throw new ConflictException(new CheckpointId("tidemark", item.path(), null));
    }
    return false;
  }

  /// Takes one run over.
  ///
  /// @return whether it was not here yet
  private boolean take(RunKey runKey, List<Item> items) {
    return database.change(
        runKey.id() + " was not imported",
        runKey.id(),
        connection -> {
          var there = RunRows.read(connection, runKey).items(runKey);
          if (Item.hasSameItems(there, items)) {
            return false;
          }
          if (!there.isEmpty() || !RunRows.of(items).write(connection, runKey)) {
            throw new ConflictException(runKey.id());
          }
          return true;
        });
  }
}
