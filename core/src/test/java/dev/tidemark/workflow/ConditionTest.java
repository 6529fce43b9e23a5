package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.Position;
import dev.tidemark.checkpoint.Proof;
import dev.tidemark.workflow.Gate.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Gates are pure: facts in, every reason out.
class ConditionTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final CheckpointId RUN = new CheckpointId("state", "release", "v1");
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final PhaseName BUILD = new PhaseName("build");
  private static final PhaseName PUBLISH = new PhaseName("publish");
  private static final String TREE = "a".repeat(40);
  private static final String OTHER = "b".repeat(40);

  private final Map<Ask<?>, Fact<?>> world = new HashMap<>();
  private final List<Proof> proofs = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();
  private boolean recorded = true;
  private boolean trusting;

  /// A document that says so much of its phases.
  private record Paper(List<Phase> phases) implements Checkpoint {
    @Override
    public CheckpointId id() {
      return RUN;
    }

    @Override
    public Optional<Instant> updatedAt() {
      return Optional.empty();
    }

    @Override
    public Optional<PhaseName> current() {
      return Optional.empty();
    }

    @Override
    public List<Decision> decisions() {
      return List.of();
    }

    @Override
    public Optional<String> commit() {
      return Optional.empty();
    }

    @Override
    public boolean finished() {
      return false;
    }
  }

  private List<String> codes(Condition condition) {
    return ask(condition).stream().map(Blocker::code).toList();
  }

  /// Answers what the condition asks for, and nothing else.
  private List<Blocker> ask(Condition condition) {
    var answers = new HashMap<Ask<?>, Fact<?>>();
    int known;
    Situation situation;
    do {
      known = answers.size();
      situation = situation(answers);
      for (var ask : condition.asks(situation)) {
        answers.put(ask, world.getOrDefault(ask, Fact.unknown("nobody knows")));
      }
    } while (answers.size() > known);
    return condition.blockers(situation);
  }

  private Situation situation(Map<Ask<?>, Fact<?>> answers) {
    var facts = new Facts(NOW, SummaryLimit.DEFAULT, answers);
    var defined = new ArrayList<PhaseDefinition>();
    for (var name : List.of(PLAN, BUILD, PUBLISH)) {
      defined.add(new PhaseDefinition(name));
    }
    var definition = new WorkflowDefinition("state", "release", defined, null, "x", false, "");
    var known =
        new Situation.Known(
            new Evidence(NOW, Head.NONE, proofs), recorded, trusting, definition);
    return new Situation(RUN, PUBLISH, new Paper(phases), known, facts);
  }

  private void prove(Claim claim) {
    proofs.add(new Proof(NOW, Actor.tool("test"), claim));
  }

  private void tree(String id) {
    world.put(Ask.TreeNow.TREE, Fact.known(id));
  }

  private static Phase done(PhaseName name, String summary) {
    return Phase.pending(name).started(NOW).completed(NOW, new ContextSummary(summary));
  }

  @Test
  void every_phase_that_is_not_done_is_named() {
    phases.add(done(PLAN, "p"));
    phases.add(Phase.pending(BUILD).started(NOW));

    assertThat(ask(new PhasesDone(List.of(PLAN)))).isEmpty();
    assertThat(ask(new PhasesDone(List.of(PLAN, BUILD, new PhaseName("docs")))))
        .extracting(Blocker::reason)
        .containsExactly("build is not done but in progress", "docs is not done but pending");
    assertThat(ask(new PhasesDone(List.of()))).extracting(Blocker::reason).hasSize(1);
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
    world.put(new Ask.Text("out/v1.json"), Fact.known(Optional.ofNullable(text)));

    var codes = codes(new ArtifactExists("out/{item}.json", true));

    assertThat(codes).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @Test
  void an_artifact_is_not_read_where_its_being_there_is_enough() {
    world.put(new Ask.Exists("a.txt"), Fact.known(true));
    world.put(new Ask.Exists("b.txt"), Fact.known(false));

    assertThat(codes(new ArtifactExists("a.txt", false))).isEmpty();
    assertThat(codes(new ArtifactExists("b.txt", false))).containsExactly("artifact-missing");
    assertThat(codes(new ArtifactExists("c.txt", false))).containsExactly("gate-unknown");
  }

  @Test
  void a_tree_is_clean_if_git_knows_that_nothing_differs() {
    assertThat(codes(new CleanTree())).containsExactly("gate-unknown");
    world.put(Ask.ChangedFiles.IN_TREE, Fact.known(List.of()));
    assertThat(codes(new CleanTree())).isEmpty();
    world.put(Ask.ChangedFiles.IN_TREE, Fact.known(List.of("a", "b", "c", "d", "e")));
    assertThat(ask(new CleanTree()).getFirst().reason())
        .isEqualTo("the work tree is not clean: a, b, c and 2 more");
  }

  @Test
  void head_is_compared_with_what_was_recorded_when_the_phase_ended() {
    var gate = new HeadUnchanged(BUILD);
    assertThat(codes(gate)).containsExactly("head-unrecorded");

    prove(new Claim.Passage(BUILD, true, TREE));
    assertThat(codes(gate)).containsExactly("gate-unknown");
    world.put(new Ask.MovedSince(TREE), Fact.known(false));
    assertThat(codes(gate)).isEmpty();
    world.put(new Ask.MovedSince(TREE), Fact.known(true));
    world.put(Ask.HeadNow.HEAD, Fact.known(new Head("main", OTHER)));
    assertThat(ask(gate).getFirst().reason())
        .isEqualTo("HEAD was aaaaaaa when build ended and is bbbbbbb");
    assertThat(codes(new HeadUnchanged(null))).containsExactly("head-unrecorded");
  }

  @Test
  void a_command_counts_for_its_words_its_exit_code_and_its_tree() {
    var words = List.of("make", "check");
    var gate = new CommandSucceeded("tests", words, 600);
    assertThat(codes(gate)).containsExactly("command-missing");

    tree(TREE);
    prove(new Claim.CommandRun("tests", List.of("true"), 0, new Position(null, TREE)));
    assertThat(codes(gate)).containsExactly("command-stale");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 2, new Position(null, TREE)));
    assertThat(codes(gate)).containsExactly("command-failed");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 0, new Position(null, OTHER)));
    assertThat(codes(gate)).containsExactly("command-stale");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 0, new Position(null, null)));
    assertThat(codes(gate)).containsExactly("gate-unknown");
    proofs.clear();
    prove(new Claim.CommandRun("tests", words, 0, new Position(null, TREE)));
    assertThat(codes(gate)).isEmpty();
    world.remove(Ask.TreeNow.TREE);
    assertThat(codes(gate)).containsExactly("gate-unknown");
  }

  @Test
  void the_tree_is_only_asked_for_where_something_ran() {
    assertThat(new CommandSucceeded("tests", List.of("true"), 1).asks(situation(Map.of())))
        .isEmpty();
    assertThat(new Reviewed("review", null).asks(situation(Map.of())))
        .containsExactly(Ask.HeadNow.HEAD);
  }

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
        "PASS, feat, true,  false, review-unproven",
        "PASS, feat, false, false, none",
        "PASS, feat, true,  true,  none",
        "PASS, main, false, true,  review-missing",
        "FAIL, feat, false, true,  review-failed",
        "FAIL, main, true,  false, review-missing",
        "ok,   feat, false, true,  review-missing"
      })
  void a_verdict_in_a_file_closes_but_does_not_open(
      String status, String branch, boolean journal, boolean trust, String code) {
    recorded = journal;
    trusting = trust;
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
    world.put(
        new Ask.Text(".review-gate.md"), Fact.known(Optional.of("---\nstatus: FAIL\n---\n")));

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

  @Test
  void a_mandatory_gate_is_a_gate_and_an_advisory_one_a_question() {
    var shut = new ArtifactExists("x", false);
    world.put(new Ask.Exists("x"), Fact.known(false));
    var situation = situation(world);

    var mandatory = new Gate("g", Moment.ENTER, true, shut).blockers(situation).getFirst();
    var advisory = new Gate("g", Moment.ENTER, false, shut).blockers(situation).getFirst();

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
