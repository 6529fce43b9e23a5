package dev.tidemark.brief;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Header of a brief: the run and its progress.
///
/// @param id which run
/// @param path where its document is, from the project root
/// @param ended why there is nothing to do: empty for a complete run, the reason for an abandoned
///   one; absent for an open run
/// @param done how many phases are done or left out
/// @param total how many phases are known
/// @param trusted the phase names of built-in workflows, which may be printed as trusted text
/// @param resumes whether the rules of the dialect must be asked before work continues: the verb
///   `resume` does so
/// @param skips whether a phase can be skipped
/// @param number the number that means the phase of the verdict in commands; absent if none is sure
/// @param branch the branch it was last worked on, where that is known
/// @param updatedAt when anything last changed, where that is known
public record BriefHeader(
    CheckpointId id,
    String path,
    @Nullable String ended,
    int done,
    int total,
    List<PhaseName> trusted,
    boolean resumes,
    boolean skips,
    @Nullable String number,
    @Nullable String branch,
    @Nullable Instant updatedAt) {
  /// Takes its own copy of the names.
  public BriefHeader {
    trusted = List.copyOf(trusted);
  }

  /// Returns whether there is still something to do.
  public boolean open() {
    return ended == null;
  }
}
