package dev.tidemark.app.command;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.ValidationView;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import java.util.List;

/// The verbs that check texts: `context tokens` and `validate`.
public final class TextCommands {
  private final Session session;

  /// Takes the session to act in.
  public TextCommands(Session session) {
    this.session = session;
  }

  /// Counts the tokens of a text against a limit (R-004-06).
  public ExitCode tokens() {
    var parsedCommand = session.call();
    var file = parsedCommand.argument("FILE");
    var text = session.inputs().file(file == null ? "-" : file);
    var usual = session.project().limit();
    var limit = usual.orTokens(parsedCommand.count("max", usual.tokens()));
    int count = limit.counter().count(text);
    var objection = limit.objection(text);
    var json =
        JsonObject.builder()
            .add("tokens", count)
            .add("limit", limit.tokens())
            .add("strategy", limit.strategy())
            .add("valid", objection.isEmpty())
            .addIfPresent("error", objection.isEmpty() ? null : objection)
            .build();
    var verdict = objection.isEmpty() ? "within the limit" : objection;
    session.show(
        json,
        List.of(
            count
                + " tokens ("
                + limit.strategy()
                + "), limit "
                + limit.tokens()
                + ": "
                + verdict));
    return objection.isEmpty() ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  /// Checks a document against the contract of its protocol (R-002-02).
  public ExitCode validate() {
    var file = session.call().argument("FILE");
    if (file == null) {
      return validateRun();
    }
    var named = session.call().value("dialect");
    var name = named == null ? session.usualDialect() : named;
    var dialect = session.project().runs().dialect(name);
    if (dialect.isEmpty()) {
      return session.problem(
          new ProblemView(
              ExitCode.USAGE.code(), "no-dialect", "there is no format " + name, dialects()));
    }
    return findings(dialect.get(), file, session.inputs().file(file));
  }

  private String dialects() {
    var names = new StringBuilder("There are:");
    for (var dialect : session.project().runs().dialects()) {
      names.append(' ').append(dialect.name());
    }
    return names.toString();
  }

  private ExitCode validateRun() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected run)) {
      return session.unclear(runSelection);
    }
    var found = run.read(session.project().runs());
    var text = found.document().text();
    var path = run.dialect().locator().pathOf(run.id());
    if (!found.document().exists() || text == null) {
      var problem = found.problem() == null ? "there is no document" : found.problem();
      return session.problem(
          new ProblemView(
              ExitCode.INVALID.code(),
              "unreadable",
              path + ": " + problem,
              "Name the file to check."));
    }
    return findings(run.dialect(), path, text);
  }

  private ExitCode findings(Dialect<?> dialect, String name, String text) {
    var view = new ValidationView(name, dialect.validator().validate(text));
    session.show(view.json(), view.lines());
    return view.valid() ? ExitCode.SUCCESS : ExitCode.INVALID;
  }
}
