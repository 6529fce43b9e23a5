package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.dialect.Rules;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Fate;
import dev.tidemark.workflow.Outcome.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules that let a change do what a test wants.
final class Script implements Rules<ToyCheckpoint> {
  static final CheckpointId OTHER = new CheckpointId("toy", "design", "login");

  List<FactQuery<?>> asks = List.of(FactQuery.HeadNow.HEAD, new FactQuery.DocumentOf(OTHER));
  OnDamage onDamage = OnDamage.SET_ASIDE;

  /// What the rules knew when they were last asked; absent before.
  @Nullable Facts facts;

  List<Event> events = List.of();
  List<Effect> effects = List.of();
  Fate fate = Fate.WRITTEN;
  String owner = "ann";

  @Override
  public List<FactQuery<?>> asks(@Nullable ToyCheckpoint checkpoint, Change change) {
    return asks;
  }

  @Override
  public Outcome<ToyCheckpoint> decide(
      CheckpointId id, @Nullable ToyCheckpoint checkpoint, Change change, Facts known) {
    facts = known;
    if (checkpoint == null) {
      return Transition.untouched(null);
    }
    var root = checkpoint.root().with("owner", JsonString.of(owner));
    var after = new ToyCheckpoint(id, root);
    return new Transition<>(
        after, events, List.of(new Notice("made", "it")), List.of(), effects, fate);
  }

  /// Returns the toy dialect under these rules.
  Dialect<ToyCheckpoint> dialect() {
    var usual = ToyDialects.toy(ToyDialects.builtIn());
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
