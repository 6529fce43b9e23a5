package dev.tidemark.dialects.item.format;

import java.util.List;

/// Phase numbers: integers, or decimals such as 1.5.
public final class PhaseNumberFormat {
  private PhaseNumberFormat() {}

  /// Returns the whole part of a number; 0 if it has none, or one that no phase has.
  static int whole(String number) {
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

  /// Returns whether a text is a whole number, or one such as 1.5.
  public static boolean isNumber(String text) {
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      points += c == '.' ? 1 : 0;
      if ((c < '0' || c > '9') && c != '.') {
        return false;
      }
    }
    return !text.isEmpty() && points <= 1;
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
    int difference = whole(one) - whole(other);
    return difference > 0 || (difference == 0 && fraction(one).compareTo(fraction(other)) > 0);
  }

  private static String fraction(String number) {
    int point = number.indexOf('.');
    return point < 0 ? "" : number.substring(point + 1);
  }
}
