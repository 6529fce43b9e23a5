package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change.FinishRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where work goes on.
class StateResumePolicyTest {
  private static ResumePoint point(String text) {
    return point(Run.holding(text));
  }

  private static ResumePoint point(Run run) {
    return run.dialect.resumePolicy().resumePoint(run.checkpoint());
  }

  private static String next(ResumePoint point) {
    var next = point.next();
    return next == null ? null : next.value();
  }

  @Test
  @Proves("R-004-45")
  void work_goes_on_in_the_current_phase_with_the_last_summary() {
    var run =
        Run.of("implement", "x")
            .update("research", "{\"status\":\"complete\",\"context_summary\":\"S\"}")
            .update("implementation", "{\"status\":\"in_progress\"}");

    var point = point(run);

    assertThat(point.phase()).hasToString("implementation");
    assertThat(point.summary()).isEqualTo("S");
    assertThat(point.finished()).isFalse();
  }

  @Test
  @Proves("R-004-45")
  void a_finished_run_has_no_point_to_go_on_from() {
    var run =
        Run.of("ship", null)
            .update("push", "{\"status\":\"complete\",\"context_summary\":\"S\"}")
            .after(new FinishRun(null));

    var point = point(run);

    assertThat(point.phase()).isNull();
    assertThat(point.summary()).isNull();
    assertThat(point.next()).isNull();
    assertThat(point.finished()).isTrue();
    assertThat(point.done()).hasSize(1);
  }

  @Test
  @Proves("R-004-45")
  void where_nothing_is_complete_there_is_no_summary() {
    assertThat(point("{\"version\":1,\"phases\":{\"a\":{\"context_summary\":\"S\"}}}").summary())
        .isNull();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'state':{'current_task':'T002'}                                     ; true",
        "'state':{'current_task':'T002','current_phase':null}                ; true",
        "'state':{'current_task':'T002','current_phase':'a'}                 ; false",
        "'state':{'current_task':'T002'},'completed_at':'2026-01-29T10:30:00.000Z' ; false",
        "'state':{'completed_phases':['a']}                                  ; false",
      })
  void a_task_in_hand_without_a_phase_is_spoken_of(String members, boolean orphan) {
    var run = Run.holding(("{\"version\":1," + members + "}").replace('\'', '"'));

    var protocolHandover = run.dialect.resumePolicy().handover(run.checkpoint(), "design-x.json");

    assertThat(protocolHandover.formatLines()).isEmpty();
    assertThat(protocolHandover.filesToRead()).isEmpty();
    assertThat(protocolHandover.warnings())
        .extracting(resumeWarning -> resumeWarning.code() + ": " + resumeWarning.text())
        .isEqualTo(
            orphan
                ? List.of("task-orphaned: task T002 is in hand, and no phase is under way")
                : List.of());
  }

  @Test
  @Proves("R-004-45")
  void a_last_phase_without_a_summary_hands_over_none() {
    assertThat(
            point(
                    """
                    {"version":1,"state":{"completed_phases":["a","b"]},
                     "phases":{"a":{"status":"complete","context_summary":"S"}}}\
                    """)
                .summary())
        .isNull();
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'current_phase':'w','pending_phases':['p']; 'a':{'status':'failed'}             ; w",
        "'pending_phases':['p']; 'a':{'status':'failed'},'b':{'status':'in_progress'}    ; b",
        "'pending_phases':['p']; 'a':{'status':'complete'},'push':{'status':'failed'}    ; push",
        "'pending_phases':[]   ; 'push':{'status':'failed'},'z':{'status':'failed'}      ; push",
        "'pending_phases':['p','q']; 'p':{'status':'skipped'}                            ; q",
        "'pending_phases':['p']; 'a':{'status':'complete'}                               ; p",
        "'pending_phases':[]   ; 'implementation':{'status':'complete'}        ; validation",
        "'pending_phases':[]   ; 'implementation':{'status':'skipped'}         ; validation",
        "'completed_phases':['implementation']; 'validation':{'status':'complete'}       ; ",
        "'completed_phases':['research']; 'implementation':{'status':'complete'}         ; ",
        "'pending_phases':[]   ;                                            ; implementation",
        "'pending_phases':[]   ; 'free':{'status':'complete'}                            ; ",
      })
  @Proves({"R-004-46", "A-32", "R-004-97"})
  void next_is_what_is_under_way_or_failed_or_ahead(String state, String phases, String next) {
    var text = "{\"version\":1,\"command\":\"implement\",\"state\":{%s},\"phases\":{%s}}";
    var document = text.formatted(state, phases == null ? "" : phases).replace('\'', '"');

    assertThat(next(point(document))).isEqualTo(next);
  }

  @Test
  @Proves("R-004-46")
  void an_undefined_command_has_no_typical_next_phase() {
    assertThat(point("{\"version\":1,\"command\":\"xyz\"}").next()).isNull();
  }

  @Test
  @Proves({"R-004-97", "A-26"})
  void phases_that_need_no_more_work_are_handed_over_in_the_order_they_were_done() {
    var run =
        Run.of("design", "x")
            .update("b", "{\"status\":\"in_progress\"}")
            .update("a", "{\"status\":\"complete\",\"context_summary\":\"A\"}")
            .update("s", "{\"status\":\"skipped\"}")
            .update("b", "{\"status\":\"complete\",\"context_summary\":\"B\"}")
            .update("f", "{\"status\":\"failed\"}");

    assertThat(point(run).done())
        .extracting(phase -> phase.name().value())
        .containsExactly("a", "b", "s");
  }
}
