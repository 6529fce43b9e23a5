package dev.tidemark.dialects.flow.format;

import static dev.tidemark.dialect.Ailment.Weight.NOTE;
import static dev.tidemark.dialect.Ailment.Weight.WARNING;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.dialect.Ailment;
import dev.tidemark.dialect.Finding;
import dev.tidemark.dialect.FindingList;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.Validator;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of `phase.json` (T-003-B), and diagnostics of the auxiliary files of a
/// workflow: archives, and the remains of an interrupted writer.
public final class FlowValidator implements Validator {
  private static final FactQuery<List<FileFact>> ARCHIVES =
      new FactQuery.Files(FlowArchives.FOLDER);

  private static final FactQuery<List<FileFact>> FILES = new FactQuery.Files(FlowFormat.FOLDER);

  /// Makes it; it has no options.
  public FlowValidator() {}

  @Override
  public List<Finding> validate(String document) {
    try {
      return of(JsonTrees.object(document));
    } catch (FormatException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(new Finding(Finding.Severity.ERROR, "$", "must be a JSON object", what));
    }
  }

  @Override
  public List<Finding> validate(String document, Checkpoint read) {
    return read instanceof FlowCheckpoint flow ? flow.findings() : validate(document);
  }

  /// Returns the findings about a tree.
  public static List<Finding> of(JsonObject root) {
    var findingList = new FindingList();
    for (var key : FlowKeys.OF_PHASE) {
      field("$." + key, key, root.find(key), findingList);
    }
    var baseline = root.find(FlowKeys.BASELINE);
    if (baseline != null && baseline.kind() != Json.Kind.ARRAY) {
      findingList.warning("$.baseline", "is usually an array of files", baseline, null);
    }
    return List.copyOf(findingList.findings());
  }

  private static void field(
      String path, String key, @Nullable Json value, FindingList findingList) {
    switch (key) {
      case FlowKeys.WORKFLOW_ID ->
          findingList.kind(path, value, Json.Kind.STRING, "the name of the workflow");
      case FlowKeys.STARTED_AT, FlowKeys.LAST_UPDATED -> time(path, value, findingList);
      case FlowKeys.CURRENT_PHASE -> phase(path, value, findingList);
      case FlowKeys.PHASE_STATUS -> {
        if (!(value instanceof JsonString word) || FlowProgress.parse(word.value()) == null) {
          findingList.error(path, "must be one of " + FlowProgress.ALL, value, null);
        }
      }
      case FlowKeys.COMPLETED_PHASES, FlowKeys.USER_CHECKPOINTS ->
          entries(path, key, value, findingList);
      default -> findingList.kind(path, value, Json.Kind.BOOLEAN, "true or false");
    }
  }

  private static void phase(String path, @Nullable Json value, FindingList findingList) {
    if (!(value instanceof JsonString word) || FlowPhase.parse(word.value()) == null) {
      findingList.error(path, "must be one of " + FlowPhase.ALL, value, null);
    }
  }

  private static void entries(
      String path, String key, @Nullable Json value, FindingList findingList) {
    if (!(value instanceof JsonArray array)) {
      findingList.error(path, "must be an array", value, null);
      return;
    }
    boolean completions = key.equals(FlowKeys.COMPLETED_PHASES);
    for (int i = 0; i < array.size(); i++) {
      var at = path + "[" + i + "]";
      if (!(array.get(i) instanceof JsonObject entry)) {
        findingList.error(at, "must be an object", array.get(i), null);
        continue;
      }
      phase(at + "." + FlowKeys.PHASE, entry.find(FlowKeys.PHASE), findingList);
      var time = completions ? FlowKeys.COMPLETED_AT : FlowKeys.APPROVED_AT;
      time(at + "." + time, entry.find(time), findingList);
      if (completions) {
        output(at + "." + FlowKeys.OUTPUT, entry, findingList);
      }
    }
  }

  @Override
  public List<FactQuery<?>> asks(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(ARCHIVES, FILES));
    if (known.has(ARCHIVES)) {
      for (var folder : known.get(ARCHIVES).orElse(List.of())) {
        asks.add(new FactQuery.Files(folder.path()));
      }
    }
    return asks;
  }

  @Override
  public List<Ailment> examine(Facts facts) {
    var ailments = new ArrayList<Ailment>();
    boolean workflow = isThere(FlowFormat.FILE, facts);
    if (isThere(FlowFormat.PASSAGE, facts)) {
      ailments.add(
          new Ailment(
              WARNING,
              "left-over",
              FlowFormat.PASSAGE + " was left by a writer that was stopped",
              workflow
                  ? "The next start or resume keeps it in the archive."
                  : "It may be all there is: tidemark start flow/develop offers it."));
    }
    if (!workflow && isThere(TasksFormat.FILE, facts)) {
      ailments.add(
          new Ailment(
              WARNING,
              "orphan-tasks",
              TasksFormat.FILE + " has tasks, but there is no " + FlowFormat.FILE,
              "The next start keeps it in the archive."));
    }
    archives(facts, ailments);
    return ailments;
  }

  private static void archives(Facts facts, List<Ailment> ailments) {
    var own = new ArrayList<FileFact>();
    for (var found : facts.get(ARCHIVES).orElse(List.of())) {
      if (!FlowArchives.isOwn(found)) {
        ailments.add(
            new Ailment(
                NOTE,
                "orphan-archive",
                found.path() + " is no archive of a workflow",
                "Move it away when you no longer need it there."));
      } else if (facts.get(new FactQuery.Files(found.path())).orElse(List.of()).isEmpty()) {
        var cure = List.<Effect>of(new Effect.RemoveFolders(List.of(found.path())));
        var text = found.path() + " is an archive with nothing in it";
        ailments.add(new Ailment(NOTE, "orphan-archive", text, "Run tidemark doctor --fix.", cure));
      } else {
        own.add(found);
      }
    }
    int beyond = own.size() - FlowArchives.KEPT;
    if (beyond > 0) {
      ailments.add(
          new Ailment(
              NOTE,
              "old-archives",
              "there are "
                  + own.size()
                  + " archives in "
                  + FlowArchives.FOLDER
                  + "; "
                  + FlowArchives.KEPT
                  + " stay",
              "Nothing to do: the next archive pushes the oldest out."));
    }
  }

  private static boolean isThere(String path, Facts facts) {
    for (var file : facts.get(FILES).orElse(List.of())) {
      if (file.path().equals(path)) {
        return true;
      }
    }
    return false;
  }

  private static void time(String path, @Nullable Json value, FindingList findingList) {
    var text = value instanceof JsonString string ? string.value() : "";
    if (Timestamps.parse(text).isEmpty()) {
      findingList.error(path, "must be a date and time with zone, in ISO 8601", value, null);
    }
  }

  private static void output(String path, JsonObject entry, FindingList findingList) {
    var text = entry.string(FlowKeys.OUTPUT);
    var value = entry.find(FlowKeys.OUTPUT);
    if (text == null || text.isBlank()) {
      findingList.error(path, "must be a path from the project root", value, null);
    } else if (FlowTask.leadsOut(text)) {
      findingList.error(path, "must be a path inside the project", value, null);
    }
  }
}
