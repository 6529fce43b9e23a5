package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;

/// A replacement of a document.
///
/// @param id whose document it is
/// @param text the document as it shall be
/// @param expected the revision that `text` was derived from; [Revision#NONE] to create
/// @param news what to record
public record Write(CheckpointId id, String text, Revision expected, News news) {}
