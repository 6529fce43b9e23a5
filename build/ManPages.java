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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Makes the manual pages of a distribution from the table of commands: one for each verb, and
/// `tidemark(1)`. `java -cp JARS build/ManPages.java FOLDER`
///
/// Without a date, so that the same table makes the same pages.
final class ManPages {
  private static final String NAME = "tidemark";

  private ManPages() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (Map.Entry<String, String> page : pages().entrySet()) {
      Files.writeString(folder.resolve(page.getKey()), page.getValue());
    }
  }

  /// Returns the text of each page under its file name.
  private static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    List<CommandSpec> verbs = CommandRegistry.VERBS.shown();
    pages.put(NAME + ".1", index(verbs));
    for (CommandSpec commandSpec : verbs) {
      pages.put(title(commandSpec) + ".1", page(commandSpec));
    }
    return pages;
  }

  private static String title(CommandSpec commandSpec) {
    return NAME + "-" + commandSpec.name().replace(' ', '-');
  }

  private static StringBuilder head(String title, String summary) {
    StringBuilder page = new StringBuilder(".\\\" Made from the command table; do not edit.\n");
    page.append(".TH ").append(title.toUpperCase(Locale.ROOT)).append(" 1 \"\" Tidemark\n");
    return page.append(".SH NAME\n").append(text(title + " - ")).append(text(summary)).append('\n');
  }

  private static String index(List<CommandSpec> verbs) {
    StringBuilder page = head(NAME, "durable progress for agent workflows");
    page.append(".SH SYNOPSIS\n").append(text("tidemark VERB [WORD]... [options]")).append('\n');
    for (CommandGroup commandGroup : CommandGroup.values()) {
      if (commandGroup == CommandGroup.PLUMBING) {
        continue;
      }
      page.append(".SH ").append(commandGroup.title().toUpperCase(Locale.ROOT)).append('\n');
      for (CommandSpec commandSpec : verbs) {
        if (commandSpec.group() == commandGroup) {
          entry(page, NAME + " " + commandSpec.name(), commandSpec.summary());
        }
      }
    }
    page.append(".SH OPTIONS OF EVERY VERB\n");
    options(page, Globals.OPTIONS);
    page.append(".SH EXIT STATUS\n");
    for (ExitCode code : ExitCode.values()) {
      entry(page, String.valueOf(code.code()), code.meaning());
    }
    page.append(".SH SEE ALSO\n.BR tidemark\\-help (1),\n.BR tidemark\\-tour (1)\n");
    return page.toString();
  }

  private static String page(CommandSpec commandSpec) {
    StringBuilder page = head(title(commandSpec), commandSpec.summary());
    page.append(".SH SYNOPSIS\n").append(text(commandSpec.usage())).append('\n');
    page.append(".SH DESCRIPTION\n")
        .append(text(Help.sentence(commandSpec.summary())))
        .append('\n');
    if (commandSpec.effect() == CommandEffect.READS) {
      page.append("It changes nothing.\n");
    }
    if (!commandSpec.arguments().isEmpty()) {
      page.append(".SH ARGUMENTS\n");
      for (Argument argument : commandSpec.arguments()) {
        entry(page, argument.shown(), argument.meaning());
      }
    }
    if (!commandSpec.options().isEmpty()) {
      page.append(".SH OPTIONS\n");
      options(page, commandSpec.options());
    }
    page.append(".PP\nOptions of every verb:\n.BR tidemark (1).\n.SH EXAMPLES\n");
    for (Example example : commandSpec.examples()) {
      page.append(".PP\n").append(text(Help.sentence(example.meaning()))).append('\n');
      page.append(".PP\n.in +4\n.nf\n").append(text(example.line())).append("\n.fi\n.in\n");
    }
    return page.append(".SH SEE ALSO\n.BR tidemark (1)\n").toString();
  }

  private static void options(StringBuilder page, List<Option> options) {
    for (Option option : Completion.options(options)) {
      entry(page, option.usage(), Help.meaning(option));
    }
  }

  private static void entry(StringBuilder page, String what, String meaning) {
    page.append(".TP\n.B ").append(text(what)).append('\n').append(text(meaning)).append('\n');
  }

  /// Returns a line that roff prints as it stands.
  private static String text(String plain) {
    String safe = plain.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
