package dev.tidemark.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Enum constant with a stable word in files, messages and JSON: its name in lower case. Renaming
/// such a constant changes the format.
public interface EnumWord {
  /// Returns the name of the constant.
  String name();

  /// Returns the stable word.
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the constant of a word; null if there is none.
  static <E extends EnumWord> @Nullable E find(E[] constants, @Nullable String word) {
    for (var constant : constants) {
      // Words mostly differ in length, so few are made for the comparison.
      if (constant.name().equalsIgnoreCase(word) && constant.word().equals(word)) {
        return constant;
      }
    }
    return null;
  }
}
