package dev.tidemark.integrations.vercel;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.port.Deployment;
import dev.tidemark.port.Deployments;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Deployments reported to GitHub, queried with its program `gh` and the user's own login
/// (R-004-73). The newest preview counts; without one the newest deployment of Vercel.
public final class GitHubDeployments implements Deployments {
  private final CommandRunner commandRunner;

  /// Takes the process runner of the project.
  public GitHubDeployments(CommandRunner commandRunner) {
    this.commandRunner = commandRunner;
  }

  @Override
  public Lookup find(String commit, Duration patience) {
    var path = "repos/{owner}/{repo}/deployments";
    var listed = ask(path + "?per_page=50&sha=" + commit, patience);
    if (!(listed instanceof JsonArray all)) {
      return Lookup.failed("gh cannot list the deployments of this repository");
    }
    var found = newest(all);
    var number = found == null ? null : found.number("id");
    if (number == null) {
      return Lookup.NOTHING;
    }
    var id = number.spelling();
    var asked = ask(path + "/" + id + "/statuses?per_page=1", patience);
    if (!(asked instanceof JsonArray statuses)) {
      return Lookup.retryLater("gh cannot read the state of a deployment", null);
    }
    return Lookup.found(
        statuses.size() > 0 && statuses.get(0) instanceof JsonObject status
            ? new Deployment(status(status), url(status), id, null)
            : new Deployment(Status.PENDING, null, id, null));
  }

  private @Nullable Json ask(String path, Duration patience) {
    var output = new ByteArrayOutputStream();
    var exit = commandRunner.run(List.of("gh", "api", path), patience, output);
    if (!exit.isKnown() || exit.orElse(1) != 0) {
      return null;
    }
    try {
      return JsonText.parse(output.toString(UTF_8));
    } catch (JsonException none) {
      return null;
    }
  }

  /// GitHub lists the newest first.
  private static @Nullable JsonObject newest(JsonArray all) {
    JsonObject other = null;
    for (var element : all.elements()) {
      if (element instanceof JsonObject one) {
        var environment = text(one, "environment").toLowerCase(Locale.ROOT);
        if (environment.startsWith("preview")) {
          return one;
        }
        var creator = one.object("creator");
        boolean vercel = creator != null && text(creator, "login").startsWith("vercel");
        other = other == null && vercel ? one : other;
      }
    }
    return other;
  }

  private static Status status(JsonObject status) {
    return switch (text(status, "state")) {
      case "success" -> Status.READY;
      case "in_progress" -> Status.BUILDING;
      case "error", "failure", "inactive" -> Status.FAILED;
      default -> Status.PENDING;
    };
  }

  private static @Nullable String url(JsonObject status) {
    var url = text(status, "environment_url");
    return url.isEmpty() ? null : url;
  }

  private static String text(JsonObject object, String key) {
    var text = object.string(key);
    return text == null ? "" : text;
  }
}
