package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Proves;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-COM-03")
class TimestampsTest {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /// First and last second of the years 0 to 9999.
  private static final long FIRST = -62_167_219_200L;

  private static final long LAST = 253_402_300_799L;

  @Test
  void both_forms_are_utc_and_the_millisecond_form_has_three_digits() {
    var at = Instant.parse("2026-02-13T14:30:00Z");

    assertThat(Timestamps.millis(at)).isEqualTo("2026-02-13T14:30:00.000Z");
    assertThat(Timestamps.seconds(at)).isEqualTo("2026-02-13T14:30:00Z");
  }

  @Test
  void fractions_are_cut_off_never_rounded() {
    var at = Instant.parse("2026-02-13T14:30:59.999999999Z");

    assertThat(Timestamps.millis(at)).isEqualTo("2026-02-13T14:30:59.999Z");
    assertThat(Timestamps.seconds(at)).isEqualTo("2026-02-13T14:30:59Z");
    assertThat(Timestamps.millis(Instant.parse("1969-12-31T23:59:59.0019Z")))
        .isEqualTo("1969-12-31T23:59:59.001Z");
  }

  @Property
  void every_instant_prints_as_the_platform_prints_it_and_is_read_again(
      @ForAll @LongRange(min = FIRST, max = LAST) long second,
      @ForAll @IntRange(max = 999_999_999) int nano) {
    var at = Instant.ofEpochSecond(second, nano);

    assertThat(Timestamps.millis(at)).isEqualTo(MILLIS.format(at));
    assertThat(Timestamps.parse(Timestamps.millis(at))).contains(at.truncatedTo(ChronoUnit.MILLIS));
    assertThat(Timestamps.parse(Timestamps.seconds(at)))
        .contains(at.truncatedTo(ChronoUnit.SECONDS));
  }

  @Test
  void every_day_of_a_cycle_of_the_calendar_prints_and_reads() {
    for (var at = Instant.parse("1899-12-31T00:00:00Z");
        at.isBefore(Instant.parse("2301-01-02T00:00:00Z"));
        at = at.plus(1, ChronoUnit.DAYS)) {
      assertThat(Timestamps.seconds(at)).isEqualTo(at.toString());
      assertThat(Timestamps.parse(at.toString())).contains(at);
    }
  }

  @Property
  void every_offset_is_read_as_the_platform_reads_it(
      @ForAll @LongRange(min = FIRST + 86_400, max = LAST - 86_400) long second,
      @ForAll @IntRange(min = -1_079, max = 1_079) int minutes) {
    var zone = ZoneOffset.ofTotalSeconds(minutes * 60);
    var text = OffsetDateTime.ofInstant(Instant.ofEpochSecond(second), zone).toString();

    assertThat(Timestamps.parse(text)).contains(Instant.ofEpochSecond(second));
  }

  @Test
  void a_year_without_four_digits_is_a_bug_of_the_caller() {
    assertThat(Timestamps.seconds(Instant.ofEpochSecond(LAST))).startsWith("9999-12-31T23:59:59");
    assertThat(Timestamps.seconds(Instant.ofEpochSecond(FIRST))).startsWith("0000-01-01T00:00:00");
    assertThatThrownBy(() -> Timestamps.millis(Instant.ofEpochSecond(LAST + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Timestamps.millis(Instant.ofEpochSecond(FIRST - 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-02-13T14:30:00.000Z | 2026-02-13T14:30:00Z",
        "2026-02-13T14:30:00Z | 2026-02-13T14:30:00Z",
        "2026-02-13T14:30:59Z | 2026-02-13T14:30:59Z",
        "2026-02-13T14:30Z | 2026-02-13T14:30:00Z",
        "2026-02-13t14:30z | 2026-02-13T14:30:00Z",
        "2026-02-13T15:30:00+01:00 | 2026-02-13T14:30:00Z",
        "2026-02-13T15:30:00+0100 | 2026-02-13T14:30:00Z",
        "2026-02-13T15:30:00+01 | 2026-02-13T14:30:00Z",
        "2026-02-13T09:00:00-05:30 | 2026-02-13T14:30:00Z",
        "2026-01-01T00:15:00+00:30 | 2025-12-31T23:45:00Z",
        "2026-02-13T14:30:00-00:00 | 2026-02-13T14:30:00Z",
        "2026-02-13T14:30:00,5Z | 2026-02-13T14:30:00.500Z",
        "2026-02-13T14:30:00.123456Z | 2026-02-13T14:30:00.123456Z",
        "2026-02-13T14:30:00.123456789Z | 2026-02-13T14:30:00.123456789Z",
        "2026-02-13T14:30:00.1234567899Z | 2026-02-13T14:30:00.123456789Z",
        "20260213T143000Z | 2026-02-13T14:30:00Z",
        "20260213T1430+0000 | 2026-02-13T14:30:00Z",
        "2026-02-13T24:00:00Z | 2026-02-14T00:00:00Z",
        "2024-02-29T00:00:00Z | 2024-02-29T00:00:00Z",
        "2000-02-29T00:00:00Z | 2000-02-29T00:00:00Z",
        "0000-02-29T00:00:00Z | 0000-02-29T00:00:00Z",
      })
  void every_iso_form_with_a_zone_is_read(String text, Instant expected) {
    assertThat(Timestamps.parse(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026",
        "2026-02-13",
        "2026-02-13T14:30:00",
        "2026-02-13T14:30:00.000",
        "2026-02-13 14:30:00Z",
        "2026-02-13T14Z",
        "2026-02-13T14:3Z",
        "2026-02-13T14:30:Z",
        "2026-02-30T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-01-32T00:00:00Z",
        "2026-01-01T25:00:00Z",
        "2026-01-01T24:00:01Z",
        "2026-01-01T24:01:00Z",
        "2026-01-01T24:00:00.1Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00+24:00",
        "2026-01-01T00:00:00+01:60",
        "2026-01-01T00:00:00+1",
        "2026-01-01T00:00:00+01:",
        "2026-01-01T00:00:00Zx",
        " 2026-01-01T00:00:00Z",
        "2026-0101T00:00:00Z",
        "202601-01T00:00:00Z",
        "2026-01-01T00:0000Z",
        "2026-01-01T0000:00Z",
        "2026-1-1T00:00:00Z",
        "\uff12026-01-01T00:00:00Z",
        "+02026-01-01T00:00:00Z",
        "now",
        "2026-01-01T00:00:00UTC",
        "2026-01-01T00:00:00+01:00[Europe/Berlin]",
      })
  void impossible_dates_and_missing_zones_are_not_read(String text) {
    assertThat(Timestamps.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, less than a minute",
    "59, less than a minute",
    "60, 1 min",
    "119, 1 min",
    "3599, 59 min",
    "3600, 1 h",
    "7199, 1 h",
    "172799, 47 h",
    "172800, 2 days",
    "259199, 2 days",
    "8640000, 100 days",
  })
  void a_duration_is_given_in_its_largest_unit_rounded_down(long seconds, String text) {
    assertThat(Timestamps.durationText(seconds)).isEqualTo(text);
  }
}
