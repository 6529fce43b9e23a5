package dev.tidemark.text;

import java.time.Instant;
import java.util.Optional;

/// Parser of one ISO 8601 date-time. Errors are recorded, not thrown.
final class TimestampReader {
  private static final int NANO_DIGITS = 9;

  private final String text;
  private int at;
  private boolean bad;

  TimestampReader(String text) {
    this.text = text;
  }

  Optional<Instant> instant() {
    int year = number(4, 0, 9999);
    boolean dashed = skip('-');
    int month = number(2, 1, 12);
    bad |= skip('-') != dashed;
    int day = number(2, 1, 31);
    bad |= day > monthDays(year, month) || !(skip('T') || skip('t'));
    int hour = number(2, 0, 24);
    boolean colons = skip(':');
    int minute = number(2, 0, 59);
    int second = 0;
    if (colons ? skip(':') : isDigit()) {
      second = number(2, 0, 59);
    }
    int nanos = fraction();
    bad |= hour == 24 && (minute | second | nanos) != 0;
    int offset = zone();
    if (bad || at != text.length()) {
      return Optional.empty();
    }
    long days = Timestamps.epochDay(year, month, day);
    long time = hour * 3_600L + minute * 60L + second - offset;
    return Optional.of(Instant.ofEpochSecond(days * 86_400L + time, nanos));
  }

  /// Reads the fraction of a second, if any, as nanoseconds.
  private int fraction() {
    if (!skip('.') && !skip(',')) {
      return 0;
    }
    bad |= !isDigit();
    int nanos = 0;
    int read = 0;
    for (; isDigit(); at++, read++) {
      if (read < NANO_DIGITS) {
        nanos = 10 * nanos + text.charAt(at) - '0';
      }
    }
    for (; read < NANO_DIGITS; read++) {
      nanos *= 10;
    }
    return nanos;
  }

  /// Reads the zone and returns how many seconds it is ahead of UTC.
  private int zone() {
    if (skip('Z') || skip('z')) {
      return 0;
    }
    boolean ahead = skip('+');
    if (!ahead && !skip('-')) {
      bad = true;
      return 0;
    }
    int hours = number(2, 0, 23);
    int minutes = skip(':') || isDigit() ? number(2, 0, 59) : 0;
    int seconds = hours * 3_600 + minutes * 60;
    return ahead ? seconds : -seconds;
  }

  private int number(int digits, int least, int most) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      if (!isDigit()) {
        bad = true;
        return 0;
      }
      value = 10 * value + text.charAt(at++) - '0';
    }
    bad |= value < least || value > most;
    return value;
  }

  private boolean isDigit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private boolean skip(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private static int monthDays(int year, int month) {
    return switch (month) {
      case 4, 6, 9, 11 -> 30;
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      default -> 31;
    };
  }
}
