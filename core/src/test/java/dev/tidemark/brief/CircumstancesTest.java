package dev.tidemark.brief;

import static dev.tidemark.brief.Session.ID;
import static dev.tidemark.brief.Session.PLANNING;
import static dev.tidemark.brief.Session.RESEARCH;
import static dev.tidemark.brief.Session.codes;
import static dev.tidemark.brief.Session.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.Check.Kind;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How a run is compared with its workflow and with the clock, and what is left half-way in it.
class CircumstancesTest {
  private final Session session = new Session();

  private static WorkflowDefinition design(PhaseDefinition... phases) {
    return new WorkflowDefinition("toy", "design", List.of(phases), null, "design.yaml", false, "");
  }

  @Test
  void the_phases_of_a_run_are_compared_with_those_of_its_workflow() {
    var less = design(new PhaseDefinition(RESEARCH), new PhaseDefinition(PLANNING));

    var brief =
        new Briefs(
                session,
                session.store,
                new Workflows(List.of(less)),
                session.runs(),
                session.gates())
            .of(session.run());

    assertThat(told(brief, Kind.DEFINITION)).isEqualTo("doubtful: 1 phase removed");
    assertThat(codes(brief)).containsExactly("definition-differs");
    assertThat(brief.warnings().getFirst().text())
        .isEqualTo(
            "the run and the definition of design differ; not in the definition: specs (pending)");
    assertThat(brief.warnings().getFirst().hint())
        .isEqualTo(
            "Leave out what is not wanted any more: tidemark skip specs --run toy/design/auth");
    assertThat(brief.warnings().getFirst().source())
        .isEqualTo("the definition of design (design.yaml)");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  @Test
  void a_workflow_may_have_other_phases_now_or_none_and_no_definition_any_more() {
    var own = design(new PhaseDefinition(new PhaseName("dig")));
    var runs = session.run();

    var differs =
        new Briefs(
                session,
                session.store,
                new Workflows(List.of(own)),
                session.runs(),
                session.gates())
            .of(runs);
    var undefined =
        new Briefs(
                session, session.store, new Workflows(List.of()), session.runs(), session.gates())
            .of(runs);

    assertThat(told(differs, Kind.DEFINITION)).isEqualTo("doubtful: 3 phases removed");
    assertThat(told(undefined, Kind.DEFINITION)).isEqualTo("unknown: the workflow is not defined");
  }

  @Test
  void an_old_run_says_for_how_many_days_nobody_has_worked_on_it() {
    session.now = session.now.plus(Duration.ofDays(16)).minusSeconds(1);

    var brief = session.brief();

    assertThat(told(brief, Kind.AGE)).isEqualTo("doubtful: older than 7 days");
    assertThat(brief.warnings())
        .extracting(ResumeWarning::text)
        .containsExactly("the last change was 15 days ago");
  }

  @Test
  void a_doubt_of_the_protocol_is_a_loose_end() {
    session.store.edit(
        ID, session.text().replace("\"phases\":", "\"loose_end\": \"T002\", \"phases\":"));

    var brief = session.brief();

    assertThat(told(brief, Kind.LOOSE_ENDS)).isEqualTo("doubtful: 1");
    assertThat(codes(brief)).containsExactly("edited-outside", "loose-end");
  }

  @Test
  void a_run_that_waits_for_a_person_asks_for_what_it_waits_for() {
    var approval = new ApprovedByPerson(RESEARCH, List.of());
    var gate = new Gate("approved", Gate.Moment.ENTER, true, approval);
    var gated =
        design(new PhaseDefinition(RESEARCH), new PhaseDefinition(PLANNING, null, List.of(gate)));

    var brief = session.briefs().of(session.found(session.run().document(), gated));

    assertThat(codes(brief)).containsExactly("waiting-for-person");
    assertThat(brief.warnings().getFirst().text())
        .isEqualTo(
            "waiting for a person: approval of research"
                + " (tidemark approve research --run toy/design/auth)");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.ASK);
  }
}
