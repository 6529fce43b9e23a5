package dev.tidemark.port;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Deployment service port: queries deployments of commits.
@FunctionalInterface
public interface Deployments {
  /// Looks for the deployment of a commit.
  ///
  /// @param patience how long that may take
  Lookup find(String commit, Duration patience);

  /// Result of a query.
  ///
  /// @param deployment the deployment; absent if there is none, or if unknown
  /// @param problem why the query failed, without an address or a key; empty if it succeeded
  /// @param temporary whether that may be otherwise in a moment
  /// @param retryAfter the requested pause (`Retry-After`); absent if there is none
  record Lookup(
      @Nullable Deployment deployment,
      String problem,
      boolean temporary,
      @Nullable Duration retryAfter) {
    /// There is none yet.
    public static final Lookup NOTHING = new Lookup(null, "", false, null);

    /// There is one.
    public static Lookup found(Deployment deployment) {
      return new Lookup(deployment, "", false, null);
    }

    /// A permanent failure.
    public static Lookup failed(String problem) {
      return new Lookup(null, problem, false, null);
    }

    /// A temporary failure.
    public static Lookup retryLater(String problem, @Nullable Duration again) {
      return new Lookup(null, problem, true, again);
    }

    /// Returns whether the query succeeded, or may succeed soon.
    public boolean isUsable() {
      return problem.isEmpty() || temporary;
    }
  }
}
