package dev.tidemark.app.cli.help;

import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
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
  static JsonObject of(List<CommandSpec> verbs) {
    List<JsonObject> all = new ArrayList<>();
    for (CommandSpec commandSpec : verbs) {
      all.add(of(commandSpec));
    }
    return JsonObject.builder()
        .add("verbs", JsonArray.of(all))
        .add("options", options(Globals.OPTIONS))
        .build();
  }

  private static JsonObject of(CommandSpec commandSpec) {
    List<JsonObject> arguments = new ArrayList<>();
    for (Argument argument : commandSpec.arguments()) {
      arguments.add(
          JsonObject.builder()
              .add("name", argument.name())
              .add("arity", argument.arity().name().toLowerCase(Locale.ROOT))
              .add("meaning", argument.meaning())
              .build());
    }
    List<JsonObject> examples = new ArrayList<>();
    for (Example example : commandSpec.examples()) {
      examples.add(
          JsonObject.builder()
              .add("line", example.line())
              .add("meaning", example.meaning())
              .build());
    }
    return JsonObject.builder()
        .add("name", commandSpec.name())
        .add("group", commandSpec.group().title())
        .add("summary", commandSpec.summary())
        .add("usage", commandSpec.usage())
        .add("writes", commandSpec.writes())
        .add("arguments", JsonArray.of(arguments))
        .add("options", options(commandSpec.options()))
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
