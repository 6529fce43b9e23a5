package dev.tidemark.integrations.linear;

import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Issue;
import dev.tidemark.port.Subscriber;
import dev.tidemark.port.Subscription;
import dev.tidemark.port.Tracker.Progress;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.EscapedText;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Linear as a webhook subscriber: it adds a comment to the run's issue (R-004-99), or changes the
/// state of that issue (R-004-65). A run without an issue in its document is ignored.
public final class LinearSubscriber implements Subscriber {
  private final Subscription subscription;
  private final @Nullable LinearTracker linearTracker;
  private final Manner manner;

  /// The action on an issue.
  public enum Manner {
    /// It gets a comment.
    COMMENT,
    /// It is moved to where its work stands.
    STATE
  }

  /// Takes the subscription; no service where there is no key for it.
  public LinearSubscriber(
      Subscription subscription, @Nullable LinearTracker linearTracker, Manner manner) {
    this.subscription = subscription;
    this.linearTracker = linearTracker;
    this.manner = manner;
  }

  @Override
  public String name() {
    return subscription.name();
  }

  @Override
  public boolean accepts(Announcement announcement) {
    return subscription.accepts(announcement) && announcement.state().issue() != null;
  }

  @Override
  public int retries() {
    return subscription.retries();
  }

  @Override
  public String preview(Announcement announcement) {
    var issue = announcement.state().issue();
    return manner == Manner.COMMENT
        ? "comment on " + issue + ": " + text(announcement).replace('\n', ' ')
        : issue + " is " + progress(announcement).name().toLowerCase(Locale.ROOT);
  }

  @Override
  public DeliveryResult deliver(Announcement announcement, Duration patience) {
    var issue = announcement.state().issue();
    if (issue == null || !Issue.isIdentifier(issue)) {
      return DeliveryResult.NOTHING;
    }
    if (linearTracker == null) {
      return DeliveryResult.later("LINEAR_API_KEY is not set", null);
    }
    var service = linearTracker.withTimeoutAtMost(subscription.timeoutWithin(patience));
    var graphQlResponse =
        manner == Manner.COMMENT
            ? service.commented(issue, text(announcement), announcement.id())
            : service.moved(issue, progress(announcement));
    return switch (graphQlResponse.kind()) {
      case NONE -> DeliveryResult.ARRIVED;
      case DECLINED -> DeliveryResult.declined(graphQlResponse.problem());
      case RETRYABLE, FORBIDDEN ->
          DeliveryResult.later(graphQlResponse.problem(), graphQlResponse.retryAfter());
    };
  }

  private static Progress progress(Announcement announcement) {
    return announcement.event().equals("checkpoint.completed")
        ? Progress.COMPLETED
        : Progress.STARTED;
  }

  private static String text(Announcement announcement) {
    var item = announcement.run().item();
    var run = announcement.run().workflow() + (item == null ? "" : "/" + item);
    var phase = announcement.phase();
    boolean runner = announcement.event().startsWith("run.");
    var status =
        announcement.event().equals("run.failed")
            ? "stopped"
            : announcement.state().status().replace('_', ' ');
    var summary = announcement.state().summary();
    var title =
        "**"
            + (phase == null || runner ? run : phase)
            + "** is "
            + status
            + (phase == null ? "" : runner ? " at " + phase : " (" + run + ")");
    return EscapedText.line(Secrets.redacted(title))
        + (summary == null ? "" : "\n\n" + EscapedText.lines(Secrets.redacted(summary)));
  }
}
