package dev.tidemark.dialects.markdown;

import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.markdown.FrontMatter.Entry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Full parser of front matter, with the YAML library. Values are taken as they are spelled, never
/// as numbers or dates. A class of its own, so that the library is loaded only when it is needed.
final class YamlFrontMatter {
  private static final int CHARS_MAX = 64 * 1024;

  private YamlFrontMatter() {}

  /// Returns the keys at the top, in order.
  ///
  /// @throws UnreadableException if it is not YAML, or no mapping
  static List<Entry> entries(String inner) {
    if (inner.length() > CHARS_MAX) {
      throw new UnreadableException("the front matter is longer than 65536 characters");
    }
    try {
      var settings = LoadSettings.builder().setCodePointLimit(CHARS_MAX).build();
      var events = new ParserImpl(settings, new StreamReader(settings, inner));
      return mapping(events);
    } catch (MarkedYamlEngineException broken) {
      // The line of dashes is the first line of the file.
      int line = broken.getProblemMark().map(mark -> mark.getLine() + 2).orElse(1);
      throw new UnreadableException(
          "line " + line + " of the front matter is not YAML: " + broken.getProblem());
    } catch (YamlEngineException broken) {
      throw new UnreadableException("the front matter is not YAML: " + broken.getMessage());
    }
  }

  private static List<Entry> mapping(Iterator<Event> events) {
    var entries = new ArrayList<Entry>();
    events.next();
    if (events.next().getEventId() == Event.ID.StreamEnd) {
      return entries;
    }
    if (events.next().getEventId() != Event.ID.MappingStart) {
      throw new UnreadableException("the front matter has no keys");
    }
    for (var key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
      boolean simple = key instanceof ScalarEvent;
      skip(key, events);
      var value = events.next();
      skip(value, events);
      if (simple) {
        entries.add(new Entry(((ScalarEvent) key).getValue(), text(value)));
      }
    }
    while (events.hasNext()) {
      if (events.next().getEventId() == Event.ID.DocumentStart) {
        throw new UnreadableException("the front matter has a second document in it");
      }
    }
    return entries;
  }

  private static @Nullable String text(Event value) {
    if (!(value instanceof ScalarEvent scalar)) {
      return null;
    }
    var text = scalar.getValue();
    boolean nothing = scalar.isPlain() && (text.isEmpty() || FrontMatter.isNull(text));
    return nothing ? null : text;
  }

  /// Skips the content of a list or mapping.
  private static void skip(Event first, Iterator<Event> events) {
    int depth = depth(first);
    while (depth > 0) {
      depth += depth(events.next());
    }
  }

  private static int depth(Event event) {
    return switch (event.getEventId()) {
      case MappingStart, SequenceStart -> 1;
      case MappingEnd, SequenceEnd -> -1;
      default -> 0;
    };
  }
}
