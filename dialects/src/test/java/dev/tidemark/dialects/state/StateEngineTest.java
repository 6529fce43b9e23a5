package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The dialect under the engine: what becomes of documents that are not as they should be.
class StateEngineTest {
  private static final CheckpointId ID = new CheckpointId("state", "design", "x");
  private static final Caller BY = Caller.of(Actor.tool("test"));
  private static final Change UPDATE = Run.merge("a", "{\"status\":\"in_progress\"}", "{}");

  private final Dialect<StateCheckpoint> dialect = StateDialect.of(new Workflows(List.of()));
  private final MemoryStore store = new MemoryStore();
  private final Checkpoints checkpoints = new Checkpoints(store, store, new Still());

  /// A world in which time stands still and git has nothing to say.
  private static final class Still implements ProjectContext {
    @Override
    public Instant now() {
      return Run.START;
    }

    @Override
    public SummaryLimit limit(String dialect, String workflow) {
      return SummaryLimit.DEFAULT;
    }

    @Override
    public List<Blocker> execute(Effect effect) {
      throw new AssertionError("the schema has nothing done beside its document: " + effect);
    }

    @Override
    public <T> Fact<T> fetch(FactQuery<T> factQuery) {
      return Fact.unknown("nobody to ask");
    }
  }

  private String text() {
    return String.valueOf(store.find(ID).orElseThrow().text());
  }

  @Test
  @Proves("R-004-12")
  void what_is_not_there_is_not_found_and_not_made() {
    assertThat(checkpoints.load(dialect, ID)).isEmpty();
    assertThat(store.find(ID)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{ invalid json }", "{\"version\":1"})
  @Proves({"R-004-36", "A-31"})
  void an_update_sets_a_damaged_document_aside_and_begins_anew(String damaged) {
    store.edit(ID, damaged);

    var changeResult = checkpoints.apply(dialect, ID, UPDATE, BY);

    assertThat(changeResult.outcome()).isInstanceOf(Transition.class);
    assertThat(changeResult.outcome().notices()).extracting(Notice::code).contains("set-aside");
    assertThat(store.history(ID).getLast().events())
        .hasAtLeastOneElementOfType(Event.SetAside.class)
        .contains(new Event.PhaseStarted(new PhaseName("a")));
    assertThat(new StateFormat().decode(ID, text()).checkpoint().current())
        .contains(new PhaseName("a"));
  }

  @Test
  @Proves("R-004-36")
  void an_update_of_a_damaged_document_goes_on_from_the_last_recorded_state() {
    checkpoints.apply(dialect, ID, Run.merge("before", "{\"status\":\"complete\"}", "{}"), BY);
    store.edit(ID, text().substring(0, 40));

    checkpoints.apply(dialect, ID, UPDATE, BY);

    assertThat(new StateFormat().decode(ID, text()).checkpoint().completed())
        .containsExactly("before");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"version\":2,\"later\":true}", "[]", "{}", "\"text\""})
  @Proves({"R-004-36", "A-31", "R-USR-21"})
  void documents_that_are_not_ours_survive_every_change(String foreign) {
    store.edit(ID, foreign);

    for (var change :
        List.of(
            UPDATE,
            new Change.FinishRun(null),
            new Change.StartRun("design", "x", List.of(), true),
            new Change.SaveDocument(Run.json("{\"version\":1,\"state\":{},\"phases\":{}}")))) {
      assertThatThrownBy(() -> checkpoints.apply(dialect, ID, change, BY))
          .isInstanceOf(FormatException.class)
          .isNotInstanceOf(UnreadableException.class);
      assertThat(text()).isEqualTo(foreign);
    }
  }

  @Test
  @Proves("R-004-14")
  void a_newer_document_is_unknown_on_load() {
    store.edit(ID, "{\"version\":2}");

    assertThatThrownBy(() -> checkpoints.load(dialect, ID))
        .isInstanceOfSatisfying(
            UnknownVersionException.class, no -> assertThat(no.foundVersion()).isEqualTo("2"));
  }

  @Test
  @Proves("R-004-15")
  void a_checkpoint_saved_at_another_commit_is_stale() {
    var run = Run.of("design", "x").update("a", "{\"status\":\"in_progress\"}");
    var saved = run.checkpoint().commit().orElseThrow();
    var now = new Head("main", "0123456789012345678901234567890123456789");

    assertThat(Staleness.of(saved, now).sentence())
        .isEqualTo("Checkpoint is stale (saved at d36b6b4, current HEAD is 0123456)");
    assertThat(Staleness.of(saved, run.head).sentence()).isEmpty();
    assertThat(Staleness.of(saved, Head.NONE).sentence()).isEmpty();
    assertThat(Staleness.of(null, now).sentence()).isEmpty();
  }
}
