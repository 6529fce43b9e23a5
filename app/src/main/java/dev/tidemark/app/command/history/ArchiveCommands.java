package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
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
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.policy.CommandLines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs about archived copies: `archive`, `archive list`, `archive show`, `archive restore`.
public final class ArchiveCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public ArchiveCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `archive`.
  public static CommandSpec archiveSpec() {
    return new CommandSpec(
        "archive",
        CommandGroup.HISTORY,
        WRITES,
        "archive the checkpoint file of a finished run",
        List.of(Argument.run("the only finished one")),
        List.of(),
        List.of(new Example("tidemark archive design/auth", "remove the file, keep the history")));
  }

  /// Moves the document of a finished run into the archive.
  public ExitCode archive() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = selected.read(session.project().runs());
    if (!run.document().exists() || run.open()) {
      return unfinished(run);
    }
    if (run.dialect().locator().archiveFolder().isEmpty()
        || session.settings().archiveKeep() == 0) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-archives",
              "no archives are kept for " + run.id(),
              "Archive only files of the format state; archive.keep must not be 0."));
    }
    var path = "";
    if (session.changeMode() == ChangeMode.COMMIT) {
      path = session.project().archiver().archive(run, caller()).orElse("");
    }
    return archived(run, path);
  }

  private ExitCode archived(Run run, String path) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var document = run.dialect().locator().pathOf(run.id());
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", run.id().toString())
            .add("path", document)
            .addOrNull("archive", dry ? null : path)
            .add("dry_run", dry)
            .build();
    session.confirm(
        json,
        List.of(
            document + (dry ? " would be moved into the archive" : " is now archived as " + path)));
    return ExitCode.SUCCESS;
  }

  private ExitCode unfinished(Run run) {
    return session.problem(
        run.document().exists()
            ? new ProblemView(
                ExitCode.REFUSED.code(),
                "unfinished",
                run.id() + " is unfinished",
                "Finish it first: " + CommandLines.of("finish", run.id()))
            : new ProblemView(
                ExitCode.REFUSED.code(),
                "no-state",
                run.id() + " has no readable document",
                "List the archives: tidemark archive list"));
  }

  /// Specification of `archive list`.
  public static CommandSpec listSpec() {
    return new CommandSpec(
            "archive list",
            CommandGroup.HISTORY,
            READS,
            "list the archived copies of finished runs",
            List.of(Argument.run("all")),
            List.of(),
            List.of(
                new Example("tidemark archive list", "all copies, oldest first"),
                new Example("tidemark archive list design/auth", "the copies of one run")))
        .byServer();
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

  /// Specification of `archive show`.
  public static CommandSpec showSpec() {
    return new CommandSpec(
            "archive show",
            CommandGroup.HISTORY,
            READS,
            "show an archived copy",
            List.of(copyArgument()),
            List.of(Option.flag("raw", "print the bytes of the file")),
            List.of(
                new Example(
                    "tidemark archive show design-auth-20261121T013000Z --raw", "byte for byte")))
        .byServer();
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

  /// Specification of `archive restore`.
  public static CommandSpec restoreSpec() {
    return new CommandSpec(
        "archive restore",
        CommandGroup.HISTORY,
        WRITES,
        "restore an archived copy",
        List.of(copyArgument()),
        List.of(),
        List.of(
            new Example(
                "tidemark archive restore design-auth-20261121T013000Z", "as it was archived")));
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
      if (fitting.size() > 1 && !(same && isOf(copy, parsedCommand.required("COPY")))) {
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
    var word = parsedCommand.required("COPY");
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
    var word = parsedCommand.required("COPY");
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "no-archive",
            names.isEmpty()
                ? "no archived copy is called " + word
                : names.size() + " archived copies fit " + word + ": " + String.join(", ", names),
            names.isEmpty()
                ? "List the archives: tidemark archive list"
                : "Name one: tidemark " + parsedCommand.name() + " " + names.getLast()));
  }

  private static Argument copyArgument() {
    return Argument.required(
        "COPY", ValueKind.NAME, "the archived copy, by name, the start of it or its run");
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
