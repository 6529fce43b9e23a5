package dev.tidemark.app.cli.completion;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.ArrayList;
import java.util.List;

/// Completion script for bash, from 3.2 on.
final class BashCompletion {
  private static final String HEAD =
      """
      # bash completion for tidemark; made by: tidemark completion bash

      """;

  private static final String BODY =
      """
      # Appends what $1 lists for the current word to the answer.
      _tidemark_offer() {
        local line escaped quote=''
        case $cur in
          [\\"\\']*) quote=1 cur=${cur:1} ;;
        esac
        case $1 in
          'files+' | files | folders)
            local IFS=$'\\n' flag=-f
            [[ $1 == folders ]] && flag=-d
            compopt -o filenames 2> /dev/null
            COMPREPLY=($(compgen "$flag" -- "$cur"))
            ;;
          runs | phases | gates | workflows)
            [[ $1 != runs && -n $run ]] && given+=("$run")
            while IFS= read -r line; do
              escaped=$(printf %q "$line")
              if [[ -n $quote && $line == "$cur"* ]]; then
                COMPREPLY+=("$line")
              elif [[ -z $quote && ($line == "$cur"* || $escaped == "$cur"*) ]]; then
                COMPREPLY+=("$escaped")
              fi
            done < <(command tidemark list --names "$1" ${given[@]+"${given[@]}"} 2> /dev/null)
            ;;
          words:*)
            COMPREPLY+=($(compgen -W "${1#words:}" -- "$cur"))
            ;;
        esac
      }

      _tidemark() {
        local cur=${COMP_WORDS[COMP_CWORD]} verb='' outer='' option='' ended='' prefix='' many=''
        local word kind='' options='' places='' run='' i n=0
        local -a given=()
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          [[ -n $many && $word == -* ]] && option='' many=''
          if [[ -n $option ]]; then
            [[ $word == '=' ]] && continue
            [[ $option == --run ]] && run=--run=$word
            [[ $option == --root ]] && given+=("--root=$word")
            [[ $kind == 'files+' ]] && many=1 || option=''
          elif [[ -z $ended && $word == -- ]]; then
            ended=1
          elif [[ -z $ended && $word == --*=* ]]; then
            [[ $word == --run=* ]] && run=$word
            [[ $word == --root=* ]] && given+=("$word")
          elif [[ -z $ended && $word == -?* ]]; then
            _tidemark_value "${verb:-$outer}" "$word" && option=$word
          elif [[ -z $verb ]]; then
            if [[ -z $outer && -n $(_tidemark_inner "$word") ]]; then
              outer=$word
            elif [[ -n $outer && " $(_tidemark_inner "$outer") " != *" $word "* ]]; then
              verb=$outer n=1
            else
              verb=${outer:+$outer }$word
            fi
          else
            n=$((n + 1))
          fi
        done
        _tidemark_verb "${verb:-$outer}"
        [[ -n $many && $cur == -* ]] && option=''
        if [[ -n $option ]]; then
          [[ $cur == '=' ]] && cur=''
          _tidemark_value "${verb:-$outer}" "$option"
        elif [[ -z $ended && $cur == --*=* ]]; then
          prefix=${cur%%=*}=
          _tidemark_value "${verb:-$outer}" "${cur%%=*}"
          cur=${cur#*=}
        elif [[ -z $ended && $cur == -* ]]; then
          kind="words:$options"
        elif [[ -z $verb ]]; then
          kind="words:$([[ -n $outer ]] && _tidemark_inner "$outer" || echo "$_tidemark_first")"
          _tidemark_offer "$kind"
          _tidemark_place 0 $places
        elif [[ $verb == help && $n -gt 0 ]]; then
          kind="words:$(_tidemark_inner "${COMP_WORDS[COMP_CWORD - 1]}")"
        else
          _tidemark_place $n $places
        fi
        _tidemark_offer "$kind"
        if [[ -n $prefix ]]; then
          for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
            COMPREPLY[i]=$prefix${COMPREPLY[i]}
          done
        fi
      }

      # Sets kind to what stands behind $1 other words, of the places that follow.
      _tidemark_place() {
        local n=$1 places=("${@:2}")
        kind=${places[n]//,/ }
      }

      complete -F _tidemark tidemark
      """;

