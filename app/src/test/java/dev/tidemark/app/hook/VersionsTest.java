package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents change every few weeks; what is not known is no failure.
class VersionsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  void older_and_newer_versions_are_understood_too() {
    tidemark.after("start implement/auth");

    for (var version : new String[] {"2.0.14", "future"}) {
      var start = new Fixture("claude-code", version, "SessionStart").send(tidemark);
      assertThat(start.out()).contains("additionalContext", "state/implement/auth");
      var write = new Fixture("claude-code", version, "PreToolUse-write-journal").send(tidemark);
      assertThat(write.exit()).isEqualTo(2);
    }
    assertThat(new Fixture("claude-code", "2.0.14", "Stop").send(tidemark))
        .as("without a session nothing can be remembered, so nothing is said")
        .isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void an_unknown_event_is_nothing_and_an_unknown_agent_is_a_mistake_but_no_no() {
    assertThat(tidemark.given("{}").run("hook claude-code Sunrise").exit()).isZero();
    assertThat(tidemark.given("{}").run("hook copilot SessionStart").exit()).isEqualTo(1);
    assertThat(tidemark.given("{}").run("hook claude-code").exit()).isEqualTo(1);
    assertThat(tidemark.given("{}").run("hook claude-code Stop --wrong").exit()).isEqualTo(1);
    assertThat(tidemark.given("{}").run("hook claude-code Stop again").exit()).isEqualTo(1);
  }
}
