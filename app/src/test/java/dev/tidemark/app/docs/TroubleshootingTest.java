package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The table of all messages, which `build/Messages.java` makes from the sources for the archives,
/// and docs/troubleshooting.md, the cases that users meet.
@Proves("R-USR-26")
class TroubleshootingTest {
  private static final Pattern ROW = Pattern.compile("\\| (.*?) ?\\| (.+) \\| ?(.*?) ?\\|");

  @TempDir private static Path folder;

  private static String table;

  @BeforeAll
  static void make() throws Exception {
    var root = Repository.root();
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var file = folder.resolve("messages.md");
    var source = root.resolve("build/Messages.java").toString();
    var process =
        new ProcessBuilder(java, source, root.toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    table = Files.readString(file);
  }

  private static String section(String title) {
    int from = table.indexOf("## " + title + "\n");
    assertThat(from).as(title).isNotNegative();
    int to = table.indexOf("\n## ", from);
    return table.substring(from, to < 0 ? table.length() : to);
  }

  private static List<String> rows(String title) {
    return section(title).lines().filter(line -> line.startsWith("| ")).skip(1).toList();
  }

  @Test
  void every_kind_of_message_is_in_the_table() {
    assertThat(rows("Changes that are refused"))
        .hasSizeGreaterThan(150)
        .contains("| archived | … is archived | Bring it back: tidemark restore --archived … |");
    assertThat(rows("Notices")).hasSizeGreaterThan(40);
    assertThat(rows("What resume warns of")).hasSizeGreaterThan(15);
    assertThat(rows("What doctor and validate find")).hasSizeGreaterThan(25);
    assertThat(rows("Errors of commands and of the server")).hasSizeGreaterThan(60);
    assertThat(rows("Settings and definitions")).hasSizeGreaterThan(5);
    assertThat(rows("Stores")).hasSizeGreaterThan(30);
    assertThat(rows("Documents, receipts, reports and git")).hasSizeGreaterThan(60);
  }

  @Test
  void every_refusal_and_error_has_its_next_step() {
    for (var title : List.of("Changes that are refused", "Errors of commands and of the server")) {
      for (var row : rows(title)) {
        var cells = ROW.matcher(row);
        assertThat(cells.matches()).as(row).isTrue();
        // A message may end with the values to choose from, as R-004 words it.
        if (!row.contains("Valid values: ")) {
          assertThat(cells.group(3)).as(row).isNotBlank();
        }
      }
    }
  }

  @Test
  void the_page_has_thirty_cases_and_is_short() throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/troubleshooting.md"));

    assertThat(page.lines().filter(line -> line.startsWith("### "))).hasSizeBetween(28, 36);
    assertThat(page.split("\\s+")).hasSizeLessThan(3_000);
  }
}
