package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.FoundRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.RedactView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The verb `redact`: removes a secret from runs. The secret itself is never shown.
public final class RedactCommand {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public RedactCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `redact`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "redact",
        CommandGroup.HISTORY,
        WRITES,
        "remove a secret from runs, history and archives",
        List.of(
            Argument.optional(
                "FILE", ValueKind.FILES, "the file with the secret; default or - = stdin"),
            Argument.run("all")),
        List.of(),
        List.of(
            new Example("tidemark redact --dry-run < secret.txt", "show where it was found"),
            new Example("tidemark redact secret.txt design/auth", "in one run only")));
  }

  public ExitCode redact() {
    var file = parsedCommand.argument("FILE");
    if (file == null && session.prompt().isInteractive()) {
      session.screen().note("Type the secret, then Ctrl-D");
    }
    var text = session.inputs().file(file == null ? "-" : file);
    if (text.isBlank()) {
      return session.misused(
          "no-secret", "no secret was given", "Name its file: tidemark redact FILE");
    }
    if (text.length() < RedactedSecret.LEAST) {
      return session.misused(
          "short-secret",
          "the secret has less than "
              + RedactedSecret.LEAST
              + " characters, so other words may hold it",
          "Give the whole secret.");
    }
    var secret = RedactedSecret.of(text);
    if (parsedCommand.value("run") == null) {
      var view = new RedactView(session.changeMode() == ChangeMode.DRY_RUN);
      var foundRuns = FoundRuns.of(session.project(), true);
      foundRuns.unlisted().forEach(failure -> view.refuse(ProblemView.of(failure)));
      return redact(foundRuns.runs(), secret, view, true);
    }
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = selected.read(session.project().runs());
    var runs = new ArrayList<>(List.of(run));
    runs.addAll(session.project().runs().partsOf(run));
    return redact(runs, secret, new RedactView(session.changeMode() == ChangeMode.DRY_RUN), false);
  }

  /// A run that cannot be cleaned is no reason to leave the secret in the others.
  private ExitCode redact(List<Run> runs, RedactedSecret secret, RedactView view, boolean all) {
    var redactor = session.project().redactor();
    var ids = new HashSet<CheckpointId>();
    for (var run : runs) {
      ids.add(run.id());
      redact(run, secret, view);
    }
    var dialects = new ArrayList<String>();
    if (all) {
      dialects.addAll(session.project().runs().names());
    }
    view.add(redactor.redactOthers(ids, dialects, secret, session.changeMode()));
    new ReceiptSearch(session).left(secret, all ? null : ids).forEach(view::add);
    session.show(view.json(), view.lines());
    var problems = view.problems();
    for (var problemView : problems) {
      session.screen().problem(problemView.message(), problemView.hint());
    }
    return problems.isEmpty() ? ExitCode.SUCCESS : Session.exit(problems.getFirst().exit());
  }

  private void redact(Run run, RedactedSecret secret, RedactView view) {
    var id = run.id();
    var path = run.dialect().locator().pathOf(id);
    try {
      var by = new Caller(session.actor(), session.changeMode());
      var found = session.project().redactor().redact(run, secret, by);
      if (found.named()) {
        view.refuse(id, named(id, path));
      } else {
        view.add(id, found);
      }
    } catch (FormatException unreadable) {
      view.refuse(
          id,
          new ProblemView(
              ExitCode.INVALID.code(),
              "unreadable",
              path + " could not be read without the secret; it was left as it is",
              "Take the secret out by hand, then run this again."));
    } catch (StoreException failure) {
      view.refuse(id, ProblemView.of(failure));
    }
  }

  private static ProblemView named(CheckpointId id, String path) {
    return new ProblemView(
        ExitCode.REFUSED.code(),
        "in-name",
        "it is part of the name of "
            + id
            + ", and the name of a run and its paths cannot be altered; the run was left as it is",
        "Give a text that is in no name, or start the work under another name and remove "
            + path
            + " and its journal by hand.");
  }
}
