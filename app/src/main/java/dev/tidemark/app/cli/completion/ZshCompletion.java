package dev.tidemark.app.cli.completion;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Completion script for zsh, from 5.0 on.
final class ZshCompletion {
  private static final String HEAD =
      """
      #compdef tidemark
      # zsh completion for tidemark; made by: tidemark completion zsh

      # Offers the names that $1 lists, for the run that the line names.
      _tidemark_names() {
        local -a names given
        [[ $1 != runs && -n ${opt_args[--run]} ]] && given+=(--run "${(Q)opt_args[--run]}")
        [[ -n ${opt_args[--root]} ]] && given+=(--root "${(Q)opt_args[--root]}")
        names=(${(f)"$(command tidemark list --names $1 $given 2> /dev/null)"})
        compadd -a names
      }

      """;

  private static final String TAIL =
      """

      if [[ $funcstack[1] == _tidemark ]]; then
        _tidemark "$@"
      else
        compdef _tidemark tidemark
      fi
      """;

  private final StringBuilder script = new StringBuilder(HEAD);
  private final List<CommandSpec> verbs;

  private ZshCompletion(List<CommandSpec> verbs) {
    this.verbs = verbs;
  }

  static String script(List<CommandSpec> verbs) {
    ZshCompletion zsh = new ZshCompletion(verbs);
    zsh.firstWords();
    for (String first : Completion.opening(verbs)) {
      zsh.inner(first);
    }
    zsh.main();
    return zsh.script.append(TAIL).toString();
  }

  private void firstWords() {
    script.append("_tidemark_verbs() {\n  local -a verbs=(\n");
    for (String first : Completion.firstWords(verbs)) {
      describe(first, Completion.summary(first, verbs));
    }
    script.append("  )\n  _describe verb verbs\n}\n\n");
  }

  private void inner(String first) {
    List<CommandSpec> inside = Completion.subcommands(first, verbs);
    script.append("_tidemark_").append(first).append("_verbs() {\n  local -a verbs=(\n");
    for (CommandSpec commandSpec : inside) {
      describe(Completion.second(commandSpec), commandSpec.summary());
    }
    script.append("  )\n  _describe verb verbs\n");
    CommandSpec own = Completion.own(first, verbs);
    if (own != null && !own.arguments().isEmpty()) {
      script.append("  ").append(offer(own.arguments().getFirst().values())).append('\n');
    }
    script.append("}\n\n");
    script.append("_tidemark_").append(first).append("() {\n");
    script.append("  local curcontext=$curcontext state line\n");
    script.append("  _arguments -C $tidemark_options ");
    script.append("'1:verb:_tidemark_").append(first).append("_verbs' '*::word:->words'\n");
    script.append("  [[ $state == words ]] || return\n  case $line[1] in\n");
    for (CommandSpec commandSpec : inside) {
      entry(Completion.second(commandSpec), commandSpec, 0);
    }
    if (own != null) {
      entry("*", own, 1);
    }
    script.append("  esac\n}\n\n");
  }

  private void main() {
    script.append("_tidemark() {\n  local curcontext=$curcontext state line\n");
    script.append("  typeset -A opt_args\n  local -a tidemark_options=(\n");
    for (Option option : Globals.OPTIONS) {
      script.append("    ").append(spec(option)).append('\n');
    }
    script.append("  )\n");
    script.append("  _arguments -C $tidemark_options '1:verb:_tidemark_verbs' '*::word:->words'\n");
    script.append("  [[ $state == words ]] || return\n  case $line[1] in\n");
    for (String first : Completion.opening(verbs)) {
      script.append("    ").append(first).append(") _tidemark_").append(first).append(" ;;\n");
    }
    for (CommandSpec commandSpec : verbs) {
      if (commandSpec.name().indexOf(' ') < 0) {
        entry(commandSpec.name(), commandSpec, 0);
      }
    }
    script.append("  esac\n}\n");
  }

  /// @param given how many arguments `word` is
  private void entry(String word, CommandSpec commandSpec, int given) {
    script.append("    ").append(word).append(")\n      _arguments $tidemark_options");
    for (Option option : Completion.options(commandSpec.options())) {
      script.append(" \\\n        ").append(spec(option));
    }
    for (int i = given; i < commandSpec.arguments().size(); i++) {
      Argument argument = commandSpec.arguments().get(i);
      String place =
          switch (argument.arity()) {
            case REQUIRED -> (i + 1 - given) + ":";
            case OPTIONAL -> (i + 1 - given) + "::";
            case REST -> "*:";
          };
      String spec = place + argument.name() + ":" + action(argument.values());
      script.append(" \\\n        ").append(Completion.quoted(spec));
    }
    script.append("\n      ;;\n");
  }

  private void describe(String word, String meaning) {
    String text = word + ":" + meaning.replace(":", "\\:");
    script.append("    ").append(Completion.quoted(text)).append('\n');
  }

  private static String spec(Option option) {
    String meaning = option.described().replace("[", "\\[").replace("]", "\\]").replace(":", "\\:");
    String start = option.times() == Option.Times.REPEATED ? "*--" : "--";
    String spec = start + option.name() + (option.isFlag() ? "" : "=") + "[" + meaning + "]";
    if (!option.isFlag()) {
      // All words up to the next option.
      spec +=
          (option.takesSeveral() ? ":*-*:" : ":") + option.value() + ":" + action(option.values());
    }
    return Completion.quoted(spec);
  }

  /// Returns the command that offers names or words.
  private static String offer(ValueKind valueKind) {
    String listed = Completion.listed(valueKind);
    return listed != null
        ? "_tidemark_names " + listed
        : "compadd -- " + String.join(" ", valueKind.words());
  }

  private static String action(ValueKind valueKind) {
    return switch (valueKind.kind()) {
      case FILES -> "_files";
      case FOLDERS -> "_files -/";
      case VERBS -> "{_tidemark_verbs; " + offer(valueKind) + "}";
      case WORDS, SUGGESTED -> "(" + String.join(" ", valueKind.words()) + ")";
      case TEXT, NAME, RUNS, PHASES, COUNT, AGE, SINCE ->
          Completion.listed(valueKind) == null ? " " : "{" + offer(valueKind) + "}";
    };
  }
}
