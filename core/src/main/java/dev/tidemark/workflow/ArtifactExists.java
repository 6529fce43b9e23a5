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
  public List<Ask<?>> asks(Situation situation) {
    var path = situation.path(pattern);
    return List.of(json ? new Ask.Text(path) : new Ask.Exists(path));
  }

  @Override
  public List<Blocker> blockers(Situation situation) {
    var path = situation.path(pattern);
    return json ? asJson(path, situation) : asFile(path, situation);
  }

  private static List<Blocker> asFile(String path, Situation situation) {
    var fact = situation.facts().get(new Ask.Exists(path));
    if (!fact.isKnown()) {
      return unreadable(path, fact.reason());
    }
    return fact.orElse(false) ? List.of() : missing(path);
  }

  private static List<Blocker> asJson(String path, Situation situation) {
    var fact = situation.facts().get(new Ask.Text(path));
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
              "artifact-invalid", path + " is no JSON: " + damaged.getMessage(), "Mend " + path));
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
