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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parser of a YAML subset, as people write it by hand: mappings and lists by indentation, and
/// scalars on their own line. Other constructs, and errors, are left to [YamlTreeReader], whose
/// library takes longer to load than a hot verb takes for everything else. On the subset, both
/// parsers agree.
final class BlockYaml {
  private static final int CHARS_MAX = 64 * 1024;
  private static final int LINES_MAX = 2_000;
  private static final int DEPTH_MAX = 20;

  /// The characters that may begin something other than a plain scalar.
  private static final String INDICATORS = "-?:,[]{}#&*!|>'\"%@`";

  private static final String ITEM = "- ";
  private static final int DIGITS_MAX = 18;

  private final List<Line> lines = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();
  private int at;
  private int depth;
  private boolean understood = true;

  /// A line with content.
  private record Line(int number, int indent, String text) {
    boolean isItem() {
      return text.startsWith(ITEM);
    }
  }

  private BlockYaml() {}

  /// Parses a text; null if it is outside the subset.
  ///
  /// @param file its name in messages
  static @Nullable YamlTree read(String file, String text) {
    var reader = new BlockYaml();
    if (text.length() > CHARS_MAX || !reader.splitLines(text)) {
      return null;
    }
    if (reader.lines.isEmpty()) {
      return new YamlTree(file, JsonObject.EMPTY, Map.of());
    }
    var first = reader.lines.get(0);
    if (first.indent() > 0 || first.isItem()) {
      return null;
    }
    var root = reader.mapping(0, "");
    boolean whole = reader.understood && reader.at == reader.lines.size();
    return whole ? new YamlTree(file, root, reader.places) : null;
  }

  private boolean splitLines(String text) {
    int number = 0;
    for (int from = 0; from < text.length(); ) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end;
      number++;
      if (number > LINES_MAX || !addLine(number, text.substring(from, end))) {
        return false;
      }
      from = end + 1;
    }
    return true;
  }

  private boolean addLine(int number, String line) {
    for (int i = 0; i < line.length(); i++) {
      if (!isUsual(line.charAt(i))) {
        return false;
      }
    }
    int indent = 0;
    while (indent < line.length() && line.charAt(indent) == ' ') {
      indent++;
    }
    var text = line.substring(indent).stripTrailing();
    if (text.isEmpty() || text.charAt(0) == '#') {
      return true;
    }
    if (indent == 0 && (text.startsWith("---") || text.startsWith("..."))) {
      return false;
    }
    lines.add(new Line(number, indent, text));
    return true;
  }

  /// Whether a character is neither a control character, nor a line break for some reader, nor an
  /// unpaired surrogate.
  private static boolean isUsual(char c) {
    return (c >= ' ' && c <= '~') || (c >= 0xA1 && c < 0x2000) || (c > 0x206F && c < 0xD800);
  }

  private JsonObject mapping(int indent, String path) {
    var members = new ArrayList<JsonMember>();
    depth++;
    while (understood && at < lines.size()) {
      var line = lines.get(at);
      if (line.indent() != indent || line.isItem()) {
        break;
      }
      int colon = keyEnd(line.text());
      if (colon < 0 || depth > DEPTH_MAX) {
        understood = false;
        break;
      }
      var key = line.text().substring(0, colon);
      var where = path.isEmpty() ? key : path + "." + key;
      for (int i = 0; i < members.size(); i++) {
        understood &= !members.get(i).key().equals(key);
      }
      places.put(where, line.number());
      at++;
      members.add(JsonMember.of(key, value(line.text().substring(colon + 1), indent, where)));
    }
    depth--;
    return JsonObject.of(members);
  }

  private static int keyEnd(String text) {
    int end = 0;
    while (end < text.length() && isKey(text.charAt(end), end == 0)) {
      end++;
    }
    boolean key = end > 0 && end < text.length() && text.charAt(end) == ':';
    return key && (end + 1 == text.length() || text.charAt(end + 1) == ' ') ? end : -1;
  }

  private static boolean isKey(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || (!first && (c == '-' || c == '.' || c == '/'));
  }

  private Json value(String text, int indent, String path) {
    var content = text.strip();
    if (!content.isEmpty() && content.charAt(0) != '#') {
      return scalar(content);
    }
    var next = at < lines.size() ? lines.get(at) : null;
    if (next == null || next.indent() < indent || (next.indent() == indent && !next.isItem())) {
      return JsonNull.NULL;
    }
    return next.isItem() ? list(next.indent(), path) : mapping(next.indent(), path);
  }

  private JsonArray list(int indent, String path) {
    List<Json> elements = new ArrayList<>();
    depth++;
    while (understood && at < lines.size()) {
      var line = lines.get(at);
      if (line.indent() != indent || !line.isItem()) {
        break;
      }
      var where = path + "[" + elements.size() + "]";
      places.putIfAbsent(where, line.number());
      elements.add(element(line, where));
    }
    depth--;
    return JsonArray.of(elements);
  }

  private Json element(Line line, String path) {
    int start = ITEM.length();
    while (line.text().charAt(start) == ' ') {
      start++;
    }
    var content = line.text().substring(start);
    if (keyEnd(content) < 0) {
      at++;
      return scalar(content);
    }
    lines.set(at, new Line(line.number(), line.indent() + start, content));
    return mapping(line.indent() + start, path);
  }

  /// Reads a value that ends with its line.
  private Json scalar(String text) {
    char first = text.charAt(0);
    if (first == '"' || first == '\'') {
      int end = text.indexOf(first, 1);
      var rest = end < 0 ? text : text.substring(end + 1).strip();
      boolean comment = rest.isEmpty() || (rest.charAt(0) == '#' && text.charAt(end + 1) == ' ');
      understood &= end > 0 && comment && text.indexOf('\\') < 0;
      return JsonString.of(text.substring(1, Math.max(1, end)));
    }
    int comment = text.indexOf(" #");
    var content = comment < 0 ? text : text.substring(0, comment).strip();
    boolean key = content.contains(": ") || content.endsWith(":");
    understood &= INDICATORS.indexOf(first) < 0 && !key;
    return plainScalar(content);
  }

  private Json plainScalar(String text) {
    return switch (text) {
      case "~", "null", "Null", "NULL" -> JsonNull.NULL;
      case "true", "True", "TRUE" -> JsonBoolean.of(true);
      case "false", "False", "FALSE" -> JsonBoolean.of(false);
      default -> number(text);
    };
  }

  /// Reads a whole number; leaves everything alone that might be another number.
  private Json number(String text) {
    boolean digits = text.length() <= DIGITS_MAX;
    boolean number = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      digits &= digit;
      number &= digit || isInNumbers(c, i == 0 ? ' ' : text.charAt(i - 1));
    }
    understood &= digits || !number;
    return digits ? JsonNumber.of(Long.parseLong(text)) : JsonString.of(text);
  }

  private static boolean isInNumbers(char c, char before) {
    return switch (c) {
      case '+', '-' -> before == ' ' || before == 'e' || before == 'E';
      case '.', 'x', 'o' -> true;
      default -> (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
  }
}
