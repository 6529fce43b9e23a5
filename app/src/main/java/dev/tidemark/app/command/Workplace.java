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

/// Where a process was started, and what it was given.
///
/// @param folder the working directory
/// @param environment the environment variables
/// @param in standard input
/// @param opener opens projects
/// @param program finds the words that start this very program
/// @param lineage finds the processes that this one descends from
/// @param consent why whoever calls may approve; absent to find it out
public record Workplace(
    Path folder,
    Map<String, String> environment,
    InputStream in,
    Opener opener,
    Supplier<List<String>> program,
    Supplier<List<Ancestor>> lineage,
    @Nullable Consent consent) {

  /// Says where a process was started whose ancestors are to be looked at.
  public Workplace(
      Path folder,
      Map<String, String> environment,
      InputStream in,
      Opener opener,
      Supplier<List<String>> program) {
    this(folder, environment, in, opener, program, Lineage::ofThisProcess, null);
  }

  /// Returns this place for somebody who may approve. A front door that has had a person answer
  /// calls this; nothing that is said on a command line does.
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

  /// Returns who acts.
  ///
  /// @param said who the user says it is; absent to recognise it
  Actor actor(@Nullable String said, Settings settings) {
    var name = said == null ? settings.actor() : said;
    return Actors.recognise(environment, name);
  }

  /// Returns the same place in another folder, with nothing on standard input.
  public Workplace in(Path other) {
    return new Workplace(other, environment, InputStream.nullInputStream(), opener, program);
  }

  /// Opens the project that a call is about.
  @FunctionalInterface
  public interface Opener {
    /// Finds the root, reads the settings and puts the engine together.
    ///
    /// @throws dev.tidemark.app.settings.SettingsException if a setting is wrong
    /// @throws InputException if the root is no folder, or a file of definitions is wrong
    Session.Opened open(Call call, Workplace place);
  }
}
