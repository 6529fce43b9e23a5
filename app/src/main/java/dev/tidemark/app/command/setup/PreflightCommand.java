package dev.tidemark.app.command.setup;

import dev.tidemark.app.cli.spec.CommandEffect;
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

/// The verb `context check`: checks the context budget for the next step (R-001-24). It warns and
/// never stops.
public final class PreflightCommand {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final Session session;

  /// Takes the session to act in.
  public PreflightCommand(Session session) {
    this.session = session;
  }

  /// Specification of `context check`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "context check",
        CommandGroup.RUN,
        CommandEffect.READS,
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
  public ExitCode judge() {
    var percent = percent();
    if (percent == null || percent.signum() < 0 || percent.compareTo(HUNDRED) > 0) {
      return session.misused(
          "bad-usage",
          "invalid context usage: expected a number from 0 to 100",
          "Give --percent 65, or --used 130000 --limit 200000.");
    }
    var warnings = ContextUse.warnings(percent.doubleValue());
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
