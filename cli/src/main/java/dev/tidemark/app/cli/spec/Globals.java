package dev.tidemark.app.cli.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Global options of every verb, which may also come before the verb.
public final class Globals {
  static final Option DRY_RUN = Option.flag("dry-run", "show what would be done, change nothing");

  public static final List<Option> OPTIONS =
      List.of(
          Option.value("run", "NAME", ValueKind.RUNS, "the run; default: the only open one"),
          Option.value(
              "root", "DIR", ValueKind.FOLDERS, "the project root; default: found from here"),
          Option.flag("json", "print one JSON document"),
          Option.flag("quiet", "print results and problems only"),
          Option.flag("verbose", "print which files are read and written, and why"),
          Option.flag("local", "show times in the local zone; files stay in UTC"),
          Option.value("as", "NAME", ValueKind.NAME, "the actor recorded in the history"),
          Option.flag("no-color", "print without colour"),
          Option.flag("non-interactive", "never ask; use the default and report it"),
          Option.flag("yes", "answer every question with yes"),
          Option.flag("allow-network-fs", "allow writing to a network file system"),
          Option.flag("help", "explain the verb"),
          Option.flag("version", "print the versions of Tidemark and Java"));

  private Globals() {}

  public static @Nullable Option find(String name) {
    return findIn(OPTIONS, name);
  }

  public static @Nullable Option findIn(List<Option> options, String name) {
    for (int i = 0; i < options.size(); i++) {
      Option option = options.get(i);
      if (option.name().equals(name)) {
        return option;
      }
    }
    return null;
  }
}
