package dev.tidemark.app.cli.help;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Help topic: a short text, a page of the documentation, or both. They are packed as resources, so
/// that they can be read where nothing but the program is installed.
///
/// @param name the word after `tidemark help`
/// @param page the page below `docs/`; null for a topic that has only a short text
/// @param brief whether there is a short text, which is shown first; the page follows with `--all`
record HelpTopic(String name, @Nullable String page, boolean brief) {
  private static final List<HelpTopic> ALL =
      List.of(
          new HelpTopic("definitions", null, true),
          new HelpTopic("gates", "gates.md", true),
          new HelpTopic("formats", null, true),
          new HelpTopic("settings", null, true),
          new HelpTopic("agents", null, true),
          new HelpTopic("team", null, true),
          new HelpTopic("handoff", "handoff.md", false),
          new HelpTopic("postgres", "stores/postgres.md", false));

  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (HelpTopic helpTopic : ALL) {
      names.add(helpTopic.name());
    }
    return names;
  }

  /// Returns the topic of that name, or null.
  static @Nullable HelpTopic find(String name) {
    for (HelpTopic helpTopic : ALL) {
      if (helpTopic.name().equals(name)) {
        return helpTopic;
      }
    }
    return null;
  }

  /// Prints the topic.
  ///
  /// @param whole whether the whole page is wanted where there is a short text
  /// @param verb whether a word is a verb, for references
  void print(Console console, boolean whole, Predicate<String> verb) {
    String text = text(whole, verb);
    if (console.look().json()) {
      JsonObject json = JsonObject.builder().add("topic", name).add("text", text).build();
      console.json(json);
      return;
    }
    for (String line : text.lines().toList()) {
      console.line(new StyledLine().add(line));
    }
  }

  String text(boolean whole, Predicate<String> verb) {
    if (page == null || (brief && !whole)) {
      return resource(name + ".txt");
    }
    Predicate<String> explained = word -> find(word) != null || verb.test(word);
    return String.join("\n", PlainPage.lines(resource(page), explained)) + "\n";
  }

  private static String resource(String file) {
    try (var resource = HelpTopic.class.getResourceAsStream("topics/" + file)) {
      Objects.requireNonNull(resource, file);
      return new String(resource.readAllBytes(), UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
