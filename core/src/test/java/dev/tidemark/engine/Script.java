package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.dialect.Rules;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PendingEffect;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rules that let a change do what a test wants.
public final class Script implements Rules<ToyCheckpoint> {
  public static final CheckpointId OTHER = new CheckpointId("toy", "design", "login");

  public List<FactQuery<?>> asks = List.of(FactQuery.HEAD, FactQuery.document(OTHER));
  public OnDamage onDamage = OnDamage.SET_ASIDE;

  /// What the rules knew when they were last asked; absent before.
  @Nullable public Facts facts;

  public List<Event> events = List.of();
  List<Effect> effects = List.of();

  /// The effects that pending ones stand for; a kind without one is not made any more.
  final Map<PendingEffect.Kind, Effect> interrupted = new EnumMap<>(PendingEffect.Kind.class);

  /// The evidence of the rules.
  List<Claim> claims = List.of();

  public Fate fate = Fate.WRITTEN;
  public String owner = "ann";

  @Override
  public List<FactQuery<?>> asks(@Nullable ToyCheckpoint checkpoint, Change change) {
    return asks;
  }

  @Override
  public @Nullable Effect interruptedEffect(CheckpointId id, PendingEffect pending) {
    return interrupted.get(pending.kind());
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

  @Override
  public List<Claim> evidence(
      @Nullable ToyCheckpoint before, Change change, Transition<ToyCheckpoint> made, Facts facts) {
    return claims;
  }

  /// Returns the toy dialect under these rules.
  public Dialect<ToyCheckpoint> dialect() {
    var usual = ToyDialects.toy(ToyDialects.builtIn());
    return new Dialect<>(
        usual.name(),
        usual.format(),
        this,
        usual.locator(),
        usual.resumePolicy(),
        usual.validator(),
        onDamage);
  }
}
