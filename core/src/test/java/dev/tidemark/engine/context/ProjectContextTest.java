package dev.tidemark.engine.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SecretPolicy;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A world that says no more than it must.
class ProjectContextTest {
  private static final class Plain implements ProjectContext {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public SummaryLimit limit(String dialect, String workflow) {
      return SummaryLimit.DEFAULT;
    }

    @Override
    public <T> Fact<T> fetch(FactQuery<T> factQuery) {
      return Fact.unknown("not known");
    }

    @Override
    public List<Blocker> execute(Effect effect) {
      return List.of();
    }
  }

  @Test
  void it_defines_nothing_trusts_no_file_warns_of_secrets_and_keeps_no_copies() {
    var world = new Plain();
    var run = new CheckpointId("state", "design", null);

    assertThat(world.definition("state", "design")).isEmpty();
    assertThat(world.trustsFiles()).isFalse();
    assertThat(world.secrets()).isEqualTo(SecretPolicy.WARN);
    assertThat(world.archive(run, "text", Instant.EPOCH)).isEmpty();
  }
}
