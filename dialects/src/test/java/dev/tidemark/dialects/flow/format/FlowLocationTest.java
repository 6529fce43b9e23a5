package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialects.flow.Studio;
import dev.tidemark.dialects.flow.TasksRules;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where everything is.
class FlowLocationTest {

  @Test
  void the_state_belongs_to_this_work_tree_only() {
    var place = new FlowFormat();

    assertThat(place.pathOf(FlowFormat.ID)).isEqualTo("memory/state/phase.json");
    assertThat(place.idOf("memory/state/phase.json")).contains(FlowFormat.ID);
    assertThat(place.idOf("memory/state/execution.json")).isEmpty();
    assertThat(place.roots()).containsExactly("memory/state/phase.json");
    assertThat(place.keptFolders()).containsExactly("memory/state/.archive");
    assertThat(place.temporaryPathOf(FlowFormat.ID)).contains("memory/state/phase.json.tmp");
    assertThat(place.tracking()).isEqualTo(DocumentLocator.Tracking.IGNORED);
    assertThat(place.ignoreLines()).containsExactly("memory/state/");
    assertThat(place.name("develop", null)).isEqualTo(new NameResolution.Named(FlowFormat.ID));
    assertThat(place.name("develop", "auth")).isInstanceOf(NameResolution.Unnameable.class);
    assertThat(place.name("deploy", null)).isInstanceOf(NameResolution.Unnameable.class);
  }

  @Test
  void the_tasks_are_no_run_of_their_own() {
    var place = new TasksFormat();

    assertThat(place.isListed()).isFalse();
    assertThat(place.idOf("memory/state/execution.json")).contains(TasksFormat.ID);
    assertThat(place.idOf("memory/state/phase.json")).isEmpty();
    assertThat(place.pathOf(TasksFormat.ID)).isEqualTo("memory/state/execution.json");
    assertThat(place.roots()).containsExactly("memory/state/execution.json");
    assertThat(place.tracking()).isEqualTo(DocumentLocator.Tracking.IGNORED);
    assertThat(place.name("develop", null)).isEqualTo(new NameResolution.Named(TasksFormat.ID));
    assertThat(place.name("develop", "")).isEqualTo(new NameResolution.Named(TasksFormat.ID));
    assertThat(place.name("develop", "auth")).isInstanceOf(NameResolution.Unnameable.class);
    assertThat(place.name("other", null)).isInstanceOf(NameResolution.Unnameable.class);
    var facts = new Facts(Studio.START, SummaryLimit.DEFAULT, DialectOptions.NONE, Map.of());
    assertThat(new TasksRules().decide(TasksFormat.ID, null, Studio.resume(), facts))
        .isInstanceOf(Outcome.Refusal.class);
  }
}
