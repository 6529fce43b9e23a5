package dev.tidemark.dialects.definition;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.NearestWord;
import dev.tidemark.text.SafeName;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Loader of a project's own workflows: one file each, in `.tidemark/workflows`.
///
/// ```yaml
/// name: release            # else the file's name
/// phases:                  # in their typical order
///   - prepare
///   - publish
///   - name: announce       # where documents number their phases
///     number: 2.5
///     gates:               # what must hold before it may begin
///       - phases-done: [publish]
/// summary-limit: 300       # tokens; else the project's limit
/// purpose: Cut a release
/// strict: true             # a phase with open tasks cannot be completed
/// run: {agent: claude}     # for `tidemark run`, which alone reads it; also in a phase
/// x-note: anything         # keys that begin with x- are ignored
/// ```
public final class WorkflowFilesReader {
  private static final String NAME = "name";
  private static final String NUMBER = "number";
  private static final String FORMAT = "format";
  private static final String PHASES = "phases";
  private static final String SUMMARY_LIMIT = "summary-limit";
  private static final String GATE = "gate";
  private static final String PURPOSE = "purpose";
  private static final String STRICT = "strict";
  private static final String RUN = "run";
  private static final List<String> KEYS =
      List.of(NAME, FORMAT, PHASES, SUMMARY_LIMIT, GATE, PURPOSE, STRICT, RUN);

  private static final List<String> PHASE_KEYS = List.of(NAME, NUMBER, GateReader.GATES, RUN);

  /// The beginning of keys of other programs, which are ignored.
  static final String FOREIGN = "x-";

  /// Reserved names, current and future dialects: a workflow of that name would make `state/x`
  /// ambiguous.
  private static final List<String> FORMATS = List.of("state", "phase", "item", "flow");

  /// Dialects in which workflows can be defined.
  private static final List<String> DEFINABLE = FORMATS;

  private static final int PHASES_MAX = 200;

  private final String file;
  private final JsonObject root;
  private final ToIntFunction<String> lines;
  private final List<String> ignored;

  private WorkflowFilesReader(
      String file, JsonObject root, ToIntFunction<String> lines, List<String> ignored) {
    this.file = file;
    this.root = root;
    this.lines = lines;
    this.ignored = ignored;
  }

  /// Reads the definition in a file.
  ///
  /// @param file its path, of which messages and the name of the workflow are made
  /// @throws DefinitionException if there is anything in it that cannot be meant
  public static WorkflowDefinition read(String file, String text) {
    var tree = YamlTree.read(file, text);
    return of(file, tree.root(), tree::line, new ArrayList<>());
  }

  /// Reads a definition that is a tree already, without loading anything that reads YAML.
  ///
  /// @param file its path, of which messages and the name of the workflow are made
  /// @param lines the line of a path, as of [YamlTree#line(String)]; asked only for the message of
  ///   an exception
  /// @param ignored takes the keys that mean nothing here, a sentence each
  /// @throws DefinitionException if there is anything in it that cannot be meant
  public static WorkflowDefinition of(
      String file, JsonObject root, ToIntFunction<String> lines, List<String> ignored) {
    return new WorkflowFilesReader(file, root, lines, ignored).definition();
  }

  private WorkflowDefinition definition() {
    for (var member : root.members()) {
      var key = member.key();
      if (!KEYS.contains(key)) {
        unknown(key, key, KEYS);
      }
    }
    var dialect = text(FORMAT, "state");
    if (!DEFINABLE.contains(dialect)) {
      var dialects = String.join(", ", DEFINABLE);
      throw wrong(FORMAT, "no format " + dialect + ": expected one of " + dialects);
    }
    return new WorkflowDefinition(
        dialect,
        name(),
        phases(),
        summaryLimit(),
        file,
        flag(GATE),
        text(PURPOSE, ""),
        flag(STRICT));
  }

  /// Ignores an unknown key, unless it may be meant for one that decides: one of these that is
  /// misspelt, or one of a gate in the wrong place.
  private void unknown(String key, String path, List<String> expected) {
    if (key.startsWith(FOREIGN)) {
      return;
    }
    var near = NearestWord.find(key, expected);
    if (near != null) {
      throw wrong(path, "unknown key " + key + ": did you mean " + near + "?");
    }
    if (GateReader.isMeant(key)) {
      throw wrong(path, "unknown key " + key + ": expected one of " + String.join(", ", expected));
    }
    ignored.add(file + ": the unknown key " + key + " is ignored");
  }

  private String name() {
    var name = text(NAME, stem(file));
    boolean clean = SafeName.clean(name) instanceof SafeName.Clean safe && safe.name().equals(name);
    if (!clean) {
      throw wrong(
          NAME, "the name \"" + name + "\" cannot stand in a file name: use letters, digits and -");
    }
    if (FORMATS.contains(name)) {
      throw wrong(NAME, name + " is the name of a format: choose another");
    }
    return name;
  }

