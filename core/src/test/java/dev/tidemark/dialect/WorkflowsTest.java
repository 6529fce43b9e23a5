package dev.tidemark.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.workflow.WorkflowDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkflowsTest {
  @Test
  void a_workflow_of_the_project_replaces_the_built_in_one_of_its_name() {
    var builtIn = definition("state", "design", WorkflowDefinition.BUILT_IN);
    var own = definition("state", "design", "design.json");
    var other = definition("flow", "design", WorkflowDefinition.BUILT_IN);
    var workflows = new Workflows(List.of(builtIn, own, other));

    assertThat(workflows.find("state", "design")).containsSame(own);
    assertThat(workflows.find("flow", "design")).containsSame(other);
    assertThat(new Workflows(List.of(builtIn)).find("state", "design")).containsSame(builtIn);
    assertThat(workflows.find("state", "ship")).isEmpty();
    assertThat(workflows.find("item", "design")).isEmpty();
  }

  private static WorkflowDefinition definition(String dialect, String name, String origin) {
    return new WorkflowDefinition(dialect, name, List.of(), null, origin, false, "");
  }
}
