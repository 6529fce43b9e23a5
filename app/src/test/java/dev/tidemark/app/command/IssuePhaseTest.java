package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The issue as a part of the run of `start`.
class IssuePhaseTest {
  private static final String FILE = ".claude/config/integrations.json";
  private static final String OWN =
      "{\"linear\":{\"enabled\":true,\"team\":\"Basecamp\",\"use_native_automation\":false}}";

  @TempDir private Path temp;
  private final LinearStub linear = new LinearStub();
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_LINEAR_URL", linear.address())
            .with("LINEAR_API_KEY", LinearStub.KEY);
    tidemark.scratch().write(FILE, OWN);
    tidemark.after("start start/foundation", "done branch");
  }

  @AfterEach
  void end() {
    linear.close();
  }

  private String document() throws IOException {
    return Files.readString(
        tidemark.scratch().root().resolve(".claude/state/start-foundation.json"));
  }

  @Proves("R-004-63")
  @ParameterizedTest
  @ValueSource(strings = {"enter issue-creation", "done issue-creation"})
  void each_step_of_the_phase_creates_the_issue_once(String step) throws IOException {
    var ran = tidemark.run(step);

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("the issue is BAS-7");
    assertThat(document()).contains("BAS-7");
    assertThat(linear.issues()).hasSize(1);
    assertThat(linear.issues().getFirst().string("title")).isEqualTo("foundation");
    int calls = linear.got().size();
    tidemark.after("done issue-creation", "finish");
    assertThat(linear.got()).hasSize(calls);
  }

  @Test
  void an_issue_that_was_named_or_created_before_is_not_created_again() {
    tidemark.after("issue --issue BAS-3", "enter issue-creation", "done issue-creation");

    assertThat(linear.got()).isEmpty();
  }

  @Proves("R-004-64")
  @ParameterizedTest
  @ValueSource(strings = {"enter issue-creation", "done issue-creation"})
  void without_a_key_the_phase_fails_and_says_why_and_can_be_tried_again(String step)
      throws IOException {
    var ran = tidemark.with("LINEAR_API_KEY", "").run(step);

    assertThat(ran.exit()).isOne();
    assertThat(ran.err())
        .contains("Linear issue creation failed: LINEAR_API_KEY is not set")
        .contains("tidemark issue --run state/start/foundation");
    assertThat(document()).contains("\"status\": \"failed\"", "LINEAR_API_KEY is not set");
    assertThat(linear.got()).isEmpty();
    tidemark.with("LINEAR_API_KEY", LinearStub.KEY).after(step);
    assertThat(linear.issues()).hasSize(1);
  }

  @Proves("R-004-64")
  @Test
  void a_team_that_is_missing_and_a_service_that_fails_are_named() throws IOException {
    tidemark.scratch().write(FILE, OWN.replace("\"team\":\"Basecamp\",", ""));
    assertThat(tidemark.run("done issue-creation").err()).contains("linear.team is not set");
    tidemark.scratch().write(FILE, OWN);
    linear.trouble(field -> Said.of(500, ""));
    assertThat(tidemark.run("done issue-creation").err())
        .contains("Linear issue creation failed: it answered 500");
    linear.trouble(null);
    tidemark.scratch().write("specs/foundation/spec.json", "{");
    assertThat(tidemark.run("done issue-creation").err()).contains("specs/foundation/spec.json");
    assertThat(linear.issues()).isEmpty();
    tidemark.scratch().write("specs/foundation/spec.json", "{}");
    tidemark.after("done issue-creation");
    assertThat(tidemark.scratch().root().resolve("specs/foundation/spec.json"))
        .content()
        .contains("BAS-7");
  }

  @Proves({"R-004-64", "R-004-65"})
  @Test
  void where_linear_follows_by_itself_the_phase_only_says_that_there_is_no_issue() {
    tidemark.scratch().write(FILE, OWN.replace("false", "true"));

    var ran = tidemark.run("done issue-creation");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("no issue was created: linear.use_native_automation is true");
    assertThat(linear.got()).isEmpty();
  }

  @Proves("R-004-64")
  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"linear\":{\"enabled\":false}}"})
  void without_linear_the_phase_says_nothing_and_calls_nothing(String text) {
    tidemark.scratch().write(FILE, text);

    for (var step : new String[] {"enter issue-creation", "done issue-creation", "finish"}) {
      var ran = tidemark.run(step);
      assertThat(ran.exit()).isZero();
      assertThat(ran.err()).isEmpty();
    }
    assertThat(linear.got()).isEmpty();
  }

  @Proves("R-004-61")
  @Test
  void a_configuration_that_cannot_be_understood_keeps_the_phase_from_ending() {
    tidemark.scratch().write(FILE, "{\"linear\":{\"enabled\":\"yes\"}}");

    var ran = tidemark.run("done issue-creation");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("linear.enabled is neither true nor false");
  }

  @Test
  void a_look_and_a_dry_run_call_nothing() {
    tidemark.after("gate");
    assertThat(tidemark.run("gate").out()).contains("closed  issue at the end");
    assertThat(tidemark.run("done issue-creation --dry-run").err())
        .contains("no issue is recorded for this run");
    assertThat(tidemark.run("enter issue-creation --dry-run").exit()).isZero();
    assertThat(linear.got()).isEmpty();
  }

  @Test
  void a_run_with_phases_of_its_own_is_asked_for_the_issue_at_its_end() {
    tidemark.after("start start/own --phases only", "done only --run start/own");

    assertThat(tidemark.run("finish --run start/own").err()).contains("the issue is BAS-7");
  }
}
