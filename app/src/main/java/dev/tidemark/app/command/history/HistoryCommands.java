package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Style;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.history.HistoryView;
import dev.tidemark.app.view.run.RunView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.SyncState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The read-only verbs about history: `show`, `history`.
public final class HistoryCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to look from.
  public HistoryCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Prints a document, as it is or as it was.
  public ExitCode show() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
    }
    var run = inspect(selected);
    if (!parsedCommand.has("at")) {
      boolean unreadable = run.problem() != null && !run.document().exists();
      var text = unreadable ? null : run.document().text();
      return text == null ? session.problem(MissingState.now(run)) : shown(selected, text);
    }
    int at = parsedCommand.count("at", 0);
    var historyStore = session.project().past();
    var saveHistory = new SaveHistory(historyStore.history(selected.id()));
    if (at == 0 || !saveHistory.has(at)) {
      return session.problem(MissingState.entry(selected.id(), at, saveHistory.newest()));
    }
    var text = historyStore.stateAt(selected.id(), at).orElse(null);
    return text == null
        ? session.problem(MissingState.at(selected.id(), at, saveHistory))
        : shown(selected, text);
  }

  private ExitCode shown(Selected selected, String text) {
    if (parsedCommand.has("raw") && !session.screen().look().json()) {
      session.screen().raw(text.getBytes(StandardCharsets.UTF_8));
      return ExitCode.SUCCESS;
    }
    var json =
        JsonObject.builder()
            .add("run", selected.id().toString())
            .add("path", selected.dialect().locator().pathOf(selected.id()))
            .add("text", text)
            .build();
    session.show(json, text.lines().toList());
    return ExitCode.SUCCESS;
  }

  /// Prints the entries with actor and time.
  public ExitCode history() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
    }
    var run = inspect(selected);
    var entries = session.project().past().history(selected.id());
    var shown = newest(run, entries);
    var lines = new ArrayList<>(HistoryView.lines(shown));
    if (entries.isEmpty() && run.document().syncState() == SyncState.JOURNAL_GONE) {
      lines.add("the journal of " + selected.id() + " was removed; its entries are gone");
    } else if (entries.isEmpty()) {
      lines.add("nothing is recorded of " + selected.id() + " yet");
    } else if (shown.entries().isEmpty() && !parsedCommand.has("limit")) {
      lines.add(HistoryFilter.noMatch(entries));
    }
    var staleness = new RunView(run, session.seen()).staleness();
    var notices = Views.withStaleness(run.notices(), staleness);
    if (shown.pending() != null) {
      // The last line shows the same edit, which has no entry yet.
      notices = notices.stream().filter(it -> !it.code().equals("edited-outside")).toList();
    }
    session.tell(notices);
    var styles = styles(shown, lines);
    session.show(
        HistoryView.json(selected.id().toString(), shown),
        lines,
        line -> styles.getOrDefault(line, Style.PLAIN));
    return ExitCode.SUCCESS;
  }

  /// Returns the styles of the entries that complete a phase or mark it as failed, by their lines.
  private static Map<String, Style> styles(HistoryView.Shown shown, List<String> lines) {
    var styles = new HashMap<String, Style>();
    for (int i = 0; i < shown.entries().size(); i++) {
      for (var event : shown.entries().get(i).events()) {
        if (event.kind() == Event.Kind.PHASE_FAILED) {
          styles.put(lines.get(i), Style.BAD);
        } else if (event.kind() == Event.Kind.PHASE_COMPLETED) {
          styles.putIfAbsent(lines.get(i), Style.GOOD);
        }
      }
    }
    return styles;
  }

  /// Returns the newest entries, as many as are wanted.
  private HistoryView.Shown newest(Run run, List<HistoryEntry> entries) {
    var filter = new HistoryFilter(parsedCommand, session.project().now());
    var fitting = filter.of(entries);
    int size = fitting.size();
    var shown = fitting.subList(Math.max(0, size - parsedCommand.count("limit", size)), size);
    var externalEdits = new ExternalEdits(session.project().past());
    // Each entry is compared with the one before it.
    int first = shown.isEmpty() ? entries.size() : (int) shown.getFirst().sequence() - 1;
    var near = entries.subList(Math.max(0, first - 1), entries.size());
    var known = externalEdits.of(run.dialect(), run.id(), near);
    var pending =
        filter.isOpen()
            ? externalEdits.pending(run.dialect(), run.id(), run.document()).orElse(null)
            : null;
    return new HistoryView.Shown(shown, known, pending);
  }

  private Run inspect(Selected selected) {
    return selected.read(session.project().runs());
  }
}
