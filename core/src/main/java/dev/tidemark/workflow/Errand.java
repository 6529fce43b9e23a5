package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import java.util.List;

/// What whoever goes on with a run is to do first, as its protocol says.
///
/// @param action the protocol's own word for it
/// @param phase the phase it belongs to
/// @param reason one sentence that says why
/// @param files what it is about, from the project root
public record Errand(String action, PhaseName phase, String reason, List<String> files) {
  /// Takes its own copy of the files.
  public Errand {
    files = List.copyOf(files);
  }
}
