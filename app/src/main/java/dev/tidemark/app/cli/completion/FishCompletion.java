package dev.tidemark.app.cli.completion;

import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.ArrayList;
import java.util.List;

/// Completion script for fish, from 3.4 on.
final class FishCompletion {
  private static final String BODY =
      """
      # Prints the words before the cursor that are neither options nor values of options.
      function __tidemark_words
          set -l skip 0
          set -l words (commandline -opc)
          set -e words[1]
          for word in $words
              if test $skip = 1
                  set skip 0
              else if contains -- $word $__tidemark_valued
                  set skip 1
              else if not string match -q -- '-?*' $word
                  printf '%s\\n' $word
              end
          end
      end

      # Succeeds where the words so far begin with the verb $argv[1] and $argv[2] more follow it.
      function __tidemark_at
          set -l words (__tidemark_words)
          set -l verb (string split -n ' ' -- $argv[1])
          set -l n (count $verb)
          test (count $words) -ge $n
          or return 1
          test $n = 0
          or test "$words[1..$n]" = "$argv[1]"
          or return 1
          test $n = 1; and contains -- "$words[1..2]" $__tidemark_inner
          and return 1
          set -q argv[2]
          or return 0
          test (math (count $words) - $n) = $argv[2]
      end

      # Prints the names that $argv[1] lists, for the run that the line names.
      function __tidemark_names
          set -l given
          set -l words (commandline -opc)
          for i in (seq (count $words))
              switch $words[$i]
                  case '--root=*'
                      set -a given $words[$i]
                  case --root
                      set -a given --root=$words[(math $i + 1)]
                  case '--run=*'
                      test $argv[1] != runs; and set -a given $words[$i]
                  case --run
                      test $argv[1] != runs; and set -a given --run=$words[(math $i + 1)]
              end
          end
          command tidemark list --names $argv[1] $given 2>/dev/null
      end

      complete -c tidemark -f
      """;

  private final StringBuilder script = new StringBuilder();
  private final List<CommandSpec> verbs;

  private FishCompletion(List<CommandSpec> verbs) {
    this.verbs = verbs;
  }

  static String script(List<CommandSpec> verbs) {
    FishCompletion fish = new FishCompletion(verbs);
    fish.script.append("# fish completion for tidemark; made by: tidemark completion fish\n\n");
    fish.script.append("set -g __tidemark_valued ").append(fish.valued()).append("\n\n");
    fish.script.append("set -g __tidemark_inner").append(fish.inner()).append("\n\n");
    fish.script.append(BODY);
    fish.verbs();
    for (Option option : Globals.OPTIONS) {
      fish.option("", option);
    }
    for (CommandSpec commandSpec : verbs) {
      for (Option option : Completion.options(commandSpec.options())) {
        fish.option("__tidemark_at " + Completion.quoted(commandSpec.name()), option);
      }
      for (int i = 0; i < commandSpec.arguments().size(); i++) {
        String at = "__tidemark_at " + Completion.quoted(commandSpec.name()) + " " + i;
        fish.word(at, commandSpec.arguments().get(i).values());
      }
    }
    return fish.script.toString();
  }

  private String inner() {
    StringBuilder names = new StringBuilder();
    for (CommandSpec commandSpec : verbs) {
      if (commandSpec.name().indexOf(' ') > 0) {
        names.append(' ').append(Completion.quoted(commandSpec.name()));
      }
    }
    return names.toString();
  }

  private String valued() {
    List<String> names = new ArrayList<>();
    List<Option> all = new ArrayList<>(Globals.OPTIONS);
    verbs.forEach(commandSpec -> all.addAll(commandSpec.options()));
    for (Option option : all) {
      if (!option.isFlag() && !names.contains("--" + option.name())) {
        names.add("--" + option.name());
      }
    }
    return String.join(" ", names);
  }

  private void verbs() {
    for (String first : Completion.firstWords(verbs)) {
      offer("__tidemark_at '' 0", " -a " + first, Completion.summary(first, verbs));
    }
    for (String first : Completion.opening(verbs)) {
      for (CommandSpec commandSpec : Completion.subcommands(first, verbs)) {
        String word = " -a " + Completion.second(commandSpec);
        offer("__tidemark_at " + first + " 0", word, commandSpec.summary());
        offer(
            "__tidemark_at " + Completion.quoted("help " + first) + " 0",
            word,
            commandSpec.summary());
      }
    }
  }

  private void option(String condition, Option option) {
    String what = " -l " + option.name();
    offer(condition, option.isFlag() ? what : what + value(option.values()), option.described());
  }

  private void word(String condition, ValueKind valueKind) {
    String offered = value(valueKind).replace(" -x", "").replace(" -r", "");
    if (!offered.isEmpty()) {
      offer(condition, offered, "");
    }
  }

  private String value(ValueKind valueKind) {
    String listed = Completion.listed(valueKind);
    return switch (valueKind.kind()) {
      case FILES -> " -r -F";
      case FOLDERS -> " -x -a '(__fish_complete_directories)'";
      case VERBS -> " -x -a '" + Completion.helpWords(valueKind, verbs) + "'";
      case WORDS, SUGGESTED -> " -x -a '" + String.join(" ", valueKind.words()) + "'";
      case TEXT, NAME, RUNS, PHASES, COUNT, AGE, SINCE ->
          listed == null ? " -x" : " -x -a '(__tidemark_names " + listed + ")'";
    };
  }

  private void offer(String condition, String what, String meaning) {
    script.append("complete -c tidemark");
    if (!condition.isEmpty()) {
      script.append(" -n \"").append(condition).append('"');
    }
    script.append(what);
    if (!meaning.isEmpty()) {
      script.append(" -d '").append(meaning.replace("\\", "\\\\").replace("'", "\\'")).append('\'');
    }
    script.append('\n');
  }
}
