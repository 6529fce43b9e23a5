package dev.tidemark.app.cli;

import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.cli.help.Help;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.main.CommandRegistry;
import java.util.List;

/// Makes the page `docs/cli/README.md` from the table of verbs. What each verb takes, its help and
/// its manual page say.
final class CliDocs {
  private static final String MADE =
      "\n---\nMade from the command table by `mvn test -Dtidemark.write=true`; do not edit.\n";

  private CliDocs() {}

  /// Returns the text of the page.
  static String index() {
    StringBuilder page = new StringBuilder("# The command line\n\n```\n");
    page.append("tidemark VERB [WORD]... [options]\n```\n\n");
    page.append(
        "What a verb takes, with examples: `tidemark help VERB`, or `man tidemark-VERB`.\n");
    for (CommandGroup commandGroup : CommandGroup.values()) {
      if (commandGroup == CommandGroup.PLUMBING) {
        continue;
      }
      page.append("\n## ")
          .append(commandGroup.title())
          .append("\n\n| verb | what it does |\n|---|---|\n");
      for (CommandSpec commandSpec : CommandRegistry.VERBS.shown()) {
        if (commandSpec.group() == commandGroup) {
          page.append(row("`" + commandSpec.name() + "`", commandSpec.summary()));
        }
      }
    }
    page.append("\n## Options of every verb\n\n");
    page.append("They may also stand before the verb. `-h` is short for `--help`.\n\n");
    options(page, Globals.OPTIONS);
    page.append(
        """

        A value is written `--name VALUE` or `--name=VALUE`; one that begins with two dashes needs
        the equals sign. `--` ends the options. `-` in the place of a text or a file is standard
        input. An option given twice is refused unless it is repeatable.

        A run is named in full (`state/implement/auth`) or in short (`implement/auth`, `auth`), as
        the word `RUN` of a usage line or with `--run`. The words of `start` and `plan` name the run
        by its workflow and item. Those of `note` and `goal` are a text, and that of `validate` is a
        file: there, name the run with `--run`. Where an optional name comes before `RUN`, a single
        word with a slash is the run; behind a text, `RUN` needs a slash.

        What `--json` prints is described in [json.md](json.md).

        ## Exit codes

        | code | meaning |
        |---|---|
        """);
    for (ExitCode code : ExitCode.values()) {
      page.append(row(String.valueOf(code.code()), code.meaning()));
    }
    return page.append(MADE).toString();
  }

  private static void options(StringBuilder page, List<Option> options) {
    page.append("| option | meaning |\n|---|---|\n");
    for (Option option : Completion.options(options)) {
      page.append(row("`" + option.usage() + "`", Help.meaning(option)));
    }
  }

  private static String row(String first, String second) {
    return "| " + first + " | " + second.replace("|", "\\|") + " |\n";
  }
}
