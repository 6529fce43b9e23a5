package dev.tidemark.integrations.linear;

import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lookup of the teams that an API key can access.
public final class LinearTeams {
  private LinearTeams() {}

  /// Describes a missing team, with the existing ones.
  public static String missing(@Nullable String meant, List<String> names) {
    var missing = "there is no team " + meant;
    return names.isEmpty()
        ? missing + ": the key may see no team at all"
        : missing + ", but " + String.join(", ", names);
  }

  /// Returns the id of the team that is meant: by its id, else its key, else its name.
  static @Nullable String id(List<JsonObject> teams, String meant) {
    for (var field : List.of("id", "key", "name")) {
      for (var team : teams) {
        if (meant.equalsIgnoreCase(team.string(field))) {
          return team.string("id");
        }
      }
    }
    return null;
  }

  static List<String> names(List<JsonObject> teams) {
    var names = new ArrayList<String>();
    for (var team : teams) {
      var name = team.string("name");
      var key = team.string("key");
      names.add((name == null ? "?" : name) + (key == null ? "" : " (" + key + ")"));
    }
    return names;
  }
}
