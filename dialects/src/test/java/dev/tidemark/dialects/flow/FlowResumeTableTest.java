package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.ResumeAction;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// T-003-D, row by row: as the table decides, and as a whole workflow in that state is resumed.
@Proves({"T-003-D", "R-003-13"})
class FlowResumeTableTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          REQUIREMENTS,   output,             ADVANCE
          REQUIREMENTS,   nothing,            SPAWN_PM
          ARCHITECTURE,   output,             ADVANCE
          ARCHITECTURE,   designs,            PRESENT_OPTIONS
          ARCHITECTURE,   designs+approved,   SPAWN_ROUNDTABLE
          ARCHITECTURE,   nothing,            SPAWN_ARCHITECTS
          ARCHITECTURE,   approved,           SPAWN_ARCHITECTS
          IMPLEMENTATION, output,             RECOVER_TASKS
          IMPLEMENTATION, nothing,            SPAWN_EXECUTOR
          VERIFICATION,   output,             ADVANCE
          VERIFICATION,   nothing,            SPAWN_QA
          REFLECTION,     output,             WORKFLOW_COMPLETE
          REFLECTION,     nothing,            SPAWN_REFLECTOR
          """)
  void the_outputs_decide_what_is_to_be_done(
      FlowPhase flowPhase, String there, ResumeAction resumeAction) {
    var outputStatus =
        new OutputStatus(
            there.contains("output"),
            there.contains("designs"),
            there.contains("approved"),
            flowPhase.output(),
            List.of());

    assertThat(outputStatus.action(flowPhase)).isEqualTo(resumeAction);
    assertThat(outputStatus.reason(resumeAction)).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          REQUIREMENTS,   output,           SPAWN_ARCHITECTS,   ARCHITECTURE
          REQUIREMENTS,   nothing,          SPAWN_PM,           REQUIREMENTS
          ARCHITECTURE,   output,           SPAWN_EXECUTOR,     IMPLEMENTATION
          ARCHITECTURE,   designs,          PRESENT_OPTIONS,    ARCHITECTURE
          ARCHITECTURE,   designs+approved, SPAWN_ROUNDTABLE,   ARCHITECTURE
          ARCHITECTURE,   nothing,          SPAWN_ARCHITECTS,   ARCHITECTURE
          IMPLEMENTATION, output,           CONTINUE_EXECUTION, IMPLEMENTATION
          IMPLEMENTATION, nothing,          SPAWN_EXECUTOR,     IMPLEMENTATION
          VERIFICATION,   output,           SPAWN_REFLECTOR,    REFLECTION
          VERIFICATION,   nothing,          SPAWN_QA,           VERIFICATION
          REFLECTION,     output,           WORKFLOW_COMPLETE,  REFLECTION
          REFLECTION,     nothing,          SPAWN_REFLECTOR,    REFLECTION
          """)
  void resuming_says_what_is_to_be_done_and_where(
      FlowPhase flowPhase, String there, String action, String phase) {
    var studio = Studio.in(flowPhase);
    if (there.contains("output")) {
      studio.write(flowPhase);
    }
    if (there.contains("designs")) {
      studio.write("memory/reports/designs/a.json", "{\"a\":1}");
    }
    if (there.contains("approved") || there.contains("output")) {
      studio.after(Studio.approve(flowPhase));
    }

    studio.after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo(action);
    assertThat(studio.nextAction.phase().value()).isEqualTo(phase);
    assertThat(studio.nextAction.reason()).isNotBlank();
    assertThat(studio.said).anyMatch(line -> line.contains(action) || line.contains("complete"));
  }
}
