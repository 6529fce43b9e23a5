package dev.tidemark.dialects.definition;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonString;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/// YAML scalar types: the core schema of YAML 1.2, so that `no` and `12:30` are strings.
final class YamlScalars {
  private static final String TAGS = "tag:yaml.org,2002:";
  private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern BASED = Pattern.compile("0o[0-7]{1,20}|0x[0-9a-fA-F]{1,15}");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");

  private YamlScalars() {}

  /// Returns whether a tag is redundant.
  static boolean isKnownTag(String tag) {
    return switch (tag.startsWith(TAGS) ? tag.substring(TAGS.length()) : tag) {
      case "!", "str", "map", "seq" -> true;
      default -> false;
    };
  }

  static Json value(ScalarEvent scalar) {
    var text = scalar.getValue();
    boolean told = scalar.getTag().isPresent();
    return told || !scalar.isPlain() ? JsonString.of(text) : plain(text);
  }

  private static Json plain(String text) {
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
