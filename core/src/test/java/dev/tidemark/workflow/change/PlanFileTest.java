package dev.tidemark.workflow.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanFileTest {
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");
  private static final String HINT =
      "Name the plan document: tidemark start state/implement/auth --plan FILE";

  private static Blocker missing(
      String path, Fact<Optional<String>> text, @Nullable Boolean exists) {
    var answers = new HashMap<FactQuery<?>, Fact<?>>(Map.of(FactQuery.fileText(path), text));
    if (exists != null) {
      answers.put(FactQuery.exists(path), Fact.known(exists));
    }
    return PlanFile.missing(
        RUN, path, new Facts(Instant.EPOCH, SummaryLimit.DEFAULT, Map.copyOf(answers)));
  }

  @Test
  void a_plan_that_cannot_be_used_is_refused_with_its_reason() {
    Fact<Optional<String>> none = Fact.known(Optional.empty());
    var absent = Blocker.refused("no-plan", "there is no plan plan.md", HINT);

    assertThat(missing("plan.md", none, null)).isEqualTo(absent);
    assertThat(missing("plan.md", none, false)).isEqualTo(absent);
    assertThat(missing("plan.md", none, true))
        .isEqualTo(
            Blocker.refused(
                "unreadable-plan",
                "the plan cannot be read: plan.md is a folder or a device",
                HINT));
    assertThat(missing("", none, true))
        .isEqualTo(
            Blocker.refused(
                "unreadable-plan", "the plan cannot be read: . is a folder or a device", HINT));
    assertThat(missing("plan.md", Fact.unknown("it is not UTF-8 text"), true))
        .isEqualTo(
            Blocker.refused(
                "unreadable-plan", "the plan cannot be read: it is not UTF-8 text", HINT));
  }
}
