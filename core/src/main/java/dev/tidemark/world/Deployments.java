package dev.tidemark.world;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A service that deploys commits, or one that has heard of it.
@FunctionalInterface
public interface Deployments {
  /// Looks for the deployment of a commit.
  ///
  /// @param patience how long that may take
  Look look(String commit, Duration patience);

  /// What was seen.
  ///
  /// @param deployment the deployment; absent if there is none, or nobody could tell
  /// @param problem why nobody could tell, without an address or a key; empty if somebody could
  /// @param passing whether that may be otherwise in a moment
  /// @param again how long the service wants to be left alone; absent if it did not say
  record Look(
      @Nullable Deployment deployment, String problem, boolean passing, @Nullable Duration again) {
    /// There is none yet.
    public static final Look NOTHING = new Look(null, "", false, null);

    /// There is one.
    public static Look at(Deployment deployment) {
      return new Look(deployment, "", false, null);
    }

    /// Nobody could tell, and nobody will.
    public static Look unable(String problem) {
      return new Look(null, problem, false, null);
    }

    /// Nobody could tell just now.
    public static Look later(String problem, @Nullable Duration again) {
      return new Look(null, problem, true, again);
    }

    /// Returns whether somebody could tell, or may in a moment.
    public boolean isUsable() {
      return problem.isEmpty() || passing;
    }
  }
}
