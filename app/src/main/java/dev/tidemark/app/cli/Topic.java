package dev.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Help topics: pages of the documentation that messages name, packed as resources, so that they
/// can be read where nothing but the program is installed.
///
/// @param name the word after `tidemark help`
/// @param page the page below `docs/`
record Topic(String name, String page) {
  private static final List<Topic> ALL =
      List.of(
          new Topic("gates", "gates.md"),
          new Topic("handoff", "handoff.md"),
          new Topic("postgres", "stores/postgres.md"));

  /// A link to another page, of which only the words are shown.
  private static final Pattern LINK = Pattern.compile("\\[([^]\n]+)]\\([^)\\s]+\\)");

  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Topic topic : ALL) {
      names.add(topic.name());
    }
    return names;
  }

  /// Returns the topic of that name, or null.
  static @Nullable Topic find(String name) {
    for (Topic topic : ALL) {
      if (topic.name().equals(name)) {
        return topic;
      }
    }
    return null;
  }

  void print(Screen screen) {
    String text = text();
    if (screen.look().json()) {
      JsonObject json = JsonObject.builder().add("topic", name).add("text", text).build();
      screen.json(JsonText.compact(json));
      return;
    }
    for (String line : text.lines().toList()) {
      screen.line(new Line().add(line));
    }
  }

  String text() {
    try (var resource = Topic.class.getResourceAsStream("topics/" + page)) {
      Objects.requireNonNull(resource, page);
      return LINK.matcher(new String(resource.readAllBytes(), UTF_8)).replaceAll("$1");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
