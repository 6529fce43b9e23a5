package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.OtherRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.history.HistoryView;
import dev.tidemark.app.view.run.RunView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Event;
import dev.tidemark.history.EventJson;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.OtherWorkTrees.TreeRun;
import dev.tidemark.library.Project;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.text.Timestamps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The read-only verbs about history: `show`, `history`.
public final class HistoryCommands {
  /// How many entries of all runs are shown without a limit.
  private static final int ALL_LIMIT = 200;

  private final Session session;
  private final ParsedCommand parsedCommand;
  private @Nullable TreeRun elsewhere;

  /// Takes the session to look from.
  public HistoryCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `show`.
  public static CommandSpec showSpec() {
    return new CommandSpec(
            "show",
            CommandGroup.HISTORY,
            READS,
            "show the checkpoint of a run, current or earlier",
            List.of(Argument.run()),
            List.of(
                Option.flag("raw", "print the bytes of the file"),
                Option.value("at", "N", ValueKind.COUNT, "the state after entry N of the history"),
                Option.value(
                    "file",
                    "PATH",
                    ValueKind.TEXT,
                    "a file that a phase of the run names, without secrets"),
                ArchivedCopies.option()),
            List.of(
                new Example("tidemark show", "the current state"),
                new Example("tidemark show --at 3 --raw", "the file after the third entry"),
                new Example("tidemark show --file docs/auth.md", "a file that a phase has made"),
                new Example("tidemark show --archived design-auth", "an archived copy")))
        .mode("archived", READS, List.of(), List.of("at", "file", "run"))
        .byServer();
  }

  /// Prints a document, as it is or as it was.
  public ExitCode show() {
    if (parsedCommand.has("archived")) {
      return new ArchivedCopies(session).show();
    }
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = inspect(selected);
    var file = parsedCommand.value("file");
    if (file != null) {
      return new NamedFile(session).show(run, file);
    }
    if (!parsedCommand.has("at")) {
      boolean unreadable = run.problem() != null && !run.document().exists();
      var text = unreadable ? null : run.document().text();
      if (session.isArchived(run)) {
        session.screen().note(run.id() + " is archived; this is its last state");
        text = lastState(selected.id());
      }
      return text == null ? session.problem(SaveHistory.noDocument(run)) : shown(selected, text);
    }
    int at = parsedCommand.count("at", 0);
    var historyStore = session.project().history();
    var saveHistory = new SaveHistory(historyStore.history(selected.id()));
    if (at == 0 || !saveHistory.hasState(at)) {
      return session.problem(saveHistory.noEntry(selected.id(), at));
    }
    var text = historyStore.stateAt(selected.id(), at).orElse(null);
    return text == null
        ? session.problem(saveHistory.noState(selected.id(), at))
        : shown(selected, text);
  }

