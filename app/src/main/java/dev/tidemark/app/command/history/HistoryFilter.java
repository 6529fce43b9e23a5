package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.history.Event;
import dev.tidemark.history.EventJson;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// History filter: selects the entries of a history.
final class HistoryFilter {
  private final @Nullable String phase;
  private final @Nullable String by;
  private final @Nullable String event;
  private final @Nullable Instant since;

  HistoryFilter(ParsedCommand parsedCommand, Instant now) {
    this.phase = parsedCommand.value("phase");
    this.by = parsedCommand.value("by");
    this.event = parsedCommand.value("event");
    this.since = parsedCommand.since("since", now);
  }

  /// Returns the line for an empty result, with the possible filters.
  static String noMatch(List<HistoryEntry> entries) {
    var events = new TreeSet<String>();
    var actors = new TreeSet<String>();
    for (var entry : entries) {
      actors.add(entry.by().name());
      for (var event : entry.events()) {
        events.add(word(event));
      }
    }
    return "no entries match (events: "
        + String.join(", ", events)
        + "; by: "
        + String.join(", ", actors)
        + "; first: "
        + Timestamps.seconds(entries.getFirst().at())
        + ", last: "
        + Timestamps.seconds(entries.getLast().at())
        + ")";
  }

  private static String word(Event event) {
    return event instanceof Event.UnknownEvent other ? other.word() : event.kind().word();
  }

  /// Returns whether everything is wanted.
  boolean isOpen() {
    return phase == null && by == null && event == null && since == null;
  }

  /// Returns those that are wanted.
  List<HistoryEntry> of(List<HistoryEntry> entries) {
    var wanted = new ArrayList<HistoryEntry>();
    for (var entry : entries) {
      if (isBy(entry) && isRecent(entry) && hasEvent(entry)) {
        wanted.add(entry);
      }
    }
    return wanted;
  }

  private boolean isBy(HistoryEntry entry) {
    var actor = entry.by();
    var kind = actor.kind().name().toLowerCase(Locale.ROOT);
    return by == null || by.equalsIgnoreCase(actor.name()) || by.equalsIgnoreCase(kind);
  }

  private boolean isRecent(HistoryEntry entry) {
    return since == null || !entry.at().isBefore(since);
  }

  private boolean hasEvent(HistoryEntry entry) {
    if (phase == null && event == null) {
      return true;
    }
    for (var happened : entry.events()) {
      if (isKind(happened) && isAbout(happened)) {
        return true;
      }
    }
    return false;
  }

  /// A word up to a dot names a family: `phase` is each of `phase.started`, `phase.completed`.
  private boolean isKind(Event happened) {
    var word = word(happened);
    return event == null || word.equals(event) || word.startsWith(event + ".");
  }

  private boolean isAbout(Event happened) {
    if (phase == null) {
      return true;
    }
    var named = EventJson.of(happened).string("phase");
    return named != null && named.equalsIgnoreCase(phase);
  }
}
