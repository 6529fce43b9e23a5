package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParseResult;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.UsageError;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.testkit.Proves;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentParserTest {
  private static ParsedCommand call(String... words) {
    ParseResult parseResult = CommandRegistry.parse(words);
    assertThat(parseResult).as("%s", parseResult).isInstanceOf(ParsedCommand.class);
    return (ParsedCommand) parseResult;
  }

  private static String fault(String... words) {
    ParseResult parseResult = CommandRegistry.parse(words);
    assertThat(parseResult).isInstanceOf(UsageError.class);
    assertThat(((UsageError) parseResult).exitCode()).isEqualTo(ExitCode.USAGE);
    return ((UsageError) parseResult).message() + " | " + ((UsageError) parseResult).hint();
  }

  @Test
  void everything_that_done_can_say_is_read_in_order() {
    ParsedCommand parsedCommand =
        call(
            "done",
            "build",
            "--summary",
            "Two words",
            "--created",
            "src/a.ts",
            "--created=b.ts",
            "--modified",
            "c.ts",
            "--decision",
            "one",
            "--decision",
            "two",
            "--task=T2",
            "--json");
    assertThat(parsedCommand.name()).isEqualTo("done");
    assertThat(parsedCommand.required("PHASE")).isEqualTo("build");
    assertThat(parsedCommand.value("summary")).isEqualTo("Two words");
    assertThat(parsedCommand.values("created")).containsExactly("src/a.ts", "b.ts");
    assertThat(parsedCommand.values("modified")).containsExactly("c.ts");
    assertThat(parsedCommand.values("decision")).containsExactly("one", "two");
    assertThat(parsedCommand.value("task")).isEqualTo("T2");
    assertThat(parsedCommand.has("json")).isTrue();
    assertThat(parsedCommand.has("dry-run")).isFalse();
    assertThat(parsedCommand.value("run")).isNull();
  }

  @Test
  void options_that_every_verb_has_may_stand_before_it() {
    ParsedCommand parsedCommand = call("--root", "/p", "--json", "status", "auth");
    assertThat(parsedCommand.value("root")).isEqualTo("/p");
    assertThat(parsedCommand.has("json")).isTrue();
    assertThat(parsedCommand.value("run")).isEqualTo("auth");
  }

  @Test
  void options_of_a_verb_may_not_stand_before_it() {
    assertThat(fault("--summary", "x", "done", "build"))
        .isEqualTo("option --summary comes before its verb | write it after the verb");
  }

  @Test
  void a_verb_may_have_two_words() {
    assertThat(call("handoff", "request", "state/epic").name()).isEqualTo("handoff request");
    assertThat(call("handoff", "--json", "request", "x").has("json")).isTrue();
    assertThat(fault("handoff"))
        .isEqualTo("handoff needs request or response | tidemark help handoff");
    assertThat(fault("handoff", "requst", "x"))
        .isEqualTo(
            "unknown verb \"handoff requst\"; handoff needs request or response"
                + " | did you mean handoff request?");
    assertThat(fault("handoff", "zzzzzzzz"))
        .isEqualTo(
            "unknown verb \"handoff zzzzzzzz\"; handoff needs request or response"
                + " | tidemark help handoff");
  }

  @Proves("R-USR-05")
  @ParameterizedTest
  @CsvSource({
    "stauts, 'unknown verb \"stauts\" | did you mean status?'",
    "confg, 'unknown verb \"confg\" | did you mean config?'",
    "statu, 'unknown verb \"statu\" | did you mean status?'",
    "save, 'unknown verb \"save\" | did you mean done?'",
    "stat, 'unknown verb \"stat\" | did you mean status?'",
    "next, 'unknown verb \"next\" | did you mean resume?'",
    "retry, 'unknown verb \"retry\" | did you mean enter?'",
    "cancel, 'unknown verb \"cancel\" | did you mean finish --abandon REASON?'",
    "pause, 'unknown verb \"pause\" | did you mean note?'",
    "stop, 'unknown verb \"stop\" | did you mean run stop?'",
    "release, 'unknown verb \"release\" | did you mean claim --release?'",
    "version, 'unknown verb \"version\" | did you mean --version?'",
    "uninstall, 'unknown verb \"uninstall\" | did you mean install AGENT --uninstall?'",
    "rename, 'unknown verb \"rename\" | tidemark help --all'",
    "rm, 'unknown verb \"rm\" | did you mean finish --abandon REASON or archive?'",
    "comp, 'unknown verb \"comp\" | did you mean completion?'",
    "crash-chidl, 'unknown verb \"crash-chidl\" | tidemark help --all'",
    "xylophone, 'unknown verb \"xylophone\" | tidemark help --all'"
  })
  void an_unknown_verb_is_answered_with_the_nearest_one(String word, String message) {
    assertThat(fault(word)).isEqualTo(message);
  }

  @Test
  void words_of_one_verb_that_another_does_lead_there() {
    assertThat(fault("worker", "list"))
        .isEqualTo("unexpected argument \"list\" | did you mean list --queue?");
    assertThat(fault("worker", "remove", "auth"))
        .isEqualTo("unexpected argument \"remove\" | did you mean run stop?");
    assertThat(fault("worker", "elsewhere"))
        .isEqualTo("unexpected argument \"elsewhere\" | tidemark worker --help");
    assertThat(fault("store", "sql"))
        .isEqualTo(
            "unknown verb \"store sql\"; store needs move or sync | did you mean store move"
                + " --sql?");
  }

  @Proves("R-USR-05")
  @ParameterizedTest
  @CsvSource({
    "--sumary, unknown option --sumary | did you mean --summary?",
    "--sumary=x, unknown option --sumary | did you mean --summary?",
    "--creatd, unknown option --creatd | did you mean --created?",
    "-json, unknown option -json | did you mean --json?",
    "--to, unknown option --to | tidemark done --help",
    "-x, unknown option -x | tidemark done --help"
  })
  void an_unknown_option_is_answered_with_the_nearest_one(String option, String message) {
    assertThat(fault("done", "build", option)).isEqualTo(message);
  }

  @Test
  void hidden_options_work_and_are_never_guessed() {
    assertThat(call("done", "x", "--task", "T1").value("task")).isEqualTo("T1");
    assertThat(fault("done", "x", "--taks", "T1")).doesNotContain("--task");
  }

  @Test
  void two_dashes_end_the_options() {
    assertThat(call("fail", "--", "--odd").required("PHASE")).isEqualTo("--odd");
  }

  @Test
  void a_value_that_begins_with_two_dashes_needs_the_equals_sign() {
    assertThat(call("fail", "x", "--reason=--no idea--").value("reason")).isEqualTo("--no idea--");
    assertThat(fault("fail", "x", "--reason", "--no"))
        .isEqualTo("--reason needs a value | write a value that begins with -- as --reason=VALUE");
    assertThat(fault("fail", "x", "--reason")).isEqualTo("--reason needs a value | --reason TEXT");
  }

  @Test
  void a_value_may_begin_with_one_dash_as_lists_do() {
    assertThat(call("done", "x", "--summary", "- one\n- two").value("summary"))
        .isEqualTo("- one\n- two");
  }

  @Proves("R-USR-04")
  @Test
  void a_lone_dash_stands_for_standard_input() {
    assertThat(call("done", "x", "--summary", "-").value("summary")).isEqualTo("-");
    assertThat(call("validate", "--tokens", "-").argument("FILE")).isEqualTo("-");
    assertThat(call("validate", "--tokens").argument("FILE")).isNull();
  }

  @Test
  void a_negative_number_is_a_word_and_not_an_option() {
    assertThat(call("enter", "-1").required("PHASE")).isEqualTo("-1");
    assertThat(fault("history", "--limit", "-5"))
        .isEqualTo("--limit takes a whole number from 0, not -5 | tidemark history --help");
  }

  @Test
  void an_option_that_counts_once_is_refused_the_second_time() {
    assertThat(fault("done", "x", "--summary", "a", "--summary", "b"))
        .isEqualTo("--summary is given twice | give it once");
    assertThat(call("--json", "status", "--json").has("json")).isTrue();
  }

  @Test
  void a_flag_takes_no_value() {
    assertThat(fault("status", "--json=yes")).isEqualTo("--json takes no value | --json");
  }

  @Test
  void text_may_be_empty_and_names_may_not() {
    assertThat(call("fail", "x", "--reason", "").value("reason")).isEmpty();
    assertThat(call("fail", "x", "--reason=").value("reason")).isEmpty();
    assertThat(fault("status", "--run", ""))
        .isEqualTo("--run must not be empty | tidemark status --help");
    assertThat(fault("enter", "")).isEqualTo("PHASE must not be empty | tidemark enter --help");
  }

  @Test
  void missing_and_surplus_words_are_refused_with_the_usage() {
    assertThat(fault("done"))
        .isEqualTo(
            "done needs PHASE: the phase, by name or by number | tidemark done PHASE"
                + " [options]");
    assertThat(fault("doctor", "auth"))
        .isEqualTo("unexpected argument \"auth\" | tidemark doctor --help");
    assertThat(fault("status", "a", "b"))
        .isEqualTo("unexpected argument \"b\" | did you mean a/b?");
  }

  @Test
  void words_of_a_text_without_quotes_are_refused_with_the_quoted_command() {
    assertThat(fault("task", "add", "T001", "Write the tests"))
        .isEqualTo(
            "unexpected argument \"Write the tests\""
                + " | quote the text: tidemark task add 'T001 Write the tests'");
  }

  @ParameterizedTest
  @CsvSource({
    "status implement/auth, ''",
    "gate implement/auth, ''",
    "gate tests auth, tests",
    "gate set implement/auth, ''",
    "gate run tests implement/auth, tests",
    "gate run preview auth, preview",
    "gate set preview auth, preview",
    "claim auth, ''",
    "task start T001 implement/auth, start T001",
    "question design/auth, ''",
    "question approach Rotate design/auth, approach Rotate",
    "archive design/auth, ''",
    "redact secret.txt design/auth, secret.txt",
    "export all.zip design/auth, all.zip",
    "issue --branch auth, ''"
  })
  void the_last_word_names_the_run(String line, String words) {
    var given = line.split(" ");

    var call = call(given);

    assertThat(call.value("run")).isEqualTo(given[given.length - 1]);
    assertThat(String.join(" ", call.arguments())).isEqualTo(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gate tests", "redact design/auth", "question approach"})
  void a_lone_optional_name_without_a_slash_and_a_file_are_no_run(String line) {
    assertThat(call(line.split(" ")).value("run")).isNull();
  }

  @Test
  void behind_a_text_only_a_word_with_a_slash_is_a_run() {
    assertThat(fault("question", "approach", "Rotate", "tokens"))
        .isEqualTo(
            "unexpected argument \"tokens\""
                + " | quote the text: tidemark question approach 'Rotate tokens'");
    assertThat(fault("task", "add", "See", "src/a.ts", "first"))
        .isEqualTo(
            "unexpected argument \"src/a.ts\""
                + " | quote the text: tidemark task add 'See src/a.ts first'");
  }

  @Test
  void a_run_named_twice_must_be_the_same() {
    assertThat(call("status", "auth", "--run", "auth").value("run")).isEqualTo("auth");
    assertThat(fault("status", "auth", "--run", "pay"))
        .isEqualTo("two runs are named: auth and --run pay | name one of them");
    assertThat(fault("status", "")).isEqualTo("RUN must not be empty | tidemark status --help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"enter", "done", "fail", "skip", "approve"})
  void behind_a_phase_the_run_is_an_option(String verb) {
    var line = "the run is named by --run: tidemark " + verb + " design --run ";
    assertThat(fault(verb, "design", "my runs/auth"))
        .isEqualTo("unexpected argument \"my runs/auth\" | " + line + "'my runs/auth'");
    if (verb.matches("enter|done|approve")) {
      assertThat(fault(verb, "design", "auth"))
          .isEqualTo("unexpected argument \"auth\" | " + line + "auth");
    }
  }

  @Test
  void behind_a_phase_that_fails_or_is_skipped_a_word_is_the_reason() {
    assertThat(fault("fail", "a", "it", "hangs"))
        .endsWith(" | name the reason: tidemark fail a --reason 'it hangs'");
    assertThat(fault("skip", "a", "not needed"))
        .endsWith(" | name the reason: tidemark skip a --reason 'not needed'");
  }

  @Test
  void words_of_the_text_of_an_option_without_quotes_are_refused_with_the_quoted_option() {
    assertThat(fault("done", "a", "--summary", "two", "more", "words", "--created", "f"))
        .isEqualTo("unexpected argument \"more\" | quote the text: --summary 'two more words'");
    assertThat(fault("finish", "x", "done"))
        .endsWith(" | quote a text of several words: tidemark finish [RUN] [options]");
    assertThat(fault("status", "implement", "pay")).endsWith(" | did you mean implement/pay?");
  }

  @Test
  void a_missing_word_of_a_fixed_set_is_named_with_the_set() {
    assertThat(fault("install"))
        .startsWith(
            "install needs AGENT: claude-code, codex, gemini, cursor, opencode, qwen-code or git"
                + " |");
  }

  @Test
  void an_option_of_several_files_takes_all_words_up_to_the_next_option() {
    var done = call("done", "x", "--created", "a", "b", "-", "--modified", "c", "d", "--json");
    assertThat(done.arguments()).containsExactly("x");
    assertThat(done.values("created")).containsExactly("a", "b", "-");
    assertThat(done.values("modified")).containsExactly("c", "d");
    assertThat(call("done", "--removed", "a", "b", "--", "x").arguments()).containsExactly("x");
    assertThat(call("note", "--created=a", "the text").arguments()).containsExactly("the text");
    assertThat(call("done", "--created", "a", "--created", "b", "c", "--", "x").values("created"))
        .containsExactly("a", "b", "c");
    assertThat(call("note", "--decision", "No JWT", "the text").arguments())
        .containsExactly("the text");
  }

  @Test
  void a_word_that_is_taken_for_a_file_is_missed_with_the_order_that_is_right() {
    assertThat(fault("done", "--created", "a", "b", "design"))
        .isEqualTo(
            "done needs PHASE; the words behind --created are files"
                + " | tidemark done PHASE --created FILE...");
    assertThat(fault("done", "--created", "a")).startsWith("done needs PHASE: the phase");
  }

  @Test
  void a_fixed_set_of_words_is_checked() {
    assertThat(fault("completion", "tcsh")).startsWith("SHELL takes bash, zsh or fish, not tcsh");
    assertThat(fault("completion", "bsh"))
        .isEqualTo(
            "SHELL takes bash, zsh or fish, not bsh; did you mean bash? | tidemark completion"
                + " --help");
    assertThat(fault("validate", "--tokens", "--strategy", "letters"))
        .isEqualTo(
            "--strategy takes words, bpe:o200k_base or bpe:cl100k_base, not letters"
                + " | tidemark validate --help");
    assertThat(fault("task", "list"))
        .isEqualTo("STEP takes add, start, done, fail or block, not list | did you mean status?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "show --archived a --at 3      | --archived and --at exclude each other",
        "show --archived a implement/b | --archived and --run exclude each other",
        "restore --archived a --to 3   | --archived and --to exclude each other",
        "list --archived --all         | --archived and --all exclude each other",
        "config format state --origin  | VALUE and --origin exclude each other",
        "question approach x --ask     | KEY and --ask exclude each other",
        "webhooks --test --retry       | --retry and --test exclude each other",
        "issue --branch --pr           | --branch and --pr exclude each other",
        "status --percent 3 --box      | --percent and --box exclude each other",
        "note --goal x --next y        | --goal and --next exclude each other",
        "init --integrations --format state | --integrations and --format exclude each other"
      })
  void options_of_another_mode_are_refused(String line, String fault) {
    assertThat(fault(line.split(" "))).isEqualTo(fault + " | give one of them");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "validate --max 3 a.md | --max is an option of validate --tokens",
        "issue --slug x        | --slug is an option of issue --branch",
        "issue --pr --slug x   | --slug is an option of issue --branch",
        "status --limit 4      | --limit is an option of status --used"
      })
  void an_option_of_a_mode_needs_it(String line, String fault) {
    assertThat(fault(line.split(" ")))
        .isEqualTo(fault + " | tidemark " + line.split(" ")[0] + " --help");
  }

  @ParameterizedTest
  @CsvSource({
    "config, READS",
    "config format, READS",
    "config format state, WRITES",
    "question, READS",
    "question approach x, WRITES_RUN",
    "restore --to 3, WRITES_RUN",
    "restore --archived a, WRITES",
    "issue, WRITES_RUN",
    "issue --pr, READS",
    "webhooks, READS",
    "webhooks --retry, WRITES"
  })
  void the_words_decide_what_a_call_may_change(String line, CommandEffect effect) {
    assertThat(call(line.split(" ")).effect()).isEqualTo(effect);
  }

  @ParameterizedTest
  @CsvSource({"90m, PT1H30M", "12h, PT12H", "30d, PT720H", "2w, PT336H", "0d, PT0S"})
  void an_age_is_a_number_and_a_unit(String text, String meaning) {
    assertThat(call("prune", "--older-than", text).age("older-than"))
        .isEqualTo(Duration.parse(meaning));
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "d", "30 d", "-3d", "3y", "1000000w", "999999999w", "٣d"})
  void anything_else_is_no_age(String text) {
    assertThat(fault("prune", "--older-than", text)).startsWith("--older-than takes a number and");
  }

  @Test
  void a_count_is_read_and_has_a_default() {
    assertThat(call("history", "--limit", "7").count("limit", 20)).isEqualTo(7);
    assertThat(call("history").count("limit", 20)).isEqualTo(20);
    assertThat(fault("history", "--limit", "99999999999")).startsWith("--limit takes a whole");
  }

  @Proves("R-USR-05")
  @Test
  void help_can_be_asked_for_everywhere() {
    assertThat(call().name()).isEqualTo("help");
    assertThat(call("-h").arguments()).isEmpty();
    assertThat(call("done", "--help").arguments()).containsExactly("done");
    assertThat(call("done", "-h", "x").name()).isEqualTo("help");
    assertThat(call("serve", "token", "--help").arguments()).containsExactly("serve token");
    assertThat(call("handoff", "--help").arguments()).containsExactly("handoff");
    assertThat(call("help", "serve", "token").arguments()).containsExactly("serve", "token");
    assertThat(call("help", "--help", "done").arguments()).containsExactly("done");
    assertThat(call("status", "--json", "--help").has("json")).isTrue();
  }

  @Test
  void the_version_can_be_asked_for_as_an_option() {
    for (var word : List.of("--version", "-V")) {
      assertThat(call(word).name()).isEqualTo("help");
      assertThat(call(word).has("version")).isTrue();
    }
    assertThat(call("--version", "--json").has("json")).isTrue();
  }

  @Test
  void asking_a_call_for_what_its_verb_does_not_have_is_a_bug() {
    ParsedCommand parsedCommand = call("status");
    assertThatThrownBy(() -> parsedCommand.has("summary"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> parsedCommand.argument("PHASE"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
