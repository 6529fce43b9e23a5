package dev.tidemark.dialects.definition;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.ArtifactExists;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Condition;
import dev.tidemark.workflow.HeadUnchanged;
import dev.tidemark.workflow.IssueRecorded;
import dev.tidemark.workflow.PhasesDone;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.ReportPassed.Format;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.ShipAllowed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parser of the one condition of a gate.
final class ConditionReader {
  private static final String PHASES_DONE = "phases-done";
  private static final String ARTIFACT = "artifact";
  private static final String REVIEW = "review";
  private static final String APPROVAL = "approval";
  private static final String HEAD_UNCHANGED = "head-unchanged";
  private static final String CLEAN_TREE = "clean-tree";
  private static final String COMMAND = "command";
  private static final String REPORT = "report";

  private static final String SHIP = "ship";
  private static final String PREVIEW = "preview";
  private static final String ISSUE = "issue";

  private static final String JSON = "json";
  private static final String FILES = "files";
  private static final String TIMEOUT = "timeout";
  private static final String LEVEL = "level";
  private static final String PREDICATE = "predicate";

  /// The levels of SARIF that can close a gate.
  private static final List<String> LEVELS = List.of("error", "warning", "note");

  /// The predicate types of in-toto statements that have a result.
  private static final List<String> PREDICATES =
      List.of(
          "https://in-toto.io/attestation/test-result/v0.1",
          "https://in-toto.io/attestation/svr/v0.1",
          "https://slsa.dev/verification_summary/v1");

  /// Every kind of condition, by its word.
  static final List<String> KINDS =
      List.of(
          PHASES_DONE,
          ARTIFACT,
          REVIEW,
          APPROVAL,
          HEAD_UNCHANGED,
          CLEAN_TREE,
          COMMAND,
          REPORT,
          SHIP,
          PREVIEW,
          ISSUE);

  private static final int TIMEOUT_USUAL = 600;
  private static final int TIMEOUT_MAX = 86_400;
  private static final int WORDS_MAX = 200;

  private final GateReader gates;
  private final JsonObject gate;
  private final String path;
  private final List<String> phases;

  /// @param gate the gate
  /// @param path its path in the file
  ConditionReader(GateReader gates, JsonObject gate, String path, List<String> phases) {
    this.gates = gates;
    this.gate = gate;
    this.path = path;
    this.phases = phases;
  }

  /// Returns the keys that a kind of condition allows beside its own.
  static List<String> keys(String kind) {
    return switch (kind) {
      case ARTIFACT -> List.of(JSON);
      case APPROVAL -> List.of(FILES);
      case COMMAND -> List.of(TIMEOUT);
      case REPORT -> List.of(LEVEL, PREDICATE);
      default -> List.of();
    };
  }

  /// Returns the name of a gate without one: that of the report's format, else the kind.
  static String usualName(JsonObject gate, String kind) {
    var format = kind.equals(REPORT) ? gate.string(REPORT) : null;
    return format == null ? kind : format;
  }

  Condition read(String kind, String name) {
    return switch (kind) {
      case PHASES_DONE -> new PhasesDone(done(kind));
      case ARTIFACT ->
          new ArtifactExists(file(value(kind), pathOf(kind)), gates.isTrue(gate, path, JSON));
      case REVIEW -> new Reviewed(name, isOn(kind) ? null : file(value(kind), pathOf(kind)));
      case APPROVAL ->
          new ApprovedByPerson(gates.phase(value(kind), pathOf(kind), phases), paths(FILES));
      case HEAD_UNCHANGED -> new HeadUnchanged(since(kind));
      case COMMAND -> new CommandSucceeded(name, command(kind), timeout());
      case REPORT -> report(kind, name);
      default -> flagCondition(kind);
    };
  }

  private Json value(String key) {
    var value = gate.find(key);
    if (value == null) {
      throw new IllegalArgumentException("there is no " + key);
    }
    return value;
  }

  private String pathOf(String key) {
    return path + "." + key;
  }

  /// Returns whether a condition is only named, without saying more about it.
  private boolean isOn(String key) {
    return value(key) instanceof JsonBoolean on && on.value();
  }

  private Condition flagCondition(String kind) {
    if (!isOn(kind)) {
      throw expected(kind, "true");
    }
    return switch (kind) {
      case SHIP -> new ShipAllowed();
      case PREVIEW -> new PreviewAllowed();
      case ISSUE -> new IssueRecorded();
      default -> new CleanTree();
    };
  }

