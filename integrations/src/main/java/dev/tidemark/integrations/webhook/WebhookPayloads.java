package dev.tidemark.integrations.webhook;

import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Announcement;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.EscapedText;
import dev.tidemark.text.Timestamps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Request bodies for subscribers (R-004-99). Texts and names that look like a secret are redacted.
public final class WebhookPayloads {
  private static final int LINE_MAX = 400;

  private WebhookPayloads() {}

  /// Returns everything, for programs.
  public static JsonObject generic(Announcement told) {
    var state = told.state();
    return JsonObject.builder()
        .add("event", told.event())
        .add("command", Secrets.redacted(told.run().workflow()))
        .addOrNull("feature", safe(told.run().item()))
        .addOrNull("phase", safe(told.phase()))
        .add("status", state.status())
        .addOrNull("summary", safe(state.summary()))
        .add("files_created", safe(state.created()))
        .add("files_modified", safe(state.modified()))
        .addOrNull("head_commit", state.commit())
        .add("at", Timestamps.millis(told.at()))
        .add("id", told.id())
        .build();
  }

  /// Returns one line, for people in Slack.
  public static JsonObject slack(Announcement told) {
    var line = line(told).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return JsonObject.builder().add("text", line).build();
  }

  /// Returns the event in one line: `implement/auth: validation complete: All tests pass.`
  public static String line(Announcement told) {
    var item = told.run().item();
    var run = told.run().workflow() + (item == null ? "" : "/" + item);
    var what = (told.phase() == null ? "the run is" : told.phase()) + " " + words(told);
    var summary = told.state().summary();
    var words = run + ": " + what + (summary == null ? "" : ": " + summary);
    var line = EscapedText.line(Secrets.redacted(words).replace('\n', ' '));
    return line.length() <= LINE_MAX ? line : line.substring(0, LINE_MAX) + "…";
  }

  private static String words(Announcement told) {
    return told.state().status().equals("in_progress") ? "begun" : told.state().status();
  }

  private static List<String> safe(List<String> texts) {
    return texts.stream().map(Secrets::redacted).toList();
  }

  private static @Nullable String safe(@Nullable String text) {
    return text == null ? null : Secrets.redacted(text);
  }
}
