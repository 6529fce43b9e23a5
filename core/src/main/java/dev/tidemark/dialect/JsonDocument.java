package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checkpoint of a JSON format: the whole tree of the document, with typed accessors.
///
/// The document may hold fields of other tools at every level. A value of a wrong type counts as
/// missing. Immutable; equal to a document of the same format, run and content.
public abstract class JsonDocument implements Checkpoint {
  private final CheckpointId id;
  private final JsonObject root;

  /// Takes which document it is, and the whole tree.
  protected JsonDocument(CheckpointId id, JsonObject root) {
    this.id = id;
    this.root = root;
  }

  @Override
  public final CheckpointId id() {
    return id;
  }

  /// Returns the whole tree.
  public final JsonObject root() {
    return root;
  }

  /// Returns the time in a field of the root; empty if there is none.
  public final Optional<Instant> time(String key) {
    var text = root.string(key);
    return text == null ? Optional.empty() : Timestamps.parse(text);
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof JsonDocument that
        && getClass() == that.getClass()
        && id.equals(that.id)
        && root.equals(that.root);
  }

  @Override
  public final int hashCode() {
    return id.hashCode() * 31 + root.hashCode();
  }

  @Override
  public final String toString() {
    return id + " " + root;
  }
}
