package dev.tidemark.app.hook.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectProbeTest {
  @TempDir private Path temp;

  @Test
  void no_protocol_keeps_its_documents_where_nobody_looks() {
    var dialects =
        new Dialects(
            Dialects.workflows(List.of()),
            PhaseSettings.USUAL,
            FlowSettings.USUAL,
            SummaryLimit.DEFAULT);
    var names = new ArrayList<>(dialects.names());
    names.addAll(dialects.parts());
    for (var name : names) {
      for (var root : dialects.roots(name)) {
        assertThat(ProjectProbe.PLACES)
            .as("%s keeps documents in %s", name, root)
            .anyMatch(place -> root.equals(place) || root.startsWith(place + "/"));
      }
    }
  }

  @Test
  void the_root_is_where_git_begins_and_nothing_above_it_counts() throws IOException {
    Files.createDirectories(temp.resolve(".tidemark"));
    var inner = ScratchRepository.in(temp.resolve("inner"));
    var deep = Files.createDirectories(inner.root().resolve("src/deep"));

    assertThat(ProjectProbe.root(deep, Map.of())).isNull();
    inner.write(".claude-checkpoint.md", "");
    assertThat(ProjectProbe.root(deep, Map.of())).isEqualTo(inner.root());
    assertThat(ProjectProbe.root(deep, Map.of("GIT_ROOT", temp.toString()))).isEqualTo(temp);
    assertThat(ProjectProbe.root(deep, Map.of("GIT_ROOT", "/no/such"))).isEqualTo(inner.root());
  }

  @Test
  void outside_of_git_the_folder_itself_is_the_root() throws IOException {
    var folder = Files.createDirectories(temp.resolve("plain/.tidemark")).getParent();

    assertThat(ProjectProbe.root(folder, Map.of())).isEqualTo(folder);
    assertThat(ProjectProbe.root(temp, Map.of())).isNull();
  }

  @Test
  void outside_of_git_the_nearest_initialized_folder_is_the_root_of_those_below()
      throws IOException {
    Files.createDirectories(temp.resolve("outer/.tidemark"));
    var inner = Files.createDirectories(temp.resolve("outer/inner/.tidemark")).getParent();
    var deep = Files.createDirectories(inner.resolve("src/deep"));

    assertThat(ProjectProbe.root(deep, Map.of())).isEqualTo(inner);
    var beside = Files.createDirectories(temp.resolve("outer/beside"));
    assertThat(ProjectProbe.root(beside, Map.of())).isEqualTo(temp.resolve("outer"));
    Files.createDirectories(beside.resolve(".claude/state"));
    assertThat(ProjectProbe.root(beside, Map.of())).isEqualTo(temp.resolve("outer"));
  }

  @Test
  void the_state_of_any_work_tree_of_the_repository_counts() throws IOException {
    var scratch = ScratchRepository.in(temp.resolve("main"));
    scratch.commit("Begin");
    scratch.git("worktree", "add", "--quiet", "../linked");
    var linked = scratch.at(Path.of("../linked")).root().normalize();
    assertThat(ProjectProbe.root(linked, Map.of())).isNull();

    Files.createDirectories(scratch.state());

    assertThat(ProjectProbe.root(linked, Map.of())).isEqualTo(linked);
    assertThat(ProjectProbe.root(scratch.root(), Map.of())).isEqualTo(scratch.root());
  }
}
