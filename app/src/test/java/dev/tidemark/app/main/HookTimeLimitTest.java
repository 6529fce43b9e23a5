package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.stores.file.io.DiskIo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The time limit of a hook.
class HookTimeLimitTest {
  @Test
  void a_hook_that_is_blocked_answers_nothing_within_its_limit_and_says_so(@TempDir Path temp)
      throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var err = new ByteArrayOutputStream();
    var out = new ByteArrayOutputStream();
    try (var never = new PipedOutputStream();
        var input = new PipedInputStream(never);
        var projectFactory = new ProjectFactory(new DiskIo(), tidemark.scratch()::home)) {
      var place =
          new ProcessContext(
              tidemark.folder(),
              tidemark.environment(),
              input,
              projectFactory,
              ChildProcess::program);
      var terminal = Terminal.of(false, false, "UTF-8", Map.of());
      var streams = new CommandLine.Streams(out, err, terminal);

      int exit = new CommandLine(streams, place).code("hook", "claude-code", "Stop");

      assertThat(exit).isZero();
      assertThat(out.toString(UTF_8)).isEmpty();
      assertThat(err.toString(UTF_8))
          .isEqualTo("tidemark: Stop went unanswered: it took longer than 4000 ms\n");
    }
  }
}
