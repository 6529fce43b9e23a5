package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Going on in spite of the ship gate, and talking around it.
class ShipForceTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private Path file(String name) {
    return tidemark.scratch().root().resolve(".claude/state/" + name);
  }

  @Proves("R-004-85")
  @Test
  void force_goes_on_with_a_warning_and_is_recorded_beside_the_gate() throws IOException {
    tidemark.after("start ship/auth");

    var forced =
        tidemark
            .consenting(ApprovalEvidence.TERMINAL)
            .run("gate ship --force --reason 'the outage is worse'");

    assertThat(forced.exit()).isZero();
    assertThat(forced.err()).contains("warning: the ship gate is closed and was forced");
    var document = (JsonObject) JsonText.parse(Files.readString(file("ship-auth.json")));
    assertThat(document.has("gate")).isFalse();
    var override = document.object("gate_override");
    assertThat(override.isTrue("forced")).isTrue();
    assertThat(override.string("reason")).isEqualTo("the outage is worse");
    assertThat(override.string("at")).isNotNull();
    assertThat(tidemark.run("history --run ship/auth").out())
        .contains("went on through gate ship: the outage is worse");
  }

  @Proves("R-004-85")
  @Test
  void force_needs_a_reason_makes_no_checkpoint_and_is_for_shipping_only() {
    assertThat(tidemark.run("gate ship --force").exit()).isEqualTo(2);
    assertThat(tidemark.run("gate tests --force --reason x").exit()).isEqualTo(2);

    assertThat(
            tidemark
                .consenting(ApprovalEvidence.TERMINAL)
                .run("gate ship --force --reason x")
                .exit())
        .isZero();

    assertThat(file("ship-checkpoint.json")).doesNotExist();
    assertThat(tidemark.run("list --json").each("runs", "run")).isEmpty();
    assertThat(tidemark.run("history --run state/ship").out()).contains("gate ship: x");
  }

  @Proves("R-004-85")
  @Test
  void force_holds_for_what_was_there_and_nothing_else() {
    tidemark.consenting(ApprovalEvidence.TERMINAL).after("gate ship --force --reason x");
    assertThat(tidemark.run("gate ship").exit()).isZero();
    assertThat(tidemark.run("gate ship").err()).contains("was forced: x");

    tidemark.scratch().write("README.md", "# Other\n");

    assertThat(tidemark.run("gate ship").exit()).isEqualTo(3);
  }

  @Test
  void force_needs_a_terminal_as_an_approval_does() {
    var ran = tidemark.run("gate ship --force --reason x");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err())
        .contains(
            "this needs a person at an interactive terminal",
            "tidemark gate ship --force --reason x");
    assertThat(tidemark.run("gate ship").exit()).isEqualTo(3);
  }

  @Test
  void an_agent_cannot_force() {
    var agent = tidemark.with("CLAUDECODE", "1");

    var ran = agent.run("gate ship --force --reason 'I want to'");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("according to the environment, claude-code runs this");
    assertThat(tidemark.run("gate ship").exit()).isEqualTo(3);
  }

  @Test
  void a_verdict_that_was_edited_in_opens_nothing_where_there_is_a_journal() throws IOException {
    tidemark.after("start implement/auth", "gate set --allowed false --blocker x");
    var text = Files.readString(file("review-auth.json"));
    var forged =
        text.replaceAll("\"ship_allowed\": *false", "\"ship_allowed\": true")
            .replaceAll("(?s)\"blockers\": *\\[.*?\\]", "\"blockers\": []");
    assertThat(forged).isNotEqualTo(text);
    Files.writeString(file("review-auth.json"), forged);

    var ran = tidemark.run("gate ship --run implement/auth");
    tidemark.scratch().write(".tidemark/config.yaml", "gates.trust: file\n");
    var written = tidemark.run("gate ship --run implement/auth");
    tidemark.after("config gates.trust file");
    var trusted = tidemark.run("gate ship --run implement/auth");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("allows shipping, but this is not recorded");
    assertThat(written.exit()).as("a project that believes files, not trusted").isEqualTo(3);
    assertThat(trusted.exit()).isZero();
  }

  @Test
  void an_agent_that_sets_a_looser_gate_waits_for_its_user() {
    tidemark.after("start implement/auth");

    var set = tidemark.with("CLAUDECODE", "1").run("config gates.trust file");

    assertThat(set.err()).contains("not used before the user trusts it: tidemark trust");
    assertThat(tidemark.run("config gates.trust --json").string("value")).isEqualTo("journal");
  }

  @Test
  void a_variable_does_not_decide_what_is_trusted() {
    tidemark.after("start implement/auth", "enter implementation");

    var value = tidemark.with("TIDEMARK_GATES_TRUST", "file").run("config gates.trust --json");

    assertThat(value.string("value")).isEqualTo("journal");
  }

  @Test
  void a_phase_may_ask_for_the_ship_gate() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/ship.yaml",
            "phases: [pre-flight, {name: push, gates: [{ship: true}]}]\ngate: true\n");
    tidemark.after("start ship/auth", "done pre-flight");

    assertThat(tidemark.run("enter push").exit()).isEqualTo(3);
    assertThat(tidemark.run("enter push").err()).contains("gate ship of push: there is no review");
    tidemark.after("gate set --allowed true", "enter push");
  }
}
