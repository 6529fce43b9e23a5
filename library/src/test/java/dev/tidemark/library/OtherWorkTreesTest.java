package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.library.OtherWorkTrees.TreeRun;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a Java program sees of other work trees, and takes from removed ones.
class OtherWorkTreesTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private ScratchRepository main;
  private Path linked;
  private Project project;

  @BeforeEach
  void prepare() {
    main = ScratchRepository.in(temp);
    main.write("file", "text").commit("first");
    linked = main.root().resolveSibling("agent");
    main.git("worktree", "add", "--quiet", linked.toString(), "-b", "agent");
    project = Project.at(main.root()).open();
  }

  private void start(Path root) {
    Project.at(root).open().run("implement/auth").start().orThrow();
  }

  private void startAndRemove() {
    start(linked);
    main.git("worktree", "remove", "--force", linked.toString());
  }

  private TreeRun found() {
    return project.otherWorkTrees().find("auth", "state").getFirst();
  }

  private Path journal(String folder) {
    return main.root().resolve(".git/tidemark/worktrees/agent").resolve(folder);
  }

  @Test
  void a_run_is_read_with_the_repository_of_its_work_tree() {
    start(linked);

    var run = found();

    assertThat(run.tree().isRemoved()).isFalse();
    assertThat(run.project().head().branch()).isEqualTo("agent");
    assertThat(run.run().id()).hasToString("state/implement/auth");
    assertThat(project.otherWorkTrees().runs(false, known -> false)).isEmpty();
  }

  @Test
  void a_process_that_may_change_one_run_only_sees_no_others() {
    start(linked);

    var confined = Project.at(main.root()).only("state/implement/own").open();

    assertThat(confined.otherWorkTrees().list()).isEmpty();
  }

  @Test
  void a_run_of_a_removed_work_tree_is_not_changed_where_it_was() {
    startAndRemove();
    var run = found();

    assertThatThrownBy(() -> run.project().store().repair(run.run().id()))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("was removed");
    assertThat(linked).doesNotExist();
  }

  @Test
  void an_interrupted_take_over_is_completed_by_the_next_one() throws IOException {
    startAndRemove();
    var run = found();
    assertThat(project.otherWorkTrees().take(run, false)).contains(DOCUMENT);
    try (var moved = Files.list(journal("moved"))) {
      Files.move(moved.findFirst().orElseThrow(), journal("journal/state/implement-auth.json"));
    }
    Files.delete(main.root().resolve(DOCUMENT));

    assertThat(project.otherWorkTrees().take(found(), false)).containsExactly(DOCUMENT);

    assertThat(project.otherWorkTrees().find("auth", "state")).isEmpty();
  }

  @Test
  void a_dry_run_changes_nothing() {
    startAndRemove();

    assertThat(project.otherWorkTrees().take(found(), true)).hasSize(2);

    assertThat(main.root().resolve(DOCUMENT)).doesNotExist();
    assertThat(project.otherWorkTrees().find("auth", "state")).hasSize(1);
  }

  @Test
  void another_run_of_that_name_is_left_alone() {
    startAndRemove();
    start(main.root());
    var run = found();

    assertThatThrownBy(() -> project.otherWorkTrees().take(run, false))
        .isInstanceOf(ConflictException.class);
    assertThat(journal("moved")).doesNotExist();
  }

  @Test
  void a_damaged_journal_is_not_taken_over() throws IOException {
    start(linked);
    Project.at(linked).open().run("implement/auth").note("second record").orThrow();
    main.git("worktree", "remove", "--force", linked.toString());
    var run = found();
    var segment = journal("journal/state/implement-auth.json/000001.jsonl");
    var lines = new ArrayList<>(Files.readAllLines(segment));
    lines.set(1, lines.get(1).replace("implementation", "other"));
    Files.write(segment, lines);

    assertThatThrownBy(() -> project.otherWorkTrees().take(run, false))
        .isInstanceOf(DamagedException.class);
    assertThat(main.root().resolve(".git/tidemark/main/journal/state")).doesNotExist();
    assertThat(project.otherWorkTrees().list()).hasSize(1);
  }
}
