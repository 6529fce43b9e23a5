package dev.tidemark.dialects.flow.format;

import static dev.tidemark.checkpoint.Diagnostic.Severity.NOTE;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialect.ViolationList;
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
  private static final FactQuery<List<FileFact>> ARCHIVES = FactQuery.files(FlowArchives.FOLDER);

  private static final FactQuery<List<FileFact>> FILES = FactQuery.files(FlowFormat.FOLDER);

  /// Makes it; it has no options.
  public FlowValidator() {}

  @Override
  public List<SchemaViolation> validate(String document) {
    try {
      return of(JsonTrees.object(document));
    } catch (FormatException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(
          new SchemaViolation(Diagnostic.Severity.ERROR, "$", "must be a JSON object", what));
    }
  }

  @Override
  public List<SchemaViolation> validate(String document, Checkpoint read) {
    return read instanceof FlowCheckpoint flow ? flow.violations() : validate(document);
  }

  /// Returns the violations about a tree.
  public static List<SchemaViolation> of(JsonObject root) {
    var violationList = new ViolationList();
    for (var key : FlowKeys.OF_PHASE) {
      field("$." + key, key, root.find(key), violationList);
    }
    var baseline = root.find(FlowKeys.BASELINE);
    if (baseline != null && baseline.kind() != Json.Kind.ARRAY) {
      violationList.warning("$.baseline", "is usually an array of files", baseline, null);
    }
    return List.copyOf(violationList.violations());
  }

  private static void field(
      String path, String key, @Nullable Json value, ViolationList violationList) {
    switch (key) {
      case FlowKeys.WORKFLOW_ID ->
          violationList.kind(path, value, Json.Kind.STRING, "the name of the workflow");
      case FlowKeys.STARTED_AT, FlowKeys.LAST_UPDATED -> time(path, value, violationList);
      case FlowKeys.CURRENT_PHASE -> phase(path, value, violationList);
      case FlowKeys.PHASE_STATUS -> {
        if (!(value instanceof JsonString word) || FlowProgress.parse(word.value()) == null) {
          violationList.error(path, "must be one of " + FlowProgress.ALL, value, null);
        }
      }
      case FlowKeys.COMPLETED_PHASES, FlowKeys.USER_CHECKPOINTS ->
          entries(path, key, value, violationList);
      default -> violationList.kind(path, value, Json.Kind.BOOLEAN, "true or false");
    }
  }

  private static void phase(String path, @Nullable Json value, ViolationList violationList) {
    if (!(value instanceof JsonString word) || FlowPhase.parse(word.value()) == null) {
      violationList.error(path, "must be one of " + FlowPhase.ALL, value, null);
    }
  }

  private static void entries(
      String path, String key, @Nullable Json value, ViolationList violationList) {
    if (!(value instanceof JsonArray array)) {
      violationList.error(path, "must be an array", value, null);
      return;
    }
    boolean completions = key.equals(FlowKeys.COMPLETED_PHASES);
    for (int i = 0; i < array.size(); i++) {
      var at = path + "[" + i + "]";
      if (!(array.get(i) instanceof JsonObject entry)) {
        violationList.error(at, "must be an object", array.get(i), null);
        continue;
      }
      phase(at + "." + FlowKeys.PHASE, entry.find(FlowKeys.PHASE), violationList);
      var time = completions ? FlowKeys.COMPLETED_AT : FlowKeys.APPROVED_AT;
      time(at + "." + time, entry.find(time), violationList);
      if (completions) {
        output(at + "." + FlowKeys.OUTPUT, entry, violationList);
      }
    }
  }

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(ARCHIVES, FILES));
    if (known.has(ARCHIVES)) {
      for (var folder : known.get(ARCHIVES).orElse(List.of())) {
        asks.add(FactQuery.files(folder.path()));
      }
    }
    return asks;
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    boolean workflow = isThere(FlowFormat.FILE, facts);
    if (isThere(FlowFormat.PASSAGE, facts)) {
      diagnostics.add(
          new FileDiagnostic(
              WARNING,
              "left-over",
              FlowFormat.PASSAGE + " was left by a writer that was stopped",
              workflow
                  ? "The next start or resume keeps it in the archive."
                  : "It may be all there is: tidemark start flow/develop offers it."));
    }
    if (!workflow && isThere(TasksFormat.FILE, facts)) {
      diagnostics.add(
          new FileDiagnostic(
              WARNING,
              "orphan-tasks",
              TasksFormat.FILE + " has tasks, but there is no " + FlowFormat.FILE,
              "The next start keeps it in the archive."));
    }
    archives(facts, diagnostics);
    return diagnostics;
  }

  private static void archives(Facts facts, List<FileDiagnostic> diagnostics) {
    var own = new ArrayList<FileFact>();
    for (var found : facts.get(ARCHIVES).orElse(List.of())) {
      if (!FlowArchives.isOwn(found)) {
        diagnostics.add(
            new FileDiagnostic(
                NOTE,
                "orphan-archive",
                found.path() + " is no archive of a workflow",
                "Move it away when you no longer need it there."));
      } else if (facts.get(FactQuery.files(found.path())).orElse(List.of()).isEmpty()) {
        var cure = List.<Effect>of(new Effect.RemoveFolders(List.of(found.path())));
        var text = found.path() + " is an archive with nothing in it";
        diagnostics.add(
            new FileDiagnostic(NOTE, "orphan-archive", text, "Run tidemark doctor --fix.", cure));
      } else {
        own.add(found);
      }
    }
    int beyond = own.size() - FlowArchives.KEPT;
    if (beyond > 0) {
      diagnostics.add(
          new FileDiagnostic(
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

  private static void time(String path, @Nullable Json value, ViolationList violationList) {
    var text = value instanceof JsonString string ? string.value() : "";
    if (Timestamps.parse(text).isEmpty()) {
      violationList.error(path, "must be a date and time with zone, in ISO 8601", value, null);
    }
  }

  private static void output(String path, JsonObject entry, ViolationList violationList) {
    var text = entry.string(FlowKeys.OUTPUT);
    var value = entry.find(FlowKeys.OUTPUT);
    if (text == null || text.isBlank()) {
      violationList.error(path, "must be a path from the project root", value, null);
    } else if (FlowTask.leadsOut(text)) {
      violationList.error(path, "must be a path inside the project", value, null);
    }
  }
}
