package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// docs/THREATS.md names, for each threat, what is left of it and a test that there is.
class ThreatsTest {
  private static final Pattern TRIED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
  private static final int COLUMNS = 4;

  @Test
  void every_threat_has_a_test_that_there_is() throws IOException {
    var tests = tests();
    var rows = rows();
    var page = Files.readString(Repository.root().resolve("docs/THREATS.md"));
    assertThat(page).contains("\n" + rows.size() + " attacks, each with a test that tries it:\n");
    for (var row : rows) {
      var cells = row.split("\\|");
      assertThat(cells).as(row).hasSize(COLUMNS + 1);
      assertThat(cells[3].strip()).as("what is left of: %s", row).isNotEmpty();
      var tried = TRIED.matcher(cells[COLUMNS]);
      int found = 0;
      while (tried.find()) {
        assertThat(tests.getOrDefault(tried.group(1), ""))
            .as(tried.group())
            .contains(" " + tried.group(2) + "(");
        found++;
      }
      assertThat(found).as(row).isPositive();
    }
  }

  private static List<String> rows() throws IOException {
    var rows = new ArrayList<String>();
    for (var line : Files.readAllLines(Repository.root().resolve("docs/THREATS.md"))) {
      if (line.startsWith("## What does not")) {
        break;
      }
      if (line.startsWith("| ") && !line.startsWith("| attacker")) {
        rows.add(line);
      }
    }
    return rows;
  }

  /// Returns the sources of all tests by the names of their classes.
  private static Map<String, String> tests() throws IOException {
    var tests = new HashMap<String, String>();
    try (var modules = Files.list(Repository.root())) {
      for (var module : modules.map(each -> each.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (var files = Files.walk(module)) {
            for (var file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
              var name = file.getFileName().toString().replace(".java", "");
              tests.merge(name, Files.readString(file), String::concat);
            }
          }
        }
      }
    }
    return tests;
  }
}
