package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.security.KeyFormats;
import dev.tidemark.security.Secrets;
import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// How many of the secrets of published formats are found, and how many lines without a secret are
/// taken for one.
class SecretFiguresTest {
  private static final double RECALL = 0.9;
  private static final double PRECISION = 0.99;

  private static boolean isFound(SecretCorpus.Sample sample) {
    return !Secrets.redacted(sample.line()).contains(sample.secret());
  }

  @Proves("R-USR-13")
  @Test
  void nine_of_ten_secrets_of_published_formats_are_found() {
    var shapes = check("secrets", SecretCorpus.samples());

    assertThat(shapes.values()).as("every shape is known: " + shapes).doesNotContain(0);
  }

  @Test
  void nine_of_ten_secrets_that_other_scanners_describe_are_found() {
    var shapes = check("secrets of other scanners", ScannerCorpus.samples());

    var unknown = new ArrayList<String>();
    shapes.forEach(
        (shape, found) -> {
          if (found == 0) {
            unknown.add(shape);
          }
        });
    System.out.println("shapes of other scanners that are not found: " + unknown);
  }

  @Test
  void nine_of_ten_secrets_by_name_and_of_other_providers_are_found() {
    check("secrets by kind", FieldCorpus.samples());
  }

  @Test
  void a_disguised_secret_is_found_whole() {
    check("disguised secrets", FieldCorpus.disguised());
  }

  private static TreeMap<String, Integer> check(String corpus, List<SecretCorpus.Sample> samples) {
    var missed = new ArrayList<String>();
    var shapes = new TreeMap<String, Integer>();
    for (var sample : samples) {
      shapes.merge(sample.shape(), isFound(sample) ? 1 : 0, Integer::sum);
      if (!isFound(sample)) {
        missed.add(sample.shape() + ": " + sample.line());
      }
    }
    double recall = 1 - (double) missed.size() / samples.size();
    System.out.printf(
        "%s: %d of %d found, recall %.3f, %d shapes%n",
        corpus, samples.size() - missed.size(), samples.size(), recall, shapes.size());

    assertThat(samples).hasSizeGreaterThanOrEqualTo(300);
    assertThat(recall).as(String.join("\n", missed)).isGreaterThanOrEqualTo(RECALL);
    return shapes;
  }

  @Test
  void lines_without_a_secret_are_left_alone() {
    var lines = BenignCorpus.lines();
    var wrong = new ArrayList<String>();
    for (var line : lines) {
      if (!Secrets.detect(line).isEmpty()) {
        wrong.add(Secrets.redacted(line) + "   was: " + line);
      }
    }
    double precision = 1 - (double) wrong.size() / lines.size();
    System.out.printf(
        "lines without a secret: %d of %d left alone, %.3f%n",
        lines.size() - wrong.size(), lines.size(), precision);

    assertThat(new HashSet<>(lines)).hasSizeGreaterThanOrEqualTo(500);
    assertThat(precision).as(String.join("\n", wrong)).isGreaterThanOrEqualTo(PRECISION);
  }

  @Test
  void a_secret_in_the_middle_of_a_sentence_takes_nothing_else_along() {
    for (var sample : SecretCorpus.samples()) {
      var line = "Before. " + sample.line() + " after it.";

      assertThat(Secrets.redacted(line)).startsWith("Before. ").endsWith(" after it.");
    }
  }

  @Test
  void every_row_of_the_table_has_a_kind_formats_and_a_source() {
    for (var row : KeyFormats.TABLE.lines().toList()) {
      int from = row.indexOf(' ');
      int source = row.lastIndexOf(" # ");

      assertThat(row.substring(0, from)).matches("[a-z0-9]+(-[a-z0-9]+)*");
      assertThat(row.substring(from + 1, source))
          .matches("(\\^?[^<> ]*(<[dhxAnauwvsp][0-9]+(-[0-9]+|\\+)?>[^<> ]*)+( |$))+");
      assertThat(row.substring(source + 3))
          .matches("(gitleaks|provider|secretlint)(,(provider|secretlint)){0,2}");
    }
  }
}
