package dev.tidemark.dialects.flow.rules;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.task.JsonTrees;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Status of the output files of phases. Those that a workflow found when it began are not its own,
/// and count as missing.
public final class PhaseOutputs {
  public static final String DESIGNS = "memory/reports/designs";
  static final String REFLECTIONS = "memory/reflections";

  /// A digest of all reflections, and none itself.
  private static final String AGGREGATE = REFLECTIONS + "/_aggregate.json";

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final List<Notice> notices;

  /// @param notices collects the warnings about unusable outputs
  PhaseOutputs(FlowContext flowContext, List<Notice> notices) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.inquiry();
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
    for (var found : factTracker.fact(new FactQuery.Files(folder)).orElse(List.of())) {
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
    for (var found : factTracker.fact(new FactQuery.Files(DESIGNS)).orElse(List.of())) {
      if (isDesign(found) && OutputBaseline.isOwn(checkpoint, found.path(), factTracker)) {
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
    for (var found : factTracker.fact(new FactQuery.Files(REFLECTIONS)).orElse(List.of())) {
      var path = found.path();
      boolean reflects = isReflection(found) && OutputBaseline.isOwn(checkpoint, path, factTracker);
      if (reflects && (!path.endsWith(".json") || isThere(path, false, checkpoint))) {
        return OutputStatus.of(true, path);
      }
    }
    return OutputStatus.of(false, file);
  }

  /// @param full whether it has to be an object with something in it, not just any JSON (R-003-14)
  private boolean isThere(String path, boolean full, FlowCheckpoint checkpoint) {
    var fact = factTracker.fact(new FactQuery.Text(path));
    var text = fact.orElse(Optional.empty()).orElse(null);
    if (text == null) {
      return false;
    }
    if (!OutputBaseline.isOwn(checkpoint, path, factTracker)) {
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
}
