package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Proof;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.Past;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fact collector: fetches the facts that rules and gates request, each once per attempt.
final class Knowing {
  private final World world;
  private final Past past;

  Knowing(World world, Past past) {
    this.world = world;
    this.past = past;
  }

  /// The subject of the rules: run and change.
  record Asked(
      CheckpointId id, Reading<?> reading, Change change, Details details, Seen documents) {}

  /// Returns the facts that the rules of a dialect need to judge a change.
  Facts facts(Dialect<?> dialect, Asked asked) {
    Map<Ask<?>, Fact<?>> answers = new HashMap<>();
    answers.put(Ask.HeadNow.HEAD, world.fetch(Ask.HeadNow.HEAD));
    var limit = world.limit(dialect.name(), asked.id().workflow());
    var facts = new Facts(world.now(), limit, asked.details(), answers);
    return more(asked.id(), asked, facts, new DialectAsks(dialect, asked));
  }

  /// Returns the time and the git HEAD.
  Facts facts(CheckpointId id) {
    Map<Ask<?>, Fact<?>> answers = new HashMap<>();
    answers.put(Ask.HeadNow.HEAD, world.fetch(Ask.HeadNow.HEAD));
    return new Facts(world.now(), world.limit(id.dialect(), id.workflow()), answers);
  }

  /// Returns the facts with all further requested ones, until no new fact is requested.
  Facts more(CheckpointId id, Facts known, Function<Facts, List<Ask<?>>> asks) {
    return more(id, null, known, asks);
  }

  private Facts more(
      CheckpointId id, @Nullable Asked asked, Facts known, Function<Facts, List<Ask<?>>> asks) {
    var facts = known;
    while (true) {
      Map<Ask<?>, Fact<?>> answers = new HashMap<>();
      for (var ask : asks.apply(facts)) {
        if (!facts.has(ask) && !answers.containsKey(ask)) {
          answers.put(
              ask, ask instanceof Ask.Begun ? Fact.known(past.begun(id)) : answer(ask, asked));
        }
      }
      if (answers.isEmpty()) {
        return facts;
      }
      facts = facts.and(answers);
    }
  }

  private Fact<?> answer(Ask<?> ask, @Nullable Asked asked) {
    if (asked != null && ask instanceof Ask.DocumentOf other) {
      return asked.documents().text(other.id());
    }
    if (asked != null && ask instanceof Ask.Recorded) {
      var found = asked.documents().of(asked.id());
      return Fact.known(
          found.standing() == Standing.UNRECORDED
              ? Optional.empty()
              : Optional.of(found.evidence()));
    }
    if (asked != null && ask instanceof Ask.Damage) {
      var damage = asked.reading().damage();
      return Fact.known(damage == null ? Optional.empty() : Optional.of(damage.problem()));
    }
    return world.fetch(ask);
  }

  /// No lambda: it would be linked at run time, on the way of every step.
  private record DialectAsks(Dialect<?> dialect, Asked asked)
      implements Function<Facts, List<Ask<?>>> {
    @Override
    public List<Ask<?>> apply(Facts known) {
      return asks(dialect, asked, known);
    }
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  private static <C extends Checkpoint> List<Ask<?>> asks(
      Dialect<C> dialect, Asked asked, Facts known) {
    return dialect
        .rules()
        .asks(asked.id(), (C) asked.reading().checkpoint(), asked.change(), known);
  }

  /// Returns the evidence of a run: recorded evidence and, where recording starts now, the claims
  /// in the document.
  static Evidence evidence(Document found, @Nullable Checkpoint checkpoint, Instant now) {
    if (found.standing() != Standing.UNRECORDED || checkpoint == null) {
      return found.evidence();
    }
    var proofs = new ArrayList<Proof>();
    for (var claim : checkpoint.claims()) {
      proofs.add(new Proof(now, Actor.SOMEBODY, claim));
    }
    return found.evidence().with(proofs);
  }
}
