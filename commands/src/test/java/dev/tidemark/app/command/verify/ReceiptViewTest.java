package dev.tidemark.app.command.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.ReceiptFile;
import dev.tidemark.evidence.SignatureCheck.Result;
import dev.tidemark.evidence.SignatureCheck.State;
import dev.tidemark.evidence.Verification.Axes;
import dev.tidemark.evidence.Verification.GateAnswer;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Reviewed;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiptViewTest {
  private static final TreePosition TREE = new TreePosition(null, "a".repeat(40));

  private static ReceiptView view(String by, Result signed) {
    var actor = new Actor(Actor.Kind.PERSON, by, null, null, 0);
    var claim = new Claim.Verdict("review", true, List.of(), TREE);
    var proof = new Proof(Instant.EPOCH, actor, claim);
    var receipt = new Receipt("state/x", "publish", "review", "", TREE, List.of(), proof, 1);
    var file = new ReceiptFile("receipts/x", new Envelope("", List.of()), receipt);
    var gate = new Gate("review", Gate.Moment.ENTER, true, new Reviewed("review", null));
    boolean valid = signed.state() != State.INVALID;
    var axes = new Axes(true, signed, true, true, true, valid);
    var reason = valid ? "" : "its signature is not valid: " + signed.defect();
    return new ReceiptView(
        new GateAnswer("state/release", "state/x", "publish", gate, file, axes, reason));
  }

  @Test
  void a_touched_key_is_named_with_everyone_whose_it_is() {
    var signed = new Result(State.TOUCHED, "SHA256:x", List.of("ann@example.com", "ann"), "");
    var view = view("ann", signed);

    assertThat(view.origin())
        .isEqualTo("reviewed by ann, signed with SHA256:x of ann@example.com and ann, touched");
    assertThat(view.validity()).isEqualTo("valid for this tree");
    assertThat(view.addTo(JsonObject.builder()).build().toString())
        .contains("\"signed\":\"touched\",\"key\":\"SHA256:x\",\"trusted\":true");
  }

  @Test
  void a_signature_that_is_not_valid_names_no_key() {
    var view = view("ann", new Result(State.INVALID, "", List.of(), "it is of another message"));

    assertThat(view.origin()).isEqualTo("reviewed by ann, with a signature that is not valid");
    assertThat(view.validity())
        .isEqualTo("does not count: its signature is not valid: it is of another message");
  }

  @Test
  void a_name_is_quoted_only_where_it_could_be_taken_for_the_words_around_it() {
    assertThat(view("Ann-Lys Möller", Result.UNSIGNED).origin())
        .isEqualTo("reviewed by Ann-Lys Möller, unsigned");
    assertThat(view("ann, touched", Result.UNSIGNED).origin())
        .isEqualTo("reviewed by \"ann, touched\", unsigned");
  }
}
