package dev.tidemark.workflow.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Preview policy: how preview deployments affect shipping (T-004-D, as corrected in chapter 12).
/// Pure.
///
/// @param enabled whether previews are considered
/// @param waits whether shipping waits for one
/// @param required whether it fails with one
public record PreviewPolicy(boolean enabled, boolean waits, boolean required) {
  /// Previews are ignored.
  public static final PreviewPolicy OFF = new PreviewPolicy(false, false, false);

  /// Deployment status.
  public enum Status {
    /// It is up.
    READY,
    /// It is being made.
    BUILDING,
    /// Queued.
    PENDING,
    /// It could not be made.
    FAILED,
    /// No service can be asked.
    UNKNOWN
  }

  /// The effect on shipping.
  ///
  /// @param blocker the blocker of the ship gate; absent if shipping continues
  /// @param message the message; empty if there is none
  public record ShipEffect(@Nullable String blocker, String message) {}

  /// Returns whether shipping depends on a preview.
  public boolean isAwaited() {
    return enabled && (waits || required);
  }

  /// Returns the effect of a deployment.
  public ShipEffect of(Status status) {
    if (!enabled) {
      return new ShipEffect(null, "previews are not enabled");
    }
    return switch (status) {
      case READY -> new ShipEffect(null, "the preview is ready");
      case FAILED ->
          required
              ? new ShipEffect("Vercel preview failed", "the preview failed")
              : new ShipEffect(null, "warning: the preview failed; shipping goes on");
      case UNKNOWN ->
          required
              ? new ShipEffect(
                  "Vercel preview is not known", "the outcome of the preview is unknown")
              : new ShipEffect(null, "warning: the outcome of the preview is unknown");
      case BUILDING, PENDING -> unfinished();
    };
  }

  /// Returns the effect of a timeout.
  ///
  /// @param waited how long
  /// @param found whether there was any deployment to wait for
  public ShipEffect timedOut(Duration waited, boolean found) {
    var text = "Vercel preview timed out after " + waited.toMillis() + " ms";
    var blocker = found ? text : text + ": there is no deployment";
    var reason = found ? "the preview was not ready in time" : "there is no preview";
    return required
        ? new ShipEffect(blocker, reason)
        : new ShipEffect(null, "warning: " + reason + "; shipping goes on");
  }

  private ShipEffect unfinished() {
    if (!waits) {
      return new ShipEffect(
          null, required ? "warning: the preview is not ready" : "not waited for");
    }
    return required
        ? new ShipEffect("Vercel preview is not ready", "the preview is not ready")
        : new ShipEffect(null, "warning: the preview is not ready; shipping goes on");
  }
}
