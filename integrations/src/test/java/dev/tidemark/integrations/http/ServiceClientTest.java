package dev.tidemark.integrations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.UnrulyServer;
import dev.tidemark.testkit.UnrulyServer.Manner;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever a service does, a call ends in time and says what happened without a secret.
class ServiceClientTest {
  private static final String SECRET = "s3cr3t-0f-the-hook";
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  private static ServiceResponse call(String address, Duration patience) {
    try (var serviceClient = new ServiceClient()) {
      var headers = Map.of("Authorization", SECRET);
      return serviceClient.post(address + "/" + SECRET, headers, "{}", patience);
    }
  }

  @Test
  void what_is_asked_arrives_as_it_is() {
    try (var service = LoopbackServer.answering(201, "{\"ok\":true}")) {
      var serviceResponse = call(service.address(), LONG);

      assertThat(serviceResponse.isSuccess()).isTrue();
      assertThat(serviceResponse.body()).isEqualTo("{\"ok\":true}");
      var got = service.got().getFirst();
      assertThat(got.method()).isEqualTo("POST");
      assertThat(got.headers())
          .containsEntry("authorization", SECRET)
          .containsEntry("content-type", "application/json");
      assertThat(got.body()).isEqualTo("{}");
    }
  }

  @Proves({"R-COM-17", "R-COM-18"})
  @ParameterizedTest
  @EnumSource(Manner.class)
  void no_manners_of_a_service_keep_a_call_from_ending(Manner manner) {
    try (var service = UnrulyServer.of(manner)) {
      var serviceResponse = call(service.address(), SHORT);

      assertThat(serviceResponse.status()).isZero();
      assertThat(serviceResponse.isRetryable()).isTrue();
      assertThat(serviceResponse.reason()).isNotBlank().doesNotContain(SECRET, "127.0.0.1", "http");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "301, false",
    "302, false",
    "307, false",
    "400, false",
    "401, false",
    "404, false",
    "408, true",
    "429, true",
    "500, true",
    "503, true"
  })
  void a_failure_is_passing_or_it_is_not(int status, boolean passing) {
    try (var service = LoopbackServer.answering(status, "no")) {
      var serviceResponse = call(service.address(), LONG);

      assertThat(serviceResponse.isSuccess()).isFalse();
      assertThat(serviceResponse.isRetryable()).isEqualTo(passing);
      assertThat(serviceResponse.reason()).contains(String.valueOf(status)).doesNotContain(SECRET);
    }
  }

  @Proves("R-COM-17")
  @Test
  void redirects_are_not_followed() {
    try (var other = LoopbackServer.answering(200, "{}");
        var service =
            LoopbackServer.answering(
                got -> new Said(307, Map.of("Location", other.address() + "/x"), ""))) {
      var serviceResponse = call(service.address(), LONG);

      assertThat(serviceResponse.reason())
          .isEqualTo("it answered 307, which leads elsewhere and is not followed");
      assertThat(other.got()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | 7",
        "100000000 | 86400",
        "Sat, 21 Nov 2099 08:00:30 GMT | 86400",
        "Sat, 21 Nov 2009 08:00:30 GMT | 0",
        "soon | -1",
      })
  void a_service_may_ask_for_patience(String header, long seconds) {
    var headers = Map.of("Retry-After", header);
    try (var service = LoopbackServer.answering(got -> new Said(429, headers, "slow down"))) {
      var again = call(service.address(), LONG).retryAfter();

      assertThat(again == null ? -1 : again.toSeconds()).isEqualTo(seconds);
    }
  }

  @Proves("R-COM-18")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://example.com/hook | is not one that begins with https:",
        "ftp://127.0.0.1/hook | is not one that begins with https:",
        "https://user:pass@example.com/ | holds a name or password, which is not sent",
        "hook | is not one that begins with https:",
        "https:///hook | names no host",
        "https:hook | names no host",
        "https://my_host.example/ | names a host with other signs than letters, digits, - and .",
        "https://a b/ | cannot be understood",
        "http://127.0.0.1.example.com/ | is not one that begins with https:",
        "http://2130706433/ | is not one that begins with https:",
        "'' | is not one that begins with https:"
      })
  void secrets_travel_encrypted_or_not_at_all(String address, String reason) {
    assertThat(call(address, LONG).reason()).isEqualTo("its address " + reason);
  }

  @Test
  void the_machine_itself_may_be_spelled_in_capitals() {
    try (var service = LoopbackServer.answering(201, "")) {
      var address = service.address().replace("http://127.0.0.1", "HTTP://LOCALHOST");

      assertThat(call(address, LONG).status()).isEqualTo(201);
    }
  }

  @Test
  void a_key_that_http_would_spell_otherwise_is_not_sent() {
    try (var service = LoopbackServer.answering(200, "{}");
        var serviceClient = new ServiceClient()) {
      var headers = Map.of("Authorization", "lin_\u00e4\u00f6");
      var serviceResponse = serviceClient.get(service.address(), headers, LONG);

      assertThat(serviceResponse.reason())
          .isEqualTo("its address or key contains characters that HTTP does not allow");
      assertThat(service.got()).isEmpty();
    }
  }

  @Test
  void a_key_with_a_line_end_in_it_is_not_sent() {
    try (var service = LoopbackServer.answering(200, "{}");
        var serviceClient = new ServiceClient()) {
      var headers = Map.of("Authorization", SECRET + "\r\nX-Other: 1");
      var serviceResponse = serviceClient.get(service.address(), headers, LONG);

      assertThat(serviceResponse.reason())
          .isEqualTo("its address or key contains characters that HTTP does not allow");
      assertThat(service.got()).isEmpty();
    }
  }

  @Test
  void nobody_listens() {
    String address;
    try (var service = LoopbackServer.answering(200, "{}")) {
      address = service.address();
    }
    assertThat(call(address, LONG).reason()).isEqualTo("no connection could be made");
  }
}
