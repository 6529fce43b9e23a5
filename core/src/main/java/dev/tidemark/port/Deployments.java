package dev.tidemark.port;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Deployment service port: queries deployments of commits.
@FunctionalInterface
public interface Deployments {
  /// Looks for the deployment of a commit.
  ///
  /// @param patience how long that may take
  Look look(String commit, Duration patience);

  /// Result of a query.
  ///
  /// @param deployment the deployment; absent if there is none, or if unknown
  /// @param problem why the query failed, without an address or a key; empty if it succeeded
  /// @param passing whether that may be otherwise in a moment
  /// @param again the requested pause (`Retry-After`); absent if there is none
  record Look(
      @Nullable Deployment deployment, String problem, boolean passing, @Nullable Duration again) {
    /// There is none yet.
    public static final Look NOTHING = new Look(null, "", false, null);

    /// There is one.
    public static Look at(Deployment deployment) {
      return new Look(deployment, "", false, null);
    }

    /// A permanent failure.
    public static Look unable(String problem) {
      return new Look(null, problem, false, null);
    }

    /// A temporary failure.
    public static Look later(String problem, @Nullable Duration again) {
      return new Look(null, problem, true, again);
    }

    /// Returns whether the query succeeded, or may succeed soon.
    public boolean isUsable() {
      return problem.isEmpty() || passing;
    }
  }
}
