package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves("R-COM-13")
final class IgnoreFileTest {
  private static final String COMMENT = "# Workflow state (ephemeral, not project documentation)";
  private static final List<String> GATES =
      List.of(".claude-checkpoint.md", ".review-gate.md", ".test-gate.md");

  @Test
  @Proves("R-000-52")
  void an_absent_file_gets_exactly_the_comment_and_the_rules() {
    var file = IgnoreFile.with("", COMMENT, GATES);

    assertThat(file.text())
        .isEqualTo(COMMENT + "\n.claude-checkpoint.md\n.review-gate.md\n.test-gate.md\n");
    assertThat(file.added()).hasSize(4);
  }

  @Test
  void only_missing_lines_are_added_and_the_rest_stays_as_it_is() {
    var text = "\n# mine\n  spaced \n.review-gate.md\nnode_modules/\n\n";

    var file = IgnoreFile.with(text, COMMENT, GATES);

    assertThat(file.text()).isEqualTo(text + COMMENT + "\n.claude-checkpoint.md\n.test-gate.md\n");
  }

  @Test
  void a_last_line_without_an_end_gets_one() {
    assertThat(IgnoreFile.with("a", "", List.of("x/")).text()).isEqualTo("a\nx/\n");
  }

  @Test
  void the_line_ends_of_the_file_are_kept() {
    assertThat(IgnoreFile.with("a\r\nb", "", List.of("x/")).text()).isEqualTo("a\r\nb\r\nx/\r\n");
    assertThat(IgnoreFile.with("a\nb\r\nc\n", "", List.of("x")).text()).isEqualTo("a\nb\r\nc\nx\n");
  }

  @Test
  void the_comment_comes_with_rules_only_and_only_once() {
    var once = IgnoreFile.with(COMMENT + "\n.review-gate.md\n", COMMENT, GATES);

    assertThat(once.text())
        .isEqualTo(COMMENT + "\n.review-gate.md\n.claude-checkpoint.md\n.test-gate.md\n");
    assertThat(IgnoreFile.with("x", COMMENT, List.of("x")).text()).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource({
    "x, x, true",
    "/x, x, true",
    "x, /x, true",
    "x/, x, false",
    "/x/, x, false",
    "x/, x/, true",
    "/x/, x/, true",
    "x, x/, true",
    "/x, x/, true",
    "'x  ', x, true",
    "' x', x, false",
    "#x, x, false",
    "!x, x, false",
    "xx, x, false",
    "a/x, x, false",
    "'x\\ ', x, false",
    "'\uFEFFx', x, true",
    ".claude/state, .claude/state/, true",
    ".claude/state/*, .claude/state/, false",
  })
  void a_rule_is_present_in_these_spellings(String line, String rule, boolean present) {
    assertThat(IgnoreFile.with(line + "\n", "", List.of(rule)).added().isEmpty())
        .isEqualTo(present);
  }

  @Test
  void a_line_that_takes_a_rule_back_is_reported() {
    var file = IgnoreFile.with("*.md\n!/.claude/state\n!other\n", "", List.of(".claude/state/"));

    assertThat(file.notices())
        .containsExactly(
            new Notice(
                "gitignore-negated",
                ".gitignore line 2 (!/.claude/state) takes back the rule .claude/state/"));
    assertThat(file.added()).containsExactly(".claude/state/");
  }

  @Test
  void the_same_rule_twice_is_added_once() {
    assertThat(IgnoreFile.with("", "", List.of("x/", "/x/", "x/")).text()).isEqualTo("x/\n");
  }
}
