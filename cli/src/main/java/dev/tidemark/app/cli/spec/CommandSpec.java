package dev.tidemark.app.cli.spec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command specification of a verb.
///
/// @param name one word, or two for a verb inside another: `gate set`
/// @param group where the overview lists it
/// @param effect what it may change; a verb that may change anything gets `--dry-run` by itself
/// @param summary its description, in one line without a full stop
/// @param arguments the places for words, in order; only the last may be a rest
/// @param options its own options, without those that every verb has
/// @param examples at least one
/// @param served whether a server of the project executes it for other processes: not a verb that
///   asks, or whose repetition could not be recognised after the server was killed
/// @param modes the calls of it that take other options, or have another effect
public record CommandSpec(
    String name,
    CommandGroup group,
    CommandEffect effect,
    String summary,
    List<Argument> arguments,
    List<Option> options,
    List<Example> examples,
    boolean served,
    List<Mode> modes) {

  /// Adds `--dry-run` to a verb that writes.
  public CommandSpec {
    boolean writes = effect.writes();
    for (Mode mode : modes) {
      writes |= mode.effect().writes();
    }
    if (writes && Globals.findIn(options, Globals.DRY_RUN.name()) == null) {
      List<Option> all = new ArrayList<>(options);
      all.add(Globals.DRY_RUN);
      options = all;
    }
  }

  /// A verb that only its own process executes.
  public CommandSpec(
      String name,
      CommandGroup group,
      CommandEffect effect,
      String summary,
      List<Argument> arguments,
      List<Option> options,
      List<Example> examples) {
    this(name, group, effect, summary, arguments, options, examples, false, List.of());
  }

  /// Returns this verb as one that a server of the project executes for other processes.
  public CommandSpec byServer() {
    return new CommandSpec(name, group, effect, summary, arguments, options, examples, true, modes);
  }

  /// Returns this verb with one more mode.
  ///
  /// @param given the name of an option, or of the place of a word, in capitals
  /// @param effect what the calls with it may change
  /// @param own the options that only these calls take
  /// @param excluded the options that these calls do not take
  public CommandSpec mode(
      String given, CommandEffect effect, List<String> own, List<String> excluded) {
    List<Mode> all = new ArrayList<>(modes);
    all.add(new Mode(given, effect, own, excluded));
    return new CommandSpec(
        name, group, this.effect, summary, arguments, options, examples, served, all);
  }

  /// Returns whether any call of it may change anything.
  public boolean writes() {
    return Globals.findIn(options, Globals.DRY_RUN.name()) != null;
  }

  /// Returns the option of that name, its own or one that every verb has; null where there is none.
  @Nullable
  public Option option(String name) {
    Option own = Globals.findIn(options, name);
    return own != null ? own : Globals.find(name);
  }

  /// Returns the places for words other than the run behind a text, which has been read before
  /// them.
  public List<Argument> words() {
    int run = arguments.size() - 1;
    return run > 0 && arguments.get(run).isRun() && arguments.get(run - 1).values().isText()
        ? arguments.subList(0, run)
        : arguments;
  }

  public boolean isHidden() {
    return group == CommandGroup.PLUMBING;
  }

  /// Returns the line that shows how it is written: `tidemark done PHASE [options]`.
  public String usage() {
    StringBuilder line = new StringBuilder("tidemark ").append(name);
    for (int i = 0; i < arguments.size(); i++) {
      line.append(' ').append(arguments.get(i).shown());
    }
    return line.append(" [options]").toString();
  }
}
