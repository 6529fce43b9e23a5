package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shell lines by which an agent could get past a gate: which the hook before tools denies, and
/// which stay open, as docs/agents/README.md says.
class HostileLinesTest {
  private static final List<String> DENIED =
      List.of(
          "rm -rf .tidemark",
          "echo forged >> .git/tidemark/main/journal/state/ship-checkpoint.json/000001.jsonl",
          "sed -i s/false/true/ .git/tidemark/main/journal/state/ship-checkpoint.json/000001.jsonl",
          "cp -r /tmp/journal .git/tidemark/main/",
          "rm -rf .git/tidemark",
          "python3 -c \"open('.git/tidemark/main/tokens.json', 'w')\"",
          "printf 'phases: [build]' > .tidemark/workflows/ship.yaml",
          "echo 'gates.trust: file' >> .tidemark/config.yaml",
          "cd .git && mv tidemark old && tidemark start ship",
          "ln -sfn /tmp/other .tidemark",
          "echo 'approval.agents: allow' > ~/.config/tidemark/config.yaml",
          "mkdir -p $HOME/.config/tidemark && cp policy $HOME/.config/tidemark/config.yaml",
          "cp policy $XDG_CONFIG_HOME/tidemark/config.yaml",
          "tee ${XDG_CONFIG_HOME}/tidemark/trust.json < trust",
          "tidemark config gates.trust file",
          "tidemark config flow.approvals none",
          "tidemark config phase.test-gate off",
          "bash -c 'tidemark config gates.trust file'",
          "env -i HOME=$PWD/x tidemark config approval.agents allow",
          "tidemark mcp < answers.jsonl",
          "printf '%s' \"$requests\" | timeout 5 tidemark mcp",
          "sh -c \"tidemark mcp\" < answers.jsonl",
          "nohup /usr/local/bin/tidemark mcp",
          "script -qfc 'tidemark approve plan' /dev/null",
          "bash -c \"exec env -i script -qfc 'tidemark approve plan' /dev/null\"",
          "setsid tidemark approve plan",
          "tmux new-session -d 'tidemark approve plan'",
          "systemd-run --user tidemark approve plan",
          "tidemark trust",
          "echo y | tidemark trust",
          "tidemark serve token add carl --scope read --scope approve",
          "unbuffer tidemark trust");

  private static final List<String> OPEN =
      List.of(
          "d=.tide; rm -rf ${d}mark",
          "cd ~/.config; rm -r tidemark",
          "./approve.sh",
          "python3 approve.py",
          "alias t=tidemark; t mcp",
          "sed -i 's/next_phase: 4-review/next_phase: 5-finalize/' .claude-checkpoint.md",
          "echo '{\"ship_allowed\": true}' > .claude/state/review-checkpoint.json");

  @TempDir private Path temp;

  @Test
  void of_39_hostile_lines_the_guard_denies_32() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth");
    var allowed = new ArrayList<String>();
    for (var line : DENIED) {
      if (!isDenied(tidemark, line)) {
        allowed.add(line);
      }
    }
    assertThat(allowed).isEmpty();
    assertThat(DENIED).hasSize(32);
    assertThat(OPEN).hasSize(7).noneMatch(line -> isDenied(tidemark, line));
  }

  private static boolean isDenied(CommandLineHarness tidemark, String line) {
    var event =
        JsonObject.builder()
            .add("session_id", "s")
            .add("cwd", tidemark.folder().toString())
            .add("hook_event_name", "PreToolUse")
            .add("tool_name", "Bash")
            .add("tool_input", JsonObject.builder().add("command", line).build())
            .build();
    return tidemark.given(event.toString()).run("hook claude-code PreToolUse").exit() == 2;
  }
}
