package dev.tidemark.app.hook.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The user's settings, and the commands that decide what opens a gate, are not a tool's to change.
class PolicyGuardTest {
  private static final Path FOLDER = Path.of("/home/ann/project");
  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOME", "/home/ann", "XDG_CONFIG_HOME", "/home/ann/.config");

  private static @Nullable String shell(String line) {
    return asked("Bash", "command", line);
  }

  private static @Nullable String asked(String tool, String key, String value) {
    var arguments = JsonObject.builder().add(key, value).build();
    var event = JsonObject.builder().add("tool_name", tool).add("tool_input", arguments).build();
    return PolicyGuard.refusal(new HookInput(event), FOLDER, ENVIRONMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tidemark config gates.trust file",
        "tidemark --json config gates.trust file",
        "tidemark --root . config --local gates.trust --json file",
        "tidemark --run x trust",
        "tidemark config gates.trust --root . -- file",
        "cd x && /opt/tidemark/bin/tidemark config flow.approvals none",
        "env -i HOME=/tmp tidemark config 'approval.agents' allow",
        "tidemark mcp",
        "tidemark trust",
        "tidemark trust --revoke",
        "printf '%s' \"$request\" | tidemark mcp",
        "echo 'approval.agents: allow' > ~/.config/tidemark/config.yaml",
        "sed -i s/refuse/allow/ /home/ann/.config/tidemark/config.yaml",
        "rm -rf $HOME/.config/tidemark",
      })
  void a_shell_line_that_changes_the_policy_is_refused(String line) {
    assertThat(shell(line)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tidemark config gates.trust",
        "tidemark config gates.trust --json",
        "tidemark config gates.trust --root .",
        "tidemark config --origin gates.trust > /tmp/trust",
        "tidemark config gates.trust 2>/dev/null",
        "tidemark config capture off",
        "tidemark mcp --help",
        "tidemark trust --dry-run",
        "tidemark approve plan",
        "bash -c 'tidemark status'",
        "timeout 60 tidemark done build --summary 'see tidemark mcp'",
        "sh -c 'grep tidemark docs'",
        "git commit -m 'tidemark mcp answers'",
        "grep -r 'tidemark config gates.trust' docs",
        "cat ~/.config/tidemark/config.yaml",
        "claude mcp add tidemark -- /usr/local/bin/tidemark mcp",
        "npm test",
      })
  void any_other_shell_line_is_run(String line) {
    assertThat(shell(line)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~/.config/tidemark/config.yaml",
        "/home/ann/.config/tidemark/config.yaml",
        "../.config/tidemark/config.yaml",
      })
  void the_settings_of_the_user_are_not_written(String file) {
    assertThat(asked("Write", "file_path", file)).contains("the user's own settings");
  }

  /// What is written into these by hand opens no gate, and the protocols' own agents write them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        ".claude-checkpoint.md",
        ".claude/state/review-checkpoint.json",
        ".claude/state/loop-state.json",
        "memory/state/phase.json",
        "src/config.yaml",
      })
  void checkpoint_files_stay_editable(String file) {
    assertThat(asked("Edit", "file_path", file)).isNull();
  }
}
