package dev.tidemark.dialect;

import dev.tidemark.workflow.Effect;
import java.util.List;

/// One thing that is not as it should be around the documents of a dialect.
///
/// @param weight how much it matters
/// @param code a stable word for scripts
/// @param text what is wrong, without a full stop
/// @param hint what would help, as an imperative sentence
/// @param cure what helps and can do no harm; empty where somebody has to decide
public record Ailment(Weight weight, String code, String text, String hint, List<Effect> cure) {
  /// Takes its own copy of the cure.
  public Ailment {
    cure = List.copyOf(cure);
  }

  /// An ailment that nobody can cure but its owner.
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
