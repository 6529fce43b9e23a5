package dev.tidemark.app.main;

import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.http.ServiceResponse;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.SecretToken;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// HTTP client of a server that executes commands.
///
/// Each request has a random id. If its answer is lost, the same request is sent once more, and the
/// server answers what it answered before: nothing is changed twice.
final class RemoteServer implements AutoCloseable {
  /// How many bytes an answer may have: more than a document and its escapes.
  private static final int ANSWER_MAX = 32 * 1024 * 1024;

  /// Longer than a command waits for a lock and for subscribers.
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final long PAUSE_MILLIS = 500;
  private static final long NANOS = 1_000_000;

  private final ServiceClient client = new ServiceClient(ANSWER_MAX);
  private final Map<String, String> headers = new HashMap<>();
  private final String address;
  private final String token;

  /// @param address the address of the server, or of a project of it
  RemoteServer(String address, String token) {
    this.address = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    this.token = token;
    headers.put("Authorization", "Bearer " + token);
  }

  /// Logs a person in: from then on a cookie stands for the token, as in a browser.
  ServiceResponse login() {
    headers.clear();
    int path = address.indexOf('/', address.indexOf("://") + 3);
    var origin = path < 0 ? address : address.substring(0, path);
    var usual = origin.startsWith("https:") ? ":443" : ":80";
    headers.put("Origin", origin.endsWith(usual) ? origin.replace(usual, "") : origin);
    var body = JsonObject.builder().add("token", token).build();
    return client.post(address + "/login", headers, JsonText.compact(body), TIMEOUT);
  }

  /// Has a command executed.
  ///
  /// @param zone the zone that times are shown in; absent for UTC
  /// @param changes whether the command may change something
  ServiceResponse execute(CommandRequest request, @Nullable String zone, boolean changes) {
    var body = body(request, zone);
    long begin = System.nanoTime();
    var first = post(body);
    if (!isLost(first)) {
      return first;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    long ago = (System.nanoTime() - begin) / NANOS;
    var second = post(body.with("sent_ms_ago", JsonNumber.of(ago)));
    // Where the second did not arrive, the first may have.
    return changes && second.status() == 0 ? first : second;
  }

  private ServiceResponse post(JsonObject body) {
    return client.post(address + "/api/commands", headers, JsonText.compact(body), TIMEOUT);
  }

  private static JsonObject body(CommandRequest request, @Nullable String zone) {
    var options = new ArrayList<JsonObject>();
    for (var given : request.options()) {
      var option = JsonObject.builder().add("name", given.name());
      options.add(option.addIfPresent("value", given.value()).build());
    }
    return JsonObject.builder()
        .add("id", SecretToken.generate(new SecureRandom()))
        .add("verb", request.verb())
        .add("arguments", request.arguments())
        .add("options", JsonArray.of(options))
        .addIfPresent("zone", zone)
        .build();
  }

  /// Returns whether a request may have been executed without an answer of the server: none came,
  /// or a proxy answered for it.
  static boolean isLost(ServiceResponse response) {
    boolean gateway = response.status() >= 502 && response.status() <= 504;
    return response.sent() && (response.status() == 0 || (gateway && json(response) == null));
  }

  /// Returns the JSON object of a response; null if it is none.
  static @Nullable JsonObject json(ServiceResponse response) {
    try {
      return JsonText.parse(response.body()) instanceof JsonObject object ? object : null;
    } catch (JsonException none) {
      return null;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
