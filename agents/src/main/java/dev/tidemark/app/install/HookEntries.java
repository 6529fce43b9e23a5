package dev.tidemark.app.install;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hook entries of Tidemark in an agent's settings file. They are recognized by their command,
/// wherever the program is installed; all other hooks stay unchanged, in their order.
public final class HookEntries {
  private static final String HOOKS = "hooks";
  private static final String COMMAND = "command";
  private static final String MATCHER = "matcher";

  private final Agent agent;
  private final List<String> program;

  /// @param agent the agent of the file
  /// @param program the words that start this program
  public HookEntries(Agent agent, List<String> program) {
    this.agent = agent;
    this.program = List.copyOf(program);
  }

  /// Returns the settings with each of our hooks once.
  public JsonObject installed(JsonObject settings) {
    var hooks = hooks(settings);
    for (var member : List.copyOf(hooks.members())) {
      if (member.value() instanceof JsonArray entries
          && HookTable.find(agent, member.key()) == null) {
        hooks = with(hooks, member.key(), withoutOurHooks(entries));
      }
    }
    for (var hook : HookTable.of(agent)) {
      var entries = hooks.array(hook.event());
      hooks = hooks.with(hook.event(), added(entries == null ? JsonArray.EMPTY : entries, hook));
    }
    var whole = agent == Agent.CURSOR && !settings.has("version") ? version(settings) : settings;
    return whole.with(HOOKS, hooks);
  }

  /// Returns the settings without the hooks of this program, and without containers that become
  /// empty.
  public JsonObject removed(JsonObject settings) {
    var hooks = settings.object(HOOKS);
    if (hooks == null) {
      return settings;
    }
    var left = hooks;
    for (var member : hooks.members()) {
      if (member.value() instanceof JsonArray entries) {
        left = with(left, member.key(), withoutOurHooks(entries));
      }
    }
    if (left.size() > 0 || hooks.size() == 0) {
      return settings.with(HOOKS, left);
    }
    var rest = settings.without(HOOKS);
    return agent == Agent.CURSOR && rest.size() == 1 ? rest.without("version") : rest;
  }

  /// Returns the command lines of our hooks in these settings, with their rows.
  List<Entry> ourEntries(JsonObject settings) {
    var found = new ArrayList<Entry>();
    for (var hook : HookTable.of(agent)) {
      var entries = hooks(settings).array(hook.event());
      for (var entry : entries == null ? List.<Json>of() : entries.elements()) {
        for (var handler : handlers(entry)) {
          var command = ourCommand(handler);
          if (command != null) {
            found.add(new Entry(hook, command));
          }
        }
      }
    }
    return found;
  }

  /// Returns where in these settings our hooks stand.
  List<Place> places(JsonObject settings) {
    var places = new ArrayList<Place>();
    for (var hook : HookTable.of(agent)) {
      var entries = hooks(settings).array(hook.event());
      var groups = entries == null ? List.<Json>of() : entries.elements();
      for (int i = 0; i < groups.size(); i++) {
        var handlers = handlers(groups.get(i));
        for (int k = 0; k < handlers.size(); k++) {
          if (ourCommand(handlers.get(k)) != null && groups.get(i) instanceof JsonObject group) {
            places.add(new Place(hook.event(), group, i, k));
          }
        }
      }
    }
    return places;
  }

  /// Position of a hook in a file.
  ///
  /// @param event the event
  /// @param group the matcher and handlers
  /// @param index which group of the event it is
  /// @param handler which handler of the group it is
  record Place(String event, JsonObject group, int index, int handler) {}

  /// Hook with the command line that stands in the file.
  record Entry(Hook hook, String command) {}

  private static JsonObject hooks(JsonObject settings) {
    var hooks = settings.object(HOOKS);
    return hooks == null ? JsonObject.EMPTY : hooks;
  }

  private static JsonObject version(JsonObject settings) {
    var members = new ArrayList<>(settings.members());
    members.addFirst(JsonObject.builder().add("version", 1).build().members().getFirst());
    return JsonObject.of(members);
  }

  private static JsonObject with(JsonObject hooks, String event, JsonArray entries) {
    if (entries.equals(hooks.array(event))) {
      return hooks;
    }
    return entries.size() == 0 ? hooks.without(event) : hooks.with(event, entries);
  }

  private JsonArray added(JsonArray entries, Hook hook) {
    var wanted = entry(hook);
    var left = withoutOurHooks(entries, wanted);
    for (var entry : left.elements()) {
      if (entry.equals(wanted)) {
        return left;
      }
    }
    return left.plus(wanted);
  }

  private JsonArray withoutOurHooks(JsonArray entries) {
    return withoutOurHooks(entries, JsonObject.EMPTY);
  }

  /// Keeps one up-to-date entry; all other handlers of this program are removed.
  private JsonArray withoutOurHooks(JsonArray entries, Json wanted) {
    var left = new ArrayList<Json>();
    boolean kept = false;
    for (var entry : entries.elements()) {
      if (!kept && entry.equals(wanted)) {
        kept = true;
        left.add(entry);
      } else {
        addOthers(entry, left);
      }
    }
    return left.size() == entries.size() && left.equals(entries.elements())
        ? entries
        : JsonArray.of(left);
  }

  private void addOthers(Json entry, List<Json> left) {
    var handlers = handlers(entry);
    var others = new ArrayList<Json>();
    for (var handler : handlers) {
      if (ourCommand(handler) == null) {
        others.add(handler);
      }
    }
    if (others.size() == handlers.size()) {
      left.add(entry);
    } else if (!others.isEmpty() && entry instanceof JsonObject group && group.has(HOOKS)) {
      left.add(group.with(HOOKS, JsonArray.of(others)));
    }
  }

  /// Returns the handlers of an entry or, where entries have none, the entry itself.
  private static List<Json> handlers(Json entry) {
    var handlers = entry instanceof JsonObject group ? group.array(HOOKS) : null;
    return handlers == null ? List.of(entry) : handlers.elements();
  }

  /// Returns the command line of a handler that calls this program; null for any other handler.
  private @Nullable String ourCommand(Json handler) {
    var line = handler instanceof JsonObject object ? object.string(COMMAND) : null;
    boolean ours =
        line != null && line.contains("tidemark") && line.contains(" hook " + agent.word() + " ");
    return ours ? line : null;
  }

  /// Returns our entry for an event, in the form of the agent.
  JsonObject entry(Hook hook) {
    return entry(hook, LauncherCommand.hook(program, hook));
  }

  /// Returns the entry of an event that calls a command line.
  public static JsonObject entry(Hook hook, String command) {
    var agent = hook.agent();
    if (agent == Agent.CURSOR) {
      var entry = JsonObject.builder().add(COMMAND, command).add("timeout", hook.seconds());
      if (!hook.matcher().isEmpty()) {
        entry.add(MATCHER, hook.matcher());
      }
      return entry.build();
    }
    var handler = JsonObject.builder().add("type", COMMAND).add(COMMAND, command);
    if (agent == Agent.GEMINI) {
      handler.add("name", "tidemark " + hook.event());
    }
    handler.add("timeout", agent == Agent.GEMINI ? hook.seconds() * 1000L : hook.seconds());
    if (agent == Agent.CLAUDE_CODE && hook.moment().failsClosed()) {
      // Versions before 2.1.330 ignore the key, and allow a tool whose guard has failed.
      handler.add("onFailure", "block");
    }
    var entry = JsonObject.builder();
    if (!hook.matcher().isEmpty()) {
      entry.add(MATCHER, hook.matcher());
    }
    return entry.add(HOOKS, JsonArray.of(handler.build())).build();
  }
}
