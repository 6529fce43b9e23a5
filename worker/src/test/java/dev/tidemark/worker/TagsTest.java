package dev.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TagsTest {
  @Test
  void a_worker_has_a_task_for_each_set_of_its_tags() {
    assertThat(Tags.taskNames(List.of())).containsExactly("phase");
    assertThat(Tags.taskNames(List.of("linux", "gpu", "linux")))
        .containsExactlyInAnyOrder("phase", "phase:gpu", "phase:linux", "phase:gpu,linux");
    assertThat(Tags.taskNames(List.of("a", "b", "c", "d", "e", "f"))).hasSize(64);
  }

  @Test
  void the_task_of_an_entry_is_among_those_of_a_worker_that_has_its_tags() {
    var entry = Tags.taskName(List.of("gpu", "linux"));
    assertThat(Tags.taskNames(List.of("linux", "x", "gpu"))).contains(entry);
    assertThat(Tags.taskNames(List.of("linux", "x"))).doesNotContain(entry);
  }
}
