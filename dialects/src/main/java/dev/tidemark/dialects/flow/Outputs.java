package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Status of the output files of phases. Those that a workflow found when it began are not its own,
/// and count as missing.
final class Outputs {
  static final String DESIGNS = "memory/reports/designs";
  static final String REFLECTIONS = "memory/reflections";

  /// A digest of all reflections, and none itself.
  private static final String AGGREGATE = REFLECTIONS + "/_aggregate.json";

  private final Matter matter;
  private final Inquiry inquiry;
  private final List<Notice> notices;

  /// @param notices collects the warnings about unusable outputs
  Outputs(Matter matter, List<Notice> notices) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
    this.notices = notices;
  }

  /// Returns the files that an approval of a phase covers: its output or, while that is missing,
  /// the designs or reflections it is made of; nothing if there are none.
  static List<String> toApprove(Stage stage, Inquiry inquiry) {
    if (inquiry.exists(stage.output())) {
      return List.of(stage.output());
    }
    boolean designs = stage == Stage.ARCHITECTURE;
    if (!designs && stage != Stage.REFLECTION) {
      return List.of();
    }
    var files = new ArrayList<String>();
    var folder = designs ? DESIGNS : REFLECTIONS;
    for (var found : inquiry.fact(new Ask.Files(folder)).orElse(List.of())) {
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
  Sight of(Stage stage, FlowCheckpoint checkpoint) {
    return switch (stage) {
      case REQUIREMENTS -> Sight.of(isThere(stage.output(), true, checkpoint), stage.output());
      case ARCHITECTURE -> architecture(checkpoint);
      case IMPLEMENTATION -> Sight.of(matter.tasks().isUsable(), stage.output());
      case VERIFICATION -> Sight.of(isThere(stage.output(), false, checkpoint), stage.output());
      case REFLECTION -> reflection(checkpoint);
    };
  }

  private Sight architecture(FlowCheckpoint checkpoint) {
    var file = Stage.ARCHITECTURE.output();
    boolean approved = matter.isApproved(Stage.ARCHITECTURE, checkpoint);
    if (isThere(file, true, checkpoint)) {
      return new Sight(true, true, approved, file, List.of());
    }
    var designs = new ArrayList<String>();
    for (var found : inquiry.fact(new Ask.Files(DESIGNS)).orElse(List.of())) {
      if (isDesign(found) && Baseline.isOwn(checkpoint, found.path(), inquiry)) {
        designs.add(found.path());
      }
    }
    return new Sight(false, !designs.isEmpty(), approved, file, designs);
  }

  private Sight reflection(FlowCheckpoint checkpoint) {
    var file = Stage.REFLECTION.output();
    if (isThere(file, false, checkpoint)) {
      return Sight.of(true, file);
    }
    for (var found : inquiry.fact(new Ask.Files(REFLECTIONS)).orElse(List.of())) {
      var path = found.path();
      boolean reflects = isReflection(found) && Baseline.isOwn(checkpoint, path, inquiry);
      if (reflects && (!path.endsWith(".json") || isThere(path, false, checkpoint))) {
        return Sight.of(true, path);
      }
    }
    return Sight.of(false, file);
  }

  /// @param full whether it has to be an object with something in it, not just any JSON (R-003-14)
  private boolean isThere(String path, boolean full, FlowCheckpoint checkpoint) {
    var fact = inquiry.fact(new Ask.Text(path));
    var text = fact.orElse(Optional.empty()).orElse(null);
    if (text == null) {
      return false;
    }
    if (!Baseline.isOwn(checkpoint, path, inquiry)) {
      notices.add(
          new Notice("old-output", path + " is from before this workflow, and does not count"));
      return false;
    }
    var json = Trees.parsed(text);
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
