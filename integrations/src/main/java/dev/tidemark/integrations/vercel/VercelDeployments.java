package dev.tidemark.integrations.vercel;

import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.http.ServiceResponse;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.port.Deployment;
import dev.tidemark.port.Deployments;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Vercel API client for deployments (R-004-73).
public final class VercelDeployments implements Deployments {
  /// The default address.
  public static final String BASE = "https://api.vercel.com";

  private final ServiceClient serviceClient;
  private final String base;
  private final String token;
  private final Scope scope;

  /// Takes the token, the address of the service, and where to look.
  public VercelDeployments(ServiceClient serviceClient, String base, String token, Scope scope) {
    this.serviceClient = serviceClient;
    this.base = base;
    this.token = token;
    this.scope = scope;
  }

  /// The project and team to query.
  ///
  /// @param project the project's id; absent for all that the token may see
  /// @param team the team's id; absent for the user's own
  public record Scope(@Nullable String project, @Nullable String team) {
    /// Returns the scope that a folder is linked to, by the text of its `.vercel/project.json`.
    public static Scope linked(String text) {
      try {
        if (JsonText.parse(text) instanceof JsonObject link) {
          var owner = link.string("orgId");
          boolean team = owner != null && owner.startsWith("team_");
          return new Scope(link.string("projectId"), team ? owner : null);
        }
      } catch (JsonException damaged) {
        // Treated as missing: the commit suffices.
      }
      return new Scope(null, null);
    }
  }

  @Override
  public Lookup find(String commit, Duration patience) {
    var query = "?limit=20" + word("sha", commit);
    query += word("projectId", scope.project()) + word("teamId", scope.team());
    var headers = Map.of("Authorization", "Bearer " + token);
    var serviceResponse = serviceClient.get(base + "/v6/deployments" + query, headers, patience);
    var found = serviceResponse.isSuccess() ? deployments(serviceResponse.body()) : null;
    return found == null ? failed(serviceResponse) : newest(found, commit);
  }

  private static Lookup failed(ServiceResponse serviceResponse) {
    if (serviceResponse.isSuccess()) {
      return Lookup.retryLater("Vercel answered something that is no list of deployments", null);
    }
    var problem = "Vercel: " + serviceResponse.reason();
    return serviceResponse.isRetryable()
        ? Lookup.retryLater(problem, serviceResponse.retryAfter())
        : Lookup.failed(problem);
  }

  private static @Nullable JsonArray deployments(String body) {
    try {
      return JsonText.parse(body) instanceof JsonObject json ? json.array("deployments") : null;
    } catch (JsonException none) {
      return null;
    }
  }

  /// A preview precedes a production deployment; of each the newest.
  private static Lookup newest(JsonArray all, String commit) {
    JsonObject preview = null;
    JsonObject production = null;
    for (var element : all.elements()) {
      if (element instanceof JsonObject one && isOf(one, commit)) {
        if ("production".equals(one.string("target"))) {
          production = newer(production, one);
        } else {
          preview = newer(preview, one);
        }
      }
    }
    var decides = preview == null ? production : preview;
    if (decides == null) {
      return Lookup.NOTHING;
    }
    boolean live = production != null && status(production) == Status.READY;
    return Lookup.found(
        new Deployment(
            status(decides),
            url(decides),
            decides.string("uid"),
            live && production != null ? url(production) : null));
  }

  /// The result of a query by commit may include others, where the service ignores the filter.
  private static boolean isOf(JsonObject one, String commit) {
    var meta = one.object("meta");
    var sha = meta == null ? null : meta.string("githubCommitSha");
    return sha == null || sha.equals(commit);
  }

  private static JsonObject newer(@Nullable JsonObject one, JsonObject other) {
    return one == null || created(other) > created(one) ? other : one;
  }

  private static double created(JsonObject deployment) {
    var created = deployment.number("created");
    return created == null ? 0 : created.doubleValue();
  }

  private static @Nullable String url(JsonObject deployment) {
    var url = deployment.string("url");
    return url == null || url.isEmpty() ? null : "https://" + url;
  }

  private static Status status(JsonObject deployment) {
    var ready = deployment.string("readyState");
    var state = ready == null ? deployment.string("state") : ready;
    return switch (state == null ? "" : state) {
      case "READY" -> Status.READY;
      case "BUILDING" -> Status.BUILDING;
      case "ERROR", "CANCELED", "DELETED", "BLOCKED" -> Status.FAILED;
      default -> Status.PENDING;
    };
  }

  /// Returns a parameter of a query; nothing for an absent value.
  private static String word(String key, @Nullable String value) {
    for (int i = 0; value != null && i < value.length(); i++) {
      char c = value.charAt(i);
      if (c > 'z' || (!Character.isLetterOrDigit(c) && "_-.".indexOf(c) < 0)) {
        return "";
      }
    }
    return value == null || value.isEmpty() ? "" : "&" + key + "=" + value;
  }
}
