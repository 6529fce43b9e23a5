package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.store.Document;
import java.util.List;

/// Loaded checkpoint, with its document and warnings.
///
/// @param checkpoint the decoded document
/// @param document the document itself
/// @param notices the warnings about it
public record LoadedCheckpoint<C extends Checkpoint>(
    C checkpoint, Document document, List<Notice> notices) {
  /// Takes its own copy of the notices.
  public LoadedCheckpoint {
    notices = List.copyOf(notices);
  }
}
