package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where a project is, and what it sees of git.
class ProjectTest {
  @TempDir private Path folder;

  private static CheckpointManager manager(Path folder, Map<String, String> environment) {
    var project = Project.around(folder, environment).open();
    var nowhere = new PrintStream(PrintStream.nullOutputStream());
    return new CheckpointManager(project, nowhere, dev.tidemark.checkpoint.Actor.tool("test"));
  }

  private static Map<String, String> with(Map<String, String> environment, String key, Path path) {
    var copy = new HashMap<>(environment);
    copy.put(key, path.toString());
    return copy;
  }

  @Test
  @Proves({"R-COM-01", "R-004-47"})
  void the_root_is_where_git_says_even_from_deep_inside() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var deep = Files.createDirectories(scratch.root().resolve("a/b"));

    manager(deep, scratch.environment(System.getenv())).save("start", Desk.fresh(), null);

    assertThat(scratch.root().resolve(".claude/state/start-checkpoint.json")).isRegularFile();
    assertThat(deep.resolve(".claude")).doesNotExist();
  }

  @Test
  @Proves("R-COM-01")
  void git_root_comes_before_git() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var other = Files.createDirectories(folder.resolve("other"));
    var environment = with(scratch.environment(System.getenv()), "GIT_ROOT", other);

    manager(scratch.root(), environment).save("design", Desk.fresh(), "test-feature");

    assertThat(other.resolve(".claude/state/design-test-feature.json")).isRegularFile();
    assertThat(scratch.root().resolve(".claude")).doesNotExist();
  }

  @Test
  @Proves("R-COM-01")
  void a_git_root_that_is_no_folder_does_not_count() {
    var scratch = ScratchRepository.in(folder);
    var environment =
        with(scratch.environment(System.getenv()), "GIT_ROOT", folder.resolve("absent"));

    assertThat(Project.around(scratch.root(), environment).open().root()).isEqualTo(scratch.root());
  }

  @Test
  @Proves("R-COM-01")
  void outside_git_the_root_is_the_folder_itself() {
    var scratch = ScratchRepository.without(folder);

    var project = Project.around(scratch.root(), scratch.environment(System.getenv())).open();

    assertThat(project.root()).isEqualTo(scratch.root());
  }

  @Test
  @Proves({"R-COM-02", "R-004-22"})
  void without_a_git_program_the_commit_is_recorded_all_the_same() throws IOException {
    var scratch = ScratchRepository.in(folder);
    var commit = scratch.commit("Begin");
    var empty = Files.createDirectories(folder.resolve("empty"));
    var environment = with(scratch.environment(System.getenv()), "PATH", empty);

    var manager = manager(scratch.root(), environment);

    assertThat(manager.save("design", Desk.fresh(), null)).isTrue();
    var saved = manager.load("design", null);
    assertThat(saved == null ? null : saved.string("head_commit")).isEqualTo(commit);
  }

  @Test
  @Proves("R-COM-02")
  void before_the_first_commit_and_on_a_detached_head_all_is_well() {
    var scratch = ScratchRepository.in(folder);
    var manager = manager(scratch.root(), scratch.environment(System.getenv()));

    assertThat(manager.save("design", Desk.fresh(), "early")).isTrue();
    var early = manager.load("design", "early");
    assertThat(early == null ? null : early.find("head_commit")).hasToString("null");

    var commit = scratch.commit("Begin");
    scratch.git("checkout", "--quiet", "--detach");
    assertThat(manager.save("design", Desk.fresh(), "late")).isTrue();
    var late = manager.load("design", "late");
    assertThat(late == null ? null : late.string("head_commit")).isEqualTo(commit);
  }

  @Test
  @Proves("R-004-47")
  void a_run_that_git_tracks_is_told_and_no_other_is_seen_by_git() {
    var desk = Desk.in(folder);
    desk.scratch.write(".gitignore", "").commit("No rules");

    desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "one");

    assertThat(desk.said()).isEmpty();
    assertThat(desk.scratch.git("status", "--porcelain")).isEmpty();
    desk.scratch.git("add", "--force", ".claude/state");
    desk.manager.save("design", Desk.fresh(), "two");
    assertThat(desk.said())
        .containsExactly(
            ".claude/state/ is tracked by git; untrack it with: git rm -r --cached .claude/state/");
  }

  @Test
  @Proves("R-004-48")
  void files_of_others_in_the_folder_are_no_runs_and_stay() {
    var desk = Desk.in(folder);
    desk.put("loop-state.json", "{\"version\":7}");
    desk.manager.save("design", Desk.fresh(), "auth");

    var project = Project.at(desk.scratch.root()).open();

    assertThat(project.runs().all())
        .extracting(run -> run.id().toString())
        .containsExactly("state/design/auth");
    assertThat(desk.text("loop-state.json")).isEqualTo("{\"version\":7}");
  }

  @Test
  @Proves("R-USR-26")
  void without_the_folder_of_the_journal_the_checkpoints_work_and_only_the_past_is_gone()
      throws IOException {
    var desk = Desk.in(folder);
    desk.manager.updatePhase("design", "a", Desk.json("{\"status\":\"complete\"}"), "auth");
    try (var files = Files.walk(desk.scratch.root().resolve(".git/tidemark"))) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }

    var manager = desk.manager(new DiskIo());
    assertThat(manager.updatePhase("design", "b", JsonObject.EMPTY, "auth")).isTrue();

    assertThat(desk.state("design-auth.json").strings("completed_phases")).containsExactly("a");
    assertThat(desk.said()).isEmpty();
  }
}
