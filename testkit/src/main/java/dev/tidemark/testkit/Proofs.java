package dev.tidemark.testkit;

import java.util.List;
import java.util.stream.IntStream;

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

  /// Returns the cases of a table to try: all of them in a full run.
  ///
  /// @param sample of so many cases a sample has one, beginning with the first
  public static <T> List<T> sample(List<T> cases, int sample) {
    int stride = stride(sample);
    return IntStream.iterate(0, i -> i < cases.size(), i -> i + stride)
        .mapToObj(cases::get)
        .toList();
  }
}
