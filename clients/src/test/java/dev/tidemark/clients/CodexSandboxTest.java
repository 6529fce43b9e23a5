package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The record and the sandbox that Codex brings along.
@LongProof
class CodexSandboxTest {
  private static final String JOURNAL = ".git/tidemark/main/journal/forged";

  @TempDir private Path temp;
  private Workspace workspace;

  @BeforeEach
  void begin() {
    Installation.assume();
    workspace = Workspace.in(temp).withRun();
  }

  private Session session(String note) {
    var driver = Client.CODEX.driver();
    var script =
        Script.begin()
            .call("write", driver.shell("echo x >src/c.ts; echo exit=$?"))
            .call("read", driver.shell("tidemark status; echo exit=$?"))
            .call("forge", driver.shell("echo x >" + JOURNAL + "; echo exit=$?"))
            .call("note", driver.shell("tidemark note '" + note + "'; echo exit=$?"))
            .say(Lab.ANSWER);
    var options = List.of(Codex.SANDBOX, "workspace-write");
    return Session.run(Client.CODEX, workspace, "Please go on", options, script);
  }

  @Test
  void an_agent_reads_the_record_and_writes_it_once_that_is_asked_for() {
    var closed = session("Refused");

    assertThat(closed.result("write")).contains("exit=0");
    assertThat(closed.result("read")).contains("implement/auth", "exit=0");
    assertThat(closed.result("forge")).contains("Read-only file system", "exit=");
    assertThat(closed.result("note"))
        .contains("this process may not write to", "tidemark install codex --only sandbox")
        .doesNotContain("exit=0");
    assertThat(workspace.history()).doesNotContain("Refused");

    workspace.after("install codex --only sandbox");
    var open = session("Recorded");

    assertThat(open.result("note")).contains("exit=0");
    assertThat(workspace.history()).contains("Recorded");
  }
}
