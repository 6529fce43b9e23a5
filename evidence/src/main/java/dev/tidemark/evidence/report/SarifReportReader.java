package dev.tidemark.evidence.report;

import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reader of SARIF 2.1.0, the format of static analysis.
///
/// A result counts unless it is suppressed, absent since the baseline, or of another kind than
/// `fail`. Where it has no level its rule has one, else it is a warning.
final class SarifReportReader extends ReportReader {
  private static final String VERSION = "2.1.0";
  private static final String RESULTS = "results";
  private static final String INDEX = "index";
  private static final String LEVEL = "level";

  /// The levels, the most severe first.
  private static final List<String> LEVELS = List.of("error", "warning", "note", "none");

  private final int lowest;
  private final Map<String, Long> levels = new LinkedHashMap<>();
  private final List<String> broken = new ArrayList<>();
  private long runs;
  private long suppressed;

  /// @param level the lowest level that closes the gate
  SarifReportReader(String level) {
    this.lowest = LEVELS.indexOf(level);
    LEVELS.forEach(it -> levels.put(it, 0L));
  }

  @Override
  public @Nullable String read(byte[] file) throws UnreadableReportException {
    var log = json(file);
    if (!VERSION.equals(log.string("version")) || log.array("runs") == null) {
      throw new UnreadableReportException("it is not a SARIF log of version " + VERSION);
    }
    for (var run : objects(log, "runs")) {
      readRun(run);
    }
    return null;
  }

  private void readRun(JsonObject run) throws UnreadableReportException {
    runs++;
    var driver = object(object(run, "tool"), "driver");
    var name = driver.string("name");
    if (name == null) {
      throw new UnreadableReportException("one of its runs names no tool");
    }
    var version = driver.string("semanticVersion");
    version = version == null ? driver.string("version") : version;
    addTool(version == null ? name : name + " " + version);
    for (var invocation : objects(run, "invocations")) {
      if (invocation.has("executionSuccessful") && !invocation.isTrue("executionSuccessful")) {
        broken.add(shortened(name) + " did not run successfully");
      }
    }
    if (object(run, "externalPropertyFileReferences").has(RESULTS)) {
      throw new UnreadableReportException("its results are in another file");
    }
    if (run.array(RESULTS) == null) {
      broken.add(shortened(name) + " has no list of results: an empty one would be none found");
      return;
    }
    var rules = new Rules(run);
    for (var result : objects(run, RESULTS)) {
      count(result, rules);
    }
  }

  private void count(JsonObject result, Rules rules) throws UnreadableReportException {
    if ("absent".equals(result.string("baselineState"))) {
      return;
    }
    if (isSuppressed(result)) {
      suppressed++;
      return;
    }
    boolean fails = !result.has("kind") || "fail".equals(result.string("kind"));
    var level = fails ? rules.level(result) : "none";
    if (levels.computeIfPresent(level, (key, count) -> count + 1) == null) {
      throw new UnreadableReportException("one of its results has no level of SARIF");
    }
  }

  /// A suppression that is under review or was rejected suppresses nothing.
  private static boolean isSuppressed(JsonObject result) throws UnreadableReportException {
    var suppressions = objects(result, "suppressions");
    for (var suppression : suppressions) {
      if (suppression.has("status") && !"accepted".equals(suppression.string("status"))) {
        return false;
      }
    }
    return !suppressions.isEmpty();
  }

  @Override
  public Map<String, Long> counts() {
    var counts = new LinkedHashMap<String, Long>();
    counts.put("runs", runs);
    levels.forEach(counts::put);
    counts.put("suppressed", suppressed);
    return counts;
  }

  @Override
  public List<String> blockers() {
    var blockers = new ArrayList<>(broken);
    if (runs == 0) {
      blockers.add("it has no run of a tool");
    }
    for (var level : LEVELS.subList(0, lowest + 1)) {
      long count = levels.getOrDefault(level, 0L);
      if (count > 0) {
        blockers.add(count + (count == 1 ? " result" : " results") + " of level " + level);
      }
    }
    return blockers;
  }

  /// Rules of a run, which have the levels of results without one (3.27.10 of the specification).
  private static final class Rules {
    /// The rules of the tool itself, then those of each extension.
    private final List<List<JsonObject>> components = new ArrayList<>();

    private final Map<String, JsonObject> named = new HashMap<>();
    private final List<JsonObject> invocations;

    Rules(JsonObject run) throws UnreadableReportException {
      invocations = objects(run, "invocations");
      var tool = object(run, "tool");
      components.add(objects(object(tool, "driver"), "rules"));
      for (var extension : objects(tool, "extensions")) {
        components.add(objects(extension, "rules"));
      }
      for (var rules : components) {
        for (var rule : rules) {
          named.putIfAbsent(String.valueOf(rule.string("id")), rule);
        }
      }
    }

    String level(JsonObject result) throws UnreadableReportException {
      if (result.has(LEVEL)) {
        return String.valueOf(result.string(LEVEL));
      }
      var rule = rule(result);
      var configured = overridden(result, rule);
      if (configured == null) {
        configured = object(rule, "defaultConfiguration").string(LEVEL);
      }
      return configured == null ? "warning" : configured;
    }

    private JsonObject rule(JsonObject result) {
      var reference = object(result, "rule");
      int index = number(result, "ruleIndex");
      index = index < 0 ? number(reference, INDEX) : index;
      int component = number(object(reference, "toolComponent"), INDEX) + 1;
      if (index >= 0 && component < components.size() && index < components.get(component).size()) {
        return components.get(component).get(index);
      }
      var id = result.string("ruleId");
      id = String.valueOf(id == null ? reference.string("id") : id);
      // A result may name a part of a rule: CA1000/1.
      int slash = id.indexOf('/');
      var whole = slash < 0 ? id : id.substring(0, slash);
      return named.getOrDefault(id, named.getOrDefault(whole, JsonObject.EMPTY));
    }

    /// Returns the level that the call of the tool gave to the rule; null if it gave none.
    private @Nullable String overridden(JsonObject result, JsonObject rule)
        throws UnreadableReportException {
      int invocation = number(object(result, "provenance"), "invocationIndex");
      var id = rule.string("id");
      if (invocation < 0 || invocation >= invocations.size() || id == null) {
        return null;
      }
      for (var override : objects(invocations.get(invocation), "ruleConfigurationOverrides")) {
        var descriptor = object(override, "descriptor");
        if (id.equals(descriptor.string("id"))) {
          return object(override, "configuration").string(LEVEL);
        }
      }
      return null;
    }

    /// Returns an index; -1 if there is none, as SARIF has it.
    private static int number(JsonObject object, String key) {
      var number = object.number(key);
      long value = number == null ? -1 : number.wholeValue().orElse(-1);
      return value < 0 || value > Integer.MAX_VALUE - 1 ? -1 : (int) value;
    }
  }
}
