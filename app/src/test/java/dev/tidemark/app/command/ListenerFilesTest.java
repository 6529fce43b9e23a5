package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.command.store.DeliveryLog;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written of listeners: how far they have been told, and what could not be delivered.
class ListenerFilesTest {
  @TempDir private Path temp;
  @TempDir private Path outside;
  private Audience audience;
  private Path root;

  @BeforeEach
  void begin() {
    audience = new Audience(temp);
    root = audience.tidemark.scratch().root();
  }

  @AfterEach
  void end() {
    audience.close();
  }

  @Proves("R-004-100")
  @ParameterizedTest
  @ValueSource(strings = {"{\"since\":", "", "[]", "{}", "{\"since\":\"yesterday\"}"})
  void a_damaged_cursor_loses_nothing(String damage) throws IOException {
    audience.server.answer(got -> Said.of(500, ""));
    audience.hooks(Audience.generic(",'retries':0"));
    audience.tidemark.after("done design", "done code");
    var cursor = root.resolve(STATE + "/listeners/own.json");
    Files.writeString(cursor, damage);
    audience.server.answer(got -> Said.of(200, ""));

    assertThat(audience.tidemark.run("doctor").out())
        .contains("own has a damaged cursor: events since ");
    assertThat(audience.tidemark.run("webhooks").lines()).contains("own: 0 sent, 2 pending");
    assertThat(cursor).hasContent(damage);
    var ran = audience.tidemark.run("webhooks --retry");

    assertThat(ran.lines()).containsExactly("own: 2 sent, 0 pending");
    assertThat(ran.err())
        .startsWith("tidemark: own has a damaged cursor: events since ")
        .contains(" are sent again; the cursor was set aside as own.json.corrupt-");
    assertThat(Files.readString(root.resolve(DeliveryLog.FILE))).contains("a damaged cursor");
    try (var files = Files.list(cursor.getParent())) {
      assertThat(files.filter(it -> it.toString().contains("own.json.corrupt-")))
          .singleElement()
          .satisfies(aside -> assertThat(aside).hasContent(damage));
    }
    assertThat(audience.tidemark.run("doctor").out())
        .contains("own.json.corrupt-")
        .doesNotContain("has a damaged cursor");
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 0 sent, 0 pending");
  }

  @Proves("R-USR-15")
  @Test
  void a_log_that_leads_out_of_the_project_is_not_written() throws IOException {
    Files.createSymbolicLink(root.resolve(".claude/logs"), outside);
    audience.server.answer(got -> Said.of(500, ""));
    audience.hooks(Audience.generic(",'retries':0"));

    var ran = audience.tidemark.run("done design");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("own could not be notified");
    assertThat(outside).isEmptyDirectory();
    Files.delete(root.resolve(".claude/logs"));
    Files.createDirectory(root.resolve(".claude/logs"));
    Files.createSymbolicLink(root.resolve(DeliveryLog.FILE), outside.resolve("new.log"));
    audience.tidemark.run("webhooks --retry");
    assertThat(outside).isEmptyDirectory();
  }

  @Proves("R-USR-15")
  @Test
  void cursors_that_lead_out_of_the_project_are_not_written() throws IOException {
    Files.createSymbolicLink(root.resolve(STATE + "/listeners"), outside);
    audience.hooks(Audience.generic(""));

    var ran = audience.tidemark.run("done design");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains("not every webhook was sent: ")
        .contains("leaves the project through a symbolic link");
    assertThat(outside).isEmptyDirectory();
    assertThat(audience.server.got()).isEmpty();
  }

  @Test
  void the_log_keeps_itself_out_of_git_and_hides_nothing_else() throws IOException {
    audience.tidemark.scratch().write(".claude/logs/theirs.log", "x");
    audience.server.answer(got -> Said.of(500, ""));
    audience.hooks(Audience.generic(",'retries':0"));

    audience.tidemark.after("done design");

    assertThat(root.resolve(DeliveryLog.FILE)).exists();
    assertThat(audience.tidemark.scratch().git("status", "--porcelain", "-uall"))
        .contains(".claude/logs/theirs.log")
        .doesNotContain("webhooks.log", "logs/.gitignore");
  }
}
