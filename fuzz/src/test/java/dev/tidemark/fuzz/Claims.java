package dev.tidemark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What must hold of an input, said without the cost of a library for assertions.
public final class Claims {
  private Claims() {}

  /// Holds if both are equal.
  ///
  /// @throws AssertionError if they are not
  public static void same(@Nullable Object found, @Nullable Object wanted, String what) {
    if (!Objects.equals(found, wanted)) {
      throw new AssertionError(what + ": expected\n" + wanted + "\nbut found\n" + found);
    }
  }

  /// Holds if it is so.
  ///
  /// @throws AssertionError if it is not
  public static void holds(boolean so, String what) {
    if (!so) {
      throw new AssertionError(what);
    }
  }

  /// Holds if an exception says what is wrong.
  ///
  /// @throws AssertionError if it says nothing
  public static void explains(Exception expected) {
    var message = expected.getMessage();
    if (message == null || message.isBlank()) {
      throw new AssertionError("refused without a word", expected);
    }
  }

  /// Returns bytes as a text, with a mark in place of what is none.
  public static String text(byte[] input) {
    return new String(input, UTF_8);
  }
}
