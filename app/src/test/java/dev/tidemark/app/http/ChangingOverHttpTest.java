package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What changes runs over HTTP does what the verbs do, for somebody who may.
class ChangingOverHttpTest {
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Served served;

  @BeforeEach
  void serve() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a.ts", "export {}");
    served = Served.at(tidemark);
  }

  @AfterEach
  void end() {
    served.close();
  }

  @Test
  void a_run_is_carried_from_start_to_end() {
    var program = Visitor.bearer(served);
    var started = program.post("/api/runs", "{\"workflow\":\"implement\",\"item\":\"auth\"}");
    assertThat(started.status()).as(started.body()).isEqualTo(200);

    for (var change :
        new String[] {
          "{\"action\":\"enter\",\"phase\":\"implementation\"}",
          "{\"action\":\"done\",\"phase\":\"implementation\",\"summary\":\"--help\","
              + "\"created\":[\"a.ts\"],\"decisions\":[\"Yes\"]}",
          "{\"action\":\"skip\",\"phase\":\"validation\",\"reason\":\"No\"}",
          "{\"action\":\"finish\"}"
        }) {
      var reply = program.post(RUN + "/changes", change);
      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    var shown = tidemark.run("status --json --run implement/auth").json();
    assertThat(shown.string("state")).isEqualTo("done");
    assertThat(tidemark.run("show --run implement/auth").out()).contains("\"--help\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redact", "refuse"})
  void a_secret_in_a_request_follows_the_policy(String policy) throws IOException {
    var key = "AKIAIOSFODNN7EXAMPLE";
    tidemark.after("init", "config secrets " + policy, "start implement/auth");
    var program = Visitor.bearer(served);

    for (var change :
        new String[] {
          "{\"action\":\"enter\",\"phase\":\"implementation\"}",
          "{\"action\":\"note\",\"text\":\"N KEY\"}",
          "{\"action\":\"done\",\"phase\":\"implementation\",\"summary\":\"S KEY\"}",
          "{\"action\":\"fail\",\"phase\":\"validation\",\"reason\":\"R KEY\"}",
          "{\"action\":\"enter\",\"phase\":\"KEY\"}"
        }) {
      var reply = program.post(RUN + "/changes", change.replace("KEY", key));
      boolean name = change.contains("\"KEY\"");
      boolean refused = change.contains("KEY") && (name || policy.equals("refuse"));
      assertThat(reply.status() == 200).as("%s: %s", change, reply.body()).isEqualTo(!refused);
      assertThat(reply.body()).doesNotContain(key);
    }

    assertThat(everything()).doesNotContain(key);
    assertThat(everything().contains("[redacted-aws-access-key]"))
        .isEqualTo(policy.equals("redact"));
  }

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

  @Test
  void a_program_acts_under_its_own_name_and_as_no_person() {
    tidemark.after("start implement/auth");
    Visitor.bearer(served).post(RUN + "/changes", "{\"action\":\"enter\",\"phase\":\"x\"}");
    Visitor.bearer(served)
        .post(RUN + "/changes", "{\"action\":\"enter\",\"phase\":\"implementation\"}");
    Visitor.page(served, served.token())
        .post(RUN + "/changes", "{\"action\":\"done\",\"phase\":\"implementation\"}");

    assertThat(tidemark.run("history --json --run implement/auth").out())
        .contains("{\"kind\":\"agent\",\"name\":\"ann\"", "{\"kind\":\"person\",\"name\":\"ann\"");
  }

  @Test
  void a_refusal_is_the_verbs_own() {
    tidemark.after("start implement/auth");
    var body = "{\"action\":\"note\",\"resolved\":[\"Which?\"]}";
    var reply = Visitor.bearer(served).post(RUN + "/changes", body);

    assertThat(reply.status()).isBetween(400, 499);
    assertThat(reply.body())
        .isEqualTo(tidemark.run("note --resolved Which? --json --run implement/auth").out());
  }

  @Test
  void a_dry_run_changes_nothing() {
    tidemark.after("start implement/auth");
    var before = tidemark.run("history --json").out();
    var program = Visitor.bearer(served);
    var change = "{\"action\":\"enter\",\"phase\":\"implementation\",\"dry_run\":true}";

    assertThat(program.post(RUN + "/changes", change).json().isTrue("dry_run")).isTrue();
    assertThat(
            program.post(RUN + "/restore", "{\"to\":1,\"dry_run\":true}").json().isTrue("dry_run"))
        .isTrue();
    assertThat(tidemark.run("history --json").out()).isEqualTo(before);
  }

  @Test
  void an_earlier_state_is_put_back() {
    tidemark.after("start implement/auth", "done implementation --summary Works.");

    var reply = Visitor.bearer(served).post(RUN + "/restore", "{\"to\":1}");

    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(tidemark.run("status --json").json().string("progress")).isEqualTo("0/2");
    assertThat(Visitor.bearer(served).post(RUN + "/restore", "{\"to\":99}").status())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"action\":\"nonsense\"}",
        "{\"action\":\"start\"}",
        "{\"action\":\"enter\",\"phase\":1}",
        "{\"action\":\"enter\",\"phase\":\"x\",\"run\":\"other\"}",
        "{\"action\":\"enter\",\"phase\":\"x\",\"root\":\"/\"}",
        "{\"action\":\"enter\",\"phase\":\"x\",\"yes\":true}",
        "{\"action\":\"enter\",\"details\":{\"root\":\"/\"}}"
      })
  void what_makes_no_change_is_turned_away(String body) {
    var reply = Visitor.bearer(served).post(RUN + "/changes", body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("request");
  }
}
