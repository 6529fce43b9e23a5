package dev.tidemark.app.mcp;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON schema validation against the schemas that the tools publish, so that there is one
/// description of a tool's arguments. Supports the keywords that occur there and no others.
final class SchemaValidator {
  private final List<String> wrong = new ArrayList<>();

  private SchemaValidator() {}

  /// Returns everything that is wrong with the arguments of a tool; nothing if they will do.
  static List<String> problems(JsonObject schema, JsonObject arguments) {
    var check = new SchemaValidator();
    check.object(schema, arguments);
    return check.wrong;
  }

  private void object(JsonObject schema, JsonObject value) {
    var names = schema.object("propertyNames");
    if (names != null) {
      for (var member : value.members()) {
        value(names, "the name " + member.key(), JsonString.of(member.key()));
      }
      return;
    }
    for (var name : schema.strings("required")) {
      if (!value.has(name)) {
        wrong.add(name + " is missing");
      }
    }
    var properties = schema.object("properties");
    for (var member : value.members()) {
      var property = properties == null ? null : properties.object(member.key());
      if (property == null) {
        wrong.add("there is no argument " + member.key() + propertyNames(properties));
      } else {
        value(property, member.key(), member.value());
      }
    }
  }

  private static String propertyNames(@Nullable JsonObject properties) {
    var names = new StringBuilder();
    if (properties != null) {
      for (var property : properties.members()) {
        names.append(names.isEmpty() ? "; there are " : ", ").append(property.key());
      }
    }
    return names.toString();
  }

  private void value(JsonObject schema, String name, Json value) {
    var words = schema.array("enum");
    if (words != null) {
      if (!words.elements().contains(value)) {
        wrong.add(name + " must be one of " + String.join(", ", words.strings()));
      }
      return;
    }
    var type = schema.string("type");
    if (type != null && !isOf(type, value)) {
      wrong.add(name + " must be " + article(type) + type);
      return;
    }
    if (value instanceof JsonObject object) {
      object(schema, object);
    }
    if (value instanceof JsonNumber number) {
      bounds(schema, name, number);
    }
    var items = schema.object("items");
    if (items != null && value instanceof JsonArray array) {
      for (var element : array.elements()) {
        value(items, "each element of " + name, element);
      }
    }
  }

  private void bounds(JsonObject schema, String name, JsonNumber value) {
    var minimum = schema.number("minimum");
    var maximum = schema.number("maximum");
    if (minimum != null && value.doubleValue() < minimum.doubleValue()) {
      wrong.add(name + " must be at least " + JsonText.compact(minimum));
    }
    if (maximum != null && value.doubleValue() > maximum.doubleValue()) {
      wrong.add(name + " must be at most " + JsonText.compact(maximum));
    }
  }

  private static boolean isOf(String type, Json value) {
    return switch (type) {
      case "string" -> value instanceof JsonString;
      case "boolean" -> value instanceof JsonBoolean;
      case "number" -> value instanceof JsonNumber;
      case "integer" -> value instanceof JsonNumber number && number.wholeValue().isPresent();
      case "array" -> value instanceof JsonArray;
      case "object" -> value instanceof JsonObject;
      default -> throw new IllegalStateException("unknown type in a schema: " + type);
    };
  }

  private static String article(String type) {
    return "aeio".indexOf(type.charAt(0)) < 0 ? "a " : "an ";
  }
}
