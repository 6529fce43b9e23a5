package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Secrets are seen before they are written, whatever the dialect and the verb.
class SecretPolicyTest {
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  /// Returns everything in the project's own files, journals included.
  private String everything() throws IOException {
    var all = new StringBuilder();
    try (var files = Files.walk(tidemark.scratch().root())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toString().contains("/.git/")) {
          all.append(Files.readString(file)).append('\n');
        }
      }
    }
    return all.toString();
  }

  @Proves("R-USR-13")
  @Test
  void a_secret_is_told_and_recorded_by_default() throws IOException {
    tidemark.after("start implement/auth");

    var ran = tidemark.run("done implementation --summary 'The key is " + KEY + "'");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("looks like a secret").contains("aws-access-key");
    assertThat(everything()).contains(KEY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start implement/auth | done implementation --summary 'S KEY' --decision 'D KEY'",
        "start implement/auth | fail implementation --reason 'R KEY'",
        "start implement/auth | skip validation --reason 'R KEY'",
        "start item/epic/EPIC-001 | note --state 'S KEY' --decision 'D KEY'",
        "start item/epic/EPIC-001 | task add 'T KEY'",
        "done 2-plan --run phase/dev | done 3-build --run phase/dev --outcome 'O KEY'"
      })
  void a_secret_is_nowhere_when_it_is_to_be_left_out(String before, String line)
      throws IOException {
    tidemark.after("init", "config set secrets redact");
    tidemark.run(before);

    var ran = tidemark.run(line.replace("KEY", KEY + " of commit " + COMMIT));

    assertThat(everything()).doesNotContain(KEY);
    if (ran.exit() == 0) {
      assertThat(ran.err()).contains("what looks like a secret is not recorded");
      assertThat(everything()).contains("[redacted-aws-access-key]").contains(COMMIT);
    }
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @Test
  void a_change_with_a_secret_can_be_refused() throws IOException {
    tidemark.after("init", "config set secrets refuse", "start implement/auth");

    var ran = tidemark.run("done implementation --summary 'The key is " + KEY + "'");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("this looks like a secret: aws-access-key");
    assertThat(everything()).doesNotContain(KEY);
    assertThat(tidemark.run("config set secrets maybe").exit()).isNotZero();
  }

  @Test
  void documents_that_git_ignores_are_their_owners_only() throws IOException {
    tidemark.after("start implement/auth", "start item/epic/EPIC-001", "done 0 --run EPIC-001");
    tidemark.scratch().write("seen-by-all", "");
    var root = tidemark.scratch().root();
    var usual = mode(root.resolve("seen-by-all"));

    assertThat(mode(root.resolve(".claude/state/implement-auth.json"))).isEqualTo("rw-------");
    assertThat(mode(root.resolve(".claude/state"))).isEqualTo("rwx------");
    try (var files = Files.list(root.resolve("docs/checkpoints"))) {
      assertThat(files.map(SecretPolicyTest::mode)).containsOnly(usual);
    }
  }

  private static String mode(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
