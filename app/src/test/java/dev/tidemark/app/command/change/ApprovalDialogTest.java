package dev.tidemark.app.command.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may approve, and how long that holds.
class ApprovalDialogTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            """
            phases:
              - design
              - name: publish
                gates:
                  - approval: design
                    files: [docs/plan.md]
            """)
        .write("docs/design.md", "d")
        .write("docs/plan.md", "p");
    tidemark.after("start release/v1", "done design --summary So --created docs/design.md");
  }

  private int entering() {
    return tidemark.run("enter publish --dry-run").exit();
  }

  @Test
  void a_person_approves_and_the_gate_opens() {
    assertThat(entering()).isEqualTo(3);

    var ran = tidemark.consenting(ApprovalEvidence.INTERACTION).run("approve design");

    assertThat(ran.exit()).isZero();
    assertThat(entering()).isZero();
    assertThat(tidemark.run("history").out()).contains("design approved (interaction, ");
    assertThat(tidemark.run("gate").out()).contains("open    approval", "ann: design approved");
  }

  @Test
  void requested_changes_keep_the_gate_closed_and_reach_the_brief_until_an_approval() {
    var ann = tidemark.consenting(ApprovalEvidence.INTERACTION);
    ann.after("approve design");

    ann.after("approve design --request-changes 'Name the error codes'");

    var closed = tidemark.run("enter publish");
    assertThat(closed.exit()).isEqualTo(3);
    assertThat(closed.err())
        .contains("ann requested changes of design at ", ": Name the error codes");
    assertThat(tidemark.run("resume --dry-run").out())
        .contains("| warning: ann requested changes of design at ", ": Name the error codes");
    assertThat(tidemark.run("resume --dry-run").lines().getLast())
        .isEqualTo(
            "Now: the user has requested changes; see the first warning above. Make the changes;"
                + " then the user approves: tidemark approve design --run state/release/v1");
    assertThat(tidemark.run("list --json").each("runs", "reason"))
        .containsExactly("waits for approval of design after the requested changes");
    assertThat(tidemark.run("resume --dry-run --json").out())
        .contains("\"code\":\"changes-requested\"");
    assertThat(tidemark.run("history").out())
        .contains("changes of design requested (interaction): Name the error codes");

    ann.after("approve design");
    assertThat(entering()).isZero();
    assertThat(tidemark.run("resume --dry-run").out()).doesNotContain("requested changes");
  }

  @Test
  void an_approval_of_a_file_that_does_not_exist_is_refused() throws IOException {
    Files.delete(tidemark.scratch().root().resolve("docs/design.md"));

    for (var line : new String[] {"approve design", "approve design --dry-run"}) {
      var ran = tidemark.consenting(ApprovalEvidence.INTERACTION).run(line);
      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.err())
          .contains("there is nothing to approve of design: docs/design.md is missing");
    }
    assertThat(entering()).isEqualTo(3);
  }

  @Test
  void mode_and_links_of_a_file_are_approved_with_its_content() throws IOException {
    var ann = tidemark.consenting(ApprovalEvidence.INTERACTION);
    var root = tidemark.scratch().root();
    var plan = root.resolve("docs/plan.md");
    tidemark.scratch().write("docs/other.md", "p");
    ann.after("approve design");

    assertThat(plan.toFile().setExecutable(true)).isTrue();
    assertThat(entering()).isEqualTo(3);
    ann.after("approve design");
    assertThat(entering()).isZero();

    Files.delete(plan);
    Files.createSymbolicLink(plan, Path.of("other.md"));
    assertThat(entering()).isEqualTo(3);
    ann.after("approve design");
    assertThat(entering()).isZero();

    Files.move(root.resolve("docs"), root.resolve("real"));
    Files.createSymbolicLink(root.resolve("docs"), Path.of("real"));
    assertThat(entering()).isEqualTo(3);
  }

  @Test
  void a_file_that_leads_out_of_the_project_cannot_be_approved() throws IOException {
    var plan = tidemark.scratch().root().resolve("docs/plan.md");
    Files.delete(plan);
    Files.createSymbolicLink(plan, Files.writeString(temp.resolve("outside.md"), "p"));

    var ran = tidemark.consenting(ApprovalEvidence.INTERACTION).run("approve design");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("there is nothing to approve of design: docs/plan.md: resolves outside");
    assertThat(entering()).isEqualTo(3);
  }

  @Test
  void an_approval_that_holds_is_not_asked_for_again() {
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design");

    var again = tidemark.run("approve design");

    assertThat(again.exit()).isZero();
    assertThat(again.err()).contains("design was approved by ann at ", "already, exactly as it is");
  }

  @Test
  void only_a_person_requests_changes() {
    var ran = tidemark.with("CLAUDECODE", "1").run("approve design --request-changes 'No'");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(tidemark.run("resume --dry-run").out()).doesNotContain("requested changes");
  }

  @Test
  void a_secret_in_a_comment_is_not_recorded() {
    tidemark.scratch().write(".tidemark/config.yaml", "secrets: redact\n");
    var token = "ghp_" + "a1B2c3D4e5".repeat(4).substring(0, 36);

    tidemark
        .consenting(ApprovalEvidence.INTERACTION)
        .after("approve design --request-changes 'Take " + token + " out'");

    assertThat(tidemark.run("history --json").out())
        .contains("changes-requested")
        .doesNotContain(token);
  }

  @Test
  void what_would_be_approved_is_shown_with_the_content_of_its_files() {
    tidemark.scratch().write("docs/plan.md", "x".repeat(30_000));

    var files = tidemark.run("approve design --dry-run --json").json().array("files").elements();

    assertThat(files).hasSize(2);
    assertThat(files.getFirst().toString())
        .contains("\"path\":\"docs/design.md\"", "\"size\":1", "\"content\":\"d\"");
    assertThat(files.get(1).toString())
        .contains("\"size\":30000", "the first 20000 of 30000 characters are shown");
  }

  @Test
  void a_binary_file_is_named_with_its_size_and_secrets_are_not_shown() throws IOException {
    var token = "ghp_" + "a1B2c3D4e5".repeat(4).substring(0, 36);
    tidemark.scratch().write("docs/design.md", "key " + token);
    var plan = tidemark.scratch().root().resolve("docs/plan.md");
    Files.write(plan, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    var shown = tidemark.run("approve design --dry-run --json").out();

    assertThat(shown).doesNotContain(token).contains("[redacted-", "docs/plan.md is not UTF-8");
    assertThat(shown).contains("\"size\":3,\"content\":null");
  }

  @Test
  void lists_say_that_a_run_waits_for_approval_until_it_has_it() {
    tidemark.after("start release/v2");

    assertThat(tidemark.run("list").out()).containsOnlyOnce("approval of design");
    assertThat(tidemark.run("status --run release/v1").out()).contains("approve design");

    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design --run release/v1");

    assertThat(tidemark.run("list").out()).doesNotContain("approval of design");
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/design.md", "docs/plan.md"})
  void a_change_of_what_was_approved_closes_it_again(String path) {
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design");
    var before = path.endsWith("plan.md") ? "p" : "d";
    tidemark.scratch().write(path, "changed");

    var ran = tidemark.run("enter publish");
    tidemark.scratch().write(path, before);

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("what ann approved of design at ", " has changed since");
    assertThat(entering()).isZero();
    tidemark.after("enter design", "done design --summary Otherwise");
    assertThat(entering()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "CLAUDECODE,      1,         claude-code",
    "AI_AGENT,        zed@1,     zed",
    "GEMINI_CLI,      1,         gemini-cli",
    "CODEX_SANDBOX,   seatbelt,  codex",
    "CURSOR_AGENT,    1,         cursor",
    "OPENCODE,        1,         opencode",
    "QWEN_CODE,       1,         qwen-code",
    "CI,              true,      ci"
  })
  void an_agent_is_refused_by_its_environment(String variable, String value, String name) {
    var ran = tidemark.with(variable, value).run("approve design --as ann --yes");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err())
        .contains(
            "according to the environment, " + name + " runs this", "tidemark approve design");
    assertThat(entering()).isEqualTo(3);
  }

  @Test
  void nobody_approves_without_a_terminal() {
    var ran = tidemark.run("approve design --yes");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("this needs a person at an interactive terminal");
  }

  @Test
  void a_dry_run_says_whether_it_would_be_accepted_and_asks_nobody() {
    assertThat(tidemark.run("approve design --dry-run").exit()).isZero();
    assertThat(tidemark.run("approve desing --dry-run").exit()).isEqualTo(1);
    assertThat(entering()).isEqualTo(3);
  }

  @Test
  void no_project_and_no_variable_lets_agents_approve() {
    tidemark.scratch().write(".tidemark/config.yaml", "approval.agents: allow\n");
    tidemark.scratch().write("forged/tidemark/config.yaml", "approval.agents: allow\n");
    var forged = tidemark.scratch().root().resolve("forged").toString();
    var agent = tidemark.with("CLAUDECODE", "1").with("XDG_CONFIG_HOME", forged);

    var ran = agent.with("TIDEMARK_APPROVAL_AGENTS", "allow").run("approve design");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("approval.agents counts only in the user's own file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"item/debug/1 Reproduce", "phase/dev 3-build"})
  void other_dialects_keep_approvals_in_the_journal(String words) {
    var run = words.substring(0, words.indexOf(' '));
    var phase = words.substring(words.indexOf(' ') + 1);
    tidemark.run("start " + run);

    var ran =
        tidemark.consenting(ApprovalEvidence.INTERACTION).run("approve " + phase + " --run " + run);

    assertThat(ran.exit()).isZero();
    assertThat(tidemark.run("history --run " + run).out()).contains(phase + " approved");
  }
}
