package dev.tidemark.integrations.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.http.Caller;
import dev.tidemark.integrations.http.Reply;
import dev.tidemark.integrations.http.Request;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Escaped;
import dev.tidemark.world.Announcement;
import dev.tidemark.world.Listener;
import dev.tidemark.world.Receipt;
import dev.tidemark.world.Subscription;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Webhook subscriber with a configurable request body (R-004-99).
public final class Webhook implements Listener {
  private static final String ALGORITHM = "HmacSHA256";

  private final Subscription subscription;
  private final Caller caller;
  private final Place place;
  private final Function<Announcement, JsonObject> form;

  /// Takes the subscription, the address and the body format.
  ///
  /// @param form the body format: [Bodies#generic] or [Bodies#slack]
  public Webhook(
      Subscription subscription,
      Caller caller,
      Place place,
      Function<Announcement, JsonObject> form) {
    this.subscription = subscription;
    this.caller = caller;
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
  public boolean wants(Announcement announcement) {
    return subscription.wants(announcement);
  }

  /// A missing configuration is not retried.
  @Override
  public int retries() {
    return place.lacking().isEmpty() ? subscription.retries() : 0;
  }

  @Override
  public String preview(Announcement announcement) {
    return Escaped.json(JsonText.compact(form.apply(announcement)));
  }

  @Override
  public Receipt hear(Announcement announcement, Duration patience) {
    if (!place.lacking().isEmpty()) {
      return Receipt.later(place.lacking(), null);
    }
    var body = preview(announcement);
    var headers = new HashMap<>(Map.of("X-Checkpoint-Id", announcement.id()));
    if (place.secret() != null) {
      headers.put("X-Checkpoint-Signature", "sha256=" + signature(place.secret(), body));
    }
    var request = Request.post(place.address(), headers, body);
    return receipt(caller.call(request, subscription.within(patience)));
  }

  /// A response that rejects the message itself is permanent.
  private static Receipt receipt(Reply reply) {
    if (reply.isGood()) {
      return Receipt.ARRIVED;
    }
    return switch (reply.status()) {
      case 400, 413, 415, 422 -> Receipt.declined(reply.reason());
      default -> Receipt.later(reply.reason(), reply.again());
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
}
