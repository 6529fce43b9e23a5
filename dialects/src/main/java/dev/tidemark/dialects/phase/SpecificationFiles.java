package dev.tidemark.dialects.phase;

import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parser of the YAML files in which the design phase keeps its specs. Their layout is nowhere
/// written down, so every one that was seen is accepted.
final class SpecificationFiles {
  static final String DESIGN = ".design-state.yaml";
  static final String STEPS = "state.yaml";
  private static final String SPECS_DIR = "specs_dir";

  private SpecificationFiles() {}

  /// Result of parsing a file.
  ///
  /// @param value the value; absent if it is missing
  /// @param problem why the file could not be read; absent if it could
  public record Found<T>(@Nullable T value, @Nullable String problem) {}

  /// Returns the folder of a spec, without a slash at its end.
  ///
  /// @param text the content of the file of all specs; null if there is none
  static Found<String> folder(String spec, @Nullable String text) {
    if (text == null) {
      return new Found<>(null, null);
    }
    try {
      var root = YamlTree.read(DESIGN, text).root();
      var folder = folder(spec, root);
      while (folder != null && folder.endsWith("/")) {
        folder = folder.substring(0, folder.length() - 1);
      }
      return new Found<>(folder == null || folder.isBlank() ? null : folder, null);
    } catch (DefinitionException broken) {
      return new Found<>(null, broken.getMessage());
    }
  }

  private static @Nullable String folder(String spec, JsonObject root) {
    var status = root.object("specs_status");
    var entry = status == null ? null : status.object(spec);
    if (entry != null && entry.string(SPECS_DIR) != null) {
      return entry.string(SPECS_DIR);
    }
    var folders = root.object(SPECS_DIR);
    if (folders != null && folders.string(spec) != null) {
      return folders.string(spec);
    }
    for (var member : root.members()) {
      if (member.value() instanceof JsonArray list) {
        for (int i = 0; i < list.size(); i++) {
          if (list.get(i) instanceof JsonObject item
              && spec.equals(item.string("spec_id"))
              && item.string(SPECS_DIR) != null) {
            return item.string(SPECS_DIR);
          }
        }
      }
    }
    return null;
  }

  /// Returns the steps of a spec.
  ///
  /// @param file its name in messages
  /// @param text its content; null if there is none
  static Found<SpecSteps> steps(String file, @Nullable String text) {
    if (text == null) {
      return new Found<>(null, null);
    }
    try {
      var list = YamlTree.read(file, text).root().find("steps");
      if (!(list instanceof JsonArray items) || items.size() == 0) {
        return new Found<>(null, null);
      }
      return new Found<>(steps(items), null);
    } catch (DefinitionException broken) {
      return new Found<>(null, broken.getMessage());
    }
  }

  private static SpecSteps steps(JsonArray items) {
    boolean numbered = true;
    long last = 0;
    for (int i = 0; i < items.size(); i++) {
      long number = number(items.get(i));
      numbered &= number > last && number <= Integer.MAX_VALUE;
      last = number;
    }
    var steps = new ArrayList<SpecSteps.Step>(items.size());
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      int number = numbered ? (int) number(item) : i + 1;
      steps.add(new SpecSteps.Step(number, title(item), state(item)));
    }
    return new SpecSteps(List.copyOf(steps));
  }

  private static long number(Json item) {
    var id = item instanceof JsonObject object ? object.find("id") : null;
    return id instanceof JsonNumber number ? number.wholeValue().orElse(0) : 0;
  }

  private static String title(Json item) {
    if (item instanceof JsonString text) {
      return text.value();
    }
    if (item instanceof JsonObject object) {
      for (var key : List.of("name", "title", "description")) {
        var text = object.string(key);
        if (text != null && !text.isBlank()) {
          return text;
        }
      }
    }
    return "";
  }

  private static SpecSteps.State state(Json item) {
    var word = item instanceof JsonObject object ? object.string("status") : null;
    if (word == null) {
      return SpecSteps.State.PENDING;
    }
    return switch (word) {
      case "completed", "complete", "done" -> SpecSteps.State.COMPLETED;
      case "in_progress" -> SpecSteps.State.IN_PROGRESS;
      default -> SpecSteps.State.PENDING;
    };
  }
}
