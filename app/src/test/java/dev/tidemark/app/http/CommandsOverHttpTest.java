package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a remote command line may have executed, whatever program sends it.
class CommandsOverHttpTest {
  private static final String COMMANDS = "/api/commands";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Served served;

  @BeforeEach
  void serve() {
    tidemark = CommandLineHarness.fresh(temp).after("init", "start implement/auth");
    served = Served.byPerson(tidemark);
  }

  @AfterEach
  void end() {
    served.close();
  }

  private Visitor holding(String... scopes) {
    var line = new StringBuilder("serve token add build --json");
    for (var scope : scopes) {
      line.append(" --scope ").append(scope);
    }
    var out = tidemark.run(line.toString()).out();
    var token = out.replaceAll("(?s).*\"token\":\"([^\"]*)\".*", "$1");
    return Visitor.of(served).with("Authorization: Bearer " + token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"verb\":\"serve token\",\"arguments\":[\"add\",\"x\"]}",
        "{\"verb\":\"run\"}",
        "{\"verb\":\"gate run\"}",
        "{\"verb\":\"store move\"}",
        "{\"verb\":\"crash-child\"}",
        "{\"verb\":\"hook\"}",
        "{\"verb\":\"nothing\"}",
        "{\"verb\":\"status\",\"options\":[{\"name\":\"root\",\"value\":\"/\"}]}",
        "{\"verb\":\"done\",\"options\":[{\"name\":\"summary-file\",\"value\":\"/etc/passwd\"}]}",
        "{\"verb\":\"start\",\"options\":[{\"name\":\"plan\",\"value\":\"/etc/passwd\"}]}",
        "{\"verb\":\"note\",\"arguments\":[\"x\"],\"options\":[{\"name\":\"as\",\"value\":\"b\"}]}",
        "{\"verb\":\"gate\",\"arguments\":[\"ship\"]}",
        "{\"verb\":\"note\",\"arguments\":[\"x\"]}",
        "{\"verb\":\"note\",\"arguments\":[\"x\"],\"id\":\"\"}",
        "{\"options\":[{}]}",
        "{}"
      })
  void what_is_not_meant_for_others_is_refused_and_nothing_is_done(String body) {
    var before = tidemark.run("history --json").out();

    var reply = Visitor.bearer(served).post(COMMANDS, body);

    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(tidemark.run("history --json").out()).isEqualTo(before);
  }

  @Test
  void a_token_reads_and_changes_what_its_scopes_allow() {
    var note = "{\"id\":\"1\",\"verb\":\"note\",\"arguments\":[\"x\"]}";
    var trial = "{\"verb\":\"finish\",\"options\":[{\"name\":\"dry-run\"}]}";
    var reader = holding("read");

    assertThat(Visitor.of(served).post(COMMANDS, note).status()).isEqualTo(401);
    assertThat(reader.post(COMMANDS, "{\"verb\":\"status\"}").json().string("out"))
        .contains("implement/auth");
    assertThat(reader.post(COMMANDS, trial).status()).isEqualTo(200);
    assertThat(reader.post(COMMANDS, note).code()).isEqualTo("scope");
    assertThat(Visitor.bearer(served).post(COMMANDS, note).status()).isEqualTo(200);
  }

  @Test
  void an_approval_needs_a_login_here_too() {
    var approval = "{\"id\":\"1\",\"verb\":\"approve\",\"arguments\":[\"implementation\"]}";

    assertThat(Visitor.bearer(served).post(COMMANDS, approval).code()).isEqualTo("login");
    assertThat(Visitor.page(served, served.token()).post(COMMANDS, approval).status())
        .isEqualTo(200);
  }

  @Test
  void a_request_is_executed_once_for_each_user_and_id() {
    var note = "{\"id\":\"1\",\"verb\":\"note\",\"arguments\":[\"Twice\"]}";
    var program = Visitor.bearer(served);

    var first = program.post(COMMANDS, note);
    var second = program.post(COMMANDS, note);
    var other = holding("read", "write").post(COMMANDS, note.replace("Twice", "Other"));

    assertThat(second.body()).isEqualTo(first.body());
    assertThat(other.body()).contains("\"exit\":0");
    assertThat(tidemark.run("history").out().split("noted: ", -1)).hasSize(3);
  }

  @Test
  void a_repeated_request_is_not_executed_where_its_answer_may_be_forgotten() {
    var undo = "{\"id\":\"a\",\"verb\":\"undo\",\"sent_ms_ago\":60000}";

    assertThat(Visitor.bearer(served).post(COMMANDS, undo).code()).isEqualTo("unknown-outcome");
    assertThat(tidemark.run("history").out()).doesNotContain("restored");
  }
}
