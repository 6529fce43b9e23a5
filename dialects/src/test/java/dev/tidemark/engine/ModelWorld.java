package dev.tidemark.engine;

import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.List;

/// World of a test in memory: the usual limit, effects that succeed and do nothing, and facts that
/// a subclass answers.
public abstract class ModelWorld implements ProjectContext {
  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return SummaryLimit.DEFAULT;
  }

  @Override
  public final <T> Fact<T> fetch(FactQuery<T> factQuery) {
    @SuppressWarnings("unchecked") // each question has its own type of answer
    var fact = (Fact<T>) answer(factQuery);
    return fact;
  }

  /// Returns the answer to a question, which is of the question's type.
  protected abstract Fact<?> answer(FactQuery<?> factQuery);

  @Override
  public List<Blocker> execute(Effect effect) {
    return List.of();
  }
}