  private List<PhaseDefinition> phases() {
    if (!(root.find(PHASES) instanceof JsonArray names)) {
      throw expected(PHASES, "a list of the names of phases");
    }
    if (names.size() == 0 || names.size() > PHASES_MAX) {
      throw wrong(PHASES, "expected 1 to " + PHASES_MAX + " phases, but found " + names.size());
    }
    var phases = new ArrayList<PhaseDefinition>();
    var places = new HashMap<String, String>();
    boolean gated = false;
    for (int i = 0; i < names.size(); i++) {
      var path = PHASES + "[" + i + "]";
      var entry = names.get(i);
      var number = number(entry, path);
      gated |= entry instanceof JsonObject object && object.has(GateReader.GATES);
      var name = phase(entry instanceof JsonObject object ? object.find(NAME) : entry, path);
      var earlier = places.putIfAbsent(name, path);
      if (earlier != null) {
        throw wrong(
            path, "phase " + name + " is there already, on line " + lines.applyAsInt(earlier));
      }
      phases.add(new PhaseDefinition(new PhaseName(name), number));
    }
    return gated ? new GateReader(file, names, lines).gated(phases) : phases;
  }

  /// Returns the number that a phase is given, which may be one such as 1.5.
  private @Nullable String number(Json entry, String path) {
    if (!(entry instanceof JsonObject object)) {
      return null;
    }
    for (var member : object.members()) {
      var key = member.key();
      if (!PHASE_KEYS.contains(key)) {
        unknown(key, path, PHASE_KEYS);
      }
    }
    var value = object.find(NUMBER);
    if (value == null) {
      return null;
    }
    var text = value instanceof JsonString string ? string.value() : value.toString();
    if (!isNumber(text)) {
      throw wrong(path, "expected a number such as 1 or 1.5, but found " + shown(value));
    }
    return text;
  }

  private String phase(@Nullable Json value, String path) {
    if (value == null) {
      throw wrong(path, "expected the name of a phase, but found none");
    }
    if (!(value instanceof JsonString text)) {
      throw wrong(
          path, "expected the name of a phase, but found " + shown(value) + inQuotes(value));
    }
    var name = text.value();
    if (name.isBlank() || name.length() > SafeName.MAX_LENGTH || hasControls(name)) {
      throw wrong(
          path,
          "a phase needs a name of one line, with at most " + SafeName.MAX_LENGTH + " letters");
    }
    return name;
  }

  private @Nullable Integer summaryLimit() {
    var value = root.find(SUMMARY_LIMIT);
    if (value == null) {
      return null;
    }
    var limit = value instanceof JsonNumber number ? number.wholeValue().orElse(0) : 0;
    if (limit < 1 || limit > 1_000_000) {
      throw expected(SUMMARY_LIMIT, "a number of tokens from 1 to 1000000");
    }
    return (int) limit;
  }

  private boolean flag(String key) {
    var value = root.find(key);
    if (value == null) {
      return false;
    }
    if (value instanceof JsonBoolean flag) {
      return flag.value();
    }
    throw expected(key, "true or false");
  }

  private String text(String key, String otherwise) {
    var value = root.find(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof JsonString text && !text.value().isBlank()) {
      return text.value();
    }
    throw wrong(key, key + ": expected a text, but found " + shown(value) + inQuotes(value));
  }

  private DefinitionException expected(String key, String what) {
    var value = root.find(key);
    var found = value == null ? "nothing" : shown(value);
    return wrong(key, key + ": expected " + what + ", but found " + found);
  }

  private DefinitionException wrong(String path, String problem) {
    return new DefinitionException(file, lines.applyAsInt(path), problem);
  }

  /// Returns the name of the workflow of a file without a name in it: its own.
  public static String stem(String file) {
    var name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private static boolean isNumber(String text) {
    int point = text.indexOf('.');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && i != point) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= 6 && point != 0 && point != text.length() - 1;
  }

  static String shown(Json value) {
    return switch (value.kind()) {
      case OBJECT -> "keys and values";
      case ARRAY -> "a list";
      case NULL -> "nothing";
      case STRING -> ((JsonString) value).value().isBlank() ? "an empty text" : value.toString();
      case NUMBER, BOOLEAN -> value.toString();
    };
  }

  private static String inQuotes(Json value) {
    return switch (value.kind()) {
      case NUMBER, BOOLEAN -> "; put it in quotes if it is a name";
      case OBJECT, ARRAY, STRING, NULL -> "";
    };
  }

  static boolean hasControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
