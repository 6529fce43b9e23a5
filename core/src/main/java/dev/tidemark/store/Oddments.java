package dev.tidemark.store;

import dev.tidemark.text.Erased;

/// Files of a work tree that may hold what runs have held and belong to no run alone: the last
/// refusal, what lists and settings are remembered by, the log of what could not be delivered.
public interface Oddments {
  /// Looks for a secret.
  Remains.Look look(Erased secret);

  /// Takes the secret out of a file, or removes it where it is made anew when it is needed; one
  /// that is gone by now is fine.
  ///
  /// @throws StoreUnavailableException if it cannot be written
  void clean(String path, Erased secret);
}
