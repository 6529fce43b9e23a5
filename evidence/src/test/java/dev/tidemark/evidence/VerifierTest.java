package dev.tidemark.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Receipt.FileDigest;
import dev.tidemark.evidence.ReceiptPolicy.Approvals;
import dev.tidemark.evidence.SignatureCheck.Result;
import dev.tidemark.evidence.SignatureCheck.State;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PhasesDone;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.WorkflowDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Signatures, approvals and the choice of a run, without a repository.
class VerifierTest {
  private static final String TREE = "a".repeat(40);
  private static final PhaseName DESIGN = new PhaseName("design");
  private static final Gate TESTS =
      new Gate("tests", Moment.DONE, true, new CommandSucceeded("tests", List.of("make"), 600));
  private static final Gate APPROVED =
      new Gate(
          "approved", Moment.ENTER, true, new ApprovedByPerson(DESIGN, List.of("docs/{item}.md")));
  private static final Gate ORDER =
      new Gate("order", Moment.ENTER, true, new PhasesDone(List.of(DESIGN)));

  private static WorkflowDefinition workflow(Gate... gates) {
    var build = new PhaseDefinition(new PhaseName("build"), null, List.of(gates));
    return new WorkflowDefinition(
        "state", "feature", List.of(new PhaseDefinition(DESIGN), build), null, "file", false, "");
  }

  private static Receipt receipt(String run, Gate gate, Claim claim, String tree) {
    var proof = new Proof(Instant.EPOCH, Actor.tool("x"), claim);
    var files =
        claim instanceof Claim.Approval
            ? List.of(new FileDigest("docs/login.md", "11"))
            : List.<FileDigest>of();
    var position = new TreePosition(null, tree);
    var digest = Receipt.definition(gate);
    return new Receipt(run, "build", gate.name(), digest, position, files, proof, 1);
  }

  private static Receipt tests(String run, int exit) {
    var position = new TreePosition(null, TREE);
    return receipt(
        run, TESTS, new Claim.CommandRun("tests", List.of("make"), exit, position), TREE);
  }

  private static Receipt approval(String run) {
    var old = "b".repeat(40);
    return receipt(run, APPROVED, new Claim.Approval(DESIGN, "terminal", "22"), old);
  }

  private static CommittedFile file(Receipt receipt) {
    var payload = Statement.of(receipt);
    var text = new Envelope(payload, List.of()).text();
    return new CommittedFile(receipt.path("receipts", payload), "100644", payload, text);
  }

  private static Verification verify(
      Approvals approvals, Result signed, WorkflowDefinition workflow, Receipt... receipts) {
    var head = new ArrayList<CommittedFile>();
    for (var receipt : receipts) {
      head.add(file(receipt));
    }
    var change =
        new CommittedChange(
            "the commit",
            TREE,
            head,
            List.of(),
            List.of(),
            List.of(),
            path -> path.equals("docs/login.md") ? Optional.of("11") : Optional.empty());
    var policy = new ReceiptPolicy("receipts", List.of(workflow), approvals);
    return Verifier.verify(policy, change, (path, envelope) -> signed);
  }

  private static Result result(State state) {
    return new Result(state, "", List.of(), "");
  }

  private static Receipt report(Gate gate, List<String> requirement, String... blockers) {
    var position = new TreePosition(null, TREE);
    var claim =
        new Claim.Report(
            "lint", requirement, List.of(blockers), Map.of(), List.of(), List.of(), position);
    return receipt("state/feature/login", gate, claim, TREE);
  }

  private static Gate lint(String level) {
    var condition = new ReportPassed("lint", ReportPassed.Format.SARIF, List.of(level));
    return new Gate("lint", Moment.DONE, true, condition);
  }

  @Test
  void a_report_is_judged_by_the_requirement_of_the_base_branch() {
    var strict = lint("warning");
    var required = List.of("sarif", "warning");
    var lenient = List.of("sarif", "error");

    assertThat(answer(strict, report(strict, required))).isEmpty();
    assertThat(answer(strict, report(strict, required, "1 result of level error")))
        .isEqualTo("the report did not pass: 1 result of level error");
    for (var other : List.of(report(lint("error"), lenient), report(strict, lenient))) {
      assertThat(answer(strict, other))
          .isEqualTo("it was recorded for another definition of the gate");
    }
    assertThat(answer(strict, tests("state/feature/login", 0))).isEqualTo("there is no receipt");
  }

  private static String answer(Gate gate, Receipt receipt) {
    var verification = verify(Approvals.ANY, Result.UNSIGNED, workflow(gate), receipt);
    return verification.gates().getFirst().reason();
  }

