package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.DrivenRun;
import dev.tidemark.app.main.Served;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Attempts of agents over HTTP: who may read what they print, and who may stop them.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
class AttemptsOverHttpTest {
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";
  private static final String TOKEN = "ghp_" + "a1B2c3D4e5".repeat(4).substring(0, 36);

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Served served;

  @BeforeEach
  void serve() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases design,code");
    served = Served.at(tidemark);
  }

  @AfterEach
  void end() {
    served.close();
  }

  private Visitor withScope(String scope) {
    var ran = tidemark.run("serve token add " + scope + " --scope " + scope);
    return Visitor.of(served).with("Authorization: Bearer " + ran.out().strip());
  }

  @Test
  void an_attempt_is_watched_and_stopped_by_those_who_may() throws IOException {
    var reader = withScope("read");
    var writer = withScope("write");
    try (var driven = DrivenRun.start(tidemark, "implement/auth")) {
      var shown = reader.get(RUN + "/attempts").json();
      assertThat(shown.string("runner")).isEqualTo("running");
      assertThat(shown.number("cost_usd").spelling()).isEqualTo("0.75");
      assertThat(reader.get(RUN + "/attempts/2").json().string("output"))
          .isEqualTo("reading code\n");
      assertThat(writer.get(RUN + "/attempts").code()).isEqualTo("scope");
      assertThat(writer.get(RUN + "/attempts/2").code()).isEqualTo("scope");
      assertThat(Visitor.of(served).get(RUN + "/attempts/2").status()).isEqualTo(401);
      assertThat(reader.post(RUN + "/stop", "{}").code()).isEqualTo("scope");
      assertThat(writer.with("Origin: http://evil.example").post(RUN + "/stop", "{}").status())
          .isEqualTo(403);
      assertThat(writer.post(RUN + "/stop", "{\"dry_run\":true}").status()).isEqualTo(200);
      assertThat(reader.get(RUN + "/attempts").json().string("stop")).isNull();

      assertThat(writer.post(RUN + "/stop", "{}").status()).isEqualTo(200);

      assertThat(reader.get(RUN + "/attempts").json().string("stop")).isEqualTo("after-attempt");
      assertThat(driven.goOn().exit()).isEqualTo(ExitCode.DECISION.code());
    }
    assertThat(writer.post(RUN + "/stop", "{}").status()).isEqualTo(409);
    assertThat(reader.get(RUN + "/attempts/99").status()).isEqualTo(404);
    assertThat(reader.get(RUN + "/attempts/--help").status()).isEqualTo(400);
  }

  @Test
  void an_attempt_is_ended_at_once() throws IOException {
    try (var driven = DrivenRun.start(tidemark, "implement/auth")) {
      assertThat(Visitor.bearer(served).post(RUN + "/stop", "{\"now\":true}").status())
          .isEqualTo(200);
      assertThat(driven.end().exit()).isEqualTo(ExitCode.DECISION.code());
    }
    assertThat(tidemark.run("run log").out()).contains("2  code  command  interrupted");
  }

  @Test
  void of_the_output_the_last_lines_are_answered_without_secrets_and_without_raw_characters()
      throws IOException {
    var program = Visitor.bearer(served);
    try (var driven = DrivenRun.start(tidemark, "implement/auth")) {
      driven.say("line\n".repeat(300) + "\u001b[2J\u202e<script>" + TOKEN + "\nhalf of a line");
      var reply = program.get(RUN + "/attempts/2");
      for (int i = 0; i < 600 && !reply.body().contains("<script>"); i++) {
        pause();
        reply = program.get(RUN + "/attempts/2");
      }
      assertThat(reply.body())
          .contains("<script>[redacted-")
          .doesNotContain(TOKEN, "reading code", "\u001b", "\u202e", "half of");
      assertThat(reply.json().string("output").lines()).hasSize(200);
      assertThat(program.get(RUN + "/attempts/2?errors=true").json().string("output")).isEmpty();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
