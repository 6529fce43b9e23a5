package dev.tidemark.integrations.linear;

import dev.tidemark.integrations.http.Caller;
import dev.tidemark.integrations.http.Reply;
import dev.tidemark.integrations.http.Request;
import dev.tidemark.integrations.linear.Answer.Kind;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Escaped;
import dev.tidemark.text.Plain;
import dev.tidemark.text.Secrets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// GraphQL client of Linear's API (R-004-66).
final class GraphQl {
  private static final int PROBLEM_MAX = 200;

  private final Caller caller;
  private final String base;
  private final String key;
  private final Duration patience;

  /// @param base where the service is, without `/graphql`
  /// @param key a personal key
  /// @param patience how long each question may take
  GraphQl(Caller caller, String base, String key, Duration patience) {
    this.caller = caller;
    this.base = base;
    this.key = key;
    this.patience = patience;
  }

  GraphQl within(Duration other) {
    return new GraphQl(caller, base, key, other);
  }

  /// Asks for something; once more where that may help.
  Answer read(String query, JsonObject variables) {
    var first = ask(query, variables);
    return first.kind() == Kind.PASSING && first.again() == null ? ask(query, variables) : first;
  }

  /// Sends a mutation, without retries: after a lost response it is unknown whether the mutation
  /// was made.
  Answer change(String query, JsonObject variables) {
    return ask(query, variables);
  }

  private Answer ask(String query, JsonObject variables) {
    var body = JsonObject.builder().add("query", query).add("variables", variables).build();
    var address = (base.endsWith("/") ? base : base + "/") + "graphql";
    var headers = Map.of("Authorization", key);
    var request = Request.post(address, headers, Escaped.json(JsonText.compact(body)));
    return answer(caller.call(request, patience));
  }

  private Answer answer(Reply reply) {
    var json = json(reply.body());
    var errors = json == null ? null : json.array("errors");
    var error = errors == null || errors.size() == 0 ? null : errors.get(0);
    if (reply.status() == 401 || reply.status() == 403) {
      return Answer.failed(Kind.FORBIDDEN, reply.reason());
    }
    if (error instanceof JsonObject said) {
      return failed(said, reply);
    }
    var data = json == null ? null : json.object("data");
    if (reply.isGood() && data != null) {
      return Answer.of(data);
    }
    var problem = reply.isGood() ? "it answered something that is no GraphQL" : reply.reason();
    var kind = reply.isGood() || reply.isPassing() ? Kind.PASSING : Kind.DECLINED;
    return new Answer(JsonObject.EMPTY, problem, kind, reply.again());
  }

  private Answer failed(JsonObject error, Reply reply) {
    var more = error.object("extensions");
    var code = text(more, "code").toUpperCase(Locale.ROOT);
    var said = text(more, "userPresentableMessage");
    var message = said.isEmpty() ? text(error, "message") : said;
    var problem = "Linear says: " + safe(message);
    if (code.equals("RATELIMITED")) {
      var wait = reply.again() == null ? Duration.ofMinutes(1) : reply.again();
      return new Answer(JsonObject.EMPTY, problem, Kind.PASSING, wait);
    }
    boolean denied = code.equals("AUTHENTICATION_ERROR") || code.equals("FORBIDDEN");
    boolean passing = !denied && (reply.isPassing() || code.equals("INTERNAL_SERVER_ERROR"));
    var kind = denied ? Kind.FORBIDDEN : passing ? Kind.PASSING : Kind.DECLINED;
    return new Answer(JsonObject.EMPTY, problem, kind, reply.again());
  }

  /// Services echo request data in their messages.
  private String safe(String message) {
    var line = Plain.line(Secrets.redacted(message.replace(key, "[redacted]")));
    return line.length() <= PROBLEM_MAX ? line : line.substring(0, PROBLEM_MAX) + "…";
  }

  private static String text(@Nullable JsonObject object, String key) {
    var text = object == null ? null : object.string(key);
    return text == null ? "" : text;
  }

  private static @Nullable JsonObject json(String body) {
    try {
      return JsonText.parse(body) instanceof JsonObject object ? object : null;
    } catch (JsonException none) {
      return null;
    }
  }
}
