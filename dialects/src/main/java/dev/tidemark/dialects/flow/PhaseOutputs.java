package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.JsonTrees;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Status of the output files of phases. Those that a workflow found when it began, its baseline,
/// are not its own, and count as missing (R-003-53).
public final class PhaseOutputs {
  public static final String DESIGNS = "memory/reports/designs";
  static final String REFLECTIONS = "memory/reflections";

  /// A digest of all reflections, and none itself.
  private static final String AGGREGATE = REFLECTIONS + "/_aggregate.json";

  /// The folders of outputs.
  private static final List<String> FOLDERS =
      List.of("memory/reports", "memory/reflections", "memory/tasks");

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final List<Notice> notices;

  /// @param notices collects the warnings about unusable outputs
  PhaseOutputs(FlowContext flowContext, List<Notice> notices) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
    this.notices = notices;
  }

  /// Returns the files that an approval of a phase covers: its output or, while that is missing,
  /// the designs or reflections it is made of; nothing if there are none.
  static List<String> toApprove(FlowPhase flowPhase, FactTracker factTracker) {
    if (factTracker.exists(flowPhase.output())) {
      return List.of(flowPhase.output());
    }
    boolean designs = flowPhase == FlowPhase.ARCHITECTURE;
    if (!designs && flowPhase != FlowPhase.REFLECTION) {
      return List.of();
    }
    var files = new ArrayList<String>();
    var folder = designs ? DESIGNS : REFLECTIONS;
    for (var found : factTracker.fact(FactQuery.files(folder)).orElse(List.of())) {
      if (designs ? isDesign(found) : isReflection(found)) {
        files.add(found.path());
      }
    }
    return files;
  }

  private static boolean isDesign(FileFact found) {
    return !found.folder() && found.path().endsWith(".json");
  }

  private static boolean isReflection(FileFact found) {
    return !found.folder()
        && !found.path().equals(AGGREGATE)
        && !found.path().startsWith(REFLECTIONS + "/.");
  }

  /// Returns the output status of a phase.
  OutputStatus of(FlowPhase flowPhase, FlowCheckpoint checkpoint) {
    return switch (flowPhase) {
      case REQUIREMENTS ->
          OutputStatus.of(isThere(flowPhase.output(), true, checkpoint), flowPhase.output());
      case ARCHITECTURE -> architecture(checkpoint);
      case IMPLEMENTATION -> OutputStatus.of(flowContext.tasks().isUsable(), flowPhase.output());
      case VERIFICATION ->
          OutputStatus.of(isThere(flowPhase.output(), false, checkpoint), flowPhase.output());
      case REFLECTION -> reflection(checkpoint);
    };
  }

  private OutputStatus architecture(FlowCheckpoint checkpoint) {
    var file = FlowPhase.ARCHITECTURE.output();
    boolean approved = flowContext.isApproved(FlowPhase.ARCHITECTURE, checkpoint);
    if (isThere(file, true, checkpoint)) {
      return new OutputStatus(true, true, approved, file, List.of());
    }
    var designs = new ArrayList<String>();
    for (var found : factTracker.fact(FactQuery.files(DESIGNS)).orElse(List.of())) {
      if (isDesign(found) && isOwn(checkpoint, found.path(), factTracker)) {
        designs.add(found.path());
      }
    }
    return new OutputStatus(false, !designs.isEmpty(), approved, file, designs);
  }

  private OutputStatus reflection(FlowCheckpoint checkpoint) {
    var file = FlowPhase.REFLECTION.output();
    if (isThere(file, false, checkpoint)) {
      return OutputStatus.of(true, file);
    }
    for (var found : factTracker.fact(FactQuery.files(REFLECTIONS)).orElse(List.of())) {
      var path = found.path();
      boolean reflects = isReflection(found) && isOwn(checkpoint, path, factTracker);
      if (reflects && (!path.endsWith(".json") || isThere(path, false, checkpoint))) {
        return OutputStatus.of(true, path);
      }
    }
    return OutputStatus.of(false, file);
  }

  /// @param full whether it has to be an object with something in it, not just any JSON (R-003-14)
  private boolean isThere(String path, boolean full, FlowCheckpoint checkpoint) {
    var fact = factTracker.fact(FactQuery.fileText(path));
    var text = fact.orElse(Optional.empty()).orElse(null);
    if (text == null) {
      return false;
    }
    if (!isOwn(checkpoint, path, factTracker)) {
      notices.add(
          new Notice("old-output", path + " is from before this workflow, and does not count"));
      return false;
    }
    var json = JsonTrees.parsed(text);
    boolean usable = full ? isFull(json) : json != null;
    if (!usable) {
      var what = json == null ? "cannot be read" : "is not an object with anything in it";
      notices.add(new Notice("bad-output", path + " " + what + "; it counts as missing"));
    }
    return usable;
  }

  private static boolean isFull(@Nullable Json json) {
    return json instanceof JsonObject object && object.size() > 0;
  }

  /// Returns the outputs that exist now, as they are put into a new document.
  public static JsonArray baseline(FactTracker factTracker) {
    var entries = new ArrayList<Json>();
    for (var folder : FOLDERS) {
      for (var file : factTracker.fact(FactQuery.filesBelow(folder)).orElse(List.of())) {
        if (file.folder() || !file.path().endsWith(".json")) {
          continue;
        }
        var digest = digest(file.path(), factTracker);
        if (digest.isPresent()) {
          entries.add(
              JsonObject.builder()
                  .add(FlowKeys.PATH, file.path())
                  .add(FlowKeys.SIZE, file.size())
                  .add(FlowKeys.SHA256, digest.get())
                  .build());
        }
      }
    }
    return JsonArray.of(entries);
  }

  /// Returns whether a file is the workflow's own: not there at its beginning, or changed since.
  public static boolean isOwn(FlowCheckpoint checkpoint, String path, FactTracker factTracker) {
    var entry = entry(checkpoint, path);
    return entry.isEmpty()
        || !digest(path, factTracker).orElse("").equals(entry.get().string(FlowKeys.SHA256));
  }

  private static Optional<String> digest(String path, FactTracker factTracker) {
    return factTracker.fact(FactQuery.digest(path)).orElse(Optional.empty());
  }

  private static Optional<JsonObject> entry(FlowCheckpoint checkpoint, String path) {
    for (var entry : checkpoint.root().objects(FlowKeys.BASELINE)) {
      if (path.equals(entry.string(FlowKeys.PATH))) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }
}
