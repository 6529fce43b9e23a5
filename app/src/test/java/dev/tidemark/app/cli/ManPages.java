package dev.tidemark.app.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Makes the manual pages under `docs/man` from the table: one for each verb, and `tidemark(1)`.
///
/// Without a date, so that the same table makes the same pages.
final class ManPages {
  private static final String NAME = "tidemark";

  private ManPages() {}

  /// Returns the text of each page under its file name.
  static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    List<Verb> verbs = CommandTable.shown();
    pages.put(NAME + ".1", index(verbs));
    for (Verb verb : verbs) {
      pages.put(title(verb) + ".1", page(verb));
    }
    return pages;
  }

  private static String title(Verb verb) {
    return NAME + "-" + verb.name().replace(' ', '-');
  }

  private static StringBuilder head(String title, String summary) {
    StringBuilder page = new StringBuilder(".\\\" Made from the command table; do not edit.\n");
    page.append(".TH ").append(title.toUpperCase(Locale.ROOT)).append(" 1 \"\" Tidemark\n");
    return page.append(".SH NAME\n").append(text(title + " - ")).append(text(summary)).append('\n');
  }

  private static String index(List<Verb> verbs) {
    StringBuilder page = head(NAME, "durable progress for agent workflows");
    page.append(".SH SYNOPSIS\n").append(text("tidemark VERB [WORD]... [options]")).append('\n');
    for (Group group : Group.values()) {
      if (group == Group.PLUMBING) {
        continue;
      }
      page.append(".SH ").append(group.title().toUpperCase(Locale.ROOT)).append('\n');
      for (Verb verb : verbs) {
        if (verb.group() == group) {
          entry(page, NAME + " " + verb.name(), verb.summary());
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

  private static String page(Verb verb) {
    StringBuilder page = head(title(verb), verb.summary());
    page.append(".SH SYNOPSIS\n").append(text(verb.usage())).append('\n');
    page.append(".SH DESCRIPTION\n").append(text(Help.sentence(verb.summary()))).append('\n');
    if (verb.effect() == Effect.READS) {
      page.append("It changes nothing.\n");
    }
    if (!verb.arguments().isEmpty()) {
      page.append(".SH ARGUMENTS\n");
      for (Argument argument : verb.arguments()) {
        entry(page, argument.shown(), argument.meaning());
      }
    }
    if (!verb.options().isEmpty()) {
      page.append(".SH OPTIONS\n");
      options(page, verb.options());
    }
    page.append(".PP\nOptions of every verb:\n.BR tidemark (1).\n.SH EXAMPLES\n");
    for (Example example : verb.examples()) {
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
