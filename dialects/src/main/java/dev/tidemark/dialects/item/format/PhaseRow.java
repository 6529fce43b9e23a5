package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Row of the table of phases.
///
/// @param number the number of the phase, for example `0` or `1.5`
/// @param name its name, one line
/// @param status how far it has come
/// @param completed when it was done, as the document spells it
public record PhaseRow(String number, String name, ItemStatus status, String completed) {
  /// The placeholder of an absent time.
  public static final String NEVER = "\u2014";

  /// Returns a pending phase.
  public static PhaseRow pending(String number, String name) {
    return new PhaseRow(number, name, ItemStatus.PENDING, NEVER);
  }

  public boolean isDone() {
    return status == ItemStatus.DONE;
  }

  /// Returns the phase as done.
  public PhaseRow done(Instant at) {
    return new PhaseRow(number, name, ItemStatus.DONE, Timestamps.seconds(at));
  }

  /// Returns the phase as not done.
  public PhaseRow open(ItemStatus now) {
    return now == status ? this : new PhaseRow(number, name, now, NEVER);
  }

  /// Returns the phase under the number that its definition gives it.
  PhaseRow numbered(String other) {
    return other.equals(number) ? this : new PhaseRow(other, name, status, completed);
  }

  /// Returns its label in messages: `Phase 1 (Capture)`.
  public String label() {
    return "Phase " + number + " (" + name + ")";
  }

  public PhaseName phase() {
    return new PhaseName(name);
  }

  /// Returns whether a word refers to this phase: its name or its number.
  boolean isCalled(String word) {
    return name.equalsIgnoreCase(word) || number.equals(word);
  }

  Phase asPhase() {
    var ended = isDone() ? endedAt() : null;
    return new Phase(phase(), status.meaning(), null, ended, null, null, List.of());
  }

  private @Nullable Instant endedAt() {
    return Timestamps.parse(completed).orElse(null);
  }

  // Spelled out, as in all values of the core: the generated forms are linked at run time.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PhaseRow that
        && number.equals(that.number)
        && name.equals(that.name)
        && status == that.status
        && completed.equals(that.completed);
  }

  @Override
  public int hashCode() {
    return (number.hashCode() * 31 + name.hashCode()) * 31 + completed.hashCode();
  }
}
