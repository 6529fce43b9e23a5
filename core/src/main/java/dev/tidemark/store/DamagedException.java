package dev.tidemark.store;

import java.io.Serial;

/// The record of a run contradicts itself somewhere before its end. Nothing was written.
///
/// That is not what a crash leaves (a crash tears the end, which is repaired): the record was
/// changed or the medium is failing. Nothing is guessed and nothing is reset.
public final class DamagedException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Says where, and what is wrong there.
  public DamagedException(String place, String problem) {
    super(place + ": " + problem, null);
  }

  @Override
  public String hint() {
    return "Run `tidemark doctor` to see the extent; restore the file from a backup, or move it"
        + " away to begin a new record.";
  }
}
