package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ArchiveView;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Archives.Archived;
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

  /// Moves the document of a finished run into the archive.
  public ExitCode archive() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
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
    if (session.mode() == ChangeMode.COMMIT) {
      path = session.project().retiring().archive(run, by()).orElse("");
    }
    return archived(run, path);
  }

  private ExitCode archived(Run run, String path) {
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
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

  /// Lists the copies.
  public ExitCode list() {
    var copies = copies();
    var named = parsedCommand.value("run");
    if (named != null) {
      var runSelection = session.names().named(named);
      if (!(runSelection instanceof Selected selected)) {
        return session.unclear(runSelection);
      }
      copies.removeIf(copy -> !copy.id().equals(selected.id()));
    }
    session.show(ArchiveView.json(copies), ArchiveView.lines(copies));
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
      project.retiring().restore(dialect, copy, project.past(), by());
    } catch (FormatException unreadable) {
      var newer = project.runs().inspect(id).isNewer();
      var path = newer ? dialect.locator().pathOf(id) : copy.path();
      return session.problem(ProblemView.of(unreadable, path));
    }
    return restored(id, dialect.locator().pathOf(id), copy);
  }

  private ExitCode restored(CheckpointId id, String path, Archived copy) {
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
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

  private Caller by() {
    return new Caller(session.actor(), session.mode());
  }

  private List<Archived> copies() {
    var copies = new ArrayList<Archived>();
    for (var dialect : session.project().runs().names()) {
      copies.addAll(session.project().archives().list(dialect));
    }
    return copies;
  }

  /// Returns the one copy that is meant; absent if there is none, or more than one.
  private @Nullable Archived named() {
    var word = parsedCommand.required("COPY");
    var fitting = new ArrayList<Archived>();
    for (var copy : copies()) {
      if (copy.name().equals(word)) {
        return copy;
      }
      if (copy.name().startsWith(word)) {
        fitting.add(copy);
      }
    }
    return fitting.size() == 1 ? fitting.getFirst() : null;
  }

  private ExitCode unknown() {
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "no-archive",
            "no single archived copy is called " + parsedCommand.required("COPY"),
            "List the archives: tidemark archive list"));
  }
}
