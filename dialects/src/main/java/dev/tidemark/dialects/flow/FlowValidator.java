package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.dialect.Ailment;
import dev.tidemark.dialect.Finding;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.Validator;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Facts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of `phase.json` (T-003-B).
public final class FlowValidator implements Validator {
  /// Makes it; it has no options.
  public FlowValidator() {}

  @Override
  public List<Finding> validate(String document) {
    try {
      return of(Trees.object(document));
    } catch (FormatException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(new Finding(Finding.Severity.ERROR, "$", "must be a JSON object", what));
    }
  }

  @Override
  public List<Finding> validate(String document, Checkpoint read) {
    return read instanceof FlowCheckpoint flow ? flow.findings() : validate(document);
  }

  @Override
  public List<Ask<?>> asks(Facts known) {
    return FlowUpkeep.asks(known);
  }

  @Override
  public List<Ailment> examine(Facts facts) {
    return FlowUpkeep.examine(facts);
  }

  /// Returns the findings about a tree.
  static List<Finding> of(JsonObject root) {
    var contract = new Contract();
    for (var key : Keys.OF_PHASE) {
      field("$." + key, key, root.find(key), contract);
    }
    var baseline = root.find(Keys.BASELINE);
    if (baseline != null && baseline.kind() != Json.Kind.ARRAY) {
      contract.warning("$.baseline", "is usually an array of files", baseline);
    }
    return List.copyOf(contract.findings());
  }

  private static void field(String path, String key, @Nullable Json value, Contract contract) {
    switch (key) {
      case Keys.WORKFLOW_ID ->
          contract.kind(path, value, Json.Kind.STRING, "the name of the workflow");
      case Keys.STARTED_AT, Keys.LAST_UPDATED -> contract.time(path, value);
      case Keys.CURRENT_PHASE -> phase(path, value, contract);
      case Keys.PHASE_STATUS -> {
        if (!(value instanceof JsonString word) || Progress.parse(word.value()) == null) {
          contract.error(path, "must be one of " + Progress.ALL, value);
        }
      }
      case Keys.COMPLETED_PHASES, Keys.USER_CHECKPOINTS -> entries(path, key, value, contract);
      default -> contract.kind(path, value, Json.Kind.BOOLEAN, "true or false");
    }
  }

  private static void phase(String path, @Nullable Json value, Contract contract) {
    if (!(value instanceof JsonString word) || Stage.parse(word.value()) == null) {
      contract.error(path, "must be one of " + Stage.ALL, value);
    }
  }

  private static void entries(String path, String key, @Nullable Json value, Contract contract) {
    if (!(value instanceof JsonArray array)) {
      contract.error(path, "must be an array", value);
      return;
    }
    boolean completions = key.equals(Keys.COMPLETED_PHASES);
    for (int i = 0; i < array.size(); i++) {
      var at = path + "[" + i + "]";
      if (!(array.get(i) instanceof JsonObject entry)) {
        contract.error(at, "must be an object", array.get(i));
        continue;
      }
      phase(at + "." + Keys.PHASE, entry.find(Keys.PHASE), contract);
      var time = completions ? Keys.COMPLETED_AT : Keys.APPROVED_AT;
      contract.time(at + "." + time, entry.find(time));
      if (completions) {
        contract.path(at + "." + Keys.OUTPUT, entry, Keys.OUTPUT);
      }
    }
  }
}
