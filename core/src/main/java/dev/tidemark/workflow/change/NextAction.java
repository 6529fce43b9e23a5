package dev.tidemark.workflow.change;

import dev.tidemark.checkpoint.PhaseName;
import java.util.List;

/// Next action: the first step of a continuing session, as the format defines it.
///
/// @param action the protocol's own word for it
/// @param phase the phase it belongs to
/// @param reason one sentence of explanation
/// @param files its files, from the project root
public record NextAction(String action, PhaseName phase, String reason, List<String> files) {
  /// Takes its own copy of the files.
  public NextAction {
    files = List.copyOf(files);
  }
}
