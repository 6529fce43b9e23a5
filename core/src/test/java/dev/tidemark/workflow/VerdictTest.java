package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What has to be proved: verdicts and approvals.
class VerdictTest extends Scene {
  @Test
  void a_recorded_verdict_counts_for_the_tree_it_was_about() {
    var gate = new Reviewed("review", null);
    assertThat(codes(gate)).containsExactly("review-missing");

    tree(TREE);
    prove(new Claim.Verdict("review", true, List.of(), new Position(OTHER, TREE)));
    assertThat(codes(gate)).isEmpty();
    tree(OTHER);
    assertThat(codes(gate)).containsExactly("review-stale");
    proofs.clear();
    prove(new Claim.Verdict("review", true, List.of("but"), new Position(null, OTHER)));
    assertThat(codes(gate)).containsExactly("review-failed");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "PASS, feat, recorded,   review-unproven",
        "PASS, feat, unrecorded, none",
        "PASS, feat, trusted,    none",
        "PASS, main, trusted,    review-missing",
        "FAIL, feat, trusted,    review-failed",
        "FAIL, main, recorded,   review-missing",
        "ok,   feat, unrecorded, review-missing"
      })
  void a_verdict_in_a_file_closes_but_does_not_open(
      String status, String branch, String believed, String code) {
    recorded = !believed.equals("unrecorded");
    trusting = believed.equals("trusted");
    world.put(Ask.HeadNow.HEAD, Fact.known(new Head("feat", TREE)));
    var text = "---\nbranch: " + branch + "\nstatus: \"" + status + "\"\n---\nstatus: PASS\n";
    world.put(new Ask.Text(".review-gate.md"), Fact.known(Optional.of(text)));

    var codes = codes(new Reviewed("review", ".review-gate.md"));

    assertThat(codes).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @Test
  void a_failing_file_closes_whatever_was_recorded() {
    tree(TREE);
    prove(new Claim.Verdict("review", true, List.of(), new Position(null, TREE)));
    world.put(new Ask.Text(".review-gate.md"), Fact.known(Optional.of("---\nstatus: FAIL\n---\n")));

    assertThat(codes(new Reviewed("review", ".review-gate.md"))).containsExactly("review-failed");
  }

  @Test
  void an_approval_holds_as_long_as_what_was_approved_is_as_it_was() {
    var gate = new ApprovedByPerson(PLAN, List.of());
    phases.add(done(PLAN, "build it so"));
    assertThat(codes(gate)).containsExactly("approval-missing");

    var subject = ApprovalSubject.of(situation(Map.of()), PLAN);
    var digest = subject.digest(new Facts(NOW, SummaryLimit.DEFAULT, Map.of()));
    prove(new Claim.Approval(PLAN, "terminal", digest));
    assertThat(codes(gate)).isEmpty();
    phases.set(0, done(PLAN, "build it otherwise"));
    assertThat(codes(gate)).containsExactly("approval-stale");
  }
}
