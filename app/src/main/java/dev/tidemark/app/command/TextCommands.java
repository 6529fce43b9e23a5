package dev.tidemark.app.command;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.FindingsView;
import dev.tidemark.app.view.ProblemView;
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

  /// Specification of `context tokens`.
  public static CommandSpec tokensSpec() {
    return new CommandSpec(
        "context tokens",
        CommandGroup.HANDOFF,
        READS,
        "count the tokens of a text against the summary limit",
        List.of(Argument.optional("FILE", ValueKind.FILES, "the text; default or - = stdin")),
        List.of(
            Option.value("max", "N", ValueKind.COUNT, "the limit; default: as configured"),
            Option.value(
                "strategy",
                "NAME",
                ValueKind.oneOf("words", "bpe:o200k_base", "bpe:cl100k_base"),
                "the way of counting; default: as configured")),
        List.of(
            new Example("tidemark context tokens summary.md", "exit 1 when it is too long"),
            new Example(
                "tidemark context tokens --max 200 - < summary.md",
                "with another limit, from stdin"),
            new Example(
                "tidemark context tokens --strategy bpe:o200k_base summary.md",
                "with the tokenizer of a model")));
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

  /// Specification of `validate`.
  public static CommandSpec validateSpec() {
    return new CommandSpec(
        "validate",
        CommandGroup.HANDOFF,
        READS,
        "check a checkpoint file against its format",
        List.of(
            Argument.optional(
                "FILE", ValueKind.FILES, "the file; - = stdin; default: the file of the run")),
        List.of(
            Option.value(
                "dialect", "NAME", ValueKind.suggested("state"), "the format to check against")),
        List.of(
            new Example("tidemark validate", "the file of the only open run"),
            new Example(
                "tidemark validate --dialect state - < implement-auth.json", "a text from stdin")));
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
    var path = run.dialect().place().pathOf(run.id());
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
    var view = new FindingsView(name, dialect.validator().validate(text));
    session.show(view.json(), view.lines());
    return view.valid() ? ExitCode.SUCCESS : ExitCode.INVALID;
  }
}
