package dev.tidemark.engine;

import dev.tidemark.dialect.Ailment;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs the diagnostics of dialects on the files around their documents, and applies their repairs.
public final class Examination {
  private final World world;

  /// Takes the project context.
  public Examination(World world) {
    this.world = world;
  }

  /// Returns the problems around the documents of a dialect.
  public List<Ailment> of(Dialect<?> dialect) {
    var validator = dialect.validator();
    Map<Ask<?>, Fact<?>> answers = new HashMap<>();
    answers.put(Ask.HeadNow.HEAD, world.fetch(Ask.HeadNow.HEAD));
    var limit = world.limit(dialect.name(), "");
    int known;
    Facts facts;
    do {
      known = answers.size();
      facts = new Facts(world.now(), limit, Details.NONE, answers);
      for (var ask : validator.asks(facts)) {
        answers.computeIfAbsent(ask, world::fetch);
      }
    } while (answers.size() > known);
    return validator.examine(facts);
  }

  /// Repairs a problem.
  ///
  /// @return why it could not be done; empty if it was
  public List<Blocker> cure(Ailment ailment) {
    var undone = new ArrayList<Blocker>();
    for (var effect : ailment.cure()) {
      undone.addAll(world.carryOut(effect));
    }
    return undone;
  }
}
