package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What has to be proved: verdicts and approvals.
class VerdictTest extends Scene {
  @Test
  void a_recorded_verdict_counts_for_the_tree_it_was_about() {
    var gate = new Reviewed("review", null);
    assertThat(codes(gate)).containsExactly("review-missing");

    tree(TREE);
    prove(new Claim.Verdict("review", true, List.of(), new TreePosition(OTHER, TREE)));
    assertThat(codes(gate)).isEmpty();
    tree(OTHER);
    assertThat(codes(gate)).containsExactly("review-stale");
    proofs.clear();
    prove(new Claim.Verdict("review", true, List.of("but"), new TreePosition(null, OTHER)));
    assertThat(ask(gate).getFirst().reason()).isEqualTo("the review did not pass: but");
    proofs.clear();
    prove(new Claim.Verdict("review", false, List.of(), new TreePosition(null, OTHER)));
    assertThat(ask(gate).getFirst().reason()).isEqualTo("the review did not pass");
    proofs.clear();
    prove(new Claim.Verdict("review", true, List.of(), new TreePosition(null, null)));
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("cannot determine whether the review was about this tree: none was recorded");
    proofs.clear();
    prove(new Claim.Verdict("review", true, List.of(), new TreePosition(null, OTHER)));
    world.remove(FactQuery.TREE);
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("cannot determine whether the review was about this tree: not known");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "branch: main;status: PASS | ; v1.md is about branch main",
        "branch: 'feat';status: ok | ; v1.md has neither PASS nor FAIL",
        "branch: 'feat;status: PASS | ; v1.md is about branch 'feat",
        "branch: ';status: PASS | ; v1.md is about branch '",
        "branch: '';status: PASS | ; v1.md is about branch ",
        "branch: x | ; v1.md is about branch x",
        " | ; v1.md has neither PASS nor FAIL"
      })
  void a_file_that_says_nothing_about_this_branch_says_why(@Nullable String head, String why) {
    var keys = head == null ? "" : head.replace(";", "\n");
    world.put(FactQuery.HEAD, Fact.known(new Head("feat", TREE)));
    world.put(
        FactQuery.fileText("v1.md"),
        Fact.known(Optional.of("status: PASS\n---\n" + keys + "\n---\n")));

    var blocker = ask(new Reviewed("review", "{item}.md")).getFirst();

    assertThat(blocker.reason().stripTrailing())
        .isEqualTo("there is no verdict of a review" + why.stripTrailing());
    assertThat(blocker.code()).isEqualTo("review-missing");
  }

  @Test
  void a_file_of_verdicts_may_be_missing_or_unreadable() {
    var gate = new Reviewed("review", "{item}.md");
    world.put(FactQuery.fileText("v1.md"), Fact.known(Optional.empty()));

    assertThat(ask(gate).getFirst().reason()).isEqualTo("there is no verdict of a review");
    world.remove(FactQuery.fileText("v1.md"));
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("there is no verdict of a review; v1.md cannot be read: not known");
    assertThat(gate.inputs(situation(world))).containsExactly("v1.md");
    assertThat(new Reviewed("review", null).inputs(situation(world))).isEmpty();
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
    world.put(FactQuery.HEAD, Fact.known(new Head("feat", TREE)));
    var text = "---\nbranch: " + branch + "\nstatus: \"" + status + "\"\n---\nstatus: PASS\n";
    world.put(FactQuery.fileText(".review-gate.md"), Fact.known(Optional.of(text)));

    var codes = codes(new Reviewed("review", ".review-gate.md"));

    assertThat(codes).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\ufeff"})
  void a_failing_file_closes_whatever_was_recorded(String mark) {
    tree(TREE);
    prove(new Claim.Verdict("review", true, List.of(), new TreePosition(null, TREE)));
    var text = mark + "---\nstatus: FAIL\n---\n";
    world.put(FactQuery.fileText(".review-gate.md"), Fact.known(Optional.of(text)));

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
    assertThat(ask(gate))
        .containsExactly(
            Blocker.refused(
                "approval-stale",
                "what test approved of plan at 2026-03-01T12:00:00Z has changed since",
                "A person approves it at a terminal: tidemark approve plan --run"
                    + " state/release/v1"));
  }

  @Test
  void an_approval_ends_when_a_file_that_was_approved_is_changed() {
    var gate = new ApprovedByPerson(PLAN, List.of("{item}.md"));
    gates.put(BUILD, List.of(new Gate("a", Gate.Moment.ENTER, true, gate)));
    var file = FactQuery.fileState("v1.md");
    world.put(file, Fact.known(Optional.of(TREE)));
    var subject = ApprovalSubject.of(situation(world), PLAN);
    prove(new Claim.Approval(PLAN, "terminal", subject.digest(situation(world).facts())));

    assertThat(codes(gate)).isEmpty();
    world.put(file, Fact.known(Optional.of(OTHER)));
    assertThat(codes(gate)).containsExactly("approval-stale");
  }

  @Test
  void an_approval_is_about_the_files_a_phase_reports_and_those_its_gate_names() {
    var more = new ApprovedByPerson(PLAN, List.of("plan.md", "spec/{item}.md"));
    gates.put(BUILD, List.of(new Gate("a", Gate.Moment.ENTER, true, more)));
    var other = new ApprovedByPerson(BUILD, List.of("other.md"));
    gates.put(
        PUBLISH,
        List.of(
            new Gate("b", Gate.Moment.ENTER, true, other),
            new Gate("c", Gate.Moment.ENTER, true, new CleanTree())));
    phases.add(done(BUILD, "built"));
    phases.add(reporting(PLAN, "plan.md", "sketch.md"));

    var subject = ApprovalSubject.of(situation(Map.of()), PLAN);

    assertThat(subject.paths()).containsExactly("plan.md", "sketch.md", "spec/v1.md");
    assertThat(subject.asks())
        .isEqualTo(
            List.of(
                FactQuery.fileState("plan.md"),
                FactQuery.fileState("sketch.md"),
                FactQuery.fileState("spec/v1.md")));
    assertThat(ApprovalSubject.of(situation(Map.of()), PUBLISH).paths()).isEmpty();
  }

  @Test
  void each_state_of_what_is_approved_has_a_digest_of_its_own() {
    var digests = new HashSet<String>();
    var file = FactQuery.fileState("a.md");
    var states =
        List.of(
            Fact.known(Optional.of(TREE)),
            Fact.known(Optional.of(OTHER)),
            Fact.<Optional<String>>known(Optional.empty()),
            Fact.<Optional<String>>unknown("it is a folder"));
    for (var state : states) {
      for (var phase :
          List.of(reporting(PLAN, "a.md"), reporting(BUILD, "a.md"), Phase.pending(PLAN))) {
        var facts = new Facts(NOW, SummaryLimit.DEFAULT, Map.of(file, state));
        var subject = new ApprovalSubject(phase.name(), phase, List.of("a.md"));

        assertThat(subject.digest(facts)).isEqualTo(subject.digest(facts));
        digests.add(subject.digest(facts));
      }
    }
    var here = new Facts(NOW, SummaryLimit.DEFAULT, Map.of(file, states.getFirst()));
    var there =
        new Facts(
            NOW, SummaryLimit.DEFAULT, Map.of(FactQuery.fileState("b.md"), states.getFirst()));
    assertThat(new ApprovalSubject(PLAN, null, List.of("a.md")).digest(here))
        .isNotEqualTo(new ApprovalSubject(PLAN, null, List.of("b.md")).digest(there));
    var none = new Facts(NOW, SummaryLimit.DEFAULT, Map.of());

    assertThat(digests).hasSize(12);
    assertThat(new ApprovalSubject(PLAN, null, List.of()).digest(none))
        .isEqualTo(new ApprovalSubject(PLAN, Phase.pending(PLAN), List.of()).digest(none))
        .isNotEqualTo(new ApprovalSubject(PLAN, done(PLAN, "x"), List.of()).digest(none));
  }

  private static Phase reporting(PhaseName name, String... files) {
    var artifacts =
        Arrays.stream(files).map(file -> new Artifact(file, Artifact.Kind.CREATED)).toList();
    var done = done(name, "as planned");
    return new Phase(name, done.status(), NOW, NOW, done.summary(), null, artifacts);
  }
}
