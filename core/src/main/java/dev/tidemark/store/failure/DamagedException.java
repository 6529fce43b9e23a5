package dev.tidemark.store.failure;

import java.io.Serial;

/// Corrupt journal: the record of a run is inconsistent before its end. Nothing was written.
///
/// A crash cannot cause it (a crash tears the end, which is repaired): the record was changed or
/// the medium is failing. Nothing is guessed and nothing is reset.
public final class DamagedException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  private static final String HINT =
      "Run `tidemark doctor` to see the extent; restore the file from a backup, or move it away to"
          + " begin a new record.";

  private final String hint;

  /// Takes the place and the problem.
  public DamagedException(String place, String problem) {
    this(place, problem, HINT);
  }

  /// Takes the place, the problem, and a remedy.
  public DamagedException(String place, String problem, String hint) {
    super(place + ": " + problem, null);
    this.hint = hint;
  }

  @Override
  public String hint() {
    return hint;
  }
}
