package dev.tidemark.app.cli.spec;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// Duration parser for values on the command line.
final class AgeReader {
  private static final long LONGEST_DAYS = 36_500;

  private AgeReader() {}

  /// Returns the moment that an age, a date (`2026-11-21`, from midnight UTC on) or a date and a
  /// time means (`2026-11-21T09:30`, in UTC unless it has an offset), or null for anything else.
  static @Nullable Instant since(String text, Instant now) {
    Duration age = parse(text);
    if (age != null) {
      return now.minus(age);
    }
    try {
      var read =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text.indexOf('T') < 0 ? text + "T00:00" : text,
              OffsetDateTime::from,
              LocalDateTime::from);
      return read instanceof OffsetDateTime exact
          ? exact.toInstant()
          : ((LocalDateTime) read).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException other) {
      return null;
    }
  }

  /// Returns the duration in `90m`, `12h`, `30d` or `2w`, or null for anything else or for more
  /// than a hundred years.
  static @Nullable Duration parse(String text) {
    if (text.length() < 2) {
      return null;
    }
    long n = ParsedCommand.count(text.substring(0, text.length() - 1));
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
