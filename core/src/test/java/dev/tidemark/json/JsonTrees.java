package dev.tidemark.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;

/// Random trees and random edits of them, small and full of corner cases.
final class JsonTrees {
  private static final String[] STRINGS = {
    "",
    "a",
    "plan",
    "\u00e4\u20ac",
    "\ud83d\ude00",
    "\ud800",
    "\udc00x",
    "\"\\/",
    "\n\r\t\b\f",
    "\u0000\u001f\u007f",
    "\u2028\u2029",
    "{}[],:",
    "  ",
    "__proto__",
    "0",
  };
  private static final String[] NUMBERS = {
    "0", "-0", "1", "1.0", "1e2", "-12.50E-3", "9".repeat(40)
  };

  private final Random random;

  JsonTrees(long seed) {
    this.random = new Random(seed);
  }

  /// Returns a tree that nests at most that deep.
  Json tree(int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 5)) {
      case 0 -> JsonNull.NULL;
      case 1 -> JsonBoolean.of(random.nextBoolean());
      case 2 -> JsonNumber.spelled(NUMBERS[random.nextInt(NUMBERS.length)]);
      case 3, 4 -> JsonString.of(string());
      case 5, 6 -> array(depth);
      default -> object(depth);
    };
  }

  /// Returns a tree whose root is an array or object with something in it.
  Json container(int depth) {
    return random.nextBoolean()
        ? JsonArray.of(tree(depth)).plus(tree(depth))
        : object(depth).with("first", tree(depth));
  }

  /// Returns the tree with one change somewhere, rarely none.
  Json edited(Json tree) {
    if (tree instanceof JsonObject object && object.size() > 0 && random.nextInt(8) > 0) {
      return edited(object);
    }
    if (tree instanceof JsonArray array && array.size() > 0 && random.nextInt(8) > 0) {
      return edited(array);
    }
    return tree(2);
  }

  private Json edited(JsonObject object) {
    var member = object.members().get(random.nextInt(object.size()));
    var members = new ArrayList<>(object.members());
    switch (random.nextInt(6)) {
      case 0 -> members.add(random.nextInt(members.size() + 1), JsonMember.of(string(), tree(2)));
      case 1 -> members.remove(member);
      case 2 -> Collections.shuffle(members, random);
      case 3 -> members.add(JsonMember.of(string(), tree(2)));
      default -> {
        return object.with(member.key(), edited(member.value()));
      }
    }
    return JsonObject.of(members);
  }

  private Json edited(JsonArray array) {
    int index = random.nextInt(array.size());
    var elements = new ArrayList<>(array.elements());
    switch (random.nextInt(5)) {
      case 0 -> elements.add(random.nextInt(elements.size() + 1), tree(2));
      case 1 -> elements.remove(index);
      case 2 -> Collections.shuffle(elements, random);
      default -> elements.set(index, edited(array.get(index)));
    }
    return JsonArray.of(elements);
  }

  private JsonArray array(int depth) {
    var elements = new ArrayList<Json>();
    for (int i = random.nextInt(5); i > 0; i--) {
      elements.add(tree(depth - 1));
    }
    return JsonArray.of(elements);
  }

  private JsonObject object(int depth) {
    var members = new ArrayList<JsonMember>();
    for (int i = random.nextInt(5); i > 0; i--) {
      members.add(JsonMember.of(string(), tree(depth - 1)));
    }
    return JsonObject.of(members);
  }

  private String string() {
    return STRINGS[random.nextInt(STRINGS.length)];
  }

  /// Returns the tree printed with random white space wherever JSON allows some.
  String printedWildly(Json tree) {
    var out = new StringBuilder();
    wildly(tree, out);
    return out.toString();
  }

  private void wildly(Json tree, StringBuilder out) {
    space(out);
    switch (tree.kind()) {
      case OBJECT -> {
        out.append('{');
        var between = "";
        for (var member : ((JsonObject) tree).members()) {
          space(out.append(between));
          space(out.append(JsonString.of(member.key())));
          wildly(member.value(), out.append(':'));
          between = ",";
        }
        space(out);
        out.append('}');
      }
      case ARRAY -> {
        out.append('[');
        var between = "";
        for (var element : ((JsonArray) tree).elements()) {
          wildly(element, out.append(between));
          between = ",";
        }
        space(out);
        out.append(']');
      }
      default -> out.append(tree);
    }
    space(out);
  }

  private void space(StringBuilder out) {
    for (int i = random.nextInt(4) - 1; i > 0; i--) {
      out.append(" \n\r\t".charAt(random.nextInt(4)));
    }
  }
}
