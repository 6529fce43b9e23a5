package dev.tidemark.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The verbs `run`, `run stop` and `run log`.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
class RunVerbTest {
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      [ -z "$1" ] || echo built > "$1"
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"findings":{},"context_summary":"done"}'
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("agent.sh", AGENT);
    assertThat(tidemark.scratch().root().resolve("agent.sh").toFile().setExecutable(true)).isTrue();
  }

  private void define(String yaml) {
    tidemark.scratch().write(".tidemark/workflows/feature.yaml", yaml);
  }

  @Test
  void a_run_is_driven_to_its_end_with_a_program_of_the_call() {
    tidemark.after("start implement/auth --phases design,code");
    var ran = tidemark.run("run --command './agent.sh'");
    assertThat(ran.exit()).isEqualTo(ExitCode.SUCCESS.code());
    assertThat(ran.out()).endsWith("state/implement/auth: done; 2 attempts made\n");
    assertThat(tidemark.run("run log --run implement/auth").out())
        .isEqualTo("1  design  command  applied\n2  code  command  applied\n");
    assertThat(tidemark.run("run log --run implement/auth --attempt 1").out())
        .contains("\"context_summary\":\"done\"");
  }

  @Test
  void a_phase_with_an_approval_ends_the_call_with_exit_code_4_and_goes_on_after_it() {
    define("phases: [design, {name: code, gates: [{approval: design}]}]\n");
    tidemark.after("start feature/auth");
    var ran = tidemark.run("run --command './agent.sh'");
    assertThat(ran.exit()).isEqualTo(ExitCode.DECISION.code());
    assertThat(ran.err()).contains("waiting for approval of design", "tidemark approve design");
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design");
    assertThat(tidemark.run("run --command './agent.sh'").exit())
        .isEqualTo(ExitCode.SUCCESS.code());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "state | plan; server: plan, tasks; manual: plan; check: server manual",
        "item  | plan; server: plan, tasks; manual: server; check: manual"
      })
  void the_log_has_what_each_phase_needs_in_its_format(String format, String expected) {
    define(
        """
        format: %s
        phases:
          - plan
          - {name: server, run: {needs: [plan], each: tasks}}
          - {name: manual, run: {needs: [plan]}}
          - {name: check, run: {needs: [server, manual]}}
        """
            .formatted(format));
    tidemark.after("start " + format + "/feature/auth");
    var shown = tidemark.run("run log --run " + format + "/feature/auth --json").json();
    var phases = new ArrayList<String>();
    for (var phase : Objects.requireNonNull(shown.array("phases")).elements()) {
      var one = (JsonObject) phase;
      var needs = Objects.requireNonNull(one.array("needs")).strings();
      phases.add(
          one.string("phase")
              + (needs.isEmpty() ? "" : ": " + String.join(" ", needs))
              + (one.string("each") == null ? "" : ", " + one.string("each")));
    }
    assertThat(String.join("; ", phases)).isEqualTo(expected);
  }

  @Test
  void the_log_is_shown_where_the_settings_of_the_workflow_cannot_be_read() {
    define("phases: [{name: design, run: {prompt: missing.md}}]\n");
    tidemark.after("start feature/auth");
    assertThat(tidemark.run("run log --json").json().find("phases")).isEqualTo(JsonNull.NULL);
  }

  /// The phase cannot end before it is approved: its response is kept, and applied afterwards.
  @Test
  void a_response_waits_for_the_approval_of_its_own_phase() {
    define("phases: [{name: design, gates: [{approval: design, at: done}]}]\n");
    tidemark.after("start feature/auth");
    var ran = tidemark.run("run --command './agent.sh'");
    assertThat(ran.exit()).isEqualTo(ExitCode.DECISION.code());
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design");
    var next = tidemark.run("run --command './agent.sh'");
    assertThat(next.exit()).as(next.err()).isEqualTo(ExitCode.SUCCESS.code());
    assertThat(tidemark.run("run log --run feature/auth").out())
        .startsWith("1  design")
        .doesNotContain("\n2");
  }

  @Test
  void an_undone_phase_does_not_get_the_response_again_that_waited_for_an_approval() {
    define("phases: [{name: design, gates: [{approval: design, at: done}]}, code]\n");
    tidemark.after("start feature/auth");
    tidemark.run("run --command './agent.sh'");
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design");
    tidemark.after("run --until design --command './agent.sh'");
    assertThat(tidemark.run("run log --run feature/auth").out())
        .isEqualTo("1  design  command  applied\n");
    tidemark.after("undo");
    tidemark.consenting(ApprovalEvidence.INTERACTION).run("approve design");
    tidemark.after("run --until design --command './agent.sh'");
    assertThat(tidemark.run("run log --run feature/auth").out())
        .contains("\n2  design  command  applied");
  }

  @Test
  void the_command_of_a_gate_is_run_and_its_failure_ends_the_call_with_exit_code_3() {
    define("phases: [{name: code, gates: [{command: [test, -f, built], at: done, name: b}]}]\n");
    tidemark.after("start feature/auth");
    var ran = tidemark.run("run --yes --command './agent.sh'");
    assertThat(ran.exit()).isEqualTo(ExitCode.GATE.code());
    assertThat(ran.err()).contains("gate b failed");
    assertThat(tidemark.run("run --yes --command './agent.sh built'").exit())
        .isEqualTo(ExitCode.SUCCESS.code());
  }

  @Test
  void settings_of_a_checkout_need_trust() {
    define("run: {command: [./agent.sh]}\nphases: [design]\n");
    tidemark.after("start feature/auth");
    var ran = tidemark.run("run");
    assertThat(ran.exit()).isEqualTo(ExitCode.DECISION.code());
    assertThat(ran.err()).contains("not trusted yet");
    var digest = digest(ran);
    assertThat(tidemark.run("run --trust " + digest + "0").exit())
        .isEqualTo(ExitCode.DECISION.code());
    assertThat(tidemark.run("run --trust " + digest).exit()).isEqualTo(ExitCode.SUCCESS.code());
  }

  @Test
  void settings_of_a_checkout_that_the_agent_reads_need_trust_and_again_when_they_change() {
    tidemark.scratch().write(".claude/settings.json", "{}");
    tidemark.after("start implement/auth --phases design");
    var first = tidemark.run("run --agent claude");
    assertThat(first.exit()).isEqualTo(ExitCode.DECISION.code());
    assertThat(first.err())
        .contains("settings in .claude/settings.json are not trusted yet")
        .contains("tidemark run --run state/implement/auth --agent claude;");
    tidemark.scratch().write(".claude/settings.json", "{\"hooks\": {}}");
    var changed = tidemark.run("run --agent claude");
    assertThat(digest(changed)).isNotEqualTo(digest(first));
    var other = tidemark.run("run --agent claude --trust " + digest(first));
    assertThat(other.exit()).isEqualTo(ExitCode.DECISION.code());
    assertThat(tidemark.run("run --command ./agent.sh").exit()).isZero();
  }

  private static String digest(Ran ran) {
    return ran.err().replaceAll("(?s).*--trust ([0-9a-f]+).*", "$1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enter validation --run other",
        "note x --run other",
        "start implement/third",
        "done implementation --run other"
      })
  void an_agent_of_a_run_cannot_change_another_run(String line) {
    tidemark.after("start implement/auth --phases design,code", "start implement/other");
    var agent = tidemark.with("TIDEMARK_RUN", "state/implement/auth");
    var ran = agent.run(line);
    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(ran.err()).contains("this process was started to work on state/implement/auth only");
    assertThat(agent.run("enter design --run auth").exit()).isEqualTo(ExitCode.SUCCESS.code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "prune",
        "trust",
        "config capture off",
        "import a.zip",
        "serve token add bot",
        "install claude-code",
        "init",
        "init --integrations",
        "claim auth",
        "claim auth --release",
        "webhooks --retry"
      })
  void an_agent_of_a_run_cannot_reach_beyond_it(String line) {
    tidemark.after("start implement/auth --phases design,code");
    var ran = tidemark.with("TIDEMARK_RUN", "state/implement/auth").run(line);
    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(ran.err()).contains("reaches beyond state/implement/auth");
  }

  private static List<JsonObject> objects(String lines) {
    return lines.lines().map(line -> (JsonObject) JsonText.parse(line)).toList();
  }

  private static List<String> keys(JsonObject object) {
    return object.members().stream().map(member -> member.key()).toList();
  }

  /// The lines are those of the page, but for names and times, and the one of a machine without a
  /// sandbox.
  @Test
  void json_is_a_line_for_each_event_and_the_result_as_the_last_one() throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/run.md"));
    int from = page.indexOf("```json\n") + 8;
    var shown = objects(page.substring(from, page.indexOf("```", from)));
    tidemark
        .scratch()
        .write("agent.sh", AGENT.replace("'{\"task_id", "'{\"cost_usd\":0.75,\"task_id"));
    tidemark.after("start feature/login --phases plan --any-command");
    var ran = tidemark.run("run --json --command './agent.sh'");
    assertThat(ran.err()).isEmpty();
    var lines = new ArrayList<>(objects(ran.out()));
    lines.removeIf(line -> "no-sandbox".equals(line.string("event")));
    assertThat(lines)
        .filteredOn(line -> line.has("event"))
        .allMatch(line -> Timestamps.parse(String.valueOf(line.string("at"))).isPresent());
    assertThat(lines)
        .extracting(line -> line.with("at", ""))
        .isEqualTo(shown.stream().map(line -> line.with("at", "")).toList());
  }

  @Test
  void the_last_line_of_json_has_what_stands_in_the_way() {
    define("phases: [design, {name: code, gates: [{approval: design}]}]\n");
    tidemark.after("start feature/auth");
    var ran = tidemark.run("run --json --command './agent.sh'");
    var result = objects(ran.out()).getLast();
    assertThat(ran.exit()).isEqualTo(ExitCode.DECISION.code());
    assertThat(keys(result))
        .containsExactly(
            "ok", "run", "blockers", "said", "notices", "status", "exit", "attempts", "cost_usd");
    assertThat(result.string("status")).isEqualTo("waiting");
    assertThat(JsonText.compact(result)).contains("\"exit\":4", "\"code\":\"person-needed\"");
  }

  /// The agent answers as soon as the line about its start has reached a reader.
  @Test
  void each_line_of_json_is_there_at_once() {
    tidemark
        .scratch()
        .write(
            "agent.sh",
            AGENT.replace(
                "request=", "until grep -q attempt-started out; do sleep 0.1; done\nrequest="));
    tidemark.after("start implement/auth --phases design");
    var program = ChildProcess.program();
    program.addAll(List.of("run", "--json", "--max-time", "50s", "--command", "./agent.sh"));
    var line = CommandLines.command(program) + " > out";
    assertThat(ChildProcess.command(tidemark, List.of("sh", "-c", line)).end().exit()).isZero();
  }

  @Test
  void a_runner_records_how_it_has_ended_and_only_once() {
    define("phases: [design, {name: code, gates: [{approval: design}]}]\n");
    tidemark.after("start feature/auth");
    tidemark.run("run --command './agent.sh'");
    tidemark.run("run --command './agent.sh'");
    assertThat(tidemark.run("history --run feature/auth").lines())
        .filteredOn(line -> line.contains("runner ended"))
        .singleElement()
        .asString()
        .endsWith("runner ended at code: waiting");
  }

  @ParameterizedTest
  @CsvSource({
    "run --agent claude --command x, --agent and --command exclude each other",
    "run --max-cost much, --max-cost takes an amount of US dollars",
    "run --max-time soon, --max-time takes a number and a unit",
    "run --command '', --command names no program",
    "run stop, is not driven by a runner",
    "run log --attempt 99, there is no attempt 99",
    "run --agent other, there is no agent other",
    "run --attach, is not driven by a runner",
    "run --attach --max-cost 1, which --max-cost does not change",
  })
  void a_wrong_call_is_refused_and_starts_nothing(String line, String message) {
    tidemark.after("start implement/auth --phases design");
    var ran = tidemark.run(line);
    assertThat(ran.exit()).isNotEqualTo(ExitCode.SUCCESS.code());
    assertThat(ran.err()).contains(message);
    assertThat(tidemark.run("run log").out()).contains("has no attempts");
  }

  @Test
  void a_dry_run_names_the_phase_and_starts_nothing() {
    tidemark.after("start implement/auth --phases design");
    var ran = tidemark.run("run --dry-run --command './agent.sh built'");
    assertThat(ran.out())
        .isEqualTo("would run phase design of state/implement/auth with ./agent.sh built\n");
    assertThat(tidemark.scratch().root().resolve("built")).doesNotExist();
  }

  @Test
  void only_listed_variables_of_the_users_own_file_reach_the_agent() throws IOException {
    tidemark.scratch().write("agent.sh", "#!/bin/sh\nenv > env.txt\n");
    tidemark.after("start implement/auth --phases design");
    var file = tidemark.scratch().home().resolve(".config/tidemark/agent.env");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "# keys\nSHARED\nOWN=a value\n");
    assertThat(file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true))
        .isTrue();
    tidemark.with("SHARED", "yes").with("SECRET", "no").run("run --command ./agent.sh");
    assertThat(Files.readAllLines(tidemark.scratch().root().resolve("env.txt")))
        .contains("SHARED=yes", "OWN=a value", "TIDEMARK_RUN=state/implement/auth")
        .doesNotContain("SECRET=no");
  }
}
