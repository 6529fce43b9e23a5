package dev.tidemark.workflow;

import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonText;
import java.util.List;
import java.util.Optional;

/// Gate condition: a file exists and, if required, holds valid JSON.
///
/// @param pattern its path from the project root; `{item}` stands for the run's item
/// @param json whether it must be JSON
public record ArtifactExists(String pattern, boolean json) implements Condition {
  @Override
  public String text() {
    return pattern + (json ? " is there and is JSON" : " is there");
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    var path = gateContext.path(pattern);
    return List.of(json ? FactQuery.fileText(path) : FactQuery.exists(path));
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var path = gateContext.path(pattern);
    return json ? asJson(path, gateContext) : asFile(path, gateContext);
  }

  private static List<Blocker> asFile(String path, GateContext gateContext) {
    var fact = gateContext.facts().get(FactQuery.exists(path));
    if (!fact.isKnown()) {
      return unreadable(path, fact.reason());
    }
    return fact.orElse(false) ? List.of() : missing(path);
  }

  private static List<Blocker> asJson(String path, GateContext gateContext) {
    var fact = gateContext.facts().get(FactQuery.fileText(path));
    if (!fact.isKnown()) {
      return unreadable(path, fact.reason());
    }
    var text = fact.orElse(Optional.empty());
    if (text.isEmpty()) {
      return missing(path);
    }
    try {
      JsonText.parse(text.get());
      return List.of();
    } catch (JsonException damaged) {
      return List.of(
          Blocker.refused(
              "artifact-invalid", path + " is no JSON: " + damaged.getMessage(), "Fix " + path));
    }
  }

  private static List<Blocker> missing(String path) {
    return List.of(Blocker.refused("artifact-missing", path + " is not there", "Write " + path));
  }

  private static List<Blocker> unreadable(String path, String reason) {
    return List.of(
        Blocker.refused(
            "gate-unknown", path + " cannot be read: " + reason, "Make " + path + " readable"));
  }
}
