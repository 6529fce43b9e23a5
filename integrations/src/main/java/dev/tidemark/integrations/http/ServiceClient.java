package dev.tidemark.integrations.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// HTTP client for services, with timeouts and a size limit; failures are values.
///
/// Every call ends within its timeout, even if the service does not answer. A response that is
/// longer than the limit is a failure. Redirects are not followed, because the next host is not
/// configured. Only encrypted connections are made, except to the machine itself. Nothing that is
/// brought back repeats the address or a header.
public final class ServiceClient implements AutoCloseable {
  private static final int BODY_MAX = 1024 * 1024;
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final long DAY = 86_400;
  private static final Set<String> ITSELF = Set.of("localhost", "127.0.0.1", "[::1]");

  private final HttpClient client;

  /// Opens nothing yet.
  public ServiceClient() {
    this.client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();
  }

  /// Sends a GET request, and waits for the whole response.
  ///
  /// @param address the whole address
  /// @param timeout how long everything together may take
  public ServiceResponse get(String address, Map<String, String> headers, Duration timeout) {
    return call(address, headers, null, timeout);
  }

  /// Sends JSON in a POST request, and waits for the whole response.
  ///
  /// @param address the whole address
  /// @param timeout how long everything together may take
  public ServiceResponse post(
      String address, Map<String, String> headers, String body, Duration timeout) {
    return call(address, headers, body, timeout);
  }

  private ServiceResponse call(
      String address, Map<String, String> headers, @Nullable String body, Duration timeout) {
    HttpRequest http;
    try {
      var uri = new URI(address.strip());
      var problem = problem(uri);
      if (!problem.isEmpty()) {
        return ServiceResponse.unsent("its address " + problem);
      }
      http = built(uri, headers, body);
    } catch (URISyntaxException none) {
      return ServiceResponse.unsent("its address cannot be understood");
    } catch (IllegalArgumentException illegal) {
      return ServiceResponse.unsent(
          "its address or key contains characters that HTTP does not allow");
    }
    var answer = client.sendAsync(http, LimitedBody.of(BODY_MAX));
    try {
      return reply(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException late) {
      return abandoned(answer, "no answer within " + timeout.toMillis() + " ms");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return abandoned(answer, "it was interrupted");
    } catch (ExecutionException failure) {
      return failure(failure.getCause());
    }
  }

  private static HttpRequest built(
      URI address, Map<String, String> headers, @Nullable String body) {
    var http = HttpRequest.newBuilder(address);
    http.method(
        body == null ? "GET" : "POST",
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body, UTF_8));
    for (var header : headers.entrySet()) {
      http.header(header.getKey(), requireAscii(header.getValue()));
    }
    if (body != null) {
      http.header("Content-Type", "application/json");
    }
    return http.header("User-Agent", "tidemark").build();
  }

  /// Returns a header in its original characters; the client would replace non-ASCII by question
  /// marks.
  private static String requireAscii(String header) {
    for (int i = 0; i < header.length(); i++) {
      if (header.charAt(i) > '~') {
        throw new IllegalArgumentException("no ASCII");
      }
    }
    return header;
  }

  private static ServiceResponse abandoned(CompletableFuture<?> answer, String problem) {
    answer.cancel(true);
    return ServiceResponse.lost(problem);
  }

  /// Returns why an address is refused, as the rest of a sentence; empty if it is allowed.
  private static String problem(URI address) {
    var scheme = address.getScheme();
    var host = address.getHost();
    boolean near = host != null && ITSELF.contains(host.toLowerCase(Locale.ROOT));
    if (!"https".equalsIgnoreCase(scheme) && !("http".equalsIgnoreCase(scheme) && near)) {
      return "is not one that begins with https:";
    }
    if (address.getRawAuthority() == null) {
      return "names no host";
    }
    if (address.getRawAuthority().indexOf('@') >= 0) {
      return "holds a name or password, which is not sent";
    }
    return host == null ? "names a host with other signs than letters, digits, - and ." : "";
  }

  private static ServiceResponse reply(HttpResponse<String> response) {
    var headers = response.headers();
    var again = headers.firstValue("Retry-After").orElse(null);
    var now = headers.firstValue("Date").orElse(null);
    return new ServiceResponse(
        response.statusCode(), response.body(), retryAfter(again, now), "", true);
  }

  /// Returns the wait of a `Retry-After` header, in seconds or as a date by the service's own
  /// clock.
  private static @Nullable Duration retryAfter(@Nullable String header, @Nullable String now) {
    if (header == null) {
      return null;
    }
    try {
      long seconds = Long.parseLong(header.strip());
      return Duration.ofSeconds(Math.clamp(seconds, 0, DAY));
    } catch (NumberFormatException date) {
      return now == null ? null : waitBetween(now, header);
    }
  }

  private static @Nullable Duration waitBetween(String now, String then) {
    try {
      var form = DateTimeFormatter.RFC_1123_DATE_TIME;
      var wait = Duration.between(ZonedDateTime.parse(now, form), ZonedDateTime.parse(then, form));
      return Duration.ofSeconds(Math.clamp(wait.toSeconds(), 0, DAY));
    } catch (DateTimeException noDate) {
      return null;
    }
  }

  /// Describes a failure without its own message, which may contain the address.
  private static ServiceResponse failure(@Nullable Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return ServiceResponse.unsent("its host is unknown");
      }
      if (cause instanceof SSLHandshakeException) {
        return ServiceResponse.unsent("no safe connection could be made");
      }
      if (cause instanceof SSLException) {
        return ServiceResponse.lost("no safe connection could be made");
      }
      if (cause instanceof HttpTimeoutException) {
        return cause instanceof HttpConnectTimeoutException
            ? ServiceResponse.unsent("no connection in time")
            : ServiceResponse.lost("no connection in time");
      }
    }
    if (failure instanceof ConnectException) {
      return ServiceResponse.unsent("no connection could be made");
    }
    return ServiceResponse.lost(
        failure instanceof IOException
            ? "the answer was cut off, too long or no HTTP"
            : "the request could not be sent");
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
