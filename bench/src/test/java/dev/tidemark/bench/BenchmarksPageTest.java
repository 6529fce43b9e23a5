package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `docs/internals/BENCHMARKS.md`, its images and the figures of the README come from
/// `bench/record.json`, the result file of `bench/run`. `bench/run --page` makes them from it
/// again. The figures of `docs/BENCHMARKS.md` are copied from that page.
class BenchmarksPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int MOST_BYTES = 16 << 20;

  /// The first two cells of a row: the name of the process, and median, least and most.
  private static final Pattern TIMES =
      Pattern.compile("(?m)^\\| ([^|]+) \\| (\\d+\\.\\d \\(\\d+\\.\\d\\.\\.\\d+\\.\\d\\)) \\|");

  /// A cell of a table that begins with a digit.
  private static final Pattern FIGURE = Pattern.compile("\\d.*");

  private final List<JsonObject> sections = new ArrayList<>();
  private String page = "";

  @BeforeEach
  void read() throws IOException {
    var file = ROOT.resolve("bench/record.json");
    assumeTrue(Files.exists(file), "nothing was measured yet");
    page = Files.readString(ROOT.resolve("docs/internals/BENCHMARKS.md"));
    var record = (JsonObject) JsonText.parse(Files.readString(file), MOST_BYTES);
    for (var section : Objects.requireNonNull(record.array("sections")).elements()) {
      sections.add((JsonObject) section);
    }
  }

  @Test
  void each_section_of_the_page_is_the_recorded_one() {
    assertThat(page.lines().filter(line -> line.startsWith("## ")))
        .containsExactlyElementsOf(sections.stream().map(each -> "## " + title(each)).toList());
    assertThat(sections).allSatisfy(each -> assertThat(page).contains(body(each)));
  }

  @Test
  void each_time_of_a_process_is_computed_from_the_recorded_ones() {
    int compared = 0;
    for (var section : sections) {
      var samples = Objects.requireNonNull(section.object("samples"));
      var rows = TIMES.matcher(body(section));
      while (rows.find()) {
        var recorded = samples.array(rows.group(1));
        if (recorded != null) {
          var walls = recorded.elements().stream().map(each -> (JsonNumber) each);
          assertThat(rows.group(2))
              .as(title(section) + ": " + rows.group(1))
              .isEqualTo(times(walls.map(each -> new BigDecimal(each.spelling())).toList()));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(60);
  }

  @Test
  void each_image_is_the_recorded_one() throws IOException {
    for (var section : sections) {
      for (var image : members(section.object("images"))) {
        assertThat(ROOT.resolve(image.key()))
            .hasContent(Objects.requireNonNull(section.object("images")).string(image.key()));
      }
    }
  }

  @Test
  void the_readme_quotes_recorded_figures() throws IOException {
    var readme = Files.readString(ROOT.resolve("README.md"), UTF_8).replaceAll("\\s+", " ");
    var figures =
        sections.stream()
            .map(each -> each.object("figures"))
            .filter(each -> each != null && each.size() > 0)
            .findFirst()
            .orElseThrow();
    assertThat(readme)
        .contains(
            "`tidemark done` takes " + figures.string("served"),
            "a hook in a project without a run takes " + figures.string("quiet"));
  }

  @Test
  void each_figure_of_the_page_for_users_is_one_of_the_whole_page() throws IOException {
    var users = Files.readString(ROOT.resolve("docs/BENCHMARKS.md"));
    int compared = 0;
    for (var row : users.lines().filter(line -> line.startsWith("| ")).toList()) {
      for (var cell : row.split(" \\| ?")) {
        if (FIGURE.matcher(cell).matches()) {
          assertThat(page).as(row).contains("| " + cell + " |");
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(60);
  }

  private static String title(JsonObject section) {
    return Objects.requireNonNull(section.string("title"));
  }

  /// Returns the text below the heading, which a note on another run may follow on the page.
  private static String body(JsonObject section) {
    var text = Objects.requireNonNull(section.string("text"));
    return text.substring(text.indexOf('\n'));
  }

  private static List<JsonMember> members(@Nullable JsonObject object) {
    return object == null ? List.of() : object.members();
  }

  private static String times(List<BigDecimal> walls) {
    var ordered = new ArrayList<>(walls);
    Collections.sort(ordered);
    int half = ordered.size() / 2;
    double median =
        ordered.size() % 2 == 1
            ? ordered.get(half).doubleValue()
            : (ordered.get(half - 1).doubleValue() + ordered.get(half).doubleValue()) / 2;
    return String.format(
        Locale.ROOT,
        "%s (%s..%s)",
        rounded(median),
        rounded(ordered.getFirst().doubleValue()),
        rounded(ordered.getLast().doubleValue()));
  }

  /// Returns the number with one digit, rounded as Python does: exactly, and half to even.
  private static String rounded(double value) {
    return new BigDecimal(value).setScale(1, RoundingMode.HALF_EVEN).toPlainString();
  }
}
