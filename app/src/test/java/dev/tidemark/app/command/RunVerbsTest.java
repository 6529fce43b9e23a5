package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The verbs that carry a run forward, as a user types them.
class RunVerbsTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Proves({"R-002-01", "R-002-09"})
  @Test
  void start_makes_the_document_and_says_what_is_next() {
    var ran = tidemark.run("start implement/auth");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines())
        .containsExactly(
            "state/implement/auth: run started",
            "next: implementation  (tidemark enter implementation)");
    assertThat(ran.err()).isEmpty();
    assertThat(tidemark.scratch().root().resolve(DOCUMENT)).exists();
  }

  @Test
  void start_takes_workflow_and_item_in_one_word_or_in_two() {
    assertThat(tidemark.run("start implement auth --json").string("run"))
        .isEqualTo("state/implement/auth");
    assertThat(tidemark.run("start state/design/login --json").string("run"))
        .isEqualTo("state/design/login");
    assertThat(tidemark.run("start review --json").string("path"))
        .isEqualTo(".claude/state/review-checkpoint.json");
  }

  @Test
  void start_takes_phases_of_its_own_without_blanks_around_them() {
    var ran = tidemark.run("start design --phases 'fix, verify' --json");

    assertThat(ran.json().array("events").get(0).toString())
        .contains("\"phases\":[\"fix\",\"verify\"]");
  }

  @Test
  void no_phase_of_a_start_is_dropped_in_silence() {
    assertThat(tidemark.run("start design --phases fix,,verify").err())
        .contains("--phases has an empty name");
    assertThat(tidemark.run("start design --phases fix,fix").err())
        .contains("--phases names fix twice");
    assertThat(tidemark.run("list").out()).startsWith("no runs yet");
  }

  @Test
  void start_continues_an_open_run_until_it_is_told_to_begin_again() {
    tidemark.after("start implement/auth", "enter implementation");

    var again = tidemark.run("start implement/auth");
    var fresh = tidemark.run("start implement/auth --fresh");

    assertThat(again.exit()).isZero();
    assertThat(again.out()).contains("Verdict: continue at implementation");
    assertThat(fresh.exit()).isZero();
    assertThat(fresh.err()).contains("tidemark undo --run state/implement/auth");
    assertThat(tidemark.run("history --json").each("entries", "revision")).hasSize(3);
  }

  @Test
  void start_knows_what_was_meant_by_a_workflow_that_nobody_defined() {
    var slip = tidemark.run("start implemnt/auth");
    var any = tidemark.run("start spike/auth --any-command");

    assertThat(slip.exit()).isEqualTo(1);
    assertThat(slip.err()).contains("Did you mean implement?");
    assertThat(any.exit()).isZero();
    assertThat(any.err()).contains("\"spike\" is none of the commands of the schema");
  }

  @Test
  void unknown_phase_is_refused_until_it_is_added() {
    tidemark.after("start implement/auth --phases design,code,test");

    var slip = tidemark.run("enter desing");
    var strange = tidemark.run("done deploy --json");
    var added = tidemark.run("enter --new deploy --run state/implement/auth");

    assertThat(slip.exit()).isEqualTo(1);
    assertThat(slip.err())
        .contains("state/implement/auth has no phase desing; its phases: design, code, test")
        .contains("Did you mean design?")
        .contains("tidemark enter --new desing --run state/implement/auth");
    assertThat(strange.each("blockers", "code")).containsExactly("unknown-phase");
    assertThat(added.exit()).isZero();
    assertThat(tidemark.run("done deploy").exit()).isZero();
  }

  @Test
  void enter_done_and_finish_lead_to_the_end_of_a_run() {
    tidemark.after("start implement/auth");

    assertThat(tidemark.run("enter implementation").lines())
        .containsExactly(
            "state/implement/auth: implementation started", "in progress: implementation");
    assertThat(tidemark.run("done implementation --summary 'It works.'").lines())
        .containsExactly(
            "state/implement/auth: implementation complete",
            "next: validation  (tidemark enter validation)");
    assertThat(tidemark.run("done validation").out())
        .contains("next: every phase is done; tidemark finish");
    assertThat(tidemark.run("finish").lines())
        .containsExactly("state/implement/auth: run complete");
  }

  @Test
  void done_records_summary_files_and_decisions() {
    tidemark.scratch().write("src/a.ts", "1").write("src/new.ts", "1").write("b.ts", "2");
    tidemark.after("start implement/auth", "enter implementation");

    tidemark
        .from("src")
        .after(
            "done implementation --summary 'Tokens rotate.' --created a.ts --modified ../b.ts"
                + " --created new.ts --decision 'No JWT' --decision 'Redis'");

    assertThat(tidemark.run("show --raw").out())
        .contains("\"context_summary\": \"Tokens rotate.\"")
        .contains("\"src/a.ts\",\n        \"src/new.ts\"")
        .contains("\"b.ts\"")
        .contains("\"No JWT\"", "\"Redis\"");
  }

  @Test
  void done_reads_its_summary_from_a_file_or_from_standard_input() {
    tidemark.scratch().write("notes.md", "\ufeffFrom a file.\r\n");
    tidemark.after("start implement/auth");

    tidemark.after("done implementation --summary-file notes.md");
    tidemark.given("From a pipe.\n").after("done validation --summary -");

    assertThat(tidemark.run("show --raw").out())
        .contains("\"context_summary\": \"From a file.\"", "\"context_summary\": \"From a pipe.\"");
  }

  @Test
  void done_refuses_two_summaries_and_an_empty_one() {
    tidemark.after("start implement/auth");
    var before = Tree.of(temp);

    var two = tidemark.run("done implementation --summary A --summary-file notes.md");
    var empty = tidemark.run("done implementation --summary ''");
    var nothing = tidemark.given("\n").run("done implementation --summary -");

    assertThat(two.exit()).isEqualTo(2);
    assertThat(two.err()).contains("--summary and --summary-file are both given");
    assertThat(empty.exit()).isEqualTo(2);
    assertThat(nothing.exit()).isEqualTo(2);
    assertThat(nothing.err()).contains("the summary is empty, so nothing was recorded");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Proves({"R-COM-14", "R-004-05"})
  @Test
  void done_refuses_a_summary_that_is_too_long_and_touches_nothing() {
    tidemark.after("start implement/auth");
    var before = Tree.of(temp);

    var ran = tidemark.given("word ".repeat(501)).run("done implementation --summary -");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("Context summary exceeds 500 token limit (actual: 501 tokens)");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void fail_says_why_and_the_phase_is_next_again() {
    tidemark.after("start implement/auth", "enter implementation");

    var ran = tidemark.run("fail implementation --reason 'The database is down'");
    var silent = tidemark.run("fail validation");

    assertThat(ran.lines().getFirst())
        .isEqualTo("state/implement/auth: implementation failed: The database is down");
    assertThat(silent.lines().getFirst()).isEqualTo("state/implement/auth: validation failed");
    assertThat(tidemark.run("resume --json").string("next_phase")).isEqualTo("implementation");
  }

  @Test
  void skip_leaves_a_phase_out() {
    tidemark.after("start implement/auth");

    var ran = tidemark.run("skip implementation --reason 'Nothing to do'");

    assertThat(ran.lines().getFirst())
        .isEqualTo("state/implement/auth: implementation skipped: Nothing to do");
    assertThat(tidemark.run("status --json").string("progress")).isEqualTo("1/2");
  }

  @Test
  void a_finished_run_is_opened_again_by_work_on_it_and_finished_once() {
    tidemark.after("start implement/auth").completed("implement/auth");

    var none = tidemark.run("enter implementation");
    var named = tidemark.run("enter implementation --run auth");
    var refused = tidemark.run("finish");
    tidemark.after("done implementation", "finish");
    var twice = tidemark.run("finish --run auth");

    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("there is no unfinished run here");
    assertThat(named.err()).contains("was complete; it is open again");
    assertThat(refused.err()).contains("not every phase is done: implementation (in progress)");
    assertThat(twice.exit()).isZero();
    assertThat(twice.err()).contains("is complete already");
  }

  @Proves("R-COM-05")
  @Test
  void unknown_content_of_a_document_stays() {
    tidemark.after("start implement/auth");
    var text = tidemark.run("show --raw").out();
    var richer =
        text.replace("\"version\": 1,", "\"version\": 1,\n  \"vercel\": {\"a\": [1.50, null]},");
    tidemark.scratch().write(DOCUMENT, richer);

    tidemark.after("done implementation --summary Works.");

    assertThat(tidemark.run("show --raw").out())
        .contains("\"version\": 1,\n  \"vercel\": {\"a\": [1.50, null]},");
  }
}
