package dev.tidemark.integrations.linear;

import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.http.ServiceResponse;
import dev.tidemark.integrations.linear.GraphQlResponse.Kind;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.EscapedText;
import dev.tidemark.text.PlainText;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// GraphQL client of Linear's API (R-004-66).
final class GraphQlClient {
  private static final int PROBLEM_MAX = 200;

  private final ServiceClient serviceClient;
  private final String base;
  private final String key;
  private final Duration patience;

  /// @param base where the service is, without `/graphql`
  /// @param key a personal key
  /// @param patience how long each question may take
  GraphQlClient(ServiceClient serviceClient, String base, String key, Duration patience) {
    this.serviceClient = serviceClient;
    this.base = base;
    this.key = key;
    this.patience = patience;
  }

  GraphQlClient withTimeout(Duration other) {
    return new GraphQlClient(serviceClient, base, key, other);
  }

  /// Asks for something; once more where that may help.
  GraphQlResponse read(String query, JsonObject variables) {
    var first = ask(query, variables);
    return first.kind() == Kind.RETRYABLE && first.retryAfter() == null
        ? ask(query, variables)
        : first;
  }

  /// Sends a mutation, without retries: after a lost response it is unknown whether the mutation
  /// was made.
  GraphQlResponse change(String query, JsonObject variables) {
    return ask(query, variables);
  }

  private GraphQlResponse ask(String query, JsonObject variables) {
    var body = JsonObject.builder().add("query", query).add("variables", variables).build();
    var address = (base.endsWith("/") ? base : base + "/") + "graphql";
    var headers = Map.of("Authorization", key);
    var text = EscapedText.json(JsonText.compact(body));
    return answer(serviceClient.post(address, headers, text, patience));
  }

  private GraphQlResponse answer(ServiceResponse serviceResponse) {
    var json = parseObject(serviceResponse.body());
    var errors = json == null ? null : json.array("errors");
    var error = errors == null || errors.size() == 0 ? null : errors.get(0);
    if (serviceResponse.status() == 401 || serviceResponse.status() == 403) {
      return GraphQlResponse.failed(Kind.FORBIDDEN, serviceResponse.reason());
    }
    if (error instanceof JsonObject said) {
      return failed(said, serviceResponse);
    }
    var data = json == null ? null : json.object("data");
    if (serviceResponse.isSuccess() && data != null) {
      return GraphQlResponse.of(data);
    }
    var problem =
        serviceResponse.isSuccess()
            ? "it answered something that is no GraphQL"
            : serviceResponse.reason();
    var kind =
        serviceResponse.isSuccess() || serviceResponse.isRetryable()
            ? Kind.RETRYABLE
            : Kind.DECLINED;
    return new GraphQlResponse(JsonObject.EMPTY, problem, kind, serviceResponse.retryAfter());
  }

  private GraphQlResponse failed(JsonObject error, ServiceResponse serviceResponse) {
    var more = error.object("extensions");
    var code = text(more, "code").toUpperCase(Locale.ROOT);
    var said = text(more, "userPresentableMessage");
    var message = said.isEmpty() ? text(error, "message") : said;
    var problem = "Linear reported: " + safe(message);
    if (code.equals("RATELIMITED")) {
      var wait =
          serviceResponse.retryAfter() == null
              ? Duration.ofMinutes(1)
              : serviceResponse.retryAfter();
      return new GraphQlResponse(JsonObject.EMPTY, problem, Kind.RETRYABLE, wait);
    }
    boolean denied = code.equals("AUTHENTICATION_ERROR") || code.equals("FORBIDDEN");
    boolean passing =
        !denied && (serviceResponse.isRetryable() || code.equals("INTERNAL_SERVER_ERROR"));
    var kind = denied ? Kind.FORBIDDEN : passing ? Kind.RETRYABLE : Kind.DECLINED;
    return new GraphQlResponse(JsonObject.EMPTY, problem, kind, serviceResponse.retryAfter());
  }

  /// Services echo request data in their messages.
  private String safe(String message) {
    var line = PlainText.line(Secrets.redacted(message.replace(key, "[redacted]")));
    return line.length() <= PROBLEM_MAX ? line : line.substring(0, PROBLEM_MAX) + "…";
  }

  private static String text(@Nullable JsonObject object, String key) {
    var text = object == null ? null : object.string(key);
    return text == null ? "" : text;
  }

  private static @Nullable JsonObject parseObject(String body) {
    try {
      return JsonText.parse(body) instanceof JsonObject object ? object : null;
    } catch (JsonException none) {
      return null;
    }
  }
}
