package dev.tidemark.fuzz;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A document of a dialect: it is decoded or refused, comes back byte for byte, and whatever the
/// rules make of it can be read again.
final class FormatTarget<C extends Checkpoint> implements Target {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /// More questions than any rules have in a row.
  private static final int ROUNDS_MAX = 50;

  private final Dialect<C> dialect;
  private final CheckpointId id;
  private final List<Change> changes;

  private FormatTarget(Dialect<C> dialect, CheckpointId id) {
    this.dialect = dialect;
    this.id = id;
    this.changes = Changes.all();
  }

  /// Returns the target of the dialect of that name.
  static Target of(String name, String workflow, String item) {
    var dialects =
        new Dialects(
            Dialects.workflows(List.of()),
            PhaseSettings.USUAL,
            FlowSettings.USUAL,
            SummaryLimit.DEFAULT);
    var id = new CheckpointId(name, workflow, item.isEmpty() ? null : item);
    return of(dialects.get(name), id);
  }

  private static <C extends Checkpoint> Target of(Dialect<C> dialect, CheckpointId id) {
    return new FormatTarget<>(dialect, id);
  }

  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    dialect.validator().validate(text);
    C checkpoint;
    try {
      checkpoint = dialect.format().decode(id, text).checkpoint();
    } catch (FormatException expected) {
      Claims.explains(expected);
      return;
    }
    Claims.same(dialect.format().encode(checkpoint, text), text, "what comes back");
    told(checkpoint);
    // One change for each input: which one, the input decides.
    changed(checkpoint, text, changes.get(Math.floorMod(text.hashCode(), changes.size())));
  }

  private void told(C checkpoint) {
    checkpoint.phases();
    checkpoint.decisions();
    checkpoint.claims();
    checkpoint.details();
    checkpoint.times();
    checkpoint.commit();
    checkpoint.current();
    dialect.resumePolicy().resumePoint(checkpoint);
    dialect.resumePolicy().pendingAction(checkpoint, Evidence.NONE);
    dialect.resumePolicy().handover(checkpoint, "a/document");
  }

  private void changed(C checkpoint, String text, Change change) {
    var rules = dialect.rules();
    var facts = new Facts(NOW, SummaryLimit.DEFAULT, DialectOptions.NONE, Map.of());
    for (int round = 0; ; round++) {
      var answers = new HashMap<FactQuery<?>, Fact<?>>();
      for (var factQuery : rules.asks(id, checkpoint, change, facts)) {
        if (!facts.has(factQuery)) {
          answers.put(factQuery, Fact.unknown("not looked up"));
        }
      }
      if (answers.isEmpty()) {
        break;
      }
      Claims.holds(round < ROUNDS_MAX, "questions without end");
      facts = facts.with(answers);
    }
    var outcome = rules.decide(id, checkpoint, change, facts);
    rules.nextAction(checkpoint, change, facts);
    if (outcome instanceof Outcome.Transition<C> yes
        && yes.after() != null
        && yes.fate() == Outcome.Fate.WRITTEN) {
      written(yes.after(), text, change);
    }
  }

  private void written(C after, String text, Change change) {
    var next = dialect.format().encode(after, text);
    for (var step : dialect.format().intermediates(text, next)) {
      dialect.format().decode(id, step);
    }
    var again = dialect.format().decode(id, next).checkpoint();
    Claims.same(again.phases(), after.phases(), "the phases after " + change);
    Claims.same(again.current(), after.current(), "the phase under way after " + change);
  }
}
