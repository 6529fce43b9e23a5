package dev.tidemark.app.cli;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Help as JSON: the command table for programs, so that an agent can learn the verbs without
/// reading prose.
final class HelpJson {
  private HelpJson() {}

  /// Returns `{"verbs": [...], "options": [...]}`: the requested verbs, and the global options.
  static JsonObject of(List<Verb> verbs) {
    List<JsonObject> all = new ArrayList<>();
    for (Verb verb : verbs) {
      all.add(of(verb));
    }
    return JsonObject.builder()
        .add("verbs", JsonArray.of(all))
        .add("options", options(Globals.OPTIONS))
        .build();
  }

  private static JsonObject of(Verb verb) {
    List<JsonObject> arguments = new ArrayList<>();
    for (Argument argument : verb.arguments()) {
      arguments.add(
          JsonObject.builder()
              .add("name", argument.name())
              .add("arity", argument.arity().name().toLowerCase(Locale.ROOT))
              .add("meaning", argument.meaning())
              .build());
    }
    List<JsonObject> examples = new ArrayList<>();
    for (Example example : verb.examples()) {
      examples.add(
          JsonObject.builder()
              .add("line", example.line())
              .add("meaning", example.meaning())
              .build());
    }
    return JsonObject.builder()
        .add("name", verb.name())
        .add("group", verb.group().title())
        .add("summary", verb.summary())
        .add("usage", verb.usage())
        .add("writes", verb.effect() == Effect.WRITES)
        .add("arguments", JsonArray.of(arguments))
        .add("options", options(verb.options()))
        .add("examples", JsonArray.of(examples))
        .build();
  }

  private static JsonArray options(List<Option> options) {
    List<JsonObject> all = new ArrayList<>();
    for (Option option : Completion.options(options)) {
      String value = option.value();
      all.add(
          JsonObject.builder()
              .add("name", "--" + option.name())
              .add("value", value == null ? JsonNull.NULL : JsonString.of(value))
              .add("repeatable", option.times() == Option.Times.REPEATED)
              .add("meaning", option.described())
              .build());
    }
    return JsonArray.of(all);
  }
}
