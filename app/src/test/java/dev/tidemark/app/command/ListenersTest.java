package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.UnrulyServer;
import dev.tidemark.testkit.UnrulyServer.Manner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever listeners do, a change comes to the same, and nothing is lost.
class ListenersTest {
  @TempDir private Path temp;
  private Audience audience;

  @BeforeEach
  void begin() {
    audience = new Audience(temp);
  }

  @AfterEach
  void end() {
    audience.close();
  }

  @Proves("R-004-100")
  @ParameterizedTest
  @CsvSource({"500", "503", "401", "404", "429", "307"})
  void trouble_is_told_by_name_retried_and_changes_nothing(int status) throws IOException {
    audience.server.answer(
        got -> new Said(status, Map.of("Location", "http://127.0.0.1:1/"), Audience.SECRET));
    audience.hooks(Audience.generic(",'retries':1,'secret_env':'HOOK_SECRET'"));

    var ran = audience.tidemark.run("done design --summary First");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("design complete");
    assertThat(ran.err())
        .startsWith("tidemark: own could not be notified: it answered " + status)
        .hasLineCount(1);
    assertThat(audience.server.got()).hasSize(2);
    var log = audience.tidemark.scratch().root().resolve(".claude/logs/webhooks.log");
    assertThat(Files.readString(log)).contains("own could not be notified: it answered " + status);
    assertThat(audience.tidemark.scratch().git("status", "--porcelain")).doesNotContain("logs");
    assertThat(audience.tidemark.run("webhooks --json").json().array("listeners").toString())
        .contains("\"left\":1");

    audience.server.answer(got -> Said.of(204, ""));
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 1 sent, 0 pending");
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 0 sent, 0 pending");
    var ids = audience.heard("id").stream().distinct();
    assertThat(ids).hasSize(1);
    assertThat(everything() + ran.err() + ran.out()).doesNotContain(Audience.SECRET, Audience.PATH);
  }

  @Proves("R-004-100")
  @ParameterizedTest
  @EnumSource(Manner.class)
  void a_change_waits_briefly_whatever_a_subscriber_does(Manner manner) {
    try (var unruly = UnrulyServer.of(manner)) {
      audience.tidemark =
          audience
              .tidemark
              .with("HOOK_URL", unruly.address())
              .with("TIDEMARK_LISTENERS_WAIT_MS", "300");
      audience.hooks(Audience.generic(""));

      var ran = audience.tidemark.run("done design");

      assertThat(ran.exit()).isZero();
      assertThat(ran.err()).startsWith("tidemark: own could not be notified: ").hasLineCount(1);
    }
  }

  @Proves("R-004-100")
  @Test
  void a_listener_that_fails_is_left_alone_for_a_while_and_then_told_in_order() {
    audience.server.answer(got -> Said.of(500, ""));
    audience.hooks(Audience.generic(",'retries':0"));
    audience.tidemark.after("done design --summary First");

    var second = audience.tidemark.run("done code --summary Second");

    assertThat(second.err()).isEmpty();
    assertThat(audience.server.got()).hasSize(1);
    audience.server.answer(got -> Said.of(200, ""));
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 2 sent, 0 pending");
    assertThat(audience.heard("summary")).containsExactly("First", "First", "Second");
  }

  @Proves("R-004-100")
  @Test
  void what_a_listener_does_not_want_keeps_nothing_back() {
    audience.server.answer(
        got -> Said.of("design".equals(Audience.body(got).string("phase")) ? 400 : 200, ""));
    audience.hooks(Audience.generic(""));

    assertThat(audience.tidemark.run("done design").err())
        .isEqualTo(
            "tidemark: own rejected phase.completed of state/implement/auth: it answered"
                + " 400\n");
    audience.tidemark.after("done code");
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 0 sent, 0 pending");
    assertThat(audience.server.got()).hasSize(2);
  }

  @Proves("R-004-98")
  @Test
  void nothing_is_told_of_what_happened_before_anybody_listened() {
    audience.tidemark.after("done design");
    audience.hooks(Audience.generic(""));
    audience.tidemark.after("done code");

    assertThat(audience.server.got()).hasSize(1);
    assertThat(audience.body(0).string("phase")).isEqualTo("code");
  }

  @Proves("R-COM-17")
  @Test
  void a_dry_run_and_a_hook_fire_no_webhooks() {
    audience.hooks(Audience.generic(",'events':['phase.started','phase.completed']"));
    var before = Tree.of(temp);

    audience.tidemark.run("done design --dry-run");
    assertThat(Tree.of(temp)).isEqualTo(before);
    audience.tidemark.given("{\"session_id\":\"s\"}").run("hook claude-code PreCompact");

    assertThat(audience.server.got()).isEmpty();
  }

  /// Every file of the project, as text.
  private String everything() throws IOException {
    var all = new StringBuilder();
    try (var files = Files.walk(audience.tidemark.scratch().root())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), ISO_8859_1));
      }
    }
    return all.toString();
  }
}
