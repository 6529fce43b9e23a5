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
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The verb `validate`: checks a checkpoint file against its format, or the length of a text.
public final class ValidateCommand {
  private final Session session;

  /// Takes the session to act in.
  public ValidateCommand(Session session) {
    this.session = session;
  }

  /// Specification of `validate`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "validate",
            CommandGroup.HANDOFF,
            READS,
            "check a checkpoint file, or the length of a text",
            List.of(
                Argument.optional(
                    "FILE", ValueKind.FILES, "the file; - = stdin; default: the file of the run")),
            List.of(
                Option.value(
                    "format",
                    "NAME",
                    ValueKind.suggested("state"),
                    "the format; default: that of the path"),
                Option.flag("tokens", "count tokens against the summary limit"),
                Option.value("max", "N", ValueKind.COUNT, "another limit"),
                Option.value(
                    "strategy",
                    "NAME",
                    ValueKind.oneOf("words", "bpe:o200k_base", "bpe:cl100k_base"),
                    "another way of counting")),
            List.of(
                new Example("tidemark validate", "the file of the only open run"),
                new Example(
                    "tidemark validate --format state - < implement-auth.json",
                    "a text from stdin"),
                new Example(
                    "tidemark validate --tokens summary.md", "exit 1 when the summary is too long"),
                new Example(
                    "tidemark validate --tokens --strategy bpe:o200k_base --max 200 - < summary.md",
                    "with the tokenizer of a model")))
        .mode("tokens", READS, List.of("max", "strategy"), List.of("format"));
  }

  /// Checks a document against the contract of its protocol (R-002-02).
  public ExitCode validate() {
    var file = session.call().argument("FILE");
    if (session.call().has("tokens")) {
      return tokens(session.inputs().file(file == null ? "-" : file));
    }
    if (file == null) {
      return validateRun();
    }
    var named = session.call().value("format");
    var name = named == null ? dialectOf(file) : named;
    var dialect = session.project().runs().dialect(name);
    if (dialect.isEmpty()) {
      return session.problem(
          new ProblemView(
              ExitCode.USAGE.code(), "no-format", "there is no format " + name, dialects()));
    }
    return violations(dialect.get(), file, session.inputs().file(file));
  }

  /// Counts the tokens of a text against a limit (R-004-06).
  private ExitCode tokens(String text) {
    var usual = session.project().limit();
    var limit = usual.orTokens(session.call().count("max", usual.tokens()));
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

  /// Returns the format that keeps documents at a path, else the usual one.
  private String dialectOf(String file) {
    var path = session.inputs().fromRoot(session.project().root(), file);
    for (var dialect : session.project().runs().dialects()) {
      if (dialect.locator().idOf(path).isPresent()) {
        return dialect.name();
      }
    }
    return session.usualDialect();
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
      return session.selectionRefused(runSelection);
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
    return violations(run.dialect(), path, text);
  }

  private ExitCode violations(Dialect<?> dialect, String name, String text) {
    var violations = dialect.validator().validate(text);
    session.show(json(name, violations), lines(name, violations));
    return valid(violations) ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  /// Returns whether the document keeps the contract, warnings or not.
  private static boolean valid(List<SchemaViolation> violations) {
    for (var violation : violations) {
      if (violation.severity() == Diagnostic.Severity.ERROR) {
        return false;
      }
    }
    return true;
  }

  /// Returns `{"file", "result", "findings": [...]}`; the result is `valid`, `valid-with-warnings`
  /// or `invalid`.
  private static JsonObject json(String name, List<SchemaViolation> violations) {
    var all = new ArrayList<JsonObject>();
    for (var violation : violations) {
      all.add(
          JsonObject.builder()
              .add("severity", violation.severity().name().toLowerCase(Locale.ROOT))
              .add("path", violation.path())
              .add("rule", violation.rule())
              .add("value", violation.value())
              .build());
    }
    return JsonObject.builder()
        .add("file", name)
        .add("result", result(violations))
        .add("findings", JsonArray.of(all))
        .build();
  }

  /// Returns one line a finding, and the result.
  private static List<String> lines(String name, List<SchemaViolation> violations) {
    var lines = new ArrayList<String>();
    for (var violation : violations) {
      lines.add(
          violation.severity().name().toLowerCase(Locale.ROOT)
              + "  "
              + violation.path()
              + ": "
              + violation.rule()
              + " (found "
              + violation.value()
              + ")");
    }
    lines.add(name + ": " + result(violations).replace('-', ' '));
    return lines;
  }

  private static String result(List<SchemaViolation> violations) {
    if (!valid(violations)) {
      return "invalid";
    }
    return violations.isEmpty() ? "valid" : "valid-with-warnings";
  }
}
