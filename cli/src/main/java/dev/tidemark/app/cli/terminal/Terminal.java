package dev.tidemark.app.cli.terminal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Terminal capabilities of the standard streams.
///
/// @param input whether standard input is a terminal
/// @param output whether standard output is a terminal
/// @param charset the name of the character set of the console
/// @param colour whether the environment allows colour
public record Terminal(boolean input, boolean output, String charset, boolean colour) {
  /// No terminal: pipes and files at both ends.
  public static final Terminal NONE = new Terminal(false, false, "UTF-8", false);

  /// Returns the terminal as the environment describes it: no colour with a `NO_COLOR` that is not
  /// empty, and none on a `dumb` one or into a pipe, unless `CLICOLOR_FORCE` or `FORCE_COLOR` is
  /// set and not `0`.
  public static Terminal of(
      boolean input, boolean output, String charset, Map<String, String> environment) {
    @Nullable String refused = environment.get("NO_COLOR");
    boolean shown = output && !"dumb".equals(environment.get("TERM"));
    boolean forced = isSet(environment, "CLICOLOR_FORCE") || isSet(environment, "FORCE_COLOR");
    boolean colour = (refused == null || refused.isEmpty()) && (shown || forced);
    return new Terminal(input, output, charset, colour);
  }

  private static boolean isSet(Map<String, String> environment, String name) {
    @Nullable String value = environment.get(name);
    return value != null && !value.isEmpty() && !value.equals("0");
  }

  /// Returns whether the console shows every character.
  public boolean isUnicode() {
    return charset.equalsIgnoreCase("UTF-8") || charset.equalsIgnoreCase("UTF8");
  }
}
