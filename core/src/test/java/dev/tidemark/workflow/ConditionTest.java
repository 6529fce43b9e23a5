package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Gates are pure: facts in, every reason out.
class ConditionTest extends Scene {
  @Test
  void every_phase_that_is_not_done_is_named() {
    phases.add(done(PLAN, "p"));
    phases.add(Phase.pending(BUILD).started(NOW));
    prove(new Claim.GatePassed(PLAN, true, null));

    assertThat(ask(new PhasesDone(List.of(PLAN)))).isEmpty();
    assertThat(ask(new PhasesDone(List.of(PLAN, BUILD, new PhaseName("docs")))))
        .extracting(Blocker::reason)
        .containsExactly("build is not done but in progress", "docs is not done but pending");
    assertThat(ask(new PhasesDone(List.of())))
        .extracting(Blocker::reason)
        .containsExactly("build is not done but in progress");
  }

  @Test
  void a_phase_that_an_edit_completed_is_not_done_until_the_journal_has_its_end() {
    phases.add(done(PLAN, "p"));
    var condition = new PhasesDone(List.of(PLAN));

    assertThat(codes(condition)).containsExactly("phase-unproven");
    prove(new Claim.GatePassed(PLAN, true, null));
    prove(new Claim.GatePassed(PLAN, false, null));
    assertThat(codes(condition)).containsExactly("phase-unproven");
    trusting = true;
    assertThat(codes(condition)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "none,     artifact-missing",
        "'{',      artifact-invalid",
        "'',       artifact-invalid",
        "'{}',     none",
        "'[1, 2]', none"
      })
  void an_artifact_must_be_there_and_be_json_where_that_is_said(String text, String code) {
    world.put(FactQuery.fileText("out/v1.json"), Fact.known(Optional.ofNullable(text)));

    var codes = codes(new ArtifactExists("out/{item}.json", true));

    assertThat(codes).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @Test
  void an_artifact_is_not_read_where_its_being_there_is_enough() {
    world.put(FactQuery.exists("a.txt"), Fact.known(true));
    world.put(FactQuery.exists("b.txt"), Fact.known(false));

    assertThat(ask(new ArtifactExists("d.json", true)).getFirst().reason())
        .isEqualTo("d.json cannot be read: not known");
    assertThat(codes(new ArtifactExists("a.txt", false))).isEmpty();
    assertThat(codes(new ArtifactExists("b.txt", false))).containsExactly("artifact-missing");
    assertThat(codes(new ArtifactExists("c.txt", false))).containsExactly("gate-unknown");
  }

  @Test
  void a_tree_is_clean_if_git_knows_that_nothing_differs() {
    assertThat(codes(new CleanTree())).containsExactly("gate-unknown");
    world.put(FactQuery.CHANGED_FILES, Fact.known(List.of()));
    assertThat(codes(new CleanTree())).isEmpty();
    world.put(FactQuery.CHANGED_FILES, Fact.known(List.of("a", "b", "c")));
    assertThat(ask(new CleanTree()).getFirst().reason())
        .isEqualTo("the work tree is not clean: a, b, c");
    world.put(FactQuery.CHANGED_FILES, Fact.known(List.of("a", "b", "c", "d", "e")));
    assertThat(ask(new CleanTree()).getFirst().reason())
        .isEqualTo("the work tree is not clean: a, b, c and 2 more");
  }

  @Test
  void head_is_compared_with_what_was_recorded_when_the_phase_ended() {
    var gate = new HeadUnchanged(BUILD);
    assertThat(codes(gate)).containsExactly("head-unrecorded");

    prove(new Claim.GatePassed(BUILD, true, TREE));
    assertThat(codes(gate)).containsExactly("gate-unknown");
    world.put(FactQuery.movedSince(TREE), Fact.known(false));
    assertThat(codes(gate)).isEmpty();
    world.put(FactQuery.movedSince(TREE), Fact.known(true));
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("HEAD was aaaaaaa when build ended and is no commit");
    world.put(FactQuery.HEAD, Fact.known(new Head("main", OTHER)));
    assertThat(ask(gate).getFirst())
        .isEqualTo(
            Blocker.refused(
                "head-moved",
                "HEAD was aaaaaaa when build ended and is bbbbbbb",
                "Go through build again for the current commit"));
    assertThat(ask(new HeadUnchanged(null)).getFirst().hint())
        .isEqualTo("Begin the run again: tidemark start state/release/v1 --fresh");
    prove(new Claim.GatePassed(null, false, TREE));
    assertThat(ask(new HeadUnchanged(null)).getFirst().hint())
        .isEqualTo("Start the run again for the current commit");
  }

  @Test
  void a_report_counts_for_its_requirement_its_result_and_its_tree() {
    var gate = new ReportPassed("lint", ReportPassed.Format.SARIF, List.of("warning"));
    assertThat(codes(gate)).containsExactly("report-missing");
    assertThat(ask(gate).getFirst().hint()).endsWith("tidemark gate set lint --report FILE");

    tree(TREE);
    prove(report(TREE, "error"));
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo(
            "the report was imported for `sarif error`, but the gate now requires `sarif warning`");
    proofs.clear();
    prove(report(TREE, "warning", "2 results of level error", "1 result of level warning"));
    assertThat(codes(gate)).containsExactly("report-failed");
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("the report did not pass: 2 results of level error; 1 result of level warning");
    proofs.clear();
    prove(report(OTHER, "warning"));
    assertThat(codes(gate)).containsExactly("report-stale");
    proofs.clear();
    prove(report(null, "warning"));
    assertThat(codes(gate)).containsExactly("gate-unknown");
    proofs.clear();
    prove(report(TREE, "warning"));
    assertThat(codes(gate)).isEmpty();
    world.remove(FactQuery.TREE);
    assertThat(codes(gate)).containsExactly("gate-unknown");
  }

  private static Claim.Report report(@Nullable String tree, String level, String... blockers) {
    return new Claim.Report(
        "lint",
        List.of("sarif", level),
        List.of(blockers),
        Map.of(),
        List.of(),
        List.of(),
        new TreePosition(null, tree));
  }

  @Test
  void a_command_counts_for_its_words_its_exit_code_and_its_tree() {
    var words = List.of("make", "check");
    var gate = new CommandSucceeded("tests", words, 600);
    assertThat(codes(gate)).containsExactly("command-missing");

    tree(TREE);
    prove(new Claim.CommandRun("tests", List.of("true"), 0, new TreePosition(null, TREE)));
    assertThat(codes(gate)).containsExactly("command-stale");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 2, new TreePosition(null, TREE)));
    assertThat(ask(gate).getFirst().reason()).isEqualTo("`make check` failed with exit code 2");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, -1, new TreePosition(null, TREE)));
    assertThat(ask(gate).getFirst().reason()).isEqualTo("`make check` did not come to its end");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 0, new TreePosition(null, OTHER)));
    assertThat(codes(gate)).containsExactly("command-stale");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 0, new TreePosition(null, null)));
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("cannot determine whether `make check` ran with this tree: none was recorded");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 0, new TreePosition(null, TREE)));
    assertThat(codes(gate)).isEmpty();
    world.remove(FactQuery.TREE);
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("cannot determine whether `make check` ran with this tree: not known");
  }

  @Test
  void the_ship_gate_is_asked_for_what_the_run_is_about() {
    var gate = new ShipAllowed();
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("cannot determine whether to ship: not known");

    var open = new ShipJudgement(List.of(), List.of(), List.of(), null, null);
    world.put(FactQuery.shipVerdict("v1"), Fact.known(open));
    assertThat(codes(gate)).isEmpty();
    var shut = Blocker.refused("gate-stale", "the review is stale", "Review it");
    var closed = new ShipJudgement(List.of(shut), List.of("a leak"), List.of(), null, null);
    world.put(FactQuery.shipVerdict("v1"), Fact.known(closed));
    assertThat(ask(gate))
        .containsExactly(
            shut,
            Blocker.refused(
                "gate-blocked",
                "a leak",
                "Fix it, then review again: tidemark gate set --allowed true --run"
                    + " state/release/v1"));
    assertThat(List.of(open.isOpen(), closed.isOpen())).containsExactly(true, false);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_condition_says_in_a_few_words_what_must_hold(Condition condition, String text) {
    assertThat(condition.text()).isEqualTo(text);
  }

  static Stream<Arguments> texts() {
    var docs = new PhaseName("docs");
    return Stream.of(
        Arguments.of(new PhasesDone(List.of()), "all phases before are done"),
        Arguments.of(new PhasesDone(List.of(PLAN)), "plan is done"),
        Arguments.of(new PhasesDone(List.of(PLAN, BUILD)), "plan and build are done"),
        Arguments.of(new PhasesDone(List.of(PLAN, BUILD, docs)), "plan, build and docs are done"),
        Arguments.of(new ArtifactExists("a.md", false), "a.md is there"),
        Arguments.of(new ArtifactExists("a.json", true), "a.json is there and is JSON"),
        Arguments.of(new ApprovedByPerson(PLAN, List.of()), "a person's approval of plan"),
        Arguments.of(new CleanTree(), "the work tree is clean"),
        Arguments.of(new ShipAllowed(), "the ship gate is open"),
        Arguments.of(new HeadUnchanged(null), "HEAD is unchanged since the start"),
        Arguments.of(new HeadUnchanged(PLAN), "HEAD is unchanged since plan ended"),
        Arguments.of(new Reviewed("r", null), "a review of this tree passed"),
        Arguments.of(
            new Reviewed("r", ".r.md"), "a review of this tree passed, by the journal or .r.md"),
        Arguments.of(
            new ReportPassed("r", ReportPassed.Format.JUNIT, List.of()),
            "a JUnit XML report of this tree passed"),
        Arguments.of(
            new ReportPassed("r", ReportPassed.Format.SARIF, List.of("note")),
            "a SARIF report of this tree has no result of level note or above"),
        Arguments.of(
            new ReportPassed("r", ReportPassed.Format.IN_TOTO, List.of("x")),
            "an in-toto statement about this tree passed"),
        Arguments.of(
            new CommandSucceeded("t", List.of("sh", "-c", "a b", "it's", ""), 1),
            "`sh -c 'a b' 'it'\\''s' ''` passes with this tree"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"azAZ09", "-_./=:,+@"})
  void a_word_that_no_shell_takes_for_more_is_not_quoted(String word) {
    assertThat(CommandLines.quoted(word)).isEqualTo(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "$x", "a;b", "`", "{", "[", "\u00fc", "a*", "~", ""})
  void any_other_word_is_quoted(String word) {
    assertThat(CommandLines.quoted(word)).isEqualTo("'" + word + "'");
  }

  @Test
  void the_tree_is_only_asked_for_where_something_ran() {
    assertThat(new CommandSucceeded("tests", List.of("true"), 1).asks(situation(Map.of())))
        .isEmpty();
    assertThat(new ApprovedByPerson(PLAN, List.of("a.md")).asks(situation(Map.of()))).isEmpty();
    assertThat(new Reviewed("review", null).asks(situation(Map.of())))
        .containsExactly(FactQuery.HEAD);
  }

  @Test
  void a_mandatory_gate_is_a_gate_and_an_advisory_one_a_question() {
    var shut = new ArtifactExists("x", false);
    world.put(FactQuery.exists("x"), Fact.known(false));
    var gateContext = situation(world);
    assertThat(new Gate("g", Moment.ENTER, true, shut).asks(gateContext))
        .containsExactly(FactQuery.exists("x"));

    var mandatory = new Gate("g", Moment.ENTER, true, shut).blockers(gateContext).getFirst();
    var advisory = new Gate("g", Moment.ENTER, false, shut).blockers(gateContext).getFirst();

    assertThat(mandatory)
        .isEqualTo(
            new Blocker(
                Blocker.Kind.GATE,
                "artifact-missing",
                "gate g of publish: x is not there",
                "Write x"));
    assertThat(advisory.kind()).isEqualTo(Blocker.Kind.ASK);
    assertThat(advisory.code()).isEqualTo("anyway");
    assertThat(advisory.hint()).isEqualTo("Write x, or go on for a reason: --anyway REASON");
  }
}
