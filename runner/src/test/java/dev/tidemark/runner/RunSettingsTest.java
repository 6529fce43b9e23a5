package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The key `run` of a workflow.
class RunSettingsTest {
  @TempDir private Path folder;

  private RunDefinition read(String yaml) throws IOException {
    var file = folder.resolve(".tidemark/workflows/w.yaml");
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, yaml);
    var workflow = WorkflowFilesReader.read(".tidemark/workflows/w.yaml", yaml);
    return RunDefinition.read(folder, workflow, null);
  }

  @Test
  void a_phase_lays_its_settings_over_those_of_the_workflow() throws IOException {
    Files.writeString(folder.resolve("design.md"), "Design it.");
    var definition =
        read(
            """
            run: {agent: claude, timeout: 45m, retries: 1, max-cost: 2.50, x-team: ours}
            phases:
              - name: design
                run: {prompt: design.md, tools: [Read, "Write(docs/**)"], idle: 90s}
              - name: code
                run: {command: [./agent.sh, --fast], agent: command}
              - ship
            """);
    var design = definition.of(new PhaseName("design"));
    assertThat(design.agent()).isEqualTo("claude");
    assertThat(design.tools()).containsExactly("Read", "Write(docs/**)");
    assertThat(design.idle()).isEqualTo(Duration.ofSeconds(90));
    assertThat(design.timeout()).isEqualTo(Duration.ofMinutes(45));
    assertThat(design.maxCost()).isEqualByComparingTo("2.5");
    assertThat(definition.prompt("design.md")).isEqualTo("Design it.");
    var code = definition.of(new PhaseName("code"));
    assertThat(code.agentName()).isEqualTo("command");
    assertThat(code.command()).isEqualTo(List.of("./agent.sh", "--fast"));
    assertThat(definition.of(new PhaseName("ship")).retries()).isEqualTo(1);
    assertThat(definition.isEmpty()).isFalse();
  }

  @Test
  void a_workflow_without_the_key_needs_no_trust() throws IOException {
    assertThat(read("phases: [a]\n").isEmpty()).isTrue();
  }

  @Test
  void a_changed_prompt_changes_the_summary_that_is_trusted() throws IOException {
    var yaml = "run: {agent: claude, prompt: p.md}\nphases: [a]\n";
    Files.writeString(folder.resolve("p.md"), "Be careful.");
    var before = read(yaml).summary();
    Files.writeString(folder.resolve("p.md"), "Be quick.");
    assertThat(read(yaml).summary()).isNotEqualTo(before).contains("claude", "p.md");
  }

  @Test
  void a_phase_that_names_none_needs_the_one_before_it_in_the_workflow() throws IOException {
    var definition = read("phases: [a, b, {name: c, run: {needs: [a]}}, d]\n");
    var begun = Stream.of("d", "more", "c", "a").map(PhaseName::new).toList();

    assertThat(definition.needs(new PhaseName("a"), begun)).isEmpty();
    assertThat(definition.needs(new PhaseName("c"), begun)).containsExactly(new PhaseName("a"));
    assertThat(definition.needs(new PhaseName("d"), begun)).containsExactly(new PhaseName("c"));
    assertThat(definition.needs(new PhaseName("more"), begun)).containsExactly(new PhaseName("d"));
  }

  @Test
  void a_phase_needs_only_phases_before_it() throws IOException {
    var yaml = "phases: [a, {name: b, run: {needs: [a]}}, {name: c, run: {needs: [NEED]}}]\n";
    assertThat(read(yaml.replace("NEED", "a")).hasNeeds()).isTrue();
    for (var wrong : List.of("c", "d")) {
      assertThatThrownBy(() -> read(yaml.replace("NEED", wrong)))
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining("needs of run: expected phases before this one, found " + wrong);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "claude, .claude/settings.json",
    "claude, .mcp.json",
    "codex, .codex/config.toml",
    "gemini, .gemini/settings.json",
    "gemini, .env",
    "opencode, opencode.json",
    "opencode, .opencode/plugins/a.ts"
  })
  void changed_settings_that_an_agent_reads_change_the_summary_that_is_trusted(
      String agent, String path) throws IOException {
    var yaml = "run: {agent: " + agent + "}\nphases: [a]\n";
    var without = read(yaml);
    assertThat(without.changedFile()).isNull();
    var file = folder.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "one");
    assertThat(without.changedFile()).isEqualTo(path);
    var with = read(yaml);
    assertThat(with.summary()).isNotEqualTo(without.summary()).contains("settings " + path);
    Files.writeString(file, "two");
    assertThat(with.changedFile()).isEqualTo(path);
    assertThat(read(yaml).summary()).isNotEqualTo(with.summary());
    assertThat(read("run: {command: [./a.sh]}\nphases: [a]\n").summary()).doesNotContain(path);
  }

  @Test
  void settings_of_an_agent_that_the_call_names_need_trust_too() throws IOException {
    assertThat(RunDefinition.read(folder, null, "claude").isEmpty()).isTrue();
    Files.writeString(
        Files.createDirectory(folder.resolve(".claude")).resolve("settings.json"), "");
    var definition = RunDefinition.read(folder, null, "claude");
    assertThat(definition.isEmpty()).isFalse();
    assertThat(definition.file()).isEqualTo(".claude/settings.json");
    assertThat(RunDefinition.read(folder, null, "codex").isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{agnt: x} | unknown key agnt of run: did you mean agent?",
        "{each: tasks} | each and needs of run: belong to a phase, not to all of them",
        "{workspace: here} | unknown key workspace of run: expected one of agent, command,",
        "{each: files} | each of run: expected the word tasks",
        "{jobs: 0} | jobs of run: expected a number from 1 to 32",
        "{timeout: soon} | timeout of run: expected a length of time such as 90s, 30m or 4h",
        "{retries: -1} | retries of run: expected a number from 0 to 100",
        "{sandbox: workspace} | sandbox of run: expected auto or off",
        "{max-cost: much} | max-cost of run: expected an amount of US dollars such as 5.00",
        "{prompt: ../p.md} | prompt of run: expected a path inside the project, such as"
            + " prompts/design.md",
        "{prompt: none.md} | prompt of run: none.md is no readable file of the project",
        "{command: ./a.sh} | command of run: expected a list of words",
        "{writes: ['docs/{a']} | workflows/w.yaml:1: writes of run: expected patterns such as"
            + " docs/**, found docs/{a",
        "claude | run: expected keys and values, such as agent: claude",
      })
  void a_wrong_setting_is_refused(String run, String message) {
    assertThatThrownBy(() -> read("run: " + run + "\nphases: [a]\n"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(message);
  }
}
