package dev.tidemark.text;

import java.time.Instant;
import java.util.Optional;

/// Timestamp formats: prints the two UTC forms of checkpoints, and parses all ISO 8601 forms with
/// zone.
///
/// Own code, since `DateTimeFormatter` and locale data cost more than a whole hot verb.
public final class Timestamps {
  private static final int DAY_SECONDS = 86_400;
  private static final int CYCLE_DAYS = 146_097;

  /// Days from 0000-03-01 to 1970-01-01.
  private static final int EPOCH_DAYS = 719_468;

  private static final int NANO_DIGITS = 9;

  // An instance parses one text; errors are recorded, not thrown.
  private final String text;
  private int at;
  private boolean bad;

  private Timestamps(String text) {
    this.text = text;
  }

  /// Returns `YYYY-MM-DDTHH:MM:SS.mmmZ`, always three digits, the rest cut off.
  ///
  /// @throws IllegalArgumentException outside the years 0 to 9999
  public static String millis(Instant instant) {
    var out = date(instant.getEpochSecond()).append('.');
    digits(out, instant.getNano() / 1_000_000, 3);
    return out.append('Z').toString();
  }

  /// Returns `YYYY-MM-DDTHH:MM:SSZ`, fractions cut off.
  ///
  /// @throws IllegalArgumentException outside the years 0 to 9999
  public static String seconds(Instant instant) {
    return date(instant.getEpochSecond()).append('Z').toString();
  }

  /// Returns the instant that a text names in ISO 8601: calendar date, `T`, time and zone, as in
  /// `2026-02-13T14:30:00.000Z`, `2026-02-13T15:30+01:00` or `20260213T143000,5Z`.
  ///
  /// Seconds and fraction may be missing, fractions finer than a nanosecond are cut off, 24:00 is
  /// the end of the day. Nothing for impossible dates, leap seconds and times without zone.
  public static Optional<Instant> parse(String text) {
    return new Timestamps(text).instant();
  }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar.
  static long epochDay(int year, int month, int day) {
    // Years start in March here, so that the leap day is the last of its year.
    int marchYear = month > 2 ? year : year - 1;
    int cycle = Math.floorDiv(marchYear, 400);
    int yearOfCycle = Math.floorMod(marchYear, 400);
    int dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    int dayOfCycle = 365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear;
    return (long) cycle * CYCLE_DAYS + dayOfCycle - EPOCH_DAYS;
  }

  private static StringBuilder date(long epochSecond) {
    long shifted = Math.floorDiv(epochSecond, (long) DAY_SECONDS) + EPOCH_DAYS;
    int second = (int) Math.floorMod(epochSecond, (long) DAY_SECONDS);
    long cycle = Math.floorDiv(shifted, (long) CYCLE_DAYS);
    int day = (int) Math.floorMod(shifted, (long) CYCLE_DAYS);
    int yearOfCycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    int dayOfYear = day - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100);
    int fromMarch = (5 * dayOfYear + 2) / 153;
    int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
    long year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0);
    if (year < 0 || year > 9999) {
      throw new IllegalArgumentException("the year " + year + " does not have four digits");
    }
    var out = new StringBuilder(24);
    digits(out, (int) year, 4);
    digits(out.append('-'), month, 2);
    digits(out.append('-'), dayOfYear - (153 * fromMarch + 2) / 5 + 1, 2);
    digits(out.append('T'), second / 3_600, 2);
    digits(out.append(':'), second / 60 % 60, 2);
    digits(out.append(':'), second % 60, 2);
    return out;
  }

  private static void digits(StringBuilder out, int value, int count) {
    for (int unit = count == 4 ? 1_000 : count == 3 ? 100 : 10; unit > 0; unit /= 10) {
      out.append((char) ('0' + value / unit % 10));
    }
  }

  /// Returns a length of time in words: `less than a minute`, `3 min`, `2 h`, `9 days`.
  public static String durationText(long seconds) {
    if (seconds < 60) {
      return "less than a minute";
    }
    if (seconds < 3600) {
      return seconds / 60 + " min";
    }
    return seconds < 2L * DAY_SECONDS ? seconds / 3600 + " h" : seconds / DAY_SECONDS + " days";
  }

  private Optional<Instant> instant() {
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
    long days = epochDay(year, month, day);
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
