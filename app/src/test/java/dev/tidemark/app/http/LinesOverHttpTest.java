package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.settings.ProcessLocation;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the server carries out for other processes, whatever they send.
class LinesOverHttpTest {
  private static final String LINES = "/api/lines";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Served served;
  private Visitor program;

  @BeforeEach
  void serve() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    served = Served.byPerson(tidemark);
    program = Visitor.bearer(served);
  }

  @AfterEach
  void end() {
    served.close();
  }

  private JsonObject line(String... words) throws IOException {
    var root = tidemark.folder();
    var where = ProcessLocation.of(root, tidemark.environment());
    return JsonObject.builder()
        .add("words", List.of(words))
        .add("folder", root.toString())
        .add("project", where.project())
        .add("ways", where.ways())
        .build();
  }

  private Visitor.Reply send(Visitor visitor, JsonObject line) {
    return visitor.post(LINES, JsonText.compact(line));
  }

  @Test
  void nothing_is_approved_read_or_run_that_is_not_of_runs() throws IOException {
    for (var words :
        List.of(
            List.of("approve", "implementation"),
            List.of("store", "move", "files"),
            List.of("done", "implementation", "--summary-file=/etc/passwd"),
            List.of("done", "implementation", "--summary=-"),
            List.of("start", "implement/else", "--plan=/etc/passwd"),
            List.of("gate", "run"),
            List.of("status", "--verbose"),
            List.of("nonsense"))) {
      var reply = send(program, line(words.toArray(new String[0])));
      assertThat(reply.status()).as(words.toString()).isEqualTo(409);
      assertThat(reply.code()).isEqualTo("not-here");
    }
    assertThat(served.door().lines()).isZero();
  }

  @Test
  void no_token_but_the_one_that_was_shown_speaks_for_others() throws IOException {
    var words = "serve token add build --scope read --scope write --json";
    var token = tidemark.run(words).string("token");
    var build = Visitor.of(served).with("Authorization: Bearer " + token);
    var line = line("done", "implementation", "--as=Ann").with("as", "Ann");
    var who = JsonObject.builder().add("USER", "Ann").build();

    assertThat(send(build, line.with("who", who)).json().number("exit").isWhole(0)).isTrue();

    assertThat(tidemark.run("history").out()).contains("build").doesNotContain("Ann");
  }

  @Test
  void a_line_has_words_and_a_place_and_comes_once() throws IOException {
    assertThat(program.post(LINES, "{}").status()).isEqualTo(400);
    assertThat(send(program, line("status").with("project", "x")).code())
        .isEqualTo("another-project");
    assertThat(send(program, line("status").with("ways", "x")).code()).isEqualTo("other-settings");
    assertThat(send(program, line("status").with("folder", "src")).code()).isEqualTo("not-here");
    var once = line("done", "implementation", "--root=/").with("id", "1");
    assertThat(send(program, once).status()).isEqualTo(200);
    assertThat(send(program, once).code()).isEqualTo("line-known");
    assertThat(served.door().lines()).isOne();
  }
}
