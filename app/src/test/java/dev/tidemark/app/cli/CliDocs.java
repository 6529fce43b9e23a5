package dev.tidemark.app.cli;

import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.cli.help.Help;
import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.main.CommandRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the pages under `docs/cli` from the table: one for each verb and an index.
final class CliDocs {
  private static final String MADE =
      "\n---\nMade from the command table by `mvn test -Dtidemark.write=true`; do not edit.\n";

  private CliDocs() {}

  /// Returns the text of each page under its file name.
  static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    List<CommandSpec> verbs = CommandRegistry.VERBS.shown();
    pages.put("README.md", index(verbs));
    for (CommandSpec commandSpec : verbs) {
      pages.put(file(commandSpec), page(commandSpec));
    }
    return pages;
  }

  private static String file(CommandSpec commandSpec) {
    return commandSpec.name().replace(' ', '-') + ".md";
  }

  private static String index(List<CommandSpec> verbs) {
    StringBuilder page = new StringBuilder("# The command line\n\n```\n");
    page.append("tidemark VERB [WORD]... [options]\n```\n");
    for (CommandGroup commandGroup : CommandGroup.values()) {
      if (commandGroup == CommandGroup.PLUMBING) {
        continue;
      }
      page.append("\n## ")
          .append(commandGroup.title())
          .append("\n\n| verb | what it does |\n|---|---|\n");
      for (CommandSpec commandSpec : verbs) {
        if (commandSpec.group() == commandGroup) {
          String link = "[`" + commandSpec.name() + "`](" + file(commandSpec) + ")";
          page.append(row(link, commandSpec.summary()));
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

  private static String page(CommandSpec commandSpec) {
    StringBuilder page = new StringBuilder("# tidemark ").append(commandSpec.name()).append("\n\n");
    page.append(Help.sentence(commandSpec.summary()));
    page.append(commandSpec.effect() == CommandEffect.READS ? " It changes nothing." : "");
    page.append("\n\n```\n").append(commandSpec.usage()).append("\n```\n");
    if (!commandSpec.arguments().isEmpty()) {
      page.append("\n## Arguments\n\n| argument | meaning |\n|---|---|\n");
      for (Argument argument : commandSpec.arguments()) {
        page.append(row("`" + argument.shown() + "`", argument.meaning()));
      }
    }
    page.append("\n## Options\n\n");
    if (!commandSpec.options().isEmpty()) {
      options(page, commandSpec.options());
      page.append('\n');
    }
    page.append("[Options of every verb](README.md#options-of-every-verb)\n");
    page.append("\n## Examples\n\n```sh\n");
    for (Example example : commandSpec.examples()) {
      page.append("# ").append(example.meaning()).append('\n');
      page.append(String.join("\n", Help.shell(example.line(), Help.WIDTH))).append('\n');
    }
    return page.append("```\n").append(MADE).toString();
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
