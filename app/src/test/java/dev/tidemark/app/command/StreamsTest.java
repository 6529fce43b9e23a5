package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Results on standard output, everything else on standard error, and with `--json` exactly one
/// document whatever happens.
@LongProof
class StreamsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  static Stream<String> successes() {
    return Stream.of(
        "start review",
        "enter implementation",
        "done implementation",
        "fail implementation",
        "skip implementation",
        "finish --abandon 'not needed'",
        "resume",
        "status",
        "list",
        "completion bash -- status ''",
        "show",
        "show --raw",
        "history",
        "restore --to 1",
        "prune",
        "validate --tokens",
        "validate",
        "schema",
        "schema request",
        "doctor",
        "init",
        "config",
        "config format",
        "config format state",
        "completion bash",
        "--version",
        "help",
        "help settings",
        "done --help");
  }

  static Stream<String> noes() {
    return Stream.of(
        "--bogus",
        "bogus",
        "config",
        "config bogus",
        "help bogus",
        "done",
        "done a b",
        "done ' '",
        "enter 9",
        "list --limit 3",
        "history --limit x",
        "start nowhere",
        "start ..",
        "resume nowhere",
        "resume a --run b",
        "status nowhere",
        "finish --run nowhere",
        "show --at 9",
        "restore",
        "restore --to 9",
        "prune --run nowhere",
        "validate --tokens nowhere.md",
        "validate --format none README.md",
        "init --format none",
        "config none",
        "config none 1",
        "config summary.tokens many",
        "completion tcsh",
        "--root README.md status",
        "done implementation --summary A --summary-file B");
  }

  @Proves({"R-COM-08", "R-USR-04"})
  @ParameterizedTest
  @MethodSource("successes")
  void a_success_is_a_result_on_standard_output(String line) {
    tidemark.after("start implement/auth", "enter implementation");

    var ran = tidemark.run(line);

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).isNotEmpty();
    assertThat(ran.complaints()).allMatch(complaint -> complaint.startsWith("tidemark: "));
  }

  @Proves({"R-COM-08", "R-USR-04"})
  @ParameterizedTest
  @MethodSource("successes")
  void a_success_is_one_json_document(String line) {
    tidemark.after("start implement/auth", "enter implementation");

    // Behind `--` it would be a word to complete.
    boolean completes = line.contains(" -- ");
    var ran = tidemark.run(completes ? line.replace(" -- ", " --json -- ") : line + " --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.json().size()).isPositive();
  }

  @Proves({"R-COM-08", "R-USR-04", "R-USR-20"})
  @ParameterizedTest
  @MethodSource("noes")
  void a_refusal_is_one_message_on_standard_error_with_its_hint_on_the_next_line(String line) {
    tidemark.after("start implement/auth", "enter implementation");

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isPositive().isLessThan(6);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.complaints()).hasSize(1).first().asString().startsWith("tidemark: ");
    assertThat(ran.err().lines()).hasSize(2).last().asString().startsWith("hint: ");
  }

  @Proves({"R-COM-08", "R-USR-04"})
  @ParameterizedTest
  @MethodSource("noes")
  void a_no_is_one_json_document(String line) {
    tidemark.after("start implement/auth", "enter implementation");

    var ran = tidemark.run(line + " --json");

    assertThat(ran.exit()).isPositive().isLessThan(6);
    assertThat(ran.json().has("ok")).isTrue();
    assertThat(ran.json().isTrue("ok")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"validate --tokens --max 1 README.md", "validate README.md", "doctor"})
  void a_verdict_is_a_result_whatever_it_says(String line) {
    tidemark.scratch().write(".claude/state/implement-auth.json", "{");

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isPositive();
    assertThat(ran.out()).isNotEmpty();
    assertThat(ran.err()).isEmpty();
    assertThat(tidemark.run(line + " --json").json().size()).isPositive();
  }

  @Test
  void quiet_drops_confirmations_and_notes_but_no_problem() {
    tidemark.after("start implement/auth");

    var done = tidemark.run("done implementation --quiet");
    var refused = tidemark.run("start nowhere --quiet");

    assertThat(done.exit()).isZero();
    assertThat(done.out()).isEmpty();
    assertThat(done.err()).isEmpty();
    assertThat(refused.err()).startsWith("tidemark: ").contains("\nhint: ");
  }

  @Proves("R-USR-20")
  @Test
  void verbose_says_what_is_written() {
    assertThat(tidemark.run("start implement/auth --verbose").err())
        .contains("changing .claude/state/implement-auth.json");
  }

  @Test
  void a_text_out_of_a_file_cannot_steer_the_terminal() {
    tidemark.after("start implement/auth");

    tidemark.given("\u001b[2J\u0007bell").after("done implementation --summary -");
    var ran = tidemark.run("resume");

    assertThat(ran.out()).contains("| done: implementation: bell\n").doesNotContain("\u001b");
    assertThat(tidemark.run("resume --json").string("summary")).isEqualTo("\u001b[2J\u0007bell");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--yes", "--non-interactive", "--no-color", "--allow-network-fs"})
  void options_of_every_verb_are_taken_by_every_verb(String option) {
    assertThat(tidemark.run("start implement/auth " + option).exit()).isZero();
    assertThat(tidemark.run(option + " status").exit()).isZero();
  }
}
