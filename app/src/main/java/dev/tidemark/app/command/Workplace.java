package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.settings.Actors;
import dev.tidemark.app.settings.Lineage;
import dev.tidemark.app.settings.Lineage.Ancestor;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.workflow.Consent;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Process context: the working folder of a call, its environment and its caller.
///
/// @param folder the working directory
/// @param environment the environment variables
/// @param in standard input
/// @param opener opens projects
/// @param program finds the words that start this very program
/// @param lineage finds the processes that this one descends from
/// @param consent the evidence of a person's consent; absent to detect it
public record Workplace(
    Path folder,
    Map<String, String> environment,
    InputStream in,
    Opener opener,
    Supplier<List<String>> program,
    Supplier<List<Ancestor>> lineage,
    @Nullable Consent consent) {

  /// Takes the context of a process whose ancestors are to be examined.
  public Workplace(
      Path folder,
      Map<String, String> environment,
      InputStream in,
      Opener opener,
      Supplier<List<String>> program) {
    this(folder, environment, in, opener, program, Lineage::ofThisProcess, null);
  }

  /// Returns this context for an approver. Called by an interface after a person has answered; no
  /// option of a command line does it.
  public Workplace consenting(Consent why) {
    return new Workplace(folder, environment, in, opener, program, lineage, why);
  }

  /// Returns this place with other variables.
  Workplace with(Map<String, String> variables) {
    return new Workplace(folder, variables, in, opener, program, lineage, consent);
  }

  /// Returns this place with projects opened otherwise.
  public Workplace opening(Opener other) {
    return new Workplace(folder, environment, in, other, program, lineage, consent);
  }

  /// Returns this place as the child of other processes.
  public Workplace descending(Supplier<List<Ancestor>> from) {
    return new Workplace(folder, environment, in, opener, program, from, consent);
  }

  /// Returns the actor.
  ///
  /// @param said the actor's name given by the user; absent to detect it
  Actor actor(@Nullable String said, Settings settings) {
    var name = said == null ? settings.actor() : said;
    return Actors.recognise(environment, name);
  }

  /// Returns the same place in another folder, with nothing on standard input.
  public Workplace in(Path other) {
    return new Workplace(other, environment, InputStream.nullInputStream(), opener, program);
  }

  /// Factory of the project of a call.
  @FunctionalInterface
  public interface Opener {
    /// Finds the root, reads the settings and puts the engine together.
    ///
    /// @throws dev.tidemark.app.settings.SettingsException if a setting is wrong
    /// @throws InputException if the root is no folder, or a file of definitions is wrong
    Session.Opened open(Call call, Workplace place);
  }
}
