package dev.tidemark.integrations.linear;

import dev.tidemark.text.Escaped;
import dev.tidemark.text.Secrets;
import dev.tidemark.world.Announcement;
import dev.tidemark.world.Issue;
import dev.tidemark.world.Listener;
import dev.tidemark.world.Receipt;
import dev.tidemark.world.Subscription;
import dev.tidemark.world.Tracker.Progress;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Linear as a webhook subscriber: it adds a comment to the run's issue (R-004-99), or changes the
/// state of that issue (R-004-65). A run without an issue in its document is ignored.
public final class LinearListener implements Listener {
  private final Subscription subscription;
  private final @Nullable Linear linear;
  private final Manner manner;

  /// The action on an issue.
  public enum Manner {
    /// It gets a comment.
    COMMENT,
    /// It is moved to where its work stands.
    STATE
  }

  /// Takes the subscription; no service where there is no key for it.
  public LinearListener(Subscription subscription, @Nullable Linear linear, Manner manner) {
    this.subscription = subscription;
    this.linear = linear;
    this.manner = manner;
  }

  @Override
  public String name() {
    return subscription.name();
  }

  @Override
  public boolean wants(Announcement announcement) {
    return subscription.wants(announcement) && announcement.state().issue() != null;
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
  public Receipt hear(Announcement announcement, Duration patience) {
    var issue = announcement.state().issue();
    if (issue == null || !Issue.isIdentifier(issue)) {
      return Receipt.NOTHING;
    }
    if (linear == null) {
      return Receipt.later("LINEAR_API_KEY is not set", null);
    }
    var service = linear.within(subscription.within(patience));
    var answer =
        manner == Manner.COMMENT
            ? service.commented(issue, text(announcement), announcement.id())
            : service.moved(issue, progress(announcement));
    return switch (answer.kind()) {
      case FINE -> Receipt.ARRIVED;
      case DECLINED -> Receipt.declined(answer.problem());
      case PASSING, FORBIDDEN -> Receipt.later(answer.problem(), answer.again());
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
    var status = announcement.state().status().replace('_', ' ');
    var summary = announcement.state().summary();
    var title =
        "**"
            + (phase == null ? run : phase)
            + "** is "
            + status
            + (phase == null ? "" : " (" + run + ")");
    return Escaped.line(Secrets.redacted(title))
        + (summary == null ? "" : "\n\n" + Escaped.lines(Secrets.redacted(summary)));
  }
}
