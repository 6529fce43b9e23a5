package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.store.Document;
import java.util.List;

/// A checkpoint as it was found.
///
/// @param checkpoint what the document says
/// @param document the document itself
/// @param notices what is worth telling about it
public record Loaded<C extends Checkpoint>(C checkpoint, Document document, List<Notice> notices) {
  /// Takes its own copy of the notices.
  public Loaded {
    notices = List.copyOf(notices);
  }
}
