package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.HashSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// What holds after any changes in any order.
@Proves({"R-004-32", "R-USR-25"})
class StateRulesProperties {
  @Property(tries = 400)
  void whatever_happens_the_document_stays_in_order(@ForAll("changes") List<Change> changes) {
    var run = Run.of("implement", "auth");
    for (var change : changes) {
      var before = run.text;
      var outcome = run.ask(change);
      if (outcome instanceof Refusal<StateCheckpoint>) {
        assertThat(run.text).as("after a refusal").isEqualTo(before);
      } else {
        inOrder(run);
      }
    }
  }

  /// The lists agree with the entries, which is what the validator would warn about.
  private static void inOrder(Run run) {
    var checkpoint = run.checkpoint();
    assertThat(checkpoint.completed()).doesNotHaveDuplicates();
    assertThat(checkpoint.pending()).doesNotHaveDuplicates();
    var both = new HashSet<>(checkpoint.completed());
    both.retainAll(checkpoint.pending());
    assertThat(both).as("completed and pending").isEmpty();
    for (var phase : checkpoint.phases()) {
      var name = phase.name().value();
      boolean complete = phase.status() == PhaseStatus.COMPLETE;
      assertThat(checkpoint.completed().contains(name)).as(name).isEqualTo(complete);
      if (checkpoint.current().isPresent() && checkpoint.current().get().equals(phase.name())) {
        assertThat(phase.status()).isEqualTo(PhaseStatus.IN_PROGRESS);
      }
    }
    assertThat(run.dialect.validator().validate(run.text))
        .allMatch(finding -> finding.path().equals("$.command"));
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    var phases = Arbitraries.of("implementation", "validation", "a", "b").map(PhaseName::new);
    var reports =
        Arbitraries.of(0, 1, 500, 501)
            .map(count -> new ContextSummary(Run.words(count)))
            .injectNull(0.5)
            .map(summary -> new PhaseReport(summary, List.of(), List.of(), null));
    Arbitrary<Change> change =
        Arbitraries.oneOf(
            Combinators.combine(phases, reports).as(Change.StartPhase::new),
            Combinators.combine(phases, reports).as(Change.CompletePhase::new),
            Combinators.combine(phases, reports)
                .as((phase, report) -> new Change.FailPhase(phase, "because", report)),
            phases.map(phase -> new Change.SkipPhase(phase, "because")),
            Combinators.combine(
                    phases, Arbitraries.of("pending", "in_progress", "complete", "failed", "done"))
                .as(
                    (phase, status) ->
                        Run.merge(phase.value(), "{\"status\":\"" + status + "\"}", "{}")),
            Arbitraries.just(new Change.FinishRun()),
            Arbitraries.of(true, false)
                .map(fresh -> new Change.StartRun("implement", "auth", List.of(), fresh)));
    return change.list().ofMinSize(1).ofMaxSize(20);
  }
}
