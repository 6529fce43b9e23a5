package dev.tidemark.app.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Global options of every verb, which may also come before the verb.
final class Globals {
  static final Option DRY_RUN = Option.flag("dry-run", "say what would be done and change nothing");

  static final List<Option> OPTIONS =
      List.of(
          Option.value("run", "NAME", Values.RUNS, "the run, where it is not the only open one"),
          Option.value("root", "DIR", Values.FOLDERS, "the project root, instead of finding it"),
          Option.flag("json", "print exactly one JSON document"),
          Option.flag("quiet", "print results and problems only"),
          Option.flag("verbose", "also say which file was read or written, and why"),
          Option.flag("local", "show times in the zone of this machine; files stay in UTC"),
          Option.value("as", "NAME", Values.NAME, "who acts, for the history"),
          Option.flag("no-color", "print without colour"),
          Option.flag("non-interactive", "never ask; take the default and say so"),
          Option.flag("yes", "answer every question with yes"),
          Option.flag("allow-network-fs", "write even to a network file system"),
          Option.flag("help", "explain the verb"),
          Option.flag("version", "print the versions of Tidemark and Java"));

  private Globals() {}

  static @Nullable Option find(String name) {
    return in(OPTIONS, name);
  }

  static @Nullable Option in(List<Option> options, String name) {
    for (int i = 0; i < options.size(); i++) {
      Option option = options.get(i);
      if (option.name().equals(name)) {
        return option;
      }
    }
    return null;
  }
}
