package dev.tidemark.integrations.linear;

import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.linear.GraphQlResponse.Kind;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Issue;
import dev.tidemark.port.IssueDraft;
import dev.tidemark.port.Tracker;
import dev.tidemark.workflow.fact.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Linear as an issue tracker (R-004-63, R-004-66).
///
/// Issues and comments are made with ids of our own choice. So after a lost response, the same call
/// made again finds the result of the first one.
public final class LinearTracker implements Tracker {
  /// The default address.
  public static final String BASE = "https://api.linear.app";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int PAGES_MAX = 20;
  private static final String TEAMS =
      "query($after: String) { teams(first: 100, after: $after) {"
          + " nodes { id key name } pageInfo { hasNextPage endCursor } } }";

  private static final String CREATE =
      "mutation($input: IssueCreateInput!) { issueCreate(input: $input) {"
          + " success issue { id identifier url } } }";

  private static final String FIND = "query($id: String!) { issue(id: $id) { id identifier url } }";
  private static final String STATES =
      "query($id: String!) { issue(id: $id) { id state { type }"
          + " team { states(first: 100) { nodes { id type position } } } } }";

  private static final String MOVE =
      "mutation($id: String!, $input: IssueUpdateInput!) {"
          + " issueUpdate(id: $id, input: $input) { success } }";

  private static final String COMMENT =
      "mutation($input: CommentCreateInput!) { commentCreate(input: $input) {"
          + " success comment { id } } }";

  private static final String SAID = "query($id: String!) { comment(id: $id) { id } }";

  private final GraphQlClient service;

  /// Takes the key and the address of the service.
  public LinearTracker(ServiceClient serviceClient, String base, String key) {
    this(new GraphQlClient(serviceClient, base, key, PATIENCE));
  }

  private LinearTracker(GraphQlClient service) {
    this.service = service;
  }

  /// Returns the same with less patience for each question.
  LinearTracker withTimeoutAtMost(Duration patience) {
    return patience.compareTo(PATIENCE) >= 0
        ? this
        : new LinearTracker(service.withTimeout(patience));
  }

  @Override
  public Fact<Issue> create(IssueDraft draft) {
    var all = allTeams();
    if (!all.isKnown()) {
      return Fact.unknown(all.reason());
    }
    var teams = all.orElse(List.of());
    var team = teamId(teams, draft.team());
    if (team == null) {
      return Fact.unknown(missingTeam(draft.team(), teamNames(teams)));
    }
    var input =
        JsonObject.builder()
            .add("id", draft.key())
            .add("teamId", team)
            .add("title", draft.title())
            .add("description", draft.description())
            .build();
    var made = service.change(CREATE, JsonObject.builder().add("input", input).build());
    var issue = issue(nestedObject(made.data(), "issueCreate", "issue"));
    if (issue != null) {
      return Fact.known(issue);
    }
    // The answer may have been lost, or this has been done before.
    var there = made.kind() == Kind.FORBIDDEN ? made : service.read(FIND, id(draft.key()));
    var earlier = issue(there.data().object("issue"));
    return earlier != null
        ? Fact.known(earlier)
        : Fact.unknown(made.isSuccess() ? "Linear made no issue" : made.problem());
  }

  @Override
  public Fact<Boolean> move(String issue, Progress to) {
    var asked = moved(issue, to);
    return asked.isSuccess() ? Fact.known(asked.data().isTrue("moved")) : asked.unknown();
  }

  /// Returns an answer with `moved`: whether that changed anything.
  GraphQlResponse moved(String issue, Progress to) {
    var found = service.read(STATES, id(issue));
    if (!found.isSuccess()) {
      return found;
    }
    var there = found.data().object("issue");
    var id = there == null ? null : there.string("id");
    if (there == null || id == null) {
      return GraphQlResponse.failed(Kind.DECLINED, "Linear has no issue " + issue);
    }
    var now = nestedObject(there, "state");
    var type = now == null ? null : now.string("type");
    var wanted = to.name().toLowerCase(Locale.ROOT);
    if (wanted.equals(type) || "completed".equals(type) || "canceled".equals(type)) {
      return GraphQlResponse.of(JsonObject.builder().add("moved", false).build());
    }
    var state = first(nestedObject(there, "team", "states"), wanted);
    if (state == null) {
      return GraphQlResponse.failed(
          Kind.DECLINED, "the team of " + issue + " has no state " + wanted);
    }
    var input = JsonObject.builder().add("stateId", state).build();
    var update = JsonObject.builder().add("id", id).add("input", input).build();
    var made = service.change(MOVE, update);
    return made.isSuccess()
        ? GraphQlResponse.of(JsonObject.builder().add("moved", true).build())
        : made;
  }

