package dev.tidemark.workflow.policy;

import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.fact.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Policy of service gates, from a project's `.claude/config/integrations.json`. Pure.
///
/// @param preview whether shipping waits for a preview deployment, and requires it
/// @param issues whether runs have an issue in Linear
/// @param isNative whether Linear's own automation is in use; then Tidemark creates an issue only
///   when asked to
public record ServicePolicy(PreviewPolicy preview, boolean issues, boolean isNative) {
  /// The file, from the project root.
  public static final String FILE = ".claude/config/integrations.json";

  /// No services.
  public static final ServicePolicy OFF = new ServicePolicy(PreviewPolicy.OFF, false, true);

  private static final String LINEAR = "linear";
  private static final String VERCEL = "vercel";
  private static final String ENABLED = "enabled";
  private static final List<String> FLAGS =
      List.of(ENABLED, "wait_for_preview", "require_preview_success", "use_native_automation");

  /// Returns the policy that a configuration states; unknown if it cannot be understood.
  public static Fact<ServicePolicy> of(String text) {
    try {
      if (!(JsonText.parse(text) instanceof JsonObject all)) {
        return Fact.unknown(FILE + " holds no object");
      }
      var problem = problem(all);
      return problem == null ? Fact.known(of(all)) : Fact.unknown(FILE + ": " + problem);
    } catch (JsonException damaged) {
      return Fact.unknown(FILE + " is damaged at " + damaged.getMessage());
    }
  }

  private static ServicePolicy of(JsonObject all) {
    var previewPolicy =
        new PreviewPolicy(
            flag(all, VERCEL, ENABLED, false),
            flag(all, VERCEL, "wait_for_preview", true),
            flag(all, VERCEL, "require_preview_success", false));
    return new ServicePolicy(
        previewPolicy,
        flag(all, LINEAR, ENABLED, false),
        flag(all, LINEAR, "use_native_automation", true));
  }

  private static boolean flag(JsonObject all, String group, String key, boolean otherwise) {
    var fields = all.object(group);
    var value = fields == null ? null : fields.find(key);
    return value instanceof JsonBoolean flag ? flag.value() : otherwise;
  }

  /// Returns which field has a wrong type; null if none has.
  private static @Nullable String problem(JsonObject all) {
    for (var group : List.of(LINEAR, VERCEL)) {
      var fields = all.find(group);
      if (fields != null && !(fields instanceof JsonObject)) {
        return group + " is no object";
      }
      for (var key : FLAGS) {
        var value = fields instanceof JsonObject object ? object.find(key) : null;
        if (value != null && !(value instanceof JsonBoolean)) {
          return group + "." + key + " is neither true nor false";
        }
      }
    }
    return null;
  }
}
