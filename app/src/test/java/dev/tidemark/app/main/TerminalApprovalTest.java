package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Approving at a real pseudo-terminal, by a process that descends from no agent, and from one.
class TerminalApprovalTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    assumeTrue(AtTerminal.isPossible(), "no python3, or no terminals");
    tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [design, {name: publish, gates: [{approval: design}]}]\n");
    tidemark.after("start release/v1", "done design --summary 'Two tables'");
  }

  private List<String> person(String how, String answer, String... words) {
    return new AtTerminal(tidemark, temp).words(how, answer, words);
  }

  private String said(CommandLineHarness from, List<String> words) {
    return new AtTerminal(from, temp).said(words);
  }

  @Test
  void a_person_at_a_terminal_is_shown_what_they_approve_of_and_asked() throws IOException {
    var said = said(tidemark, person("detach", "y", "approve", "design"));

    assertThat(said).contains("Two tables", "Approve design? [y/N] ", "exit 0\n");
    assertThat(tidemark.run("history").out()).contains("design approved (terminal, ");
    tidemark.after("enter publish");
  }

  @Test
  void a_person_is_shown_the_files_and_may_request_changes_instead() throws IOException {
    tidemark.scratch().write("docs/design.md", "# Two tables\u001b[2J\n");
    tidemark.after("enter design", "done design --summary So --created docs/design.md");

    var said = said(tidemark, person("detach", "n\nName the error codes", "approve", "design"));

    assertThat(said)
        .contains("docs/design.md  (17 bytes)", "| # Two tables\\u{1b}[2J")
        .contains("changes of design requested")
        .doesNotContain("\u001b[2J");
    assertThat(tidemark.run("enter publish").err()).contains("Name the error codes");
  }

  @Test
  void who_does_not_say_yes_has_not_approved() throws IOException {
    assertThat(said(tidemark, person("detach", "", "approve", "design"))).contains("exit 1\n");
    assertThat(said(tidemark, person("detach", "y", "approve", "design", "--yes")))
        .contains("this needs a person at an interactive terminal", "exit 4\n");
    assertThat(tidemark.run("enter publish").exit()).isEqualTo(3);
  }

  @Test
  @Proves({"R-003-17", "A-70"})
  void a_workflow_that_waits_for_approval_gets_it_from_the_user_who_resumes_it()
      throws IOException {
    tidemark.after("start flow/develop");
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\":1}");

    var said = said(tidemark, person("detach", "y", "resume", "flow/develop"));

    assertThat(said).contains("Approve REQUIREMENTS? [y/N] ", "Advanced: REQUIREMENTS", "exit 0\n");
    assertThat(tidemark.run("history --run flow/develop").out())
        .contains("REQUIREMENTS approved (terminal, ");
  }

  @Test
  void a_workflow_whose_outcome_is_not_approved_does_not_go_on() throws IOException {
    tidemark.after("start flow/develop");
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\":1}");
    var file = tidemark.scratch().root().resolve("memory/state/phase.json");
    var before = Files.readString(file);

    assertThat(said(tidemark, person("detach", "", "resume", "flow/develop")))
        .contains("not approved", "exit 1\n");
    assertThat(file).hasContent(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unshare -rpf --mount-proc",
        "unshare -rpf",
        "setsid -w unshare -rpf --mount-proc",
        "unshare -rm sh -c 'mount --bind /dev/null /proc/$$/mountinfo && exec \"$@\"'" + " sh",
        "unshare -rm sh -c 'mount --bind /proc/1 /proc/$PPID && exec \"$@\"' sh",
        "bwrap --bind / / --dev-bind /dev /dev --unshare-pid --proc /proc"
      })
  void who_hides_the_processes_above_is_no_person(String wrapper) throws IOException {
    var hidden = ShellWords.of(wrapper);
    assumeTrue(starts(hidden), "no " + hidden.getFirst() + " here");
    var words = new ArrayList<>(person("detach", "y", "approve", "design"));
    words.addAll(4, hidden);

    assertThat(said(tidemark, words)).contains("descends from are hidden from it", "exit 4\n");
    assertThat(tidemark.run("enter publish").exit()).isEqualTo(3);
  }

  /// A container without a terminal hides what is above it, and no agent need be there.
  @Test
  void a_container_without_a_terminal_is_told_that_it_has_none() {
    var words = ShellWords.of("unshare -rpf --mount-proc");
    assumeTrue(starts(words), "no namespaces here");
    words = new ArrayList<>(words);
    words.addAll(ChildProcess.program());
    words.addAll(List.of("approve", "design"));

    var ran = ChildProcess.command(tidemark, words).end();

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("this needs a person at an interactive terminal");
  }

  private static boolean starts(List<String> wrapper) {
    var words = new ArrayList<>(wrapper);
    words.add("true");
    try {
      var process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The variable is gone from the command, but not from the process that started it.
  @Test
  void an_agent_that_clears_its_variables_is_recognised_by_its_descent() throws IOException {
    var agent = tidemark.with("CLAUDECODE", "1");

    var said = said(agent, person("stay", "y", "approve", "design"));

    assertThat(said).contains("which this one descends from, belongs to claude-code", "exit 4\n");
    assertThat(tidemark.run("enter publish").exit()).isEqualTo(3);
  }

  @Test
  void an_agent_is_recognised_by_the_name_of_its_program() throws IOException {
    var words = new ArrayList<>(List.of("/bin/bash", "-c", "exec -a codex \"$@\"", "bash"));
    words.addAll(person("stay", "y", "approve", "design"));

    assertThat(said(tidemark, words)).contains("belongs to codex", "exit 4\n");
  }

  @Test
  void the_user_may_let_agents_approve_and_that_is_recorded() throws IOException {
    var file = tidemark.scratch().home().resolve(".config/tidemark/config.yaml");
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "approval.agents: allow\n");

    var ran = tidemark.with("CLAUDECODE", "1").run("approve design");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(tidemark.run("history").out()).contains("design approved (policy, ");
  }

  @ParameterizedTest
  @CsvSource({"config.yaml, rw-r--rw-", "'', rwxr-xrwx"})
  void a_file_that_others_can_write_only_restricts(String open, String mode) throws IOException {
    var folder = tidemark.scratch().home().resolve(".config/tidemark");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("config.yaml"), "approval.agents: allow\nsecrets: refuse\n");
    Files.setPosixFilePermissions(folder.resolve(open), PosixFilePermissions.fromString(mode));

    var ran = tidemark.with("CLAUDECODE", "1").run("approve design");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(4);
    assertThat(ran.err()).contains("can be written by others, so it only restricts: chmod go-w ");
    assertThat(tidemark.run("config secrets").out()).contains("refuse");
  }

  @Test
  void a_home_that_a_variable_or_an_option_moved_lets_nobody_approve() throws IOException {
    var file = tidemark.scratch().home().resolve(".config/tidemark/config.yaml");
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "approval.agents: allow\n");
    var words = ChildProcess.program("-Duser.home=" + tidemark.scratch().home());
    words.addAll(List.of("approve", "design"));

    var ran = ChildProcess.command(tidemark.with("CLAUDECODE", "1"), words).end();

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("counts only in the user's own file");
  }
}
