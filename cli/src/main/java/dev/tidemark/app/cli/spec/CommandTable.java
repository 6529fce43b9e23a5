package dev.tidemark.app.cli.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command table: the specifications of all verbs, the one source of parsing, help, completion and
/// `docs/cli/README.md`.
public interface CommandTable {
  /// Returns the verb of that name, or null where there is none. Only this entry is made.
  @Nullable CommandSpec find(String name);

  /// Returns whether the word is the first of verbs of two words.
  boolean opens(String word);

  /// Returns every verb, in the order of the overview, the hidden ones last.
  List<CommandSpec> all();

  /// Returns the verbs that help shows.
  default List<CommandSpec> shown() {
    List<CommandSpec> shown = all();
    shown.removeIf(CommandSpec::isHidden);
    return shown;
  }
}
