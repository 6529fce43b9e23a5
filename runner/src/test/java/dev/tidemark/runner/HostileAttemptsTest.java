package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.RunResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a checkout has put where the runner keeps attempts, and what an agent prints there.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "agents need a POSIX shell")
class HostileAttemptsTest {
  private static final String TOKEN = "ghp_" + "a1B2c3D4e5".repeat(4).substring(0, 36);

  @TempDir private Path folder;
  private RunnerProject project;
  private Path outside;
  private Path attempts;

  @BeforeEach
  void prepare() throws IOException {
    project = RunnerProject.in(folder.resolve("a"));
    project.start("design");
    outside = Files.writeString(folder.resolve("outside"), "kept");
    attempts = new AttemptLog(project.root, project.id()).folder(1).getParent();
  }

  @Test
  void links_in_the_folder_of_an_attempt_are_not_written_through() throws IOException {
    var attempt = Files.createDirectories(attempts.resolve("1"));
    Files.setPosixFilePermissions(attempts, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (var name : new String[] {"in", "out", "err", "schema.json", "pid.new", "exit.new"}) {
      Files.createSymbolicLink(attempt.resolve(name), outside);
    }
    assertThat(project.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(outside).hasContent("kept");
    assertThat(attempt.resolve("out")).isRegularFile();
    assertThat(Files.getPosixFilePermissions(attempts))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "stop"})
  void no_link_beside_the_attempts_is_written_through(String name) throws IOException {
    Files.createDirectories(attempts);
    Files.createSymbolicLink(attempts.resolve(name), outside);
    var log = new AttemptLog(project.root, project.id());
    if (name.equals("lock")) {
      assertThatThrownBy(log::lock).isInstanceOf(IOException.class);
    } else {
      assertThatThrownBy(() -> log.requestStop(true)).isInstanceOf(IOException.class);
    }
    assertThat(outside).hasContent("kept");
  }

  @Test
  void a_link_in_place_of_the_folder_of_a_run_is_refused() throws IOException {
    Files.createDirectories(attempts.getParent());
    Files.createSymbolicLink(attempts, Files.createDirectory(folder.resolve("elsewhere")));
    assertThatThrownBy(() -> project.run("ok")).hasMessageContaining("is no folder");
    assertThat(folder.resolve("elsewhere")).isEmptyDirectory();
  }

  @Test
  void an_answer_that_was_there_before_the_attempt_is_none() throws IOException {
    var attempt = Files.createDirectories(attempts.resolve("1"));
    Files.writeString(attempt.resolve("out"), "forged");
    Files.writeString(Files.createDirectory(attempt.resolve("again")).resolve("out"), "forged");
    assertThat(project.run("empty").status()).isEqualTo(Status.REFUSED);
    assertThat(attempt.resolve("out")).isEmptyFile();
    assertThat(attempt.resolve("again")).doesNotExist();
  }

  /// `grep` takes each line of it as a pattern of its own.
  @ParameterizedTest
  @ValueSource(strings = {"x\nHOME=", "", "00000000-0000-0000-0000-00000000000g"})
  void a_mark_that_the_runner_has_not_made_ends_no_process(String mark) throws IOException {
    var start = JsonObject.EMPTY.with("agent", "command").with("id", mark);
    var event = new Event.AttemptStarted(new PhaseName("design"), 1, start);
    project.open().checkpoints().record(project.id(), event, Actor.tool("test"));
    assertThat(project.attempts().getFirst().mark()).isEmpty();
    assertThat(SupervisedProcess.sweep(folder, "", project.environment)).isZero();
  }

  @Test
  void secrets_that_an_agent_prints_are_neither_recorded_nor_shown() throws IOException {
    var script = project.root.resolve("agent.sh");
    Files.writeString(script, "echo 'cannot log in with " + TOKEN + "' >&2; exit 127\n");
    var definition = "run: {command: [sh, '" + script + "']}\nphases: [design]\n";
    project.define("own", definition).start("design");
    project.run("");
    var end = project.attempts().getFirst();
    assertThat(end.reason()).contains("cannot log in with").doesNotContain(TOKEN);
    assertThat(project.told).isNotEmpty().noneMatch(text -> text.contains(TOKEN));
  }
}
