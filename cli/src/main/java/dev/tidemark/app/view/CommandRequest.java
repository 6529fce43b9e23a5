package dev.tidemark.app.view;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command request of a server: a verb with its arguments and options as values. Nothing is written
/// as a command line and parsed again, so no value can pass for an option.
///
/// @param verb the name of the verb: `done`, `gate set`
/// @param arguments its arguments, in the order of the command table
/// @param options its options, in order
public record CommandRequest(String verb, List<String> arguments, List<Given> options) {
  private static final String JSON = "json";
  private static final String DRY_RUN = "dry-run";

  /// A given option.
  ///
  /// @param name its name, without dashes
  /// @param value its value; null for a flag
  public record Given(String name, @Nullable String value) {}

  /// Returns a request whose result is a JSON document.
  public static CommandRequest json(String verb) {
    return text(verb).flag(JSON);
  }

  /// Returns a request whose result is text.
  public static CommandRequest text(String verb) {
    return new CommandRequest(verb, List.of(), List.of());
  }

  /// Returns the same request with one more argument; unchanged if that is null.
  public CommandRequest argument(@Nullable String argument) {
    return argument == null
        ? this
        : new CommandRequest(verb, appended(arguments, argument), options);
  }

  /// Returns the same request with one more option; unchanged if the value is null.
  public CommandRequest option(String name, @Nullable String value) {
    return value == null ? this : withOption(new Given(name, value));
  }

  /// Returns the same request with one more option for each value.
  public CommandRequest options(String name, List<String> values) {
    var request = this;
    for (var value : values) {
      request = request.option(name, value);
    }
    return request;
  }

  /// Returns the same request with one more flag.
  public CommandRequest flag(String name) {
    return withOption(new Given(name, null));
  }

  /// Returns the same request as a dry run.
  public CommandRequest dry() {
    return isDry() ? this : flag(DRY_RUN);
  }

  /// Returns whether nothing is to be changed.
  public boolean isDry() {
    for (var given : options) {
      if (given.name().equals(DRY_RUN)) {
        return true;
      }
    }
    return false;
  }

  private CommandRequest withOption(Given given) {
    return new CommandRequest(verb, arguments, appended(options, given));
  }

  private static <T> List<T> appended(List<T> list, T element) {
    var longer = new ArrayList<>(list);
    longer.add(element);
    return longer;
  }
}