  @Override
  public Fact<Boolean> comment(String issue, String text, String key) {
    var asked = commented(issue, text, key);
    return asked.isSuccess() ? Fact.known(asked.data().isTrue("added")) : asked.unknown();
  }

  /// Returns an answer with `added`: whether it was just now.
  GraphQlResponse commented(String issue, String text, String key) {
    var found = service.read(FIND, id(issue));
    if (!found.isSuccess()) {
      return found;
    }
    var there = found.data().object("issue");
    var id = there == null ? null : there.string("id");
    if (id == null) {
      return GraphQlResponse.failed(Kind.DECLINED, "Linear has no issue " + issue);
    }
    var input = JsonObject.builder().add("id", key).add("issueId", id).add("body", text).build();
    var made = service.change(COMMENT, JsonObject.builder().add("input", input).build());
    if (made.isSuccess()) {
      return GraphQlResponse.of(JsonObject.builder().add("added", true).build());
    }
    boolean twice =
        made.kind() == Kind.DECLINED
            && nestedObject(service.read(SAID, id(key)).data(), "comment") != null;
    return twice ? GraphQlResponse.of(JsonObject.builder().add("added", false).build()) : made;
  }

  @Override
  public Fact<List<String>> teams() {
    var all = allTeams();
    return all.isKnown()
        ? Fact.known(teamNames(all.orElse(List.of())))
        : Fact.unknown(all.reason());
  }

  private Fact<List<JsonObject>> allTeams() {
    var teams = new ArrayList<JsonObject>();
    String after = null;
    for (int page = 0; page < PAGES_MAX; page++) {
      var graphQlResponse =
          service.read(TEAMS, JsonObject.builder().addOrNull("after", after).build());
      var found = graphQlResponse.data().object("teams");
      if (found == null) {
        return graphQlResponse.isSuccess()
            ? Fact.unknown("Linear named no teams")
            : graphQlResponse.unknown();
      }
      teams.addAll(found.objects("nodes"));
      var info = found.object("pageInfo");
      after = info == null ? null : info.string("endCursor");
      if (info == null || !info.isTrue("hasNextPage") || after == null) {
        break;
      }
    }
    return Fact.known(teams);
  }

  /// Returns the first state of a type, in the order of the team's board.
  private static @Nullable String first(@Nullable JsonObject states, String type) {
    String first = null;
    double least = Double.MAX_VALUE;
    for (var state : states == null ? List.<JsonObject>of() : states.objects("nodes")) {
      var position = state.number("position");
      double at = position == null ? 0 : position.doubleValue();
      if (type.equals(state.string("type")) && at < least) {
        least = at;
        first = state.string("id");
      }
    }
    return first;
  }

  private static JsonObject id(String id) {
    return JsonObject.builder().add("id", id).build();
  }

  private static @Nullable JsonObject nestedObject(JsonObject object, String... keys) {
    JsonObject at = object;
    for (int i = 0; i < keys.length && at != null; i++) {
      at = at.object(keys[i]);
    }
    return at;
  }

  private static @Nullable Issue issue(@Nullable JsonObject json) {
    var identifier = json == null ? null : json.string("identifier");
    return json == null || identifier == null || !Issue.isIdentifier(identifier)
        ? null
        : new Issue(identifier, json.string("url"));
  }

  /// Describes a missing team, with the existing ones.
  public static String missingTeam(@Nullable String meant, List<String> names) {
    var missing = "there is no team " + meant;
    return names.isEmpty()
        ? missing + ": the key may see no team at all"
        : missing + ", but " + String.join(", ", names);
  }

  /// Returns the id of the team that is meant: by its id, else its key, else its name.
  private static @Nullable String teamId(List<JsonObject> teams, String meant) {
    for (var field : List.of("id", "key", "name")) {
      for (var team : teams) {
        if (meant.equalsIgnoreCase(team.string(field))) {
          return team.string("id");
        }
      }
    }
    return null;
  }

  private static List<String> teamNames(List<JsonObject> teams) {
    var names = new ArrayList<String>();
    for (var team : teams) {
      var name = team.string("name");
      var key = team.string("key");
      names.add((name == null ? "?" : name) + (key == null ? "" : " (" + key + ")"));
    }
    return names;
  }
}
