package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What is claimed with a number can be measured again by who reads it.
class ProofPageTest {
  private static final Pattern NAMED = Pattern.compile("`build/proof ([a-z-]+)");
  private static final Pattern OFFERED = Pattern.compile("(?m)^#= build/proof ([a-z-]+)");

  /// A measured figure: a number and what it counts. A figure without a unit is part of an example.
  private static final Pattern FIGURE =
      Pattern.compile(
          "\\b\\d[\\d.,]*(?:"
              + " |\\u00a0)?(?:ms|µs|%|MB|times|kills|scenarios|states|inputs|changes)\\b");

  private static String text(String path) throws IOException {
    return Files.readString(Repository.root().resolve(path));
  }

  private static TreeSet<String> found(Pattern pattern, String text) {
    var found = new TreeSet<String>();
    var matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(matcher.groupCount()));
    }
    return found;
  }

  @Test
  void every_proof_that_is_named_can_be_run() throws IOException {
    assertThat(found(OFFERED, text("build/proof")))
        .containsAll(found(NAMED, text("docs/internals/PROOF.md")))
        .hasSizeGreaterThan(5);
  }

  @Test
  void every_figure_of_the_readme_was_measured() throws IOException {
    var readme = text("README.md").replaceAll("(?s)```.*?```", "");
    var measured = text("docs/internals/PROOF.md") + text("docs/internals/BENCHMARKS.md");
    assertThat(found(FIGURE, readme)).allMatch(measured::contains);
  }

  @Test
  void a_figure_is_told_from_what_only_looks_like_one() {
    assertThat(found(FIGURE, "It takes 38 ms, of 1,000 kills none, in version 25."))
        .containsExactly("1,000 kills", "38 ms");
  }
}
