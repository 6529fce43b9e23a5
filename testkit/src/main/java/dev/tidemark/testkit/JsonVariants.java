package dev.tidemark.testkit;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/// Variants of a JSON value that differ from it in one place, to compare a schema with a validator.
public final class JsonVariants {
  private JsonVariants() {}

  /// Returns a value, and everything that comes of it if one value in it is replaced, one member is
  /// left out or added, or one array has another element.
  ///
  /// @param replacements the values, as JSON
  public static List<Json> of(String json, String... replacements) {
    var others = new ArrayList<Json>();
    for (var replacement : replacements) {
      others.add(JsonText.parse(replacement));
    }
    var variants = new ArrayList<Json>();
    variants.add(JsonText.parse(json));
    add(JsonText.parse(json), others, variants);
    return variants;
  }

  private static void add(Json value, List<Json> others, List<Json> variants) {
    variants.addAll(others);
    if (value instanceof JsonObject object) {
      for (var member : object.members()) {
        variants.add(object.without(member.key()));
        var inner = new ArrayList<Json>();
        add(member.value(), others, inner);
        inner.forEach(variant -> variants.add(object.with(member.key(), variant)));
      }
      var members = new ArrayList<>(object.members());
      members.add(JsonMember.of("unknown", JsonText.parse("[{}]")));
      variants.add(JsonObject.of(members));
    } else if (value instanceof JsonArray array) {
      variants.add(array.plus(JsonText.parse("7")));
      for (int i = 0; i < array.size(); i++) {
        var inner = new ArrayList<Json>();
        add(array.get(i), others, inner);
        for (var variant : inner) {
          var elements = new ArrayList<>(array.elements());
          elements.set(i, variant);
          variants.add(JsonArray.of(elements));
        }
      }
    }
  }
}