  @ParameterizedTest
  @CsvSource({
    "ANY, UNSIGNED, false, true",
    "ANY, INVALID, false, false",
    "ANY, TOUCHED, false, true",
    "ANY, SIGNED, true, true",
    "ANY, TOUCHED, true, true",
    "SIGNED, UNSIGNED, false, false",
    "SIGNED, INVALID, false, false",
    "SIGNED, TOUCHED, false, false",
    "SIGNED, SIGNED, true, true",
    "SIGNED, TOUCHED, true, true",
    "TOUCH, UNSIGNED, false, false",
    "TOUCH, INVALID, false, false",
    "TOUCH, TOUCHED, false, false",
    "TOUCH, SIGNED, true, false",
    "TOUCH, TOUCHED, true, true"
  })
  void an_approval_is_signed_as_the_policy_requires(
      Approvals approvals, State state, boolean trusted, boolean allowed) {
    var signed = trusted ? new Result(state, "SHA256:x", List.of("ann"), "") : result(state);
    var verification =
        verify(approvals, signed, workflow(APPROVED), approval("state/feature/login"));

    assertThat(verification.isAllowed()).isEqualTo(allowed);
    assertThat(verification.gates().getFirst().axes().signed()).isEqualTo(signed);
  }

  @Test
  void a_command_needs_no_signature_but_no_wrong_one() {
    var run = "state/feature/login";
    assertThat(verify(Approvals.TOUCH, Result.UNSIGNED, workflow(TESTS), tests(run, 0)).isAllowed())
        .isTrue();
    assertThat(
            verify(Approvals.ANY, result(State.INVALID), workflow(TESTS), tests(run, 0))
                .isAllowed())
        .isFalse();
  }

  @Test
  void the_gates_of_one_run_are_answered_and_the_run_that_comes_closest_is_shown() {
    var verification =
        verify(
            Approvals.ANY,
            Result.UNSIGNED,
            workflow(TESTS, APPROVED, ORDER),
            tests("state/feature/a", 0),
            tests("state/feature/login", 0),
            approval("state/feature/login"),
            tests("state/feature/z", 1));

    assertThat(verification.isAllowed()).isTrue();
    assertThat(verification.gates())
        .extracting(Verification.GateAnswer::run)
        .containsOnly("state/feature/login");
    assertThat(verification.unchecked()).containsExactly("order of build");
  }

  @Test
  void an_approval_of_another_item_does_not_cover_the_files_of_this_one() {
    var verification =
        verify(
            Approvals.ANY, Result.UNSIGNED, workflow(APPROVED), approval("state/feature/logout"));

    assertThat(verification.gates().getFirst().reason())
        .isEqualTo("the approval does not cover docs/logout.md");
  }

  @Test
  void without_receipts_each_gate_says_so() {
    var verification = verify(Approvals.ANY, Result.UNSIGNED, workflow(TESTS, APPROVED));

    assertThat(verification.isAllowed()).isFalse();
    assertThat(verification.isComplete()).isTrue();
    assertThat(verification.gates())
        .extracting(Verification.GateAnswer::reason)
        .containsOnly("there is no receipt");
  }

  @Test
  void one_run_of_one_of_the_workflows_suffices() {
    var other =
        new WorkflowDefinition(
            "state",
            "fix",
            List.of(new PhaseDefinition(new PhaseName("build"), null, List.of(TESTS))),
            null,
            "file",
            false,
            "");
    var policy =
        new ReceiptPolicy("receipts", List.of(workflow(TESTS, APPROVED), other), Approvals.ANY);
    var change =
        new CommittedChange(
            "the commit",
            TREE,
            List.of(file(tests("state/fix/1", 0)), file(tests("state/feature/login", 0))),
            List.of(),
            List.of(),
            List.of(),
            path -> Optional.empty());

    var verification = Verifier.verify(policy, change, (path, envelope) -> Result.UNSIGNED);

    assertThat(verification.isAllowed()).isTrue();
    assertThat(verification.gates())
        .extracting(Verification.GateAnswer::run)
        .containsExactly("state/fix/1");
  }

  @ParameterizedTest
  @CsvSource({"1, 0, false", "0, 1, false", "0, 0, true"})
  void a_receipt_that_the_change_removed_counts_where_it_refuses_and_never_opens(
      int removed, int kept, boolean allowed) {
    var earlier = String.valueOf(file(tests("state/feature/login", removed)).text());
    var change =
        new CommittedChange(
            "the commit",
            TREE,
            List.of(file(tests("state/feature/login", kept))),
            List.of(),
            List.of(),
            List.of(earlier, "no receipt"),
            path -> Optional.empty());
    var policy = new ReceiptPolicy("receipts", List.of(workflow(TESTS)), Approvals.ANY);

    var verification = Verifier.verify(policy, change, (path, envelope) -> Result.UNSIGNED);

    assertThat(verification.isAllowed()).isEqualTo(allowed);
    assertThat(verification.problems()).isEmpty();
  }

  @Test
  void a_run_that_lacks_an_advisory_gate_is_taken_before_one_that_lacks_a_mandatory_one() {
    var advisory = new Gate("lint", Moment.DONE, false, new Reviewed("lint", null));
    var position = new TreePosition(null, TREE);
    var lint = new Claim.Verdict("lint", true, List.of(), position);

    var verification =
        verify(
            Approvals.ANY,
            Result.UNSIGNED,
            workflow(TESTS, advisory),
            tests("state/feature/a", 0),
            receipt("state/feature/z", advisory, lint, TREE));

    assertThat(verification.isAllowed()).isTrue();
  }
}
