package dev.tidemark.app.view.text;

import dev.tidemark.text.DisplayWidth;
import java.util.AbstractList;
import java.util.List;

/// Table layout: rows of cells as lines in columns of a terminal, for characters of any width.
public final class ColumnLayout {
  private static final int GAP = 2;

  private final List<String[]> rows;
  private final int[] widths;

  /// Whether each cell is as wide as it is long: most lists have nothing but ASCII, and are not
  /// looked at again. The tables of widths are large, and left to the other cells.
  private final boolean plain;

  /// Takes at least one row; all have as many cells.
  public ColumnLayout(List<String[]> rows) {
    this.rows = rows;
    this.widths = new int[rows.getFirst().length];
    boolean plain = true;
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) {
        boolean ascii = isPlain(row[i]);
        widths[i] = Math.max(widths[i], ascii ? row[i].length() : DisplayWidth.of(row[i]));
        plain &= ascii;
      }
    }
    this.plain = plain;
  }

  /// Makes columns narrower, one after the other, until the table fits or nothing more can be cut.
  ///
  /// @param least how far columns may be cut, in their order
  /// @param cutFirst which columns are cut, in which order
  public ColumnLayout shrinkToFit(int columns, int[] least, int[] cutFirst) {
    int over = GAP * (widths.length - 1) - columns;
    for (int width : widths) {
      over += width;
    }
    for (int column : cutFirst) {
      int cut = Math.min(Math.max(over, 0), Math.max(widths[column] - least[column], 0));
      widths[column] -= cut;
      over -= cut;
    }
    return this;
  }

  /// Returns the lines, the last cell of each without blanks behind it. Each is made when it is
  /// asked for: a table may have a hundred thousand.
  public List<String> lines() {
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        return line(rows.get(index));
      }

      @Override
      public int size() {
        return rows.size();
      }
    };
  }

  /// Returns a view of two lists that do not change any more as one: the lines of a table, which
  /// are made when they are asked for, and what stands below it.
  public static <T> List<T> joined(List<T> first, List<T> second) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        int size = first.size();
        return index < size ? first.get(index) : second.get(index - size);
      }

      @Override
      public int size() {
        return first.size() + second.size();
      }
    };
  }

  private String line(String[] row) {
    var line = new StringBuilder(120);
    for (int i = 0; i < widths.length; i++) {
      var cell = cut(row[i], widths[i]);
      line.append(cell);
      if (i + 1 < widths.length) {
        line.repeat(' ', widths[i] - width(cell) + GAP);
      }
    }
    return line.toString();
  }

  private String cut(String text, int width) {
    boolean whole = (plain || isPlain(text)) && text.length() <= width;
    return whole ? text : DisplayWidth.cut(text, width);
  }

  private int width(String text) {
    return plain || isPlain(text) ? text.length() : DisplayWidth.of(text);
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }
}
