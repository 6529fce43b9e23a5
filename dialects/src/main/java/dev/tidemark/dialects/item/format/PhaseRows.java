package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.PhaseName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lookups in tables of phases, and their numbers: integers, or decimals such as 1.5.
public final class PhaseRows {
  private PhaseRows() {}

  /// Returns the first phase that is not done, or null.
  public static @Nullable PhaseRow firstOpen(List<PhaseRow> rows) {
    for (var phaseRow : rows) {
      if (!phaseRow.isDone()) {
        return phaseRow;
      }
    }
    return null;
  }

  /// Returns the phase under way: the one in progress, else the first that is not done; null where
  /// all are done.
  public static @Nullable PhaseRow active(List<PhaseRow> rows) {
    for (var phaseRow : rows) {
      if (phaseRow.status() == ItemStatus.IN_PROGRESS) {
        return phaseRow;
      }
    }
    return firstOpen(rows);
  }

  /// Returns the phase for a name or a number, or null.
  public static @Nullable PhaseRow find(List<PhaseRow> rows, String word) {
    for (var phaseRow : rows) {
      if (phaseRow.name().equals(word)) {
        return phaseRow;
      }
    }
    for (var phaseRow : rows) {
      if (phaseRow.isCalled(word)) {
        return phaseRow;
      }
    }
    return null;
  }

  /// Returns the names of phases.
  public static List<String> names(List<PhaseRow> rows) {
    var names = new ArrayList<String>(rows.size());
    for (var phaseRow : rows) {
      names.add(phaseRow.name());
    }
    return names;
  }

  /// Returns the labels of phases.
  public static String labels(List<PhaseRow> rows) {
    var labels = new StringBuilder();
    for (var phaseRow : rows) {
      labels.append(labels.isEmpty() ? "" : ", ").append(phaseRow.label());
    }
    return labels.toString();
  }

  /// Lays a table over the phases that are defined now (R-001-34): matched by name, numbered as
  /// defined, new ones pending; those no longer defined stand after the others.
  public static List<PhaseRow> merged(List<PhaseRow> rows, List<PhaseRow> defined) {
    if (defined.isEmpty()) {
      return rows;
    }
    var merged = new ArrayList<PhaseRow>();
    var table = byName(rows);
    for (var phaseRow : defined) {
      var there = table.get(phaseRow.name());
      merged.add(there == null ? phaseRow : there.numbered(phaseRow.number()));
    }
    merged.addAll(foreign(rows, defined));
    return merged;
  }

  /// Returns the currently defined phases, with their rows in a table; the whole table if there is
  /// no definition. Those no longer defined are kept, but nothing is expected of them.
  public static List<PhaseRow> defined(List<PhaseRow> rows, List<PhaseRow> defined) {
    return defined.isEmpty() ? rows : merged(rows, defined).subList(0, defined.size());
  }

  /// Returns the rows that are not defined.
  public static List<PhaseRow> foreign(List<PhaseRow> rows, List<PhaseRow> defined) {
    var foreign = new ArrayList<PhaseRow>();
    var names = byName(defined);
    for (var phaseRow : rows) {
      if (!defined.isEmpty() && !names.containsKey(phaseRow.name())) {
        foreign.add(phaseRow);
      }
    }
    return foreign;
  }

  private static Map<String, PhaseRow> byName(List<PhaseRow> rows) {
    var table = new HashMap<String, PhaseRow>();
    for (var phaseRow : rows) {
      table.putIfAbsent(phaseRow.name(), phaseRow);
    }
    return table;
  }

  /// Returns the phases of a table by their numbers.
  static Map<String, PhaseName> byNumber(List<PhaseRow> rows) {
    var table = new HashMap<String, PhaseName>();
    for (var phaseRow : rows) {
      table.putIfAbsent(phaseRow.number(), phaseRow.phase());
    }
    return table;
  }

  public static @Nullable PhaseRow named(List<PhaseRow> rows, String name) {
    for (var phaseRow : rows) {
      if (phaseRow.name().equals(name)) {
        return phaseRow;
      }
    }
    return null;
  }

  /// Returns the table with one row changed.
  public static List<PhaseRow> with(List<PhaseRow> rows, PhaseRow phaseRow) {
    var all = new ArrayList<>(rows);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(phaseRow.name())) {
        all.set(i, phaseRow);
      }
    }
    return all;
  }

  /// Returns the whole part of a number; 0 if it has none, or one that no phase has.
  public static int wholePart(String number) {
    int point = number.indexOf('.');
    var digits = point < 0 ? number : number.substring(0, point);
    int whole = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9' || i > 6) {
        return 0;
      }
      whole = whole * 10 + (c - '0');
    }
    return whole;
  }

  /// Returns the highest number of a table, empty for an empty table.
  public static String highest(List<PhaseRow> rows) {
    var highest = "";
    for (var phaseRow : rows) {
      if (highest.isEmpty() || isMore(phaseRow.number(), highest)) {
        highest = phaseRow.number();
      }
    }
    return highest;
  }

  private static boolean isMore(String one, String other) {
    int difference = wholePart(one) - wholePart(other);
    return difference > 0 || (difference == 0 && fraction(one).compareTo(fraction(other)) > 0);
  }

  private static String fraction(String number) {
    int point = number.indexOf('.');
    return point < 0 ? "" : number.substring(point + 1);
  }
}
