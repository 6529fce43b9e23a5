package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialects.flow.task.FlowKeys;
import dev.tidemark.dialects.flow.task.JsonTrees;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Codec of `phase.json`: compact when it is new, in its own style afterwards.
public final class FlowFormat implements Format<FlowCheckpoint> {
  /// The name of the dialect in ids; never reused.
  public static final String DIALECT = "flow";

  /// Makes the format; it has no options.
  public FlowFormat() {}

  @Override
  public DecodeResult<FlowCheckpoint> decode(CheckpointId id, String document) {
    return new DecodeResult<>(new FlowCheckpoint(id, JsonTrees.object(document)), List.of());
  }

  /// Writes over the document before, unless that is about another workflow: then this is a new
  /// one, in the place of the old.
  @Override
  public String encode(FlowCheckpoint next, String previous) {
    return !previous.isEmpty()
            && JsonTrees.parsed(previous) instanceof JsonObject before
            && Objects.equals(
                before.find(FlowKeys.WORKFLOW_ID), next.root().find(FlowKeys.WORKFLOW_ID))
        ? JsonSplice.apply(previous, before, next.root())
        : JsonText.compact(next.root());
  }

  /// Marks the old document as being written, then the new one (R-003-20); the document afterwards
  /// is marked as complete.
  @Override
  public List<String> intermediates(String previous, String next) {
    var stations = new ArrayList<String>(2);
    var before = previous.isEmpty() ? "" : JsonTrees.flagged(previous, false);
    if (!before.equals(previous)) {
      stations.add(before);
    }
    stations.add(JsonTrees.flagged(next, false));
    return stations;
  }
}
