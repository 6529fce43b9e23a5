package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Secrets in a wrong command line are in no error, hint or JSON.
class RedactedErrorsTest {
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

  @TempDir private Path temp;

  static Stream<List<String>> mistyped() {
    return Stream.of(
        List.of("@"),
        List.of("note", "--@"),
        List.of(
            "note", "-----BEGIN OPENSSH PRIVATE KEY-----\n@\n-----END OPENSSH PRIVATE KEY-----"),
        List.of("status", "--run", "state/x/@"),
        List.of("status", "one", "@"),
        List.of("fail", "implementation", "@"),
        List.of("done", "implementation", "--summary-file", "@"),
        List.of("enter", "@"),
        List.of("config", "@", "1"));
  }

  @ParameterizedTest
  @MethodSource("mistyped")
  void no_error_and_no_hint_repeats_a_secret(List<String> line) {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var words = new ArrayList<String>();
    for (var word : line) {
      words.add(word.replace("@", KEY));
    }

    var plain = tidemark.words(words.toArray(new String[0]));
    words.add(1, "--json");
    var json = tidemark.words(words.toArray(new String[0]));

    assertThat(plain.exit()).isNotZero();
    assertThat(plain.err() + plain.out() + json.err() + json.out())
        .contains("[redacted-")
        .doesNotContain(KEY);
  }
}
