package dev.tidemark.testkit;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LoopbackServer.Got;
import dev.tidemark.testkit.LoopbackServer.Said;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A service on the loopback with the shapes of Linear's GraphQL: teams, issues, states, comments.
public final class LinearStub implements AutoCloseable {
  /// The key that it accepts.
  public static final String KEY = "lin_api_0123456789abcdefghijklmnopqrstuvwxyzABCD";

  private final LoopbackServer service = LoopbackServer.answering(this::answer);
  private final Map<String, JsonObject> issues = new LinkedHashMap<>();
  private final Map<String, JsonObject> comments = new LinkedHashMap<>();
  private final Map<String, String> states = new LinkedHashMap<>();
  private final List<String> asked = new ArrayList<>();
  private volatile @Nullable Function<String, @Nullable Said> trouble;
  private int next = 7;

  /// Answers otherwise where the function has an answer for a question, given its first field: for
  /// example `issueCreate`. What is asked for is done all the same.
  public void trouble(@Nullable Function<String, @Nullable Said> other) {
    this.trouble = other;
  }

  /// Returns the address, without a slash at its end.
  public String address() {
    return service.address();
  }

  /// Returns the first field of each question so far.
  public synchronized List<String> asked() {
    return List.copyOf(asked);
  }

  /// Returns every request so far.
  public List<Got> got() {
    return service.got();
  }

  /// Returns the issues as they were made, by identifier.
  public synchronized List<JsonObject> issues() {
    return List.copyOf(issues.values());
  }

  /// Returns the texts of the comments, in the order they were added.
  public synchronized List<String> comments() {
    return comments.values().stream().map(it -> String.valueOf(it.string("body"))).toList();
  }

  /// Returns the type of the state that an issue is in.
  public synchronized @Nullable String state(String identifier) {
    return states.get(identifier);
  }

  private synchronized Said answer(Got got) {
    if (!got.path().equals("/graphql") || !got.method().equals("POST")) {
      return Said.of(404, "Not found");
    }
    if (!KEY.equals(got.headers().get("authorization"))) {
      asked.add("unauthorized");
      return Said.of(
          401,
          error(
              "Authentication required, not authenticated: " + got.headers(),
              "AUTHENTICATION_ERROR"));
    }
    var body = (JsonObject) JsonText.parse(got.body());
    var query = String.valueOf(body.string("query"));
    var variables = body.object("variables");
    var field = field(query);
    asked.add(field);
    var data = done(field, query, variables == null ? JsonObject.EMPTY : variables);
    var other = trouble == null ? null : trouble.apply(field);
    return other == null ? data : other;
  }

  private Said done(String field, String query, JsonObject variables) {
    var input = variables.object("input");
    var id = String.valueOf(variables.string("id"));
    return switch (field) {
      case "teams" -> data(field, teams(variables.string("after")));
      case "issueCreate" -> create(input == null ? JsonObject.EMPTY : input);
      case "issue" -> find(id, query.contains("states"));
      case "issueUpdate" -> move(id, input == null ? JsonObject.EMPTY : input);
      case "commentCreate" -> comment(input == null ? JsonObject.EMPTY : input);
      case "comment" ->
          comments.containsKey(id)
              ? data(field, comments.get(id))
              : Said.of(200, error("Entity not found: Comment", "INPUT_ERROR"));
      default -> Said.of(400, error("Cannot query field " + field, "GRAPHQL_VALIDATION_FAILED"));
    };
  }

  /// Two pages, as a workspace with many teams has them.
  private static JsonObject teams(@Nullable String after) {
    return after == null
        ? page("{\"id\":\"team-1\",\"key\":\"OPS\",\"name\":\"Operations\"}", true)
        : page("{\"id\":\"team-2\",\"key\":\"BAS\",\"name\":\"Basecamp\"}", false);
  }

  private static JsonObject page(String team, boolean more) {
    return (JsonObject)
        JsonText.parse(
            "{\"nodes\":["
                + team
                + "],\"pageInfo\":{\"hasNextPage\":"
                + more
                + ",\"endCursor\":\"cursor-1\"}}");
  }

  private Said create(JsonObject input) {
    var id = String.valueOf(input.string("id"));
    for (var issue : issues.values()) {
      if (id.equals(issue.string("id"))) {
        return Said.of(200, error("Issue already exists", "INPUT_ERROR"));
      }
    }
    var identifier = "BAS-" + next++;
    var issue =
        input.with("identifier", identifier).with("url", "https://linear.app/x/" + identifier);
    issues.put(identifier, issue);
    states.put(identifier, "backlog");
    return success("issueCreate", "issue", issue);
  }

  private Said find(String id, boolean withStates) {
    for (var issue : issues.values()) {
      if (id.equals(issue.string("id")) || id.equals(issue.string("identifier"))) {
        return data(
            "issue", withStates ? issue.with("state", state(issue)).with("team", STATES) : issue);
      }
    }
    return Said.of(200, error("Entity not found: Issue", "INPUT_ERROR"));
  }

  private JsonObject state(JsonObject issue) {
    var type = states.get(String.valueOf(issue.string("identifier")));
    return JsonObject.builder().addOrNull("type", type).build();
  }

  private Said move(String id, JsonObject input) {
    for (var issue : issues.values()) {
      if (id.equals(issue.string("id"))) {
        var state = String.valueOf(input.string("stateId"));
        states.put(String.valueOf(issue.string("identifier")), state.replaceAll("-.*", ""));
      }
    }
    return data("issueUpdate", JsonObject.builder().add("success", true).build());
  }

  private Said comment(JsonObject input) {
    var id = String.valueOf(input.string("id"));
    if (comments.putIfAbsent(id, input) != null) {
      return Said.of(200, error("Comment already exists", "INPUT_ERROR"));
    }
    return success("commentCreate", "comment", input);
  }

  private static final JsonObject STATES =
      (JsonObject)
          JsonText.parse(
              "{\"states\":{\"nodes\":["
                  + "{\"id\":\"started-late\",\"type\":\"started\",\"position\":9},"
                  + "{\"id\":\"backlog-1\",\"type\":\"backlog\",\"position\":0},"
                  + "{\"id\":\"started-first\",\"type\":\"started\",\"position\":2.5},"
                  + "{\"id\":\"completed-1\",\"type\":\"completed\",\"position\":4}]}}");

  private static Said success(String field, String what, JsonObject value) {
    return data(
        field, JsonObject.builder().add("success", JsonBoolean.of(true)).add(what, value).build());
  }

  private static Said data(String field, JsonObject value) {
    var data = JsonObject.builder().add(field, value).build();
    return Said.of(200, JsonText.compact(JsonObject.builder().add("data", data).build()));
  }

  /// Returns an error in the shape of the service.
  public static String error(String message, String code) {
    var extensions = JsonObject.builder().add("code", code).build();
    var error = JsonObject.builder().add("message", message).add("extensions", extensions).build();
    return JsonText.compact(
        JsonObject.builder().add("errors", JsonArray.of(error)).add("data", JsonNull.NULL).build());
  }

  /// Returns the first field of a question.
  private static String field(String query) {
    var inside = query.substring(query.indexOf('{') + 1).strip();
    int end = 0;
    while (end < inside.length() && Character.isLetter(inside.charAt(end))) {
      end++;
    }
    return inside.substring(0, end);
  }

  @Override
  public void close() {
    service.close();
  }
}
