package dev.tidemark.checkpoint;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of a run that its document has no words for.
///
/// The document is the truth for whatever its protocol can say; the journal is the truth for this.
/// Every record of the journal carries the newest evidence, so reading its tail suffices.
///
/// @param startedAt when the run was started through an engine; absent for adopted documents
/// @param head what was checked out at the last change made through an engine
/// @param files what the files were that phases reported, when each phase was done; of a file only
///   the newest
public record Evidence(@Nullable Instant startedAt, Head head, List<Fingerprint> files) {
  /// What is known of a document nobody has recorded yet.
  public static final Evidence NONE = new Evidence(null, Head.NONE, List.of());

  /// Takes its own copy of the list.
  public Evidence {
    files = List.copyOf(files);
  }

  /// What is known where no phase has reported a file.
  public Evidence(@Nullable Instant startedAt, Head head) {
    this(startedAt, head, List.of());
  }
}
