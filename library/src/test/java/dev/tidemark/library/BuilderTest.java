package dev.tidemark.library;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.port.Repository;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.SettableClock;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is outside of a project can be replaced: no git, no time of day, other limits.
@Proves("R-USR-19")
class BuilderTest {
  private static final String COMMIT = "a".repeat(40);

  @TempDir private Path folder;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /// A repository that is made up.
  private record Pretended(Head pretended) implements Repository {
    @Override
    public Fact<Head> head() {
      return Fact.known(pretended);
    }

    @Override
    public Fact<List<IgnoreStatus>> ignored(List<String> paths) {
      return Fact.known(Collections.nCopies(paths.size(), IgnoreStatus.IGNORED));
    }

    @Override
    public Fact<GitFile> file(String path) {
      return Fact.known(GitFile.UNKNOWN);
    }

    @Override
    public Fact<Optional<String>> committed(String path) {
      return Fact.known(Optional.empty());
    }

    @Override
    public Fact<String> tree(List<String> except) {
      return Fact.unknown("nothing is here");
    }

    @Override
    public Fact<List<String>> changed(List<String> except) {
      return Fact.known(List.of());
    }

    @Override
    public Fact<Boolean> movedSince(String commit, List<String> except) {
      return Fact.known(false);
    }

    @Override
    public List<Blocker> commit(String message, List<String> paths) {
      return List.of();
    }

    @Override
    public List<Blocker> stageRemoval(List<String> paths) {
      return List.of();
    }
  }

  private Project.Builder builder() {
    return Project.at(folder)
        .clock(new SettableClock(Desk.START))
        .repository(new Pretended(new Head("main", COMMIT)));
  }

  private CheckpointManager manager(Project.Builder builder) {
    var stream = new PrintStream(said, true, UTF_8);
    return new CheckpointManager(builder.open(), stream, Actor.tool("test"));
  }

  @Test
  void time_and_commit_are_those_of_the_builder() {
    var manager = manager(builder());

    assertThat(manager.save("design", Desk.fresh(), null)).isTrue();

    var saved = manager.load("design", null);
    assertThat(saved).isNotNull();
    assertThat(saved.string("head_commit")).isEqualTo(COMMIT);
    assertThat(saved.string("updated_at")).isEqualTo(Desk.NOW);
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  @Test
  @Proves({"R-004-01", "R-004-20"})
  void the_limit_of_summaries_is_that_of_the_builder() {
    var limit = new SummaryLimit(2, "words", SummaryLimit.DEFAULT.counter());
    var data = Desk.json("{\"context_summary\":\"one two three\"}");

    assertThat(manager(builder().limit(limit)).updatePhase("design", "a", data, null)).isFalse();

    assertThat(said.toString(UTF_8))
        .isEqualTo("Phase \"a\" Context summary exceeds 2 token limit (actual: 3 tokens)\n");
  }

  @Test
  @Proves({"R-002-09", "R-004-46"})
  void the_workflows_are_those_of_the_builder() {
    var phases = List.of(phase("prepare"), phase("publish"));
    var release = new WorkflowDefinition("state", "release", phases, null, "here", false, "");
    var manager = manager(builder().workflows(List.of(release)));

    manager.updatePhase("release", "prepare", Desk.json("{\"status\":\"complete\"}"), null);

    assertThat(manager.resumePoint("release", null).nextPhase()).isEqualTo("publish");
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  private static PhaseDefinition phase(String name) {
    return new PhaseDefinition(new PhaseName(name));
  }
}
