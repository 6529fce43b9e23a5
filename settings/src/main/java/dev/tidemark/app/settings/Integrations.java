package dev.tidemark.app.settings;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.policy.PreviewPolicy;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Integration settings: the services of a project, in `.claude/config/integrations.json`. It holds
/// no keys.
///
/// @param present whether there is such a file; without it everything is off
/// @param linear the settings of Linear
/// @param vercel the settings of preview deployments
/// @param notices the warnings about the file
public record Integrations(boolean present, Linear linear, Vercel vercel, List<Notice> notices) {
  /// The path of the file, from the project root.
  public static final String FILE = ServicePolicy.FILE;

  /// The template of a new file.
  public static final String SAMPLE =
      """
      {
        "linear": {
          "enabled": true,
          "team": "Basecamp",
          "branch_prefix": "feature",
          "use_native_automation": true
        },
        "vercel": {
          "enabled": true,
          "wait_for_preview": true,
          "preview_timeout_ms": 300000,
          "require_preview_success": false
        }
      }
      """;

  private static final int TIMEOUT = 300_000;

  /// Takes its own copy of the notices.
  public Integrations {
    notices = List.copyOf(notices);
  }

  /// The settings of Linear.
  ///
  /// @param enabled whether anything is
  /// @param team the team that issues are created in, by id, key or name; absent if none is named
  /// @param branchPrefix the prefix of branches of issues
  /// @param isNative whether Linear itself tracks branches and pull requests, so that Tidemark must
  ///   not update its issues
  public record Linear(
      boolean enabled, @Nullable String team, String branchPrefix, boolean isNative) {}

  /// The settings of preview deployments.
  ///
  /// @param policy the effect of a deployment
  /// @param patience how long one is waited for
  public record Vercel(PreviewPolicy policy, Duration patience) {}

  /// Reads the file of a project.
  ///
  /// @throws SettingsException if there is one that cannot be understood; then everything is off
  public static Integrations read(Path root) {
    var json = TypedFields.read(root, FILE);
    if (json == null) {
      return of(false, new TypedFields(FILE, "", JsonObject.EMPTY));
    }
    if (!(json instanceof JsonObject object)) {
      throw new SettingsException(FILE, "", "holds no object", "a JSON object");
    }
    return of(true, new TypedFields(FILE, "", object));
  }

  private static Integrations of(boolean present, TypedFields all) {
    var linear = all.group("linear");
    var vercel = all.group("vercel");
    var notices = new ArrayList<>(all.secrets());
    notices.addAll(linear.secrets());
    notices.addAll(vercel.secrets());
    var policy =
        new PreviewPolicy(
            vercel.flag("enabled", false),
            vercel.flag("wait_for_preview", true),
            vercel.flag("require_preview_success", false));
    var patience = Duration.ofMillis(vercel.number("preview_timeout_ms", TIMEOUT, 1));
    return new Integrations(present, linear(linear), new Vercel(policy, patience), notices);
  }

  private static Linear linear(TypedFields linear) {
    var prefix = linear.text("branch_prefix");
    if (prefix != null && !isBranch(prefix)) {
      throw linear.wrong(
          "branch_prefix", JsonString.of(prefix), "letters, digits and . _ - / as branches have");
    }
    return new Linear(
        linear.flag("enabled", false),
        linear.text("team"),
        prefix == null ? "feature" : prefix,
        linear.flag("use_native_automation", true));
  }

  /// Returns whether branches may begin so, in git and unquoted in a shell.
  private static boolean isBranch(String prefix) {
    for (int i = 0; i < prefix.length(); i++) {
      char c = prefix.charAt(i);
      boolean word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!word && (i == 0 || "._-/".indexOf(c) < 0)) {
        return false;
      }
    }
    return !prefix.contains("..") && !prefix.contains("//");
  }
}
