package dev.tidemark.integrations.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.http.ServiceResponse;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Subscriber;
import dev.tidemark.port.Subscription;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.EscapedText;
import dev.tidemark.text.Timestamps;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Webhook subscriber with a configurable request body (R-004-99). Texts and names that look like a
/// secret are redacted.
public final class WebhookSubscriber implements Subscriber {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int LINE_MAX = 400;

  private final Subscription subscription;
  private final ServiceClient serviceClient;
  private final Place place;
  private final Function<Announcement, JsonObject> form;

  /// Takes the subscription, the address and the body format.
  ///
  /// @param form the body format: [#generic] or [#slackMessage]
  public WebhookSubscriber(
      Subscription subscription,
      ServiceClient serviceClient,
      Place place,
      Function<Announcement, JsonObject> form) {
    this.subscription = subscription;
    this.serviceClient = serviceClient;
    this.place = place;
    this.form = form;
  }

  /// Address of a subscriber. Never printed: address and secret are confidential.
  ///
  /// @param address the URL; empty if it is not configured
  /// @param secret the key of the body's HMAC signature; absent for no signature
  /// @param lacking why nothing can be sent; empty if it can
  public record Place(String address, @Nullable String secret, String lacking) {
    /// Somewhere.
    public static Place at(String address, @Nullable String secret) {
      return new Place(address, secret, "");
    }

    /// Nowhere yet.
    ///
    /// @param lacking the missing configuration, for example `BOARD_URL is not set`
    public static Place missing(String lacking) {
      return new Place("", null, lacking);
    }

    @Override
    public String toString() {
      return "somewhere";
    }
  }

  @Override
  public String name() {
    return subscription.name();
  }

  @Override
  public boolean accepts(Announcement announcement) {
    return subscription.accepts(announcement);
  }

  /// A missing configuration is not retried.
  @Override
  public int retries() {
    return place.lacking().isEmpty() ? subscription.retries() : 0;
  }

  @Override
  public String preview(Announcement announcement) {
    return EscapedText.json(JsonText.compact(form.apply(announcement)));
  }

  @Override
  public DeliveryResult deliver(Announcement announcement, Duration patience) {
    if (!place.lacking().isEmpty()) {
      return DeliveryResult.later(place.lacking(), null);
    }
    var body = preview(announcement);
    var headers = new HashMap<>(Map.of("X-Checkpoint-Id", announcement.id()));
    if (place.secret() != null) {
      headers.put("X-Checkpoint-Signature", "sha256=" + signature(place.secret(), body));
    }
    var timeout = subscription.timeoutWithin(patience);
    return receipt(serviceClient.post(place.address(), headers, body, timeout));
  }

  /// A response that rejects the message itself is permanent.
  private static DeliveryResult receipt(ServiceResponse serviceResponse) {
    if (serviceResponse.isSuccess()) {
      return DeliveryResult.ARRIVED;
    }
    return switch (serviceResponse.status()) {
      case 400, 413, 415, 422 -> DeliveryResult.declined(serviceResponse.reason());
      default -> DeliveryResult.later(serviceResponse.reason(), serviceResponse.retryAfter());
    };
  }

  private static String signature(String secret, String body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
      throw new IllegalStateException("every Java can sign with " + ALGORITHM, impossible);
    }
  }

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
  public static JsonObject slackMessage(Announcement told) {
    var line = line(told).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return JsonObject.builder().add("text", line).build();
  }

  /// Returns the event in one line: `implement/auth: validation complete: All tests pass.`
  private static String line(Announcement told) {
    var item = told.run().item();
    var run = told.run().workflow() + (item == null ? "" : "/" + item);
    var phase = told.phase();
    var what =
        told.event().startsWith("run.")
            ? runner(told)
            : (phase == null ? "the run is" : phase) + " " + words(told);
    var summary = told.state().summary();
    var words = run + ": " + what + (summary == null ? "" : ": " + summary);
    var line = EscapedText.line(Secrets.redacted(words).replace('\n', ' '));
    return line.length() <= LINE_MAX ? line : line.substring(0, LINE_MAX) + "…";
  }

  /// Returns how the runner of a run has ended: `the run is waiting at code`.
  private static String runner(Announcement told) {
    var state = told.event().equals("run.failed") ? "has stopped" : "is " + told.state().status();
    return "the run " + state + (told.phase() == null ? "" : " at " + told.phase());
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
