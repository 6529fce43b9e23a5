package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A document that says what a test wants it to.
public final class Sheet implements Checkpoint {
  final List<Phase> phases = new ArrayList<>();
  final List<Decision> decisions = new ArrayList<>();
  final List<DocumentField> details = new ArrayList<>();
  @Nullable public PhaseName current;
  @Nullable public String commit;
  @Nullable public Instant updatedAt;
  public boolean finished;

  private Sheet() {}

  /// A document that says nothing.
  public static Sheet empty() {
    return new Sheet();
  }

  /// A document with these phases.
  public static Sheet of(Phase... phases) {
    var sheet = empty();
    sheet.phases.addAll(List.of(phases));
    return sheet;
  }

  public Sheet detail(String name, String text) {
    details.add(new DocumentField(name, text));
    return this;
  }

  public Sheet decision(String phase, String text) {
    decisions.add(new Decision(new PhaseName(phase), text));
    return this;
  }

  @Override
  public CheckpointId id() {
    return new CheckpointId("plain", "notes", null);
  }

  @Override
  public Optional<Instant> updatedAt() {
    return Optional.ofNullable(updatedAt);
  }

  @Override
  public List<Phase> phases() {
    return phases;
  }

  @Override
  public Optional<PhaseName> current() {
    return Optional.ofNullable(current);
  }

  @Override
  public List<Decision> decisions() {
    return decisions;
  }

  @Override
  public Optional<String> commit() {
    return Optional.ofNullable(commit);
  }

  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public List<DocumentField> details() {
    return details;
  }
}
