package dev.tidemark.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// docs/handoff.md says what the code holds requests and responses to.
@Proves("R-004-5A")
class HandoffPageTest {
  private static final Path PAGE = Path.of("..", "docs", "handoff.md");

  /// Returns the cells of the rows of the first table below a heading.
  private static List<List<String>> table(String heading, String first) throws IOException {
    var rows = new ArrayList<List<String>>();
    boolean below = false;
    boolean inside = false;
    for (var line : Files.readAllLines(PAGE)) {
      below |= line.equals("## " + heading);
      if (below && !inside && line.startsWith("| " + first + " |")) {
        inside = true;
      } else if (inside && !line.startsWith("|")) {
        return rows;
      } else if (inside && !line.startsWith("|---")) {
        rows.add(List.of(line.replace("`", "").substring(2).split(" \\|(?: |$)", -1)));
      }
    }
    throw new AssertionError("no table " + first + " below " + heading);
  }

  @Test
  @Proves("T-004-B")
  void its_request_has_the_fields_of_the_code() throws IOException {
    var rows = table("Request", "field");

    assertThat(rows.stream().map(List::getFirst))
        .containsExactly(
            "task_id",
            "phase",
            "mode",
            "context",
            "context.feature",
            "context.spec_path",
            "context.relevant_files",
            "context.constraints",
            "context.previous_summary",
            "instructions",
            "expected_output");
    for (var row : rows) {
      var missing = Samples.request(row.getFirst(), "-");
      assertThat(!Samples.reasons(missing).isEmpty()).as(row.toString()).isEqualTo(isRequired(row));
      assertThat(Samples.reasons(Samples.request(row.getFirst(), wrong(row)))).isNotEmpty();
    }
    assertThat(rule(rows, "phase")).endsWith("one of " + joined(HandoffFields.PHASES));
    assertThat(rule(rows, "mode")).endsWith("one of " + joined(HandoffMode.words()));
    assertThat(rule(rows, "expected_output")).endsWith("one of " + joined(HandoffFields.OUTPUTS));
  }

  @Test
  @Proves("T-004-C")
  void its_response_has_the_fields_of_the_code() throws IOException {
    var rows = table("Response", "field");

    assertThat(rows.stream().map(List::getFirst))
        .containsExactly(
            "task_id",
            "phase",
            "status",
            "decision",
            "findings",
            "context_summary",
            "tokens_used",
            "issues");
    for (var row : rows) {
      var missing = Samples.response(row.getFirst(), "-");
      assertThat(!Samples.reasons(missing).isEmpty()).as(row.toString()).isEqualTo(isRequired(row));
      assertThat(Samples.reasons(Samples.response(row.getFirst(), wrong(row)))).isNotEmpty();
    }
    assertThat(rule(rows, "status")).endsWith("one of " + joined(HandoffFields.STATUSES));
    assertThat(rule(rows, "decision")).endsWith("one of " + joined(HandoffDecision.words()));
  }

  @Test
  @Proves("R-004-51")
  void its_modes_mean_what_the_code_says() throws IOException {
    var modes = new ArrayList<List<String>>();
    for (var mode : HandoffMode.values()) {
      modes.add(List.of(mode.word(), mode.meaning()));
    }

    assertThat(table("Request", "mode").stream().map(row -> row.subList(0, 2)))
        .containsExactlyElementsOf(modes);
  }

  @Test
  @Proves("R-004-57")
  void its_decisions_lead_to_the_actions_of_the_code() throws IOException {
    var actions = new ArrayList<List<String>>();
    for (var decision : HandoffDecision.values()) {
      actions.add(List.of(decision.name(), decision.action().name()));
    }

    assertThat(table("Response", "decision").stream().map(row -> row.subList(0, 2)))
        .containsExactlyElementsOf(actions);
  }

  @Test
  void its_enforcement_is_that_of_the_code() throws IOException {
    var page = Files.readString(PAGE);
    var enforcement = page.substring(page.indexOf("## Enforcement"));
    var limit = SummaryLimit.DEFAULT;

    for (var policy : SummaryPolicy.values()) {
      assertThat(enforcement).contains("`--policy " + policy.name().toLowerCase() + "`");
    }
    assertThat(enforcement)
        .contains("The limit is " + limit.tokens() + " tokens")
        .contains("first " + limit.tokens() + " tokens")
        .contains("`" + limit.objection(Samples.words(limit.tokens() + 1)) + "`");
  }

  private static boolean isRequired(List<String> row) {
    return row.get(2).equals("yes");
  }

  /// Returns a value of a type that the row does not have.
  private static String wrong(List<String> row) {
    return row.get(1).startsWith("number") ? "\"7\"" : "7";
  }

  private static String rule(List<List<String>> rows, String field) {
    for (var row : rows) {
      if (row.getFirst().equals(field)) {
        return row.get(3);
      }
    }
    throw new AssertionError("no row " + field);
  }

  private static String joined(List<String> words) {
    return String.join(", ", words);
  }
}
