package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import java.util.List;

/// Decoded document: the checkpoint and the warnings of its parsing.
///
/// @param checkpoint the decoded content
/// @param notices the warnings about readable violations
public record DecodeResult<C extends Checkpoint>(C checkpoint, List<Notice> notices) {
  /// Takes its own copy of the notices.
  public DecodeResult {
    notices = List.copyOf(notices);
  }
}
