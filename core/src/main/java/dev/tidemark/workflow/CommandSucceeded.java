package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gate condition: a command succeeded for the current content of the work tree, as `tidemark gate
/// run` recorded.
///
/// @param gate the name under which results are recorded
/// @param command its words; no shell reads them
/// @param timeoutSeconds how long it may take
public record CommandSucceeded(String gate, List<String> command, int timeoutSeconds)
    implements Condition {
  /// Takes its own copy of the words.
  public CommandSucceeded {
    command = List.copyOf(command);
  }

  @Override
  public String text() {
    return "`" + CommandLines.command(command) + "` passes with this tree";
  }

  @Override
  public List<FactQuery<?>> asks(GateContext gateContext) {
    return proof(gateContext) == null ? List.of() : List.of(FactQuery.TREE);
  }

  @Override
  public @Nullable Proof proof(GateContext gateContext) {
    return gateContext.evidence().proof(Claim.CommandRun.WORD, gate);
  }

  @Override
  public List<Blocker> blockers(GateContext gateContext) {
    var proof = proof(gateContext);
    var line = "`" + CommandLines.command(command) + "`";
    if (proof == null || !(proof.claim() instanceof Claim.CommandRun result)) {
      return refusal("command-missing", line + " has not been run");
    }
    if (!result.command().equals(command)) {
      var other = "`" + CommandLines.command(result.command()) + "`";
      return refusal("command-stale", other + " was run, but the gate now requires " + line);
    }
    if (result.exit() != 0) {
      return refusal("command-failed", line + " " + ending(result.exit()));
    }
    return gateContext.otherTree(
        result.position(), "command-stale", line + " ran with", line + " succeeded with", hint());
  }

  private static String ending(int exit) {
    return exit < 0 ? "did not come to its end" : "failed with exit code " + exit;
  }

  private List<Blocker> refusal(String code, String reason) {
    return List.of(Blocker.refused(code, reason, hint()));
  }

  private String hint() {
    return "Run it: tidemark gate run " + gate;
  }
}
