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
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.ContextUse;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs about the context window of a model: `context tokens`, and `context check`, which
/// checks the budget for the next step (R-001-24); it warns and never stops.
public final class ContextCommands {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final Session session;

  /// Takes the session to act in.
  public ContextCommands(Session session) {
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

  /// Specification of `context check`.
  public static CommandSpec checkSpec() {
    return new CommandSpec(
        "context check",
        CommandGroup.RUN,
        READS,
        "check whether a run fits into the context window",
        List.of(),
        List.of(
            Option.value(
                "percent", "P", ValueKind.NAME, "the used share of the context, from 0 to 100"),
            Option.value("used", "N", ValueKind.NAME, "the tokens used"),
            Option.value("limit", "M", ValueKind.NAME, "the size of the context window in tokens")),
        List.of(
            new Example("tidemark context check --percent 72.5", "before a long run"),
            new Example(
                "tidemark context check --used 130000 --limit 200000", "the same in tokens")));
  }

  /// Judges the use of the context.
  public ExitCode check() {
    var percent = percent();
    if (percent == null || percent.signum() < 0 || percent.compareTo(HUNDRED) > 0) {
      return session.misused(
          "bad-usage",
          "invalid context usage: expected a number from 0 to 100",
          "Give --percent 65, or --used 130000 --limit 200000.");
    }
    boolean item = false;
    for (var run : session.project().runs().overview(false).runs()) {
      item |= run.open() && run.id().dialect().equals("item");
    }
    var warnings = ContextUse.warnings(percent.doubleValue(), item);
    for (var warning : warnings) {
      session.screen().note(warning);
    }
    var json =
        JsonObject.builder()
            .add("percent", JsonNumber.spelled(percent.toPlainString()))
            .add("warnings", warnings)
            .build();
    session.show(json, List.of());
    return ExitCode.SUCCESS;
  }

  private @Nullable BigDecimal percent() {
    var parsedCommand = session.call();
    var percent = number(parsedCommand.value("percent"));
    if (parsedCommand.has("percent")) {
      return parsedCommand.has("used") || parsedCommand.has("limit") ? null : percent;
    }
    var used = number(parsedCommand.value("used"));
    var limit = number(parsedCommand.value("limit"));
    return used == null || limit == null || limit.signum() <= 0
        ? null
        : used.multiply(HUNDRED).divide(limit, MathContext.DECIMAL32);
  }

  /// Numbers with an exponent are rejected, because they may be too large to write out.
  private static @Nullable BigDecimal number(@Nullable String text) {
    if (text == null || text.length() > 30 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
      return null;
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException none) {
      return null;
    }
  }
}
