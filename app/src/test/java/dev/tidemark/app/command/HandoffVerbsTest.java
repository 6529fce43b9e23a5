package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `handoff request` and `handoff response`.
class HandoffVerbsTest {
  private static final String ANSWER =
      """
      {"task_id":"T002","phase":"validate","status":"complete","decision":"PROCEED",
       "findings":{"files_created":["t.ts"]},"context_summary":"All green."}
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("t.ts", "1\n");
    tidemark.after(
        "start implement/auth --phases research,implementation,validation",
        "done research --summary Known.",
        "enter implementation");
  }

  @Proves({"R-004-50", "R-004-51"})
  @Test
  void a_request_is_printed_as_the_worker_gets_it() {
    var ran = tidemark.run("handoff request --mode code --instructions 'Build it' --task T002");
    var json = tidemark.run("handoff request --mode code --instructions Go --json");
    var none = tidemark.run("handoff request --mode test --instructions Go");

    assertThat(ran.exit()).isZero();
    tidemark.scratch().write("request.json", ran.out());
    assertThat(tidemark.run("handoff request --from request.json").out()).isEqualTo(ran.out());
    assertThat(json.json().object("request").string("task_id"))
        .isEqualTo("state/implement/auth/implementation");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("mode must be one of plan, code", "(found \"test\")");
  }

  @Test
  void a_request_takes_its_texts_from_the_words_and_its_files_from_the_root() {
    tidemark.scratch().write("docs/spec.md", "# Spec\n");

    var ran =
        tidemark
            .given("Do it.\nAll of it.\n")
            .from("docs")
            .run(
                "handoff request auth 3 --mode eval --instructions - --spec spec.md --relevant"
                    + " spec.md --constraint Quick --summary Short --work parallel --json");

    var request = ran.json().object("request");
    var context = request.object("context");
    assertThat(request.string("task_id")).isEqualTo("state/implement/auth/validation");
    assertThat(request.string("instructions")).isEqualTo("Do it.\nAll of it.");
    assertThat(request.string("phase")).isEqualTo("parallel");
    assertThat(request.string("expected_output")).isEqualTo("aggregated_results");
    assertThat(context.string("spec_path")).isEqualTo("docs/spec.md");
    assertThat(context.strings("relevant_files")).containsExactly("docs/spec.md");
    assertThat(context.strings("constraints")).containsExactly("Quick");
    assertThat(context.string("previous_summary")).isEqualTo("Short");
  }

  @Proves({"R-004-54", "R-004-57"})
  @ParameterizedTest
  @CsvSource({"PROCEED, CONTINUE", "STOP, HALT_AND_REPORT", "CLARIFY, ASK_USER"})
  void a_response_is_answered_with_what_to_do(String decision, String action) {
    var answer = ANSWER.replace("PROCEED", decision);

    var ran = tidemark.given("Here:\n```json\n" + answer + "```\n").run("handoff response --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.string("decision")).isEqualTo(decision);
    assertThat(ran.string("action")).isEqualTo(action);
    assertThat(tidemark.run("history --json").out()).doesNotContain("handoff");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                 | there is nothing in it
          'PROCEED'          | line 1: there is no JSON object
          '{"task_id":"T"'   | line 1, column 15
          '{"decision":"GO"}'| decision must be one of PROCEED, STOP, CLARIFY (found "GO")
          '{"findings":[]}'  | findings must be an object (found [])
          """)
  void a_malformed_response_is_answered_with_the_place(String text, String place) {
    var ran = tidemark.given(text).run("handoff response --apply auth implementation");
    var json = tidemark.given(text).run("handoff response --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(place);
    assertThat(json.json().isTrue("ok")).isFalse();
    assertThat(json.each("blockers", "reason")).anyMatch(reason -> reason.contains(place));
    assertThat(tidemark.run("history").out()).doesNotContain("T002");
  }

  @Proves("R-004-56")
  @Test
  void a_response_to_another_request_is_rejected() {
    var request = tidemark.run("handoff request --mode eval --instructions Go --task T003");
    tidemark.scratch().write("r.json", request.out()).write("none.json", "{}");

    var other = tidemark.given(ANSWER).run("handoff response --request r.json");
    var own =
        tidemark.given(ANSWER.replace("T002", "T003")).run("handoff response --request r.json");
    var none = tidemark.given(ANSWER).run("handoff response --request none.json");

    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.err()).contains("task_id must be \"T003\" as in the request");
    assertThat(own.exit()).isZero();
    assertThat(none.err()).contains("request rejected: task_id");
  }

  @Proves("R-004-59")
  @Test
  void the_words_of_the_contract_apply_a_response() {
    var ran = tidemark.given(ANSWER).run("handoff response --apply implement validation");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("validation complete; response to T002 applied: PROCEED");
    var again = tidemark.given(ANSWER).run("handoff response --apply implement validation");
    assertThat(again.exit()).isZero();
    assertThat(again.err()).contains("applied already, as entry 4 of the history");
    assertThat(again.out()).contains("nothing to change");
    assertThat(tidemark.run("history --json").json().array("entries").size()).isEqualTo(4);
  }

  @Proves({"R-004-59", "R-USR-03"})
  @Test
  void a_dry_run_says_what_would_happen_and_changes_nothing() {
    tidemark.scratch().write("answer.json", ANSWER);
    var before = Tree.of(temp);

    var ran = tidemark.run("handoff response --apply --dry-run --from answer.json");
    var quiet = tidemark.run("handoff response --apply --dry-run --quiet --from answer.json");
    var json = tidemark.run("handoff response --apply --dry-run --from answer.json --json");

    assertThat(ran.out())
        .contains("would record for state/implement/auth: implementation complete");
    assertThat(quiet.out()).isEqualTo(ran.out());
    assertThat(json.json().object("change").isTrue("dry_run")).isTrue();
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Proves({"R-004-54", "R-004-55", "R-004-59"})
  @Test
  void the_policy_says_what_becomes_of_a_long_summary() {
    tidemark.after("config summary.tokens 2");
    var answer = ANSWER.replace("All green.", "All  is green.");
    var text = "Context summary exceeds 2 token limit (actual: 3 tokens)";

    var checked = tidemark.given(answer).run("handoff response");
    var rejected = tidemark.given(answer).run("handoff response --policy reject");
    var refused = tidemark.given(answer).run("handoff response --apply");
    var cut = tidemark.given(answer).run("handoff response --apply --policy truncate --json");

    assertThat(checked.exit()).isZero();
    assertThat(checked.complaints()).containsExactly("tidemark: " + text);
    assertThat(rejected.exit()).isEqualTo(1);
    assertThat(rejected.err()).contains(text);
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains(text, "--policy truncate");
    assertThat(cut.json().object("response").string("context_summary")).isEqualTo("All  is");
    assertThat(tidemark.run("show").out()).contains("\"context_summary\": \"All  is\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"handoff request auth --run auth", "handoff response auth --run auth"})
  void a_run_is_named_once(String line) {
    var ran = tidemark.given(ANSWER).run(line);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("two runs are named");
  }

  @Test
  void a_phase_by_a_number_that_none_has_is_refused() {
    assertThat(tidemark.given(ANSWER).run("handoff response --apply auth 9").err())
        .contains("has no phase 9");
    assertThat(tidemark.run("handoff request auth 9 --mode ui").err()).contains("has no phase 9");
  }

  @Test
  void an_unreadable_document_is_left_alone_by_a_request() {
    tidemark.scratch().write(".claude/state/implement-auth.json", "{");

    var ran = tidemark.run("handoff request auth --mode ui --instructions Go");

    assertThat(ran.exit()).isEqualTo(5);
  }

  /// Every dialect takes responses by its own rules.
  @Proves("R-004-59")
  @Test
  void other_dialects_judge_a_response_as_they_judge_the_verb() {
    tidemark.after("start item/epic/EPIC-1");

    var applied = tidemark.given(ANSWER).run("handoff response --apply phase/dev 1-bootstrap");
    var again = tidemark.given(ANSWER).run("handoff response --apply phase/dev 1-bootstrap");
    var refused = tidemark.given(ANSWER).run("handoff response --apply item/epic/EPIC-1 1");

    assertThat(applied.exit()).isZero();
    assertThat(applied.out()).contains("Phase 1 complete. Checkpoint saved.");
    assertThat(tidemark.run("show --run phase/dev --raw").out()).contains("All green.", "t.ts");
    assertThat(again.exit()).isZero();
    assertThat(again.err()).contains("applied already");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("Phase 1 (Capture) is not the active phase");
  }
}
