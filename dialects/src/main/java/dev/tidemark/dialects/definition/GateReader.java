package dev.tidemark.dialects.definition;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.ReportPassed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Parser of the gates of a workflow's phases. A workflow without gates has nothing read here.
///
/// ```yaml
/// gates:
///   - command: [mvn, -q, verify]     # one condition, under the name of its kind
///     name: tests                    # else the kind's name, of a report that of its format
///     at: done                       # before the phase ends, or both; else before it begins
///     advisory: true                 # may be overridden with a reason; else not
/// ```
final class GateReader {
  static final String GATES = "gates";
  private static final String NAME = "name";
  private static final String AT = "at";
  private static final String ADVISORY = "advisory";
  private static final int GATES_MAX = 50;

  private final String file;
  private final JsonArray phases;
  private final ToIntFunction<String> lines;
  private final Map<String, Gate> named = new HashMap<>();

  /// @param phases the phases as they stand in the file
  GateReader(String file, JsonArray phases, ToIntFunction<String> lines) {
    this.file = file;
    this.phases = phases;
    this.lines = lines;
  }

  /// Returns whether a key elsewhere may be meant for a gate, or for a part of one.
  static boolean isMeant(String key) {
    return NearestWord.find(key, List.of(GATES, AT, ADVISORY)) != null
        || NearestWord.find(key, ConditionReader.KINDS) != null;
  }

  /// Returns the phases with their gates.
  ///
  /// @throws DefinitionException if the value of a gate is invalid
  List<PhaseDefinition> gated(List<PhaseDefinition> plain) {
    var all = new ArrayList<PhaseDefinition>(plain.size());
    for (int i = 0; i < plain.size(); i++) {
      var phase = plain.get(i);
      var gates =
          phases.get(i) instanceof JsonObject entry
              ? gates(entry, "phases[" + i + "]", plain)
              : List.<Gate>of();
      all.add(gates.isEmpty() ? phase : new PhaseDefinition(phase.name(), phase.number(), gates));
    }
    return all;
  }

  private List<Gate> gates(JsonObject entry, String phase, List<PhaseDefinition> known) {
    var value = entry.find(GATES);
    if (value == null) {
      return List.of();
    }
    var path = phase + "." + GATES;
    if (!(value instanceof JsonArray array) || array.size() > GATES_MAX) {
      throw wrong(path, "gates: expected a list of at most " + GATES_MAX + " gates");
    }
    var gates = new ArrayList<Gate>(array.size());
    for (int i = 0; i < array.size(); i++) {
      var there = path + "[" + i + "]";
      if (!(array.get(i) instanceof JsonObject gate)) {
        throw wrong(
            there,
            "expected a gate such as `artifact: docs/plan.md`, but found "
                + WorkflowFilesReader.shown(array.get(i)));
      }
      gates.add(gate(gate, there, known));
    }
    return gates;
  }

  private Gate gate(JsonObject entry, String path, List<PhaseDefinition> known) {
    var kind = kind(entry, path);
    for (var member : entry.members()) {
      var key = member.key();
      var allowed = ConditionReader.keys(kind);
      boolean usual = List.of(kind, NAME, AT, ADVISORY).contains(key) || allowed.contains(key);
      if (!usual && !key.startsWith(WorkflowFilesReader.FOREIGN)) {
        var all = new ArrayList<>(List.of(NAME, AT, ADVISORY));
        all.addAll(allowed);
        throw wrong(
            path + "." + key,
            "unknown key " + key + " of a gate " + kind + ": expected " + String.join(", ", all));
      }
    }
    var name = name(entry, path, ConditionReader.usualName(entry, kind));
    var names = new ArrayList<String>();
    for (var phase : known) {
      names.add(phase.name().value());
    }
    var condition = new ConditionReader(this, entry, path, names).read(kind, name);
    var gate = new Gate(name, readMoment(entry, path), !isTrue(entry, path, ADVISORY), condition);
    var other = named.putIfAbsent(name, gate);
    boolean shared = condition instanceof CommandSucceeded || condition instanceof ReportPassed;
    if (shared && other != null && !other.condition().equals(condition)) {
      var what = condition instanceof CommandSucceeded ? "command" : "report";
      throw wrong(
          path,
          "gate " + name + " has another " + what + " elsewhere: give one of the two a `name`");
    }
    return gate;
  }

  private String kind(JsonObject entry, String path) {
    String kind = null;
    for (var member : entry.members()) {
      var key = member.key();
      if (ConditionReader.KINDS.contains(key)) {
        if (kind != null) {
          throw wrong(
              path + "." + key,
              "one gate has the conditions " + kind + " and " + key + ": make it two gates");
        }
        kind = key;
      }
    }
    if (kind != null) {
      return kind;
    }
    String near = null;
    String found = null;
    for (var member : entry.members()) {
      var meant = NearestWord.find(member.key(), ConditionReader.KINDS);
      near = near == null ? meant : near;
      found = found == null ? member.key() : found;
    }
    throw wrong(
        path,
        (found == null ? "a gate has no condition" : "unknown condition " + found)
            + ": "
            + (near == null
                ? "expected one of " + String.join(", ", ConditionReader.KINDS)
                : "did you mean " + near + "?"));
  }

  private String name(JsonObject entry, String path, String usual) {
    var value = entry.find(NAME);
    if (value == null) {
      return usual;
    }
    if (value instanceof JsonString text && isWord(text.value())) {
      return text.value();
    }
    throw wrong(
        path + "." + NAME,
        "the name of a gate is a word of letters, digits and -, but found "
            + WorkflowFilesReader.shown(value));
  }

  private static boolean isWord(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && (c != '-' || i == 0)) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= 60;
  }

  private Moment readMoment(JsonObject entry, String path) {
    var value = entry.find(AT);
    if (value == null) {
      return Moment.ENTER;
    }
    var word = value instanceof JsonString text ? text.value() : "";
    return switch (word) {
      case "enter" -> Moment.ENTER;
      case "done" -> Moment.DONE;
      case "both" -> Moment.BOTH;
      default ->
          throw wrong(
              path + "." + AT,
              "at: expected enter, done or both, but found " + WorkflowFilesReader.shown(value));
    };
  }

  /// Returns a boolean value, false if it is missing.
  boolean isTrue(JsonObject entry, String path, String key) {
    var value = entry.find(key);
    if (value == null || value instanceof JsonBoolean) {
      return value != null && ((JsonBoolean) value).value();
    }
    throw wrong(
        path + "." + key,
        key + ": expected true or false, but found " + WorkflowFilesReader.shown(value));
  }

  DefinitionException wrong(String path, String problem) {
    return new DefinitionException(file, lines.applyAsInt(path), problem);
  }

  /// Returns the phase of that name.
  PhaseName phase(Json value, String path, List<String> known) {
    var name = value instanceof JsonString text ? text.value() : WorkflowFilesReader.shown(value);
    if (value instanceof JsonString && known.contains(name)) {
      return new PhaseName(name);
    }
    @Nullable String near = NearestWord.find(name, known);
    throw wrong(
        path,
        "there is no phase "
            + name
            + " in this workflow: "
            + (near == null
                ? "expected one of " + String.join(", ", known)
                : "did you mean " + near + "?"));
  }
}
