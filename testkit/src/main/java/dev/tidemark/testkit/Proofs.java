package dev.tidemark.testkit;

/// Extent of the long-running proofs: enumerations, kill loops, model checks. `mvn verify` runs a
/// sample of each, with the same assertions; `TIDEMARK_PROOFS=1 mvn verify` runs them in full.
public final class Proofs {
  private static final boolean FULL = System.getenv("TIDEMARK_PROOFS") != null;

  private Proofs() {}

  /// Returns whether proofs run in full.
  public static boolean areFull() {
    return FULL;
  }

  /// Returns a number of tries, or of anything else that a proof takes more of.
  ///
  /// @param full of a full run
  /// @param sample of a sample
  public static int tries(int full, int sample) {
    return FULL ? full : sample;
  }

  /// Returns the step by which to enumerate cases: 1 in a full run.
  ///
  /// @param sample of so many cases a sample has one
  public static int stride(int sample) {
    return tries(1, sample);
  }
}
