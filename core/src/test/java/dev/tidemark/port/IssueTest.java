package dev.tidemark.port;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How branches and pull requests name an issue.
class IssueTest {
  private static final Issue ISSUE = new Issue("BAS-6", null);
  private static final String LONG = "A2345678901234567890123456789012345678";

  @ParameterizedTest
  @ValueSource(strings = {"BAS-6", "bas-6", "A-1", "z-09", "AZaz09-0", LONG + "-1"})
  void letters_and_digits_a_dash_and_a_number_name_an_issue(String text) {
    assertThat(Issue.isIdentifier(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "BAS",
        "-6",
        "BAS-",
        "1AS-6",
        "B S-6",
        "BÄS-6",
        "BAS-6a",
        "BAS--6",
        "B@S-1",
        "B[S-1",
        "B`S-1",
        "B{S-1",
        "B/S-1",
        "B:S-1",
        "BAS-/",
        "BAS-:",
        "6-6",
        LONG + "9-1"
      })
  void anything_else_does_not(String text) {
    assertThat(Issue.isIdentifier(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "feature, Dark mode!, feature/BAS-6-dark-mode",
    "feature/, foundation, feature/BAS-6-foundation",
    "fix, '  ', fix/BAS-6",
    "fix, , fix/BAS-6"
  })
  void a_branch_is_called_after_the_issue_and_what_it_is_about(
      String prefix, String slug, String branch) {
    assertThat(ISSUE.branch(prefix, slug)).isEqualTo(branch);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "closes BAS-6",
        "Fixes bas-6.",
        "This resolves BAS-6",
        "(fixed BAS-6)",
        "closes BAS-66 and closes BAS-6"
      })
  void a_text_that_ends_the_issue_already_stays_as_it_is(String text) {
    assertThat(ISSUE.closedBy(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"About BAS-6", "closes BAS-66", "encloses BAS-6", "closes BAS-6x"})
  void any_other_text_gets_a_line_that_does(String text) {
    assertThat(ISSUE.closedBy(text)).isEqualTo(text + "\n\ncloses BAS-6");
    assertThat(ISSUE.closedBy(text + " \n")).isEqualTo(text + "\n\ncloses BAS-6");
  }

  @Test
  void where_there_is_no_text_that_line_is_all() {
    assertThat(ISSUE.closedBy(" \n")).isEqualTo("closes BAS-6");
  }
}
