package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

@Proves("R-COM-13")
final class IgnoreFileProperties {
  @Property
  void old_text_is_kept_and_a_second_run_changes_nothing(
      @ForAll("texts") String text, @ForAll("rules") List<String> rules) {
    var once = IgnoreFile.with(text, "# why", rules);
    var twice = IgnoreFile.with(once.text(), "# why", rules);

    assertThat(once.text()).startsWith(text);
    assertThat(twice.text()).isEqualTo(once.text());
    assertThat(twice.added()).isEmpty();
  }

  @Property
  void every_rule_is_present_afterwards(
      @ForAll("texts") String text, @ForAll("rules") List<String> rules) {
    var lines = IgnoreFile.with(text, "", rules).text().lines().map(String::strip).toList();

    for (var rule : rules) {
      var name = rule.replace("/", "");
      assertThat(lines).anyMatch(line -> line.replace("\uFEFF", "").replace("/", "").equals(name));
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "x", "/x", "x/", "!x", "y", "# why", "", " ", "\\ ", "\n", "\r\n", "\uFEFF")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<List<String>> rules() {
    return Arbitraries.of("x", "/x", "x/", "/x/", "y", "z/").list().ofMaxSize(4);
  }
}
