package dev.tidemark.app.cli.completion;

import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Option;
import java.util.ArrayList;
import java.util.List;

/// Shell completion: the scripts that ask the program, with the words of the line so far, what may
/// stand in place of the last one.
///
/// They call the `tidemark` of the search path, never the word on the line: completing a line must
/// not start a program that the user has not chosen to run. An answer is a line for each word, with
/// its meaning behind a tab; [#FILES] and [#FOLDERS] stand for those of the shell.
public final class Completion {
  public static final String FILES = ":files";
  public static final String FOLDERS = ":folders";

  /// From bash 3.2 on. The words of readline are as typed, with quotes and backslashes.
  private static final String BASH =
      """
      # bash completion for tidemark; made by: tidemark completion bash
      _tidemark() {
        local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]} line word
        local -a words=("${COMP_WORDS[@]:1:COMP_CWORD}")
        words=("${words[@]//\\\\/}")
        words=("${words[@]//\\"/}")
        words=("${words[@]//\\'/}")
        COMPREPLY=()
        while IFS= read -r line; do
          word=${line%%$'\\t'*}
          case $word in
            :files | :folders)
              [[ $cur == '=' ]] && cur=''
              compopt -o filenames 2> /dev/null
              [[ $word == :files ]] && word=-f || word=-d
              COMPREPLY+=($(compgen "$word" -- "${cur#[\\"\\']}"))
              ;;
            *)
              [[ $cur == [\\"\\']* ]] || word=$(printf %q "$word")
              COMPREPLY+=("$word")
              ;;
          esac
        done < <(command tidemark completion bash -- "${words[@]}" 2> /dev/null)
      }
      complete -F _tidemark tidemark
      """;

  /// From zsh 5.0 on.
  private static final String ZSH =
      """
      #compdef tidemark
      # zsh completion for tidemark; made by: tidemark completion zsh
      _tidemark() {
        local line word
        local -a found typed=("${(@Q)words[2,CURRENT]}")
        for line in "${(@f)$(command tidemark completion zsh -- "${typed[@]}" 2> /dev/null)}"; do
          word=${line%%$'\\t'*}
          case $word in
            '') ;;
            :files) _files ;;
            :folders) _files -/ ;;
            *) found+=("${word//:/\\\\:}${${line#$word}/$'\\t'/:}") ;;
          esac
        done
        _describe tidemark found
      }
      if [[ $funcstack[1] == _tidemark ]]; then
        _tidemark "$@"
      else
        compdef _tidemark tidemark
      fi
      """;

  /// From fish 3.4 on.
  private static final String FISH =
      """
      # fish completion for tidemark; made by: tidemark completion fish
      function __tidemark_complete
          set -l words (commandline -opc)
          set -l current (commandline -ct)
          for line in (command tidemark completion fish -- $words[2..] "$current" 2>/dev/null)
              switch $line
                  case :files
                      __fish_complete_path "$current"
                  case :folders
                      __fish_complete_directories "$current"
                  case '*'
                      printf '%s\\n' $line
              end
          end
      end
      complete -c tidemark -f -a '(__tidemark_complete)'
      """;

  private Completion() {}

  /// Returns the script for `bash`, `zsh` or `fish`.
  ///
  /// @throws IllegalArgumentException for another shell, which the table does not let through
  public static String script(String shell) {
    return switch (shell) {
      case "bash" -> BASH;
      case "zsh" -> ZSH;
      case "fish" -> FISH;
      default -> throw new IllegalArgumentException("no completion for " + shell);
    };
  }

  /// Returns the options of a verb that help shows.
  public static List<Option> options(List<Option> all) {
    List<Option> shown = new ArrayList<>();
    for (Option option : all) {
      if (!option.isHidden()) {
        shown.add(option);
      }
    }
    return shown;
  }

  /// Returns the verbs inside a first word.
  public static List<CommandSpec> subcommands(String first, List<CommandSpec> verbs) {
    List<CommandSpec> inner = new ArrayList<>();
    for (CommandSpec commandSpec : verbs) {
      if (commandSpec.name().startsWith(first + " ")) {
        inner.add(commandSpec);
      }
    }
    return inner;
  }
}
