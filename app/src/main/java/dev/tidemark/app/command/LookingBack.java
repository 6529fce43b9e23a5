package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.HistoryView;
import dev.tidemark.app.view.RunView;
import dev.tidemark.app.view.Views;
import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.engine.Edits;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.Standing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The read-only verbs about history: `show`, `history`.
public final class LookingBack {
  private final Session session;
  private final Call call;

  /// Takes the session to look from.
  public LookingBack(Session session) {
    this.session = session;
    this.call = session.call();
  }

  /// Prints a document, as it is or as it was.
  public ExitCode show() {
    var selection = session.selectShown();
    if (!(selection instanceof Selected selected)) {
      return session.unclear(selection);
    }
    var run = inspect(selected);
    if (!call.has("at")) {
      boolean unreadable = run.problem() != null && !run.document().exists();
      var text = unreadable ? null : run.document().text();
      return text == null ? session.problem(NoState.now(run)) : shown(selected, text);
    }
    int at = call.count("at", 0);
    var past = session.project().past();
    var saves = new Saves(past.history(selected.id()));
    if (at == 0 || !saves.has(at)) {
      return session.problem(NoState.entry(selected.id(), at, saves.newest()));
    }
    var text = past.at(selected.id(), at).orElse(null);
    return text == null
        ? session.problem(NoState.at(selected.id(), at, saves))
        : shown(selected, text);
  }

  private ExitCode shown(Selected selected, String text) {
    if (call.has("raw") && !session.screen().look().json()) {
      session.screen().raw(text.getBytes(StandardCharsets.UTF_8));
      return ExitCode.SUCCESS;
    }
    var json =
        JsonObject.builder()
            .add("run", selected.id().toString())
            .add("path", selected.dialect().place().pathOf(selected.id()))
            .add("text", text)
            .build();
    session.show(json, text.lines().toList());
    return ExitCode.SUCCESS;
  }

  /// Prints the entries with actor and time.
  public ExitCode history() {
    var selection = session.selectShown();
    if (!(selection instanceof Selected selected)) {
      return session.unclear(selection);
    }
    var run = inspect(selected);
    var entries = session.project().past().history(selected.id());
    var shown = newest(run, entries);
    var lines = new ArrayList<>(HistoryView.lines(shown));
    if (entries.isEmpty() && run.document().standing() == Standing.JOURNAL_GONE) {
      lines.add("the journal of " + selected.id() + " was removed; its entries are gone");
    } else if (entries.isEmpty()) {
      lines.add("nothing is recorded of " + selected.id() + " yet");
    } else if (shown.entries().isEmpty() && !call.has("limit")) {
      lines.add(HistoryFilter.noMatch(entries));
    }
    var staleness = new RunView(run, session.seen()).staleness();
    var notices = Views.withStaleness(run.notices(), staleness);
    if (shown.pending() != null) {
      // The last line shows the same edit, which has no entry yet.
      notices = notices.stream().filter(it -> !it.code().equals("edited-outside")).toList();
    }
    session.tell(notices);
    session.show(HistoryView.json(selected.id().toString(), shown), lines);
    return ExitCode.SUCCESS;
  }

  /// Returns the newest entries, as many as are wanted.
  private HistoryView.Shown newest(Run run, List<HistoryEntry> entries) {
    var filter = new HistoryFilter(call, session.project().now());
    var fitting = filter.of(entries);
    int size = fitting.size();
    var shown = fitting.subList(Math.max(0, size - call.count("limit", size)), size);
    var edits = new Edits(session.project().past());
    // Each entry is compared with the one before it.
    int first = shown.isEmpty() ? entries.size() : (int) shown.getFirst().sequence() - 1;
    var near = entries.subList(Math.max(0, first - 1), entries.size());
    var known = edits.of(run.dialect(), run.id(), near);
    var pending =
        filter.isOpen()
            ? edits.pending(run.dialect(), run.id(), run.document()).orElse(null)
            : null;
    return new HistoryView.Shown(shown, known, pending);
  }

  private Run inspect(Selected selected) {
    return selected.read(session.project().runs());
  }
}
