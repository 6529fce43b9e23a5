package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.ContextUse;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Budget of the context window of a model, for the next step (R-001-24): `status --percent`. It
/// warns and never stops.
final class ContextBudget {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final Session session;

  ContextBudget(Session session) {
    this.session = session;
  }

  /// Judges the use of the context.
  ExitCode check() {
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
    if (parsedCommand.has("percent")) {
      return number(parsedCommand.value("percent"));
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
