package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;

/// Dialect: a supported checkpoint file format with its naming and rules.
///
/// @param name what the dialect is called in ids, on screen and in history; never reused
/// @param format how it is written
/// @param rules what may happen
/// @param place where its documents are, and how its runs are named
/// @param resumption where work goes on
/// @param validator what a document must look like
/// @param onDamage what a change does about a document that cannot be read
public record Dialect<C extends Checkpoint>(
    String name,
    Format<C> format,
    Rules<C> rules,
    Place place,
    Resumption<C> resumption,
    Validator validator,
    OnDamage onDamage) {

  /// How a change treats a document that cannot be read. Nothing is ever deleted.
  public enum OnDamage {
    /// It is kept under a dated name, and work goes on from the last good recorded state.
    SET_ASIDE,
    /// It stays as it is, and the change is not made.
    FAIL,
    /// The rules are asked, as if there were no document; they may ask what is wrong with it.
    DECIDE
  }
}
