package dev.tidemark.app.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reads a length of time as people write it on a command line.
final class Age {
  private static final long LONGEST_DAYS = 36_500;

  private Age() {}

  /// Returns what `90m`, `12h`, `30d` or `2w` means, or null for anything else or for more than a
  /// hundred years.
  static @Nullable Duration parse(String text) {
    if (text.length() < 2) {
      return null;
    }
    long n = Call.count(text.substring(0, text.length() - 1));
    if (n < 0 || n > LONGEST_DAYS * 24 * 60) {
      return null;
    }
    Duration age =
        switch (text.charAt(text.length() - 1)) {
          case 'm' -> Duration.ofMinutes(n);
          case 'h' -> Duration.ofHours(n);
          case 'd' -> Duration.ofDays(n);
          case 'w' -> Duration.ofDays(7 * n);
          default -> null;
        };
    return age == null || age.toDays() > LONGEST_DAYS ? null : age;
  }
}
