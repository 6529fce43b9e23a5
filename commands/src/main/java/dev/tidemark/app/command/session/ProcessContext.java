package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.app.settings.ProcessAncestry.Ancestor;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.workflow.policy.ApprovalEvidence;
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
/// @param approvalEvidence the evidence of a person's consent; absent to detect it
/// @param process the process id of the caller, for whom a server acts; 0 for this process
public record ProcessContext(
    Path folder,
    Map<String, String> environment,
    InputStream in,
    Opener opener,
    Supplier<List<String>> program,
    Supplier<List<Ancestor>> lineage,
    @Nullable ApprovalEvidence approvalEvidence,
    long process) {

  /// Takes the context of a process whose ancestors are to be examined.
  public ProcessContext(
      Path folder,
      Map<String, String> environment,
      InputStream in,
      Opener opener,
      Supplier<List<String>> program) {
    this(folder, environment, in, opener, program, ProcessAncestry::ofThisProcess, null, 0);
  }

  /// Returns this context for an approver. Called by an interface after a person has answered; no
  /// option of a command line does it.
  public ProcessContext consenting(ApprovalEvidence why) {
    return new ProcessContext(folder, environment, in, opener, program, lineage, why, process);
  }

  /// Returns this place with other variables.
  public ProcessContext with(Map<String, String> variables) {
    return new ProcessContext(
        folder, variables, in, opener, program, lineage, approvalEvidence, process);
  }

  /// Returns this place with something else on standard input.
  public ProcessContext reading(InputStream other) {
    return new ProcessContext(
        folder, environment, other, opener, program, lineage, approvalEvidence, process);
  }

  /// Returns this place with projects opened otherwise.
  public ProcessContext opening(Opener other) {
    return new ProcessContext(
        folder, environment, in, other, program, lineage, approvalEvidence, process);
  }

  /// Returns this place as the child of other processes.
  public ProcessContext descending(Supplier<List<Ancestor>> from) {
    return new ProcessContext(
        folder, environment, in, opener, program, from, approvalEvidence, process);
  }

  /// Returns the actor.
  ///
  /// @param said the actor's name given by the user; absent to detect it
  Actor actor(@Nullable String said, Settings settings) {
    var name = said == null ? settings.actor() : said;
    return acting(ActorDetection.recognise(environment, name));
  }

  /// Returns an actor with the process id of the caller.
  public Actor acting(Actor actor) {
    return process == 0
        ? actor
        : new Actor(actor.kind(), actor.name(), actor.version(), actor.host(), process);
  }

  /// Returns the same place in another folder, with nothing on standard input.
  public ProcessContext inFolder(Path other) {
    return new ProcessContext(
        other, environment, InputStream.nullInputStream(), opener, program, lineage, null, process);
  }

  /// Factory of the project of a call.
  @FunctionalInterface
  public interface Opener {
    /// Finds the root, reads the settings and puts the engine together.
    ///
    /// @throws dev.tidemark.app.settings.SettingsException if a setting is wrong
    /// @throws InputException if the root is no folder, or a file of definitions is wrong
    Session.Opened open(ParsedCommand parsedCommand, ProcessContext place);
  }
}