  private BashCompletion() {}

  static String script(List<CommandSpec> verbs) {
    StringBuilder script = new StringBuilder(HEAD);
    script
        .append("_tidemark_first='")
        .append(String.join(" ", Completion.firstWords(verbs)))
        .append("'\n\n");
    inner(script, verbs);
    options(script, verbs);
    values(script, verbs);
    return script.append(BODY).toString();
  }

  private static void inner(StringBuilder script, List<CommandSpec> verbs) {
    script.append(
        "# Prints the second words that may follow $1.\n_tidemark_inner() {\n  case $1 in\n");
    for (String first : Completion.opening(verbs)) {
      List<String> words = new ArrayList<>();
      for (CommandSpec commandSpec : Completion.subcommands(first, verbs)) {
        words.add(Completion.second(commandSpec));
      }
      script.append("    ").append(first).append(") echo '").append(String.join(" ", words));
      script.append("' ;;\n");
    }
    script.append("  esac\n}\n\n");
  }

  private static void options(StringBuilder script, List<CommandSpec> verbs) {
    String common = names(Globals.OPTIONS);
    script.append("# Sets the options and the places for words of the verb $1.\n");
    script.append("_tidemark_verb() {\n  options='").append(common).append("' places=''\n");
    script.append("  case $1 in\n");
    for (CommandSpec commandSpec : verbs) {
      List<String> places = new ArrayList<>();
      for (Argument argument : commandSpec.arguments()) {
        places.add(kind(argument.values(), verbs).replace(' ', ','));
      }
      script.append("    ").append(Completion.quoted(commandSpec.name())).append(")\n");
      script
          .append("      options=\"")
          .append(names(commandSpec.options()))
          .append(" $options\"\n");
      script.append("      places='").append(String.join(" ", places)).append("'\n      ;;\n");
    }
    script.append("  esac\n}\n\n");
  }

  private static String names(List<Option> options) {
    List<String> names = new ArrayList<>();
    for (Option option : Completion.options(options)) {
      names.add("--" + option.name());
    }
    return String.join(" ", names);
  }

  private static void values(StringBuilder script, List<CommandSpec> verbs) {
    script.append("# Sets kind to what the option $2 of the verb $1 takes; fails for a flag.\n");
    script.append("_tidemark_value() {\n  case \"$1 $2\" in\n");
    for (Option option : Globals.OPTIONS) {
      value(script, "*' --" + option.name() + "'", option, verbs);
    }
    for (CommandSpec commandSpec : verbs) {
      for (Option option : commandSpec.options()) {
        value(script, "'" + commandSpec.name() + " --" + option.name() + "'", option, verbs);
      }
    }
    script.append("    *) return 1 ;;\n  esac\n}\n\n");
  }

  private static void value(
      StringBuilder script, String on, Option option, List<CommandSpec> verbs) {
    if (!option.isFlag() && !option.isHidden()) {
      String kind = kind(option.values(), verbs) + (option.takesSeveral() ? "+" : "");
      script.append("    ").append(on).append(") kind='").append(kind).append("' ;;\n");
    }
  }

  private static String kind(ValueKind valueKind, List<CommandSpec> verbs) {
    String listed = Completion.listed(valueKind);
    return switch (valueKind.kind()) {
      case FILES -> "files";
      case FOLDERS -> "folders";
      case VERBS -> "words:" + Completion.helpWords(valueKind, verbs);
      case WORDS, SUGGESTED -> "words:" + String.join(" ", valueKind.words());
      case TEXT, NAME, RUNS, PHASES, COUNT, AGE, SINCE -> listed == null ? "none" : listed;
    };
  }
}
