package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.PhaseName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lookups in tables of phases.
final class Rows {
  private Rows() {}

  /// Returns the first phase that is not done, or null.
  static @Nullable Row firstOpen(List<Row> rows) {
    for (var row : rows) {
      if (!row.isDone()) {
        return row;
      }
    }
    return null;
  }

  /// Returns the phase under way: the one in progress, else the first that is not done; null where
  /// all are done.
  static @Nullable Row active(List<Row> rows) {
    for (var row : rows) {
      if (row.status() == Status.IN_PROGRESS) {
        return row;
      }
    }
    return firstOpen(rows);
  }

  /// Returns the phase for a name or a number, or null.
  static @Nullable Row find(List<Row> rows, String word) {
    for (var row : rows) {
      if (row.name().equals(word)) {
        return row;
      }
    }
    for (var row : rows) {
      if (row.isCalled(word)) {
        return row;
      }
    }
    return null;
  }

  /// Returns the names of phases.
  static List<String> names(List<Row> rows) {
    var names = new ArrayList<String>(rows.size());
    for (var row : rows) {
      names.add(row.name());
    }
    return names;
  }

  /// Returns the labels of phases.
  static String labels(List<Row> rows) {
    var labels = new StringBuilder();
    for (var row : rows) {
      labels.append(labels.isEmpty() ? "" : ", ").append(row.label());
    }
    return labels.toString();
  }

  /// Lays a table over the phases that are defined now (R-001-34): matched by name, numbered as
  /// defined, new ones pending; those no longer defined stand after the others.
  static List<Row> merged(List<Row> rows, List<Row> defined) {
    if (defined.isEmpty()) {
      return rows;
    }
    var merged = new ArrayList<Row>();
    var table = byName(rows);
    for (var row : defined) {
      var there = table.get(row.name());
      merged.add(there == null ? row : there.numbered(row.number()));
    }
    merged.addAll(foreign(rows, defined));
    return merged;
  }

  /// Returns the currently defined phases, with their rows in a table; the whole table if there is
  /// no definition. Those no longer defined are kept, but nothing is expected of them.
  static List<Row> defined(List<Row> rows, List<Row> defined) {
    return defined.isEmpty() ? rows : merged(rows, defined).subList(0, defined.size());
  }

  /// Returns the rows that are not defined.
  static List<Row> foreign(List<Row> rows, List<Row> defined) {
    var foreign = new ArrayList<Row>();
    var names = byName(defined);
    for (var row : rows) {
      if (!defined.isEmpty() && !names.containsKey(row.name())) {
        foreign.add(row);
      }
    }
    return foreign;
  }

  private static Map<String, Row> byName(List<Row> rows) {
    var table = new HashMap<String, Row>();
    for (var row : rows) {
      table.putIfAbsent(row.name(), row);
    }
    return table;
  }

  /// Returns the phases of a table by their numbers.
  static Map<String, PhaseName> byNumber(List<Row> rows) {
    var table = new HashMap<String, PhaseName>();
    for (var row : rows) {
      table.putIfAbsent(row.number(), row.phase());
    }
    return table;
  }

  static @Nullable Row named(List<Row> rows, String name) {
    for (var row : rows) {
      if (row.name().equals(name)) {
        return row;
      }
    }
    return null;
  }

  /// Returns the table with one row changed.
  static List<Row> with(List<Row> rows, Row row) {
    var all = new ArrayList<>(rows);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(row.name())) {
        all.set(i, row);
      }
    }
    return all;
  }
}
