package dev.tidemark.workflow.change;

import dev.tidemark.workflow.Blocker;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Unchecked exception for a refusal, for callers that expect none: see `ChangeResult.orThrow`. It
/// has every [Blocker]; its message is their reasons, separated by `; `.
public final class RefusedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /// Absent after deserialization; the message has the reasons.
  private final transient @Nullable List<Blocker> blockers;

  private RefusedException(List<Blocker> blockers) {
    super(String.join("; ", blockers.stream().map(Blocker::reason).toList()));
    this.blockers = List.copyOf(blockers);
  }

  /// Returns the exception for a refusal.
  ///
  /// @param blockers the reasons, at least one
  public static RefusedException of(List<Blocker> blockers) {
    return new RefusedException(blockers);
  }

  /// Returns the reasons, each with its code and hint; none if this exception was deserialized.
  public List<Blocker> blockers() {
    return blockers == null ? List.of() : blockers;
  }
}
