package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The ship gate, when somebody types the command that ships.
@Proves({"R-USR-18", "R-004-83"})
class ShipPromptTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private Ran typed(String prompt) {
    var json = "{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"" + prompt + "\"}";
    return tidemark.given(json).run("hook claude-code UserPromptSubmit");
  }

  private void reviewed() {
    tidemark.after(
        "start review/pay",
        "gate set --allowed false --blocker '2 tests are failing' --run review/pay");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ship pay", "/ship", "/team:ship pay --now", "/ship it at once"})
  void nothing_is_shipped_that_a_review_speaks_against(String prompt) {
    reviewed();

    var ran = typed(prompt);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.json().string("decision")).isEqualTo("block");
    assertThat(ran.json().string("reason"))
        .startsWith("the ship gate is closed: ")
        .contains("2 tests are failing", "More: tidemark gate ship");
  }

  @Test
  void what_a_review_allows_is_shipped_until_something_changes() {
    reviewed();
    tidemark.after("gate set --allowed true --run review/pay");
    assertThat(typed("/ship pay")).isEqualTo(new Ran(0, "", ""));

    tidemark.scratch().write("later.txt", "x").commit("Later");

    assertThat(typed("/ship pay").exit()).isEqualTo(2);
  }

  @Proves("R-004-85")
  @ParameterizedTest
  @ValueSource(strings = {"/ship pay --force", "/ship --force"})
  void a_prompt_does_not_force_the_gate_and_says_who_can(String prompt) {
    tidemark.after("start ship/pay");

    var ran = typed(prompt);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.json().string("reason"))
        .contains("there is no review state", "tidemark gate ship --force --reason TEXT");
    tidemark
        .consenting(ApprovalEvidence.TERMINAL)
        .after("gate ship --force --reason 'It burns' --run ship/pay");
    assertThat(typed(prompt)).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void a_run_that_nobody_reviewed_is_not_shipped() {
    tidemark.after("start implement/pay");

    assertThat(typed("/ship").json().string("reason")).contains("there is no review state");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ship", "/ship pay"})
  void the_command_is_somebody_elses_where_nothing_is_reviewed(String prompt) {
    assertThat(typed(prompt)).isEqualTo(new Ran(0, "", ""));
    tidemark.after("start item/debug/login");
    assertThat(typed(prompt)).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void a_phase_of_that_name_has_gates_of_its_own() {
    reviewed();
    tidemark.after("start implement/pay --phases build,ship");

    assertThat(typed("/ship")).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void a_run_about_nothing_in_particular_hides_no_review() {
    tidemark.after(
        "start review/pay", "gate set --allowed true --run review/pay", "start research");

    assertThat(typed("/ship")).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void of_several_reviews_one_has_to_be_meant() {
    for (var item : new String[] {"pay", "mail"}) {
      tidemark.after("start review/" + item, "gate set --allowed true --run review/" + item);
    }

    assertThat(typed("/ship").json().string("reason"))
        .contains("runs about mail and pay are open", "/ship ITEM");
    assertThat(typed("/ship mail")).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void a_review_that_is_over_is_stale_once_something_changes() {
    tidemark.after("start review/pay --phases look", "done look --summary Fine.");
    tidemark.after("gate set --allowed true --run review/pay", "finish --run review/pay");
    assertThat(typed("/ship pay")).isEqualTo(new Ran(0, "", ""));

    tidemark.scratch().write("later.txt", "x").commit("Later");

    assertThat(typed("/ship pay").exit()).isEqualTo(2);
  }
}
