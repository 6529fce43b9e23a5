package dev.tidemark.app.command.verify;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.evidence.Verification;
import dev.tidemark.evidence.Verification.GateAnswer;
import dev.tidemark.evidence.Verification.Problem;
import dev.tidemark.integrations.process.CommandEnvironment;
import dev.tidemark.integrations.process.ProcessRunner;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.fact.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Repetition of the commands of gates, as the base branch defines them, in the work tree.
///
/// @param session the session, whose work tree has the content of the commit
record GateRerun(Session session) {
  /// Returns the commands of the gates, each once.
  static List<CommandSucceeded> commands(Verification verification) {
    var commands = new ArrayList<CommandSucceeded>();
    for (var answer : verification.gates()) {
      if (answer.gate().condition() instanceof CommandSucceeded command
          && !commands.contains(command)) {
        commands.add(command);
      }
    }
    return commands;
  }

  /// Runs the commands, and returns a problem for each whose result differs from its receipt.
  List<Problem> problems(Verification verification) {
    var problems = new ArrayList<Problem>();
    var ran = new HashSet<CommandSucceeded>();
    for (var answer : verification.gates()) {
      if (answer.gate().condition() instanceof CommandSucceeded command && ran.add(command)) {
        var problem = problem(answer, command);
        if (!problem.isEmpty()) {
          problems.add(new Problem("rerun-differs", "", problem, false));
        }
      }
    }
    return problems;
  }

  private String problem(GateAnswer answer, CommandSucceeded command) {
    session.screen().note("running " + String.join(" ", command.command()));
    var root = session.project().root();
    var environment = new CommandEnvironment(root, session.place().environment());
    var program = environment.program(root, command.command().getFirst());
    var words = new ArrayList<>(command.command());
    words.set(0, program == null ? words.getFirst() : program);
    var exit =
        program == null
            ? Fact.<Integer>unknown(words.getFirst() + " is not on the PATH")
            : new ProcessRunner(root, environment.variables())
                .run(
                    words, Duration.ofSeconds(command.timeoutSeconds()), session.screen().errors());
    boolean passed = exit.isKnown() && exit.orElse(1) == 0;
    boolean recorded = answer.axes().passed();
    if (passed == recorded || !answer.axes().readable()) {
      return "";
    }
    var ended =
        exit.isKnown() ? "ended with exit code " + exit.orElse(1) : "did not run: " + exit.reason();
    return "gate "
        + command.gate()
        + ": the command "
        + ended
        + ", and its receipt records "
        + (recorded ? "success" : "failure");
  }
}
