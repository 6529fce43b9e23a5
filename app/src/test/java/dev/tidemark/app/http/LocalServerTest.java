package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a command line may send its lines to.
class LocalServerTest {
  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:7410, http://127.0.0.1:7410",
    "http://127.0.0.1:7410/, http://127.0.0.1:7410",
    "http://localhost:1, http://localhost:1",
    "http://[::1]:7410, http://[::1]:7410",
    "http://127.0.0.1, http://127.0.0.1:80",
    "https://tidemark.example.org, https://tidemark.example.org:443",
    "https://10.0.0.7:7410, https://10.0.0.7:7410"
  })
  void this_machine_and_whoever_proves_his_name_will_do(String text, String server) {
    assertThat(LocalServer.of(text)).hasToString(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7410",
        "127.0.0.1:7410",
        "http://",
        "http://10.0.0.7:7410",
        "http://127.example.org:7410",
        "http://example.org",
        "http://localhost:0",
        "http://localhost:65536",
        "http://localhost:x",
        "http://localhost:7410/api",
        "http://token@localhost:7410",
        "https://:7410",
        "ftp://localhost"
      })
  void nowhere_else(String text) {
    assertThat(LocalServer.of(text)).isNull();
  }
}
