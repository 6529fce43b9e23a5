package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.JsonKeys;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location and codec of the one workflow of a project: `memory/state/phase.json`, compact when it
/// is new, in its own style afterwards.
public final class FlowFormat implements Format<FlowCheckpoint>, DocumentLocator {
  /// The name of the dialect in ids; never reused.
  public static final String DIALECT = "flow";

  /// The name of the workflow in run names.
  public static final String WORKFLOW = "develop";

  /// The one run there is.
  public static final CheckpointId ID = new CheckpointId(FlowFormat.DIALECT, WORKFLOW, null);

  static final String FOLDER = "memory/state";
  public static final String FILE = FOLDER + "/phase.json";

  /// The temporary name of a new document before its rename.
  public static final String PASSAGE = FILE + ".tmp";

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

  @Override
  public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = decode(id, ours).checkpoint();
    var other = decode(id, theirs).checkpoint();
    var before = base == null ? null : decode(id, base).checkpoint();
    return Result.of(new FlowMerge(before, one, other).merge(ours));
  }

  @Override
  public String decide(
      CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
    var checkpoint = decode(id, document).checkpoint();
    var decided = FlowMerge.decide(checkpoint, conflicts, ours);
    return JsonSplice.apply(document, checkpoint.root(), decided);
  }

  /// A JSON file that is no object, or whose keys are others, belongs to another tool.
  @Override
  public Attribution attribution(String document) {
    var parsed = JsonTrees.parsed(document);
    boolean foreign =
        parsed == null
            ? new JsonKeys(document).isForeign(FlowKeys.OF_PHASE)
            : !(parsed instanceof JsonObject root) || !isOfSchema(root);
    return foreign ? Attribution.FOREIGN : Attribution.UNKNOWN;
  }

  /// Other schemas have times too, and perhaps one more key of the same name.
  private static boolean isOfSchema(JsonObject root) {
    int known = 0;
    boolean specific = false;
    for (var member : root.members()) {
      var key = member.key();
      known += FlowKeys.OF_PHASE.contains(key) ? 1 : 0;
      specific |= FlowKeys.OF_PHASE.contains(key) && !FlowKeys.TIMES.contains(key);
    }
    return known == root.size() ? known > 0 : specific && known > 1;
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    if (!workflow.equals(WORKFLOW)) {
      return NameResolution.refused(
          "there is no workflow " + workflow + " with a state in " + FOLDER,
          "There is one: " + FlowFormat.DIALECT + "/" + WORKFLOW);
    }
    return item == null || item.isEmpty()
        ? new NameResolution.Named(ID)
        : NameResolution.refused(
            "there is one workflow at a time, and none about " + item,
            "Leave the name out: " + FlowFormat.DIALECT + "/" + WORKFLOW);
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    return path.equals(FILE) ? Optional.of(ID) : Optional.empty();
  }

  @Override
  public boolean isRemovedAtEnd() {
    return true;
  }

  @Override
  public List<String> roots() {
    return List.of(FILE);
  }

  @Override
  public List<String> keptFolders() {
    return List.of(FlowArchives.FOLDER);
  }

  @Override
  public List<String> ignoreLines() {
    return List.of(FOLDER + "/");
  }

  @Override
  public Optional<String> temporaryPathOf(CheckpointId id) {
    return Optional.of(PASSAGE);
  }
}
