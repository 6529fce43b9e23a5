package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.text.Timestamps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Archived copies of finished runs: `list --archived`, `show --archived`, `restore --archived`.
public final class ArchivedCopies {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public ArchivedCopies(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// The option that names a copy.
  static Option option() {
    var meaning = "an archived copy: its name, the start of it, or its run";
    return Option.value("archived", "COPY", ValueKind.NAME, meaning);
  }

  /// Lists the copies.
  public ExitCode list() {
    var copies = copies();
    var named = parsedCommand.value("run");
    if (named != null) {
      var runSelection = session.names().named(named);
      if (!(runSelection instanceof Selected selected)) {
        return session.selectionRefused(runSelection);
      }
      copies.removeIf(copy -> !copy.id().equals(selected.id()));
    }
    session.show(json(copies), lines(copies));
    return ExitCode.SUCCESS;
  }

  /// Prints a copy.
  public ExitCode show() {
    var copy = named();
    if (copy == null) {
      return unknown();
    }
    var text = session.project().archives().read(copy);
    if (parsedCommand.has("raw") && !session.screen().look().json()) {
      session.screen().raw(text.getBytes(StandardCharsets.UTF_8));
      return ExitCode.SUCCESS;
    }
    var json =
        JsonObject.builder()
            .add("run", copy.id().toString())
            .add("path", copy.path())
            .add("text", text)
            .build();
    session.show(json, text.lines().toList());
    return ExitCode.SUCCESS;
  }

  /// Puts a copy back.
  public ExitCode restore() {
    var copy = named();
    if (copy == null) {
      return unknown();
    }
    var id = copy.id();
    var project = session.project();
    var dialect = project.runs().inspect(id).dialect();
    try {
      project.archiver().restore(dialect, copy, project.history(), caller());
    } catch (FormatException unreadable) {
      var newer = project.runs().inspect(id).isNewer();
      var path = newer ? dialect.locator().pathOf(id) : copy.path();
      return session.problem(ProblemView.of(unreadable, path));
    }
    return restored(id, dialect.locator().pathOf(id), copy);
  }

  private ExitCode restored(CheckpointId id, String path, Archived copy) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", id.toString())
            .add("path", path)
            .add("archive", copy.path())
            .add("dry_run", dry)
            .build();
    session.confirm(
        json,
        List.of(path + (dry ? " would be put back from " : " is put back from ") + copy.name()));
    return ExitCode.SUCCESS;
  }

  private String word() {
    return String.valueOf(parsedCommand.value("archived"));
  }

  private Caller caller() {
    return new Caller(session.actor(), session.changeMode());
  }

  private List<Archived> copies() {
    var copies = new ArrayList<Archived>();
    for (var dialect : session.project().runs().names()) {
      copies.addAll(session.project().archives().list(dialect));
    }
    return copies;
  }

  /// Returns the copy that is meant: of several of a run that is named the newest; absent if there
  /// is none, or if several fit.
  private @Nullable Archived named() {
    var fitting = fitting();
    for (var copy : fitting) {
      boolean same = copy.id().equals(fitting.getFirst().id());
      if (fitting.size() > 1 && !(same && isOf(copy, word()))) {
        return null;
      }
    }
    return fitting.isEmpty() ? null : fitting.getLast();
  }

  private static boolean isOf(Archived copy, String word) {
    return copy.id().isNamedBy(word);
  }

  /// Returns the copies that the word fits, oldest first.
  private List<Archived> fitting() {
    var word = word();
    var fitting = new ArrayList<Archived>();
    for (var copy : copies()) {
      if (copy.name().equals(word)) {
        return List.of(copy);
      }
      if (copy.name().startsWith(word) || isOf(copy, word)) {
        fitting.add(copy);
      }
    }
    return fitting;
  }

  private ExitCode unknown() {
    var names = new ArrayList<String>();
    for (var copy : fitting()) {
      names.add(copy.name());
    }
    var word = word();
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "no-archive",
            names.isEmpty()
                ? "no archived copy is called " + word
                : names.size() + " archived copies fit " + word + ": " + String.join(", ", names),
            names.isEmpty()
                ? "List the archives: tidemark list --archived"
                : "Name one: tidemark " + parsedCommand.name() + " --archived " + names.getLast()));
  }

  /// Returns `{"archives": [{"name", "path", "run", "at", "bytes"}]}`.
  private static JsonObject json(List<Archived> copies) {
    var all = new ArrayList<JsonObject>();
    for (var copy : copies) {
      all.add(json(copy));
    }
    return JsonObject.builder().add("archives", JsonArray.of(all)).build();
  }

  /// Returns one copy as `{"name", "path", "run", "at", "bytes"}`.
  private static JsonObject json(Archived copy) {
    return JsonObject.builder()
        .add("name", copy.name())
        .add("path", copy.path())
        .add("run", copy.id().toString())
        .add("at", Timestamps.millis(copy.at()))
        .add("bytes", copy.bytes())
        .build();
  }

  /// Returns one line a copy.
  private static List<String> lines(List<Archived> copies) {
    var lines = new ArrayList<String>();
    for (var copy : copies) {
      lines.add(copy.name() + "  " + copy.id() + "  " + copy.bytes() + " bytes");
    }
    if (lines.isEmpty()) {
      lines.add("nothing is archived here");
    }
    return lines;
  }
}