  private List<PhaseName> done(String kind) {
    if (isOn(kind)) {
      return List.of();
    }
    if (!(value(kind) instanceof JsonArray array) || array.size() == 0) {
      throw expected(kind, "a list of phases, or true for all that stand before");
    }
    var names = new ArrayList<PhaseName>(array.size());
    for (int i = 0; i < array.size(); i++) {
      names.add(gates.phase(array.get(i), pathOf(kind) + "[" + i + "]", phases));
    }
    return names;
  }

  private @Nullable PhaseName since(String kind) {
    boolean start = value(kind) instanceof JsonString text && text.value().equals("start");
    return start && !phases.contains("start")
        ? null
        : gates.phase(value(kind), pathOf(kind), phases);
  }

  private List<String> paths(String key) {
    var value = gate.find(key);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof JsonArray array)) {
      throw expected(key, "a list of paths");
    }
    var paths = new ArrayList<String>(array.size());
    for (int i = 0; i < array.size(); i++) {
      paths.add(file(array.get(i), pathOf(key) + "[" + i + "]"));
    }
    return paths;
  }

  private String file(Json value, String path) {
    var text = value instanceof JsonString string ? string.value() : "";
    boolean inside = !text.isBlank() && !text.startsWith("/") && !text.contains("\\");
    inside &= text.indexOf(':') != 1; // A drive of Windows.
    for (var part : text.split("/", -1)) {
      inside &= !part.equals("..");
    }
    if (!inside || WorkflowFilesReader.hasControls(text)) {
      throw gates.wrong(
          path,
          "expected a path inside the project, such as docs/plan.md, but found "
              + WorkflowFilesReader.shown(value));
    }
    return text;
  }

  private List<String> command(String kind) {
    boolean words = value(kind) instanceof JsonArray;
    var array = words ? (JsonArray) value(kind) : JsonArray.EMPTY;
    var command = array.strings();
    if (command.isEmpty()
        || command.size() < array.size()
        || command.size() > WORDS_MAX
        || command.getFirst().isBlank()) {
      throw expected(
          kind,
          "a list of words such as [mvn, -q, verify] (numbers, true and no in quotes; no shell"
              + " reads it)");
    }
    return command;
  }

  private int timeout() {
    var value = gate.find(TIMEOUT);
    if (value == null) {
      return TIMEOUT_USUAL;
    }
    long seconds = value instanceof JsonNumber number ? number.wholeValue().orElse(0) : 0;
    if (seconds < 1 || seconds > TIMEOUT_MAX) {
      throw expected(TIMEOUT, "seconds from 1 to " + TIMEOUT_MAX);
    }
    return (int) seconds;
  }

  private ReportPassed report(String kind, String name) {
    var format = format(kind);
    for (var option : List.of(LEVEL, PREDICATE)) {
      var of = option.equals(LEVEL) ? Format.SARIF : Format.IN_TOTO;
      if (format != of && gate.has(option)) {
        throw gates.wrong(
            pathOf(option), option + " belongs to `report: " + of.word() + "`, remove it");
      }
    }
    return switch (format) {
      case JUNIT -> new ReportPassed(name, format, List.of());
      case SARIF -> new ReportPassed(name, format, words(LEVEL, LEVELS, LEVELS.subList(0, 1)));
      case IN_TOTO -> new ReportPassed(name, format, words(PREDICATE, PREDICATES, PREDICATES));
    };
  }

  private Format format(String kind) {
    var words = new ArrayList<String>();
    for (var format : Format.values()) {
      if (value(kind) instanceof JsonString text && text.value().equals(format.word())) {
        return format;
      }
      words.add(format.word());
    }
    throw expected(kind, "one of " + String.join(", ", words));
  }

  /// Returns the words that stand at a key, one or a list of them, in the order of the known ones.
  private List<String> words(String key, List<String> known, List<String> usual) {
    var value = gate.find(key);
    if (value == null) {
      return usual;
    }
    boolean several = key.equals(PREDICATE) && value instanceof JsonArray;
    var listed = several ? ((JsonArray) value).elements() : List.of(value);
    var words = new ArrayList<String>();
    for (var word : known) {
      if (listed.contains(JsonString.of(word))) {
        words.add(word);
      }
    }
    if (words.isEmpty() || words.size() < listed.size()) {
      throw expected(
          key, (key.equals(PREDICATE) ? "some of " : "one of ") + String.join(", ", known));
    }
    return words;
  }

  private DefinitionException expected(String key, String what) {
    return gates.wrong(
        pathOf(key),
        key + ": expected " + what + ", but found " + WorkflowFilesReader.shown(value(key)));
  }
}
