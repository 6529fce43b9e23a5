package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialect.Naming;
import dev.tidemark.dialect.Place;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.SummaryLimit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where everything is.
class FlowPlaceTest {

  @Test
  void the_state_belongs_to_this_work_tree_only() {
    var place = new FlowPlace();

    assertThat(place.pathOf(FlowPlace.ID)).isEqualTo("memory/state/phase.json");
    assertThat(place.idOf("memory/state/phase.json")).contains(FlowPlace.ID);
    assertThat(place.idOf("memory/state/execution.json")).isEmpty();
    assertThat(place.roots()).containsExactly("memory/state/phase.json");
    assertThat(place.kept()).containsExactly("memory/state/.archive");
    assertThat(place.passageOf(FlowPlace.ID)).contains("memory/state/phase.json.tmp");
    assertThat(place.tracking()).isEqualTo(Place.Tracking.IGNORED);
    assertThat(place.ignoreLines()).containsExactly("memory/state/");
    assertThat(place.name("develop", null)).isEqualTo(new Naming.Named(FlowPlace.ID));
    assertThat(place.name("develop", "auth")).isInstanceOf(Naming.Unnameable.class);
    assertThat(place.name("deploy", null)).isInstanceOf(Naming.Unnameable.class);
  }

  @Test
  void the_tasks_are_no_run_of_their_own() {
    var place = new TasksPlace();

    assertThat(place.listed()).isFalse();
    assertThat(place.idOf("memory/state/execution.json")).contains(TasksPlace.ID);
    assertThat(place.idOf("memory/state/phase.json")).isEmpty();
    assertThat(place.pathOf(TasksPlace.ID)).isEqualTo("memory/state/execution.json");
    assertThat(place.roots()).containsExactly("memory/state/execution.json");
    assertThat(place.tracking()).isEqualTo(Place.Tracking.IGNORED);
    assertThat(place.name("develop", null)).isEqualTo(new Naming.Named(TasksPlace.ID));
    assertThat(place.name("develop", "")).isEqualTo(new Naming.Named(TasksPlace.ID));
    assertThat(place.name("develop", "auth")).isInstanceOf(Naming.Unnameable.class);
    assertThat(place.name("other", null)).isInstanceOf(Naming.Unnameable.class);
    var facts = new Facts(Studio.START, SummaryLimit.DEFAULT, Details.NONE, Map.of());
    assertThat(new TasksRules().decide(TasksPlace.ID, null, Studio.resume(), facts))
        .isInstanceOf(Outcome.Refusal.class);
  }
}
