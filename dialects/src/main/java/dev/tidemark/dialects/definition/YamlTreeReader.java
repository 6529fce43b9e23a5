package dev.tidemark.dialects.definition;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Builds a tree from the parser's events, within limits. Scalars are those of the core schema of
/// YAML 1.2, so that `no` and `12:30` are strings.
final class YamlTreeReader {
  private static final int CHARS_MAX = 256 * 1024;
  private static final int DEPTH_MAX = 50;

  /// The limit of values in a file, with repetitions by aliases counted.
  private static final int VALUES_MAX = 10_000;

  private static final String TAGS = "tag:yaml.org,2002:";
  private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern BASED = Pattern.compile("0o[0-7]{1,20}|0x[0-9a-fA-F]{1,15}");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");

  private final String file;
  private final Iterator<Event> events;
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private int values;
  private int depth;

  /// A value that aliases may repeat, and how many values it has in it.
  private record Anchored(Json value, int size) {}

  /// Parses a file, see [YamlTree#read].
  static YamlTree tree(String file, String text) {
    try {
      var reader = new YamlTreeReader(file, text);
      var value = reader.document();
      if (value instanceof JsonObject root) {
        return new YamlTree(file, root, reader.lines);
      }
      var found = value instanceof JsonArray ? "a list" : "a single value";
      throw new DefinitionException(file, 1, "expected keys and values, but found " + found);
    } catch (MarkedYamlEngineException broken) {
      int line = broken.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new DefinitionException(file, line, "this is not YAML: " + broken.getProblem());
    } catch (YamlEngineException broken) {
      throw new DefinitionException(file, 1, "this cannot be read as YAML: " + broken.getMessage());
    }
  }

  private YamlTreeReader(String file, String text) {
    if (text.length() > CHARS_MAX) {
      throw new DefinitionException(
          file, 1, "the file is larger than " + CHARS_MAX + " characters");
    }
    this.file = file;
    var settings = LoadSettings.builder().setLabel(file).setCodePointLimit(CHARS_MAX).build();
    this.events = new ParserImpl(settings, new StreamReader(settings, text));
  }

  /// Reads the only document of the file.
  private Json document() {
    next();
    if (next().getEventId() == Event.ID.StreamEnd) {
      return JsonObject.EMPTY;
    }
    var value = value(next(), "");
    next();
    var end = next();
    if (end.getEventId() != Event.ID.StreamEnd) {
      throw wrong(end, "expected one document, but here begins a second");
    }
    return value instanceof JsonNull ? JsonObject.EMPTY : value;
  }

  private Json value(Event event, String path) {
    lines.putIfAbsent(path, line(event));
    int before = values;
    count(event, 1);
    if (event instanceof AliasEvent alias) {
      return repeated(alias);
    }
    Json value;
    if (event instanceof ScalarEvent scalar) {
      refuseTag(event, scalar.getTag());
      value = value(scalar);
    } else {
      refuseTag(event, ((CollectionStartEvent) event).getTag());
      if (++depth > DEPTH_MAX) {
        throw wrong(event, "nested deeper than " + DEPTH_MAX + " levels");
      }
      value = event.getEventId() == Event.ID.MappingStart ? mapping(path) : sequence(path);
      depth--;
    }
    int size = values - before;
    ((NodeEvent) event).getAnchor().ifPresent(it -> anchors.put(it, new Anchored(value, size)));
    return value;
  }

  private Json repeated(AliasEvent alias) {
    var anchored = anchored(alias.getAlias());
    if (anchored == null) {
      throw wrong(alias, "*" + alias.getAlias() + " is an alias without an anchor before it");
    }
    count(alias, anchored.size());
    return anchored.value();
  }

  private @Nullable Anchored anchored(Anchor anchor) {
    return anchors.get(anchor);
  }

  private JsonObject mapping(String path) {
    var members = new ArrayList<JsonMember>();
    var keys = new HashSet<String>();
    for (var event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      if (!(event instanceof ScalarEvent scalar)) {
        throw wrong(event, "expected a key");
      }
      count(event, 1);
      var key = scalar.getValue();
      var where = path.isEmpty() ? key : path + "." + key;
      if (!keys.add(key)) {
        throw wrong(event, "key " + key + " is there already, on line " + lines.get(where));
      }
      lines.put(where, line(event));
      members.add(JsonMember.of(key, value(next(), where)));
    }
    return JsonObject.of(members);
  }

  private JsonArray sequence(String path) {
    List<Json> elements = new ArrayList<>();
    for (var event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
      elements.add(value(event, path + "[" + elements.size() + "]"));
    }
    return JsonArray.of(elements);
  }

  private void count(Event event, int more) {
    values += more;
    if (values > VALUES_MAX) {
      throw wrong(event, "more than " + VALUES_MAX + " values");
    }
  }

  private void refuseTag(Event event, Optional<String> tag) {
    if (tag.isPresent() && !isKnownTag(tag.get())) {
      throw wrong(event, "tag " + tag.get() + " means nothing here; leave it out");
    }
  }

  private Event next() {
    return events.next();
  }

  private DefinitionException wrong(Event event, String problem) {
    return new DefinitionException(file, line(event), problem);
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  /// Returns whether a tag is redundant.
  private static boolean isKnownTag(String tag) {
    return switch (tag.startsWith(TAGS) ? tag.substring(TAGS.length()) : tag) {
      case "!", "str", "map", "seq" -> true;
      default -> false;
    };
  }

  private static Json value(ScalarEvent scalar) {
    var text = scalar.getValue();
    boolean tagged = scalar.getTag().isPresent();
    return tagged || !scalar.isPlain() ? JsonString.of(text) : plainScalar(text);
  }

  private static Json plainScalar(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> JsonNull.NULL;
      case "true", "True", "TRUE" -> JsonBoolean.of(true);
      case "false", "False", "FALSE" -> JsonBoolean.of(false);
      default -> number(text);
    };
  }

  /// Numbers that JSON has no words for, such as infinity, stay texts.
  private static Json number(String text) {
    if (DECIMAL.matcher(text).matches()) {
      return JsonNumber.of(Long.parseLong(text));
    }
    if (BASED.matcher(text).matches()) {
      return JsonNumber.of(Long.parseLong(text.substring(2), text.charAt(1) == 'x' ? 16 : 8));
    }
    if (FLOAT.matcher(text).matches()) {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? JsonNumber.spelled(spelling(value)) : JsonString.of(text);
    }
    return JsonString.of(text);
  }

  private static String spelling(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
