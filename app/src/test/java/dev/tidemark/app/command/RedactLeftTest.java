package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `redact` and what it leaves alone: it is named, and all else is cleaned.
@Proves("R-USR-13")
class RedactLeftTest {
  private static final String SECRET = "correct horse battery";
  private static final String ARCHIVE = ".claude/state/archive/";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private Path file(String path) {
    return tidemark.scratch().root().resolve(path);
  }

  private Path written(String path, String text) throws IOException {
    Files.createDirectories(file(path).resolveSibling(""));
    return Files.writeString(file(path), text);
  }

  private boolean isAnywhere() throws IOException {
    try (var all = Files.walk(tidemark.scratch().root())) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        if (new String(Files.readAllBytes(file), UTF_8).contains(SECRET)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void a_temporary_file_that_nobody_left_here_stays_and_is_named() throws IOException {
    tidemark.after("init", "start design/auth");
    var theirs = written(".tidemark/workflows/draft.tmp", SECRET);
    var at = written(".tidemark/listeners/own.json.tmp", SECRET);
    var half = written(".tidemark/leases/design-auth.tmp", SECRET);

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(".tidemark/workflows/draft.tmp holds it and was left as it is")
        .contains(".tidemark/listeners/own.json.tmp holds it and was left as it is");
    assertThat(theirs).hasContent(SECRET);
    assertThat(at).hasContent(SECRET);
    assertThat(half).doesNotExist();
  }

  @Test
  void an_archived_copy_that_is_a_link_is_named() throws IOException {
    tidemark.after("start design/auth");
    var copy = ARCHIVE + "design-auth-20261121T013000Z.json.gz";
    Files.createDirectories(file(ARCHIVE));
    Files.createSymbolicLink(file(copy), temp.resolve("elsewhere"));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(copy + " was not looked into: it is a symbolic link");
  }

  @Test
  void an_archive_that_nobody_can_list_keeps_nothing_else_from_being_cleaned() throws IOException {
    tidemark.after("start design/auth");
    tidemark.words("done", "research", "--summary", "The password is " + SECRET + ".");
    written(".tidemark/refusal.json", SECRET);
    Files.createSymbolicLink(file(".claude/state/archive"), temp.resolve("nowhere"));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.out()).contains("state/design/auth: taken out of the file");
    assertThat(ran.err()).contains(".claude/state/archive was not looked into: it cannot be read");
    assertThat(isAnywhere()).isFalse();
  }

  @Test
  void a_dialect_that_nobody_can_list_keeps_no_other_from_being_cleaned() throws IOException {
    written(".claude-checkpoint.md", "# The password is " + SECRET + ".\n");
    written(".tidemark/refusal.json", SECRET);
    Files.createDirectories(file(".claude"));
    Files.createSymbolicLink(file(".claude/state"), file(".claude/state"));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).as(ran.toString()).isNotZero();
    assertThat(ran.out()).contains("phase/dev: taken out of the file");
    assertThat(ran.err()).contains("the runs of state cannot be listed: ");
    assertThat(isAnywhere()).isFalse();
  }
}
