package dev.tidemark.app.command.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// `gate` shows the receipts of the work tree as `verify` judges them in a commit.
class RunReceiptsTest extends PullRequestCopies {
  private Ran gate() {
    return pull.tidemark().run("gate --run release/v1 --json");
  }

  private static JsonObject receipt(Ran ran, String gate) {
    for (var element : ran.json().array("gates").elements()) {
      if (element instanceof JsonObject json && gate.equals(json.string("name"))) {
        return json.object("receipt");
      }
    }
    throw new AssertionError(gate + " in " + ran);
  }

  @Test
  void a_committed_receipt_of_this_tree_is_valid() {
    var ran = gate();

    for (var gate : new String[] {"tests", "review", "approval"}) {
      var receipt = receipt(ran, gate);
      assertThat(receipt.string("path")).isEqualTo(pull.path("v1", gate));
      assertThat(receipt.string("by")).isEqualTo("ann");
      assertThat(receipt.isTrue("committed")).isTrue();
      assertThat(receipt.isTrue("allowed")).isTrue();
      assertThat(receipt.find("reason")).hasToString("null");
    }
    assertThat(ran.json().has("problems")).isFalse();
    assertThat(receipt(ran, "artifact")).isNull();
  }

  @Test
  void gate_and_verify_answer_the_same_of_the_same_content() {
    pull.write("built.txt", "2\n");
    var shown = gate();
    pull.commit();
    var verified = pull.verify(" --json").json().array("gates").elements();

    for (var element : verified) {
      var answer = (JsonObject) element;
      var receipt = receipt(shown, String.valueOf(answer.string("gate")));
      for (var key : new String[] {"by", "at", "signed", "fresh", "bound", "passed", "allowed"}) {
        assertThat(receipt.find(key)).as(key).isEqualTo(answer.find(key));
      }
      assertThat(String.valueOf(receipt.find("reason")))
          .isEqualTo(
              String.valueOf(answer.find("reason")).replace("the commit has", "the work tree has"));
    }
    assertThat(verified).hasSize(3);
  }

  @Test
  void a_change_of_the_work_tree_makes_commands_and_reviews_stale_and_keeps_the_approval() {
    pull.write("built.txt", "2\n");

    var ran = gate();

    assertThat(receipt(ran, "tests").string("reason"))
        .matches("it is about tree [0-9a-f]{7}, the work tree has [0-9a-f]{7}");
    assertThat(receipt(ran, "review").isTrue("fresh")).isFalse();
    assertThat(receipt(ran, "approval").isTrue("allowed")).isTrue();
    pull.write("docs/plan.md", "# Another plan\n");
    assertThat(receipt(gate(), "approval").string("reason"))
        .isEqualTo("docs/plan.md has changed since it was approved");
  }

  @Test
  void a_receipt_that_is_not_committed_as_it_is_is_told() {
    pull.write("built.txt", "2\n");
    pull.tidemark().trusting().after("gate run tests --run release/v1");

    var tests = receipt(gate(), "tests");

    assertThat(tests.isTrue("committed")).isFalse();
    assertThat(tests.isTrue("allowed")).isTrue();
    assertThat(receipt(gate(), "review").isTrue("committed")).isTrue();
  }

  @Test
  void a_request_for_changes_is_shown_with_its_comment() {
    pull.tidemark()
        .consenting(ApprovalEvidence.INTERACTION)
        .after("approve prepare --request-changes 'Name the codes' --run release/v1");

    var ran = pull.tidemark().run("gate --run release/v1");

    assertThat(ran.out())
        .contains("receipt: changes requested by ann, unsigned")
        .contains("not committed, does not count: changes were requested: Name the codes");
  }

  @Test
  void a_file_that_is_no_receipt_is_told_and_the_others_are_judged() throws IOException {
    var root = pull.scratch().root();
    var own = root.resolve(PullRequest.FOLDER + "/state-release-v1");
    Files.writeString(own.resolve("x.json"), "{}\n");
    Files.createSymbolicLink(own.resolve("y.json"), root.resolve("README.md"));

    var ran = gate();

    assertThat(ran.exit()).isZero();
    assertThat(ran.each("problems", "code")).containsOnly("receipt-unreadable").hasSize(2);
    assertThat(ran.each("problems", "message").getLast()).contains("it is not a plain file");
    assertThat(receipt(ran, "tests").isTrue("allowed")).isTrue();
  }

  @Test
  void names_of_a_forged_receipt_cannot_steer_a_terminal() {
    pull.forgePayload("review", payload -> payload.replace("\"ann\"", "\"eve\\u001b[2J\""));

    var ran = pull.tidemark().run("gate --run release/v1");

    assertThat(ran.out()).contains("reviewed by \"eve").doesNotContain("\u001b");
  }

  @Test
  void a_name_that_imitates_a_signature_is_quoted() {
    var name = "ann, signed with SHA256:x of ann@example.com";
    pull.forgePayload("review", payload -> payload.replace("\"ann\"", "\"" + name + "\""));

    var ran = pull.tidemark().run("gate --run release/v1");

    assertThat(ran.out()).contains("reviewed by \"" + name + "\", unsigned");
  }

  @Test
  void receipts_of_a_folder_that_leads_out_are_not_read() throws IOException {
    var root = pull.scratch().root();
    Files.move(root.resolve(PullRequest.FOLDER), folder.resolve(".git/receipts"));
    var outside = Files.createDirectories(temp.resolve("outside"));
    Files.createSymbolicLink(root.resolve(PullRequest.FOLDER), outside);

    var ran = gate();

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(receipt(ran, "tests")).isNull();
  }

  @Test
  void on_the_base_branch_itself_an_approval_is_not_that_of_an_earlier_change() {
    pull.scratch().git("switch", "--quiet", "main");
    pull.scratch().git("merge", "--quiet", "change");
    pull.write("built.txt", "3\n");

    assertThat(receipt(gate(), "approval").isTrue("allowed")).isTrue();
  }

  @Test
  void a_policy_that_cannot_be_read_is_told() {
    pull.scratch().git("switch", "--quiet", "main");
    pull.write(".tidemark/config.yaml", pull.read(".tidemark/config.yaml") + "approvals: maybe\n");
    pull.commit();
    pull.scratch().git("switch", "--quiet", "change");

    var ran = gate();

    assertThat(ran.each("problems", "code")).containsExactly("no-policy");
    assertThat(receipt(ran, "tests").isTrue("allowed")).isTrue();
  }
}
