package dev.tidemark.dialect;

import dev.tidemark.workflow.change.Effect;
import java.util.List;

/// Diagnostic about the files around the documents of a dialect.
///
/// @param weight how much it matters
/// @param code a stable word for scripts
/// @param text what is wrong, without a full stop
/// @param hint what would help, as an imperative sentence
/// @param cure a safe repair; empty where the user has to decide
public record Ailment(Weight weight, String code, String text, String hint, List<Effect> cure) {
  /// Takes its own copy of the cure.
  public Ailment {
    cure = List.copyOf(cure);
  }

  /// A problem without a safe repair.
  public Ailment(Weight weight, String code, String text, String hint) {
    this(weight, code, text, hint, List.of());
  }

  /// How much something matters.
  public enum Weight {
    /// It is worth knowing.
    NOTE,
    /// It works, but will not always.
    WARNING,
    /// It does not work.
    ERROR
  }
}
