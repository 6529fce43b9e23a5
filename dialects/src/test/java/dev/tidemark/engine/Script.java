package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.state.StateCheckpoint;
import dev.tidemark.dialects.state.StateDialect;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Fate;
import dev.tidemark.workflow.Outcome.Transition;
import dev.tidemark.workflow.Workflows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules that let a change do what a test wants.
final class Script implements Rules<StateCheckpoint> {
  static final CheckpointId OTHER = new CheckpointId("state", "design", "login");

  List<Ask<?>> asks = List.of(Ask.HeadNow.HEAD, new Ask.DocumentOf(OTHER));
  OnDamage onDamage = OnDamage.SET_ASIDE;

  /// What the rules knew when they were last asked; absent before.
  @Nullable Facts facts;

  List<Event> events = List.of();
  List<Effect> effects = List.of();
  Fate fate = Fate.WRITTEN;
  String owner = "ann";

  @Override
  public List<Ask<?>> asks(@Nullable StateCheckpoint checkpoint, Change change) {
    return asks;
  }

  @Override
  public Outcome<StateCheckpoint> decide(
      CheckpointId id, @Nullable StateCheckpoint checkpoint, Change change, Facts known) {
    facts = known;
    if (checkpoint == null) {
      return Transition.untouched(null);
    }
    var root = checkpoint.root().with("owner", JsonString.of(owner));
    var after = new StateCheckpoint(id, root);
    return new Transition<>(
        after, events, List.of(new Notice("made", "it")), List.of(), effects, fate);
  }

  /// Returns the dialect `state` under these rules.
  Dialect<StateCheckpoint> dialect() {
    var usual = StateDialect.of(new Workflows(List.of()));
    return new Dialect<>(
        usual.name(),
        usual.format(),
        this,
        usual.place(),
        usual.resumption(),
        usual.validator(),
        onDamage);
  }
}
