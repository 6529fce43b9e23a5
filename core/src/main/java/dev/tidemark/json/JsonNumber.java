package dev.tidemark.json;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A JSON number that keeps its spelling, so that `1.0`, `1e2` and forty digits survive.
public final class JsonNumber extends Json {
  /// The largest number of digits that surely fits a `long`.
  private static final int SAFE_DIGITS = 18;

  /// Whole numbers up to here have one spelling as a `double`.
  private static final double EXACT = 9_007_199_254_740_992.0;

  private final String spelling;

  JsonNumber(String spelling, int start, int end) {
    super(start, end);
    this.spelling = spelling;
  }

  /// Returns the number in decimal digits.
  public static JsonNumber of(long value) {
    return new JsonNumber(Long.toString(value), NOWHERE, NOWHERE);
  }

  /// Returns the number with this spelling.
  ///
  /// @throws IllegalArgumentException if JSON does not spell numbers like that
  public static JsonNumber spelled(String spelling) {
    if (!JsonScanner.isNumber(spelling)) {
      throw new IllegalArgumentException("not a JSON number: " + spelling);
    }
    return new JsonNumber(spelling, NOWHERE, NOWHERE);
  }

  /// Returns the number as it was written.
  public String spelling() {
    return spelling;
  }

  /// Returns the nearest `double`, as ECMAScript reads it; infinite beyond its range.
  public double doubleValue() {
    return Double.parseDouble(spelling);
  }

  /// Returns the whole number this is, also for `1.0` and `1e2`; nothing for a fraction, or for one
  /// that neither 18 digits nor a `double` hold exactly.
  public OptionalLong wholeValue() {
    if (spelling.length() <= SAFE_DIGITS && isDigits()) {
      return OptionalLong.of(Long.parseLong(spelling));
    }
    double value = doubleValue();
    boolean whole = value == Math.rint(value) && Math.abs(value) <= EXACT;
    return whole ? OptionalLong.of((long) value) : OptionalLong.empty();
  }

  /// Returns whether this is that whole number, however spelled: `1.0` is 1.
  public boolean isWhole(long value) {
    var whole = wholeValue();
    return whole.isPresent() && whole.getAsLong() == value;
  }

  private boolean isDigits() {
    for (int i = spelling.charAt(0) == '-' ? 1 : 0; i < spelling.length(); i++) {
      if (spelling.charAt(i) < '0' || spelling.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  @Override
  public Kind kind() {
    return Kind.NUMBER;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonNumber that && spelling.equals(that.spelling);
  }

  @Override
  public int hashCode() {
    return spelling.hashCode();
  }
}
