package dev.tidemark.app.view.text;

import dev.tidemark.text.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;

/// Local times: converts the times of files, which are in UTC, to the user's time zone (R-USR-24).
public final class LocalTimeFormat {
  private static final Pattern UTC =
      Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z");

  private LocalTimeFormat() {}

  /// Returns the zone that the environment names with `TZ`, else that of the machine.
  public static ZoneId zone(Map<String, String> environment) {
    var named = environment.get("TZ");
    try {
      return named == null || named.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(named);
    } catch (DateTimeException unknown) {
      return ZoneId.systemDefault();
    }
  }

  /// Returns a time with the offset of the zone, to the second.
  public static String of(Instant at, ZoneId zone) {
    var local = at.truncatedTo(ChronoUnit.SECONDS).atZone(zone).toOffsetDateTime();
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(local);
  }

  /// Returns the text with every time in UTC shown in the zone; all else stays.
  public static String withLocalTimes(String text, ZoneId zone) {
    return UTC.matcher(text)
        .replaceAll(
            found -> Timestamps.parse(found.group()).map(at -> of(at, zone)).orElse(found.group()));
  }
}