  private @Nullable String lastState(CheckpointId id) {
    var historyStore = session.project().history();
    for (var entry : historyStore.history(id).reversed()) {
      var text = historyStore.stateAt(id, entry.sequence()).orElse("");
      if (!text.isEmpty()) {
        return text;
      }
    }
    return null;
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

  /// Specification of `history`.
  public static CommandSpec historySpec() {
    return new CommandSpec(
            "history",
            CommandGroup.HISTORY,
            READS,
            "show the entries of a run: time, actor, change",
            List.of(Argument.run()),
            List.of(
                Option.flag("all", "entries of all runs"),
                Option.value("limit", "N", ValueKind.COUNT, "the newest N entries"),
                Option.value("phase", "PHASE", ValueKind.PHASES, "entries about this phase"),
                Option.value(
                    "by", "NAME", ValueKind.NAME, "entries of this actor or kind: person, agent"),
                Option.value(
                    "event",
                    "KIND",
                    ValueKind.NAME,
                    "entries of this kind: phase.completed, phase"),
                Option.value(
                    "since",
                    "WHEN",
                    ValueKind.SINCE,
                    "entries newer than 90m, 12h, 30d or 2026-11-21")),
            List.of(
                new Example("tidemark history", "all entries, newest last"),
                new Example("tidemark history --limit 5", "the newest five"),
                new Example(
                    "tidemark history --by agent --since 12h",
                    "changes by agents in the last 12 hours"),
                new Example("tidemark history --event phase.completed", "completed phases"),
                new Example("tidemark history --all --since 1d", "all runs since yesterday")))
        .byServer();
  }

  /// Prints the entries with actor and time.
  public ExitCode history() {
    if (parsedCommand.has("all")) {
      return historyOfAll();
    }
    var runSelection = session.selectShown();
    var other = new OtherRuns(session).named(runSelection);
    elsewhere = other;
    if (other != null) {
      runSelection = new Selected(other.run().dialect(), other.run().id(), other.run());
    }
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = inspect(selected);
    var entries = entries(selected.id());
    var shown = newest(run, entries);
    var lines = new ArrayList<StyledLine>();
    if (other != null) {
      lines.add(new StyledLine().add(OtherRuns.heading(other)));
    }
    lines.addAll(HistoryView.lines(shown));
    if (entries.isEmpty() && run.document().syncState() == SyncState.JOURNAL_GONE) {
      lines.add(
          new StyledLine()
              .add("the journal of " + selected.id() + " was removed; its entries are gone"));
    } else if (entries.isEmpty()) {
      lines.add(new StyledLine().add("nothing is recorded of " + selected.id() + " yet"));
    } else if (shown.entries().isEmpty() && !parsedCommand.has("limit")) {
      lines.add(new StyledLine().add(noMatch(entries)));
    }
    var seen = other == null ? session.seen() : new OtherRuns(session).seen(other);
    var staleness = new RunView(run, seen).staleness();
    var notices = Views.withStaleness(run.notices(), staleness);
    if (shown.pending() != null) {
      // The last line shows the same edit, which has no entry yet.
      notices = notices.stream().filter(it -> !it.code().equals("edited-outside")).toList();
    }
    session.printNotices(notices);
    session.paint(HistoryView.json(selected.id().toString(), shown), lines);
    return ExitCode.SUCCESS;
  }

  /// Prints the newest entries of all runs.
  private ExitCode historyOfAll() {
    if (parsedCommand.value("run") != null) {
      return session.misused(
          "all-or-run", "--all and a run are both given", "Leave one of them out.");
    }
    var since = parsedCommand.since("since", session.project().now());
    Predicate<HistoryEntry> filter =
        parsedCommand.has("phase") || parsedCommand.has("by") || parsedCommand.has("event")
            ? this::isSelected
            : null;
    int limit = parsedCommand.count("limit", ALL_LIMIT);
    var recent = RecentEntries.of(session.project(), limit, since, filter);
    var lines = new ArrayList<>(HistoryView.linesOfAll(recent.entries()));
    if (lines.isEmpty()) {
      lines.add(new StyledLine().add("no entries match"));
    }
    session.paint(HistoryView.jsonOfAll(recent.entries(), recent.more(), recent.damaged()), lines);
    return ExitCode.SUCCESS;
  }

  /// Returns what is selected from: all entries, or where nothing but their number is wanted, these
  /// and the one before, with which the first of them is compared.
  private List<HistoryEntry> entries(CheckpointId id) {
    var history = project().history();
    return isFiltered() || !parsedCommand.has("limit")
        ? history.history(id)
        : history.newest(id, parsedCommand.count("limit", 1) + 1);
  }

  private boolean isFiltered() {
    return parsedCommand.has("phase")
        || parsedCommand.has("by")
        || parsedCommand.has("event")
        || parsedCommand.has("since");
  }

  /// Returns the newest entries, as many as are wanted.
  private HistoryView.Shown newest(Run run, List<HistoryEntry> entries) {
    var fitting = selected(entries);
    int size = fitting.size();
    var shown = fitting.subList(Math.max(0, size - parsedCommand.count("limit", size)), size);
    var externalEdits = new ExternalEdits(project().history());
    // Each entry is compared with the one before it.
    int first =
        shown.isEmpty()
            ? entries.size()
            : (int) (shown.getFirst().sequence() - entries.getFirst().sequence());
    var near = entries.subList(Math.max(0, first - 1), entries.size());
    var known = externalEdits.of(run.dialect(), run.id(), near);
    var pending =
        !isFiltered()
            ? externalEdits.pending(run.dialect(), run.id(), run.document()).orElse(null)
            : null;
    return new HistoryView.Shown(shown, known, pending);
  }

  private Run inspect(Selected selected) {
    return selected.read(project().runs());
  }

  /// Returns the project of the run: that of another work tree, if only that has it.
  private Project project() {
    var other = elsewhere;
    return other == null ? session.project() : other.project();
  }

  /// Returns the line for an empty result, with the possible filters.
  private static String noMatch(List<HistoryEntry> entries) {
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

  /// Returns the entries that the options of the call select.
  private List<HistoryEntry> selected(List<HistoryEntry> entries) {
    var since = parsedCommand.since("since", session.project().now());
    var selected = new ArrayList<HistoryEntry>();
    for (var entry : entries) {
      boolean recent = since == null || !entry.at().isBefore(since);
      if (recent && isSelected(entry)) {
        selected.add(entry);
      }
    }
    return selected;
  }

  private boolean isSelected(HistoryEntry entry) {
    return isBy(entry, parsedCommand.value("by"))
        && hasEvent(entry, parsedCommand.value("phase"), parsedCommand.value("event"));
  }

  private static boolean isBy(HistoryEntry entry, @Nullable String by) {
    var actor = entry.by();
    var kind = actor.kind().name().toLowerCase(Locale.ROOT);
    return by == null || by.equalsIgnoreCase(actor.name()) || by.equalsIgnoreCase(kind);
  }

  private static boolean hasEvent(
      HistoryEntry entry, @Nullable String phase, @Nullable String event) {
    if (phase == null && event == null) {
      return true;
    }
    for (var happened : entry.events()) {
      if (isKind(happened, event) && isAbout(happened, phase)) {
        return true;
      }
    }
    return false;
  }

  /// A word up to a dot names a family: `phase` is each of `phase.started`, `phase.completed`.
  private static boolean isKind(Event happened, @Nullable String event) {
    var word = word(happened);
    return event == null || word.equals(event) || word.startsWith(event + ".");
  }

  private static boolean isAbout(Event happened, @Nullable String phase) {
    if (phase == null) {
      return true;
    }
    if (happened instanceof Event.UnknownEvent) {
      return phase.equalsIgnoreCase(EventJson.of(happened).string("phase"));
    }
    var named = happened.phase();
    return named != null && named.value().equalsIgnoreCase(phase);
  }
}
