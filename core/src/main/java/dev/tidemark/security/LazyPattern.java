package dev.tidemark.security;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Regular expression that is compiled when it is first needed: most texts need none, and a command
/// that is started for each of them would wait for the compilation.
final class LazyPattern {
  private final String expression;
  private @Nullable Pattern pattern;

  LazyPattern(String expression) {
    this.expression = expression;
  }

  Matcher matcher(CharSequence text) {
    return compiled().matcher(text);
  }

  String[] split(CharSequence text) {
    return compiled().split(text);
  }

  private Pattern compiled() {
    var compiled = pattern;
    if (compiled == null) {
      compiled = Pattern.compile(expression);
      pattern = compiled;
    }
    return compiled;
  }
}
