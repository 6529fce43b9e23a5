package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Reading.Wanted;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Past;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Beginning;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.Facts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds out what rules want to know: from the world, from the past and from other documents.
final class FactFinding {
  private final CheckpointStore store;
  private final Past past;
  private final World world;
  private final Map<CheckpointId, Document> seen = new HashMap<>();

  FactFinding(CheckpointStore store, Past past, World world) {
    this.store = store;
    this.past = past;
    this.world = world;
  }

  /// Takes a document as it was found, so that nobody looks again.
  void found(CheckpointId id, Document document) {
    seen.put(id, document);
  }

  /// Returns the documents that the rules have seen, by their runs.
  Map<CheckpointId, Document> seen() {
    return seen;
  }

  /// Finds out what the rules want to know to judge a change.
  Facts facts(Dialect<?> dialect, Wanted wanted, Reading<?> reading, Details details) {
    var asked = new Asked(wanted.id(), reading, wanted.change(), details);
    Map<Ask<?>, Fact<?>> answers = new HashMap<>();
    answers.put(Ask.HeadNow.HEAD, world.fetch(Ask.HeadNow.HEAD));
    var now = world.now();
    var limit = world.limit(dialect.name(), asked.id().workflow());
    int known;
    Facts facts;
    do {
      known = answers.size();
      facts = new Facts(now, limit, asked.details(), answers);
      for (var ask : asks(dialect, asked, facts)) {
        if (!answers.containsKey(ask)) {
          answers.put(ask, answer(ask, asked));
        }
      }
    } while (answers.size() > known);
    return facts;
  }

  private Fact<?> answer(Ask<?> ask, Asked asked) {
    if (ask instanceof Ask.Begun) {
      return begun(asked.id());
    }
    if (ask instanceof Ask.Damage) {
      var damage = asked.reading().damage();
      return Fact.known(damage == null ? Optional.empty() : Optional.of(damage.problem()));
    }
    return ask instanceof Ask.DocumentOf other ? document(other.id()) : world.fetch(ask);
  }

  private Fact<Optional<String>> document(CheckpointId id) {
    var document = seen.get(id);
    if (document == null) {
      document = store.find(id).orElse(Reading.NOTHING);
      seen.put(id, document);
    }
    var text = document.text();
    if (!document.exists()) {
      return Fact.known(Optional.empty());
    }
    return text == null
        ? Fact.unknown("its bytes are not UTF-8 text")
        : Fact.known(Optional.of(text));
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  private static <C extends Checkpoint> List<Ask<?>> asks(
      Dialect<C> dialect, Asked asked, Facts known) {
    return dialect
        .rules()
        .asks(asked.id(), (C) asked.reading().checkpoint(), asked.change(), known);
  }

  private Fact<Optional<Beginning>> begun(CheckpointId id) {
    var entries = past.history(id);
    boolean ended = false;
    for (int i = entries.size() - 1; i >= 0; i--) {
      var entry = entries.get(i);
      for (var event : entry.events()) {
        if (event instanceof Event.WorkflowStarted how) {
          return Fact.known(Optional.of(new Beginning(entry.at(), how, ended)));
        }
        ended |= event.kind() == Event.Kind.WORKFLOW_COMPLETED;
      }
    }
    return Fact.known(Optional.empty());
  }

  /// What the rules are asked about.
  private record Asked(CheckpointId id, Reading<?> reading, Change change, Details details) {}
}
