package dev.tidemark.app.settings;

import static dev.tidemark.checkpoint.Actor.Kind.AGENT;
import static dev.tidemark.checkpoint.Actor.Kind.PERSON;
import static dev.tidemark.checkpoint.Actor.Kind.TOOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ActorDetectionTest {
  @ParameterizedTest
  @CsvSource({
    "CLAUDECODE, 1, AGENT, claude-code",
    "CLAUDE_CODE_SESSION_ID, 0a1b, AGENT, claude-code",
    "CLAUDE_CODE_ENTRYPOINT, cli, AGENT, claude-code",
    "CODEX_SANDBOX, seatbelt, AGENT, codex",
    "CODEX_THREAD_ID, 0a1b, AGENT, codex",
    "CODEX_CI, 1, AGENT, codex",
    "GEMINI_CLI, 1, AGENT, gemini-cli",
    "CURSOR_AGENT, 1, AGENT, cursor",
    "CURSOR_PROJECT_DIR, /p, AGENT, cursor",
    "OPENCODE, 1, AGENT, opencode",
    "OPENCODE_CLIENT, cli, AGENT, opencode",
    "COPILOT_CLI, 1, AGENT, copilot-cli",
    "QWEN_CODE, 1, AGENT, qwen-code",
    "AI_AGENT, other-agent, AGENT, other-agent",
    "GITHUB_ACTIONS, true, TOOL, github-actions",
    "GITLAB_CI, true, TOOL, gitlab-ci",
    "CI, true, TOOL, ci",
  })
  void agents_and_tools_show_themselves(
      String variable, String value, Actor.Kind kind, String name) {
    var actor = recognise(null, variable, value);

    assertThat(actor.kind()).isEqualTo(kind);
    assertThat(actor.name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CODEX_HOME", "CURSOR_TRACE_ID", "CLAUDE_CONFIG_DIR", "GEMINI_API_KEY"})
  void what_a_person_configures_an_agent_with_shows_no_agent(String variable) {
    assertThat(recognise(null, variable, "x").kind()).isEqualTo(PERSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "false"})
  void a_variable_that_is_off_shows_nothing(String value) {
    assertThat(recognise(null, "CLAUDECODE", value, "CI", value).kind()).isEqualTo(PERSON);
  }

  @Test
  void an_agent_in_a_build_is_an_agent() {
    assertThat(recognise(null, "CI", "true", "CLAUDECODE", "1").kind()).isEqualTo(AGENT);
  }

  @Test
  void a_version_is_taken_where_the_environment_tells_it() {
    assertThat(recognise(null, "CURSOR_AGENT", "1", "CURSOR_VERSION", "3.20.17").version())
        .isEqualTo("3.20.17");
    assertThat(recognise(null, "CLAUDECODE", "1").version()).isNull();
    assertThat(
            recognise(null, "CLAUDECODE", "1", "AI_AGENT", "claude-code/2.1.240/agent").version())
        .isEqualTo("2.1.240");
    assertThat(recognise(null, "CLAUDECODE", "1", "AI_AGENT", "codex@9").version()).isNull();
    assertThat(recognise(null, "AI_AGENT", "custom-agent@2.0"))
        .satisfies(actor -> assertThat(actor).hasToString("custom-agent 2.0"));
  }

  @Test
  void a_person_is_called_by_the_login() {
    assertThat(recognise(null, "USER", "ada", "LOGNAME", "other").name()).isEqualTo("ada");
    assertThat(recognise(null, "USER", " ", "LOGNAME", "grace").name()).isEqualTo("grace");
    assertThat(recognise(null).name()).isEqualTo(System.getProperty("user.name"));
  }

  @Test
  void a_given_name_replaces_the_name_but_never_turns_an_agent_into_a_person() {
    assertThat(recognise("ada", "USER", "x"))
        .returns("ada", Actor::name)
        .returns(PERSON, Actor::kind);
    assertThat(recognise("ada", "CURSOR_AGENT", "1", "CURSOR_VERSION", "3"))
        .returns("ada", Actor::name)
        .returns(AGENT, Actor::kind)
        .returns(null, Actor::version);
    assertThat(recognise("nightly", "CI", "true"))
        .returns("nightly", Actor::name)
        .returns(TOOL, Actor::kind);
    assertThat(recognise("codex", "USER", "x").kind()).isEqualTo(AGENT);
    assertThat(recognise("  ", "USER", "x").name()).isEqualTo("x");
  }

  @Test
  void host_and_process_are_those_of_this_process() throws IOException {
    var kernel = Path.of("/proc/sys/kernel/hostname");

    assertThat(recognise(null).process()).isEqualTo(ProcessHandle.current().pid());
    assertThat(recognise(null, "HOSTNAME", "box").host()).isEqualTo("box");
    if (Files.exists(kernel)) {
      assertThat(recognise(null).host()).isEqualTo(Files.readString(kernel).strip());
    }
  }

  private static Actor recognise(@Nullable String said, String... variables) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return ActorDetection.recognise(environment, said);
  }
}
