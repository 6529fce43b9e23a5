package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialects.flow.task.ContractProblems;
import dev.tidemark.dialects.flow.task.FlowKeys;
import dev.tidemark.dialects.flow.task.JsonTrees;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of `phase.json` (T-003-B).
public final class FlowValidator implements Validator {
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

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    return FlowMaintenance.asks(known);
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    return FlowMaintenance.examine(facts);
  }

  /// Returns the violations about a tree.
  public static List<SchemaViolation> of(JsonObject root) {
    var contractProblems = new ContractProblems();
    for (var key : FlowKeys.OF_PHASE) {
      field("$." + key, key, root.find(key), contractProblems);
    }
    var baseline = root.find(FlowKeys.BASELINE);
    if (baseline != null && baseline.kind() != Json.Kind.ARRAY) {
      contractProblems.warning("$.baseline", "is usually an array of files", baseline);
    }
    return List.copyOf(contractProblems.violations());
  }

  private static void field(
      String path, String key, @Nullable Json value, ContractProblems contractProblems) {
    switch (key) {
      case FlowKeys.WORKFLOW_ID ->
          contractProblems.kind(path, value, Json.Kind.STRING, "the name of the workflow");
      case FlowKeys.STARTED_AT, FlowKeys.LAST_UPDATED -> contractProblems.time(path, value);
      case FlowKeys.CURRENT_PHASE -> phase(path, value, contractProblems);
      case FlowKeys.PHASE_STATUS -> {
        if (!(value instanceof JsonString word) || FlowProgress.parse(word.value()) == null) {
          contractProblems.error(path, "must be one of " + FlowProgress.ALL, value);
        }
      }
      case FlowKeys.COMPLETED_PHASES, FlowKeys.USER_CHECKPOINTS ->
          entries(path, key, value, contractProblems);
      default -> contractProblems.kind(path, value, Json.Kind.BOOLEAN, "true or false");
    }
  }

  private static void phase(String path, @Nullable Json value, ContractProblems contractProblems) {
    if (!(value instanceof JsonString word) || FlowPhase.parse(word.value()) == null) {
      contractProblems.error(path, "must be one of " + FlowPhase.ALL, value);
    }
  }

  private static void entries(
      String path, String key, @Nullable Json value, ContractProblems contractProblems) {
    if (!(value instanceof JsonArray array)) {
      contractProblems.error(path, "must be an array", value);
      return;
    }
    boolean completions = key.equals(FlowKeys.COMPLETED_PHASES);
    for (int i = 0; i < array.size(); i++) {
      var at = path + "[" + i + "]";
      if (!(array.get(i) instanceof JsonObject entry)) {
        contractProblems.error(at, "must be an object", array.get(i));
        continue;
      }
      phase(at + "." + FlowKeys.PHASE, entry.find(FlowKeys.PHASE), contractProblems);
      var time = completions ? FlowKeys.COMPLETED_AT : FlowKeys.APPROVED_AT;
      contractProblems.time(at + "." + time, entry.find(time));
      if (completions) {
        contractProblems.path(at + "." + FlowKeys.OUTPUT, entry, FlowKeys.OUTPUT);
      }
    }
  }
}
