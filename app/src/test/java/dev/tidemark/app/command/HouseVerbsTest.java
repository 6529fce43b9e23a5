package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `init`, `completion`, `version` and `help`.
class HouseVerbsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    var scratch = ScratchRepository.in(temp);
    scratch.write("README.md", "# Scratch\n").commit("Begin");
    tidemark = CommandLineHarness.in(scratch);
  }

  @Test
  void init_makes_the_folder_the_settings_and_the_place_for_workflows() {
    var ran = tidemark.run("init --format state");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines())
        .containsExactly(
            "made .tidemark/config.yaml",
            "made .tidemark/workflows",
            "runs without a format in their name use state",
            "added to .gitignore: .claude/state/");
    assertThat(tidemark.scratch().root().resolve(".tidemark/config.yaml"))
        .hasContent("format: state\n");
    assertThat(tidemark.scratch().git("status", "--short", "--untracked-files=all"))
        .isEqualTo("?? .gitignore\n?? .tidemark/config.yaml");
  }

  @Test
  void init_keeps_what_is_there() {
    tidemark.scratch().write(".tidemark/config.yaml", "# ours\nsummary.tokens: 100\n");

    var ran = tidemark.run("init --json");

    assertThat(ran.json().strings("made")).containsExactly(".tidemark/workflows");
    assertThat(tidemark.scratch().root().resolve(".tidemark/config.yaml"))
        .hasContent("# ours\nsummary.tokens: 100\n");
    assertThat(tidemark.run("init --json").json().strings("made")).isEmpty();
  }

  @Test
  void init_refuses_a_dialect_that_nobody_knows() {
    var ran = tidemark.run("init --format waterfall --json");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.json().object("error").string("message"))
        .isEqualTo("there is no format waterfall");
    assertThat(tidemark.scratch().root().resolve(".tidemark")).doesNotExist();
  }

  @Proves({"R-COM-13", "R-004-47"})
  @Test
  void init_adds_to_gitignore_what_is_missing_once() throws Exception {
    var file = tidemark.scratch().write(".gitignore", "node_modules/\r\n*.log").root();

    var dry = tidemark.run("init --dry-run");
    assertThat(file.resolve(".gitignore")).hasContent("node_modules/\r\n*.log");
    var ran = tidemark.run("init --json");
    var text = Files.readString(file.resolve(".gitignore"));
    var again = tidemark.run("init --json");

    assertThat(dry.lines()).contains("would add to .gitignore: .claude/state/");
    assertThat(ran.json().strings("ignored")).containsExactly(".claude/state/");
    assertThat(text).startsWith("node_modules/\r\n*.log\r\n").endsWith(".claude/state/\r\n");
    assertThat(again.json().strings("ignored")).isEmpty();
    assertThat(file.resolve(".gitignore")).hasContent(text);
  }

  @Test
  void outside_git_init_writes_no_rules() {
    var plain = ScratchRepository.without(temp.resolve("plain"));

    var ran = CommandLineHarness.in(plain).run("init --json");

    assertThat(ran.json().strings("ignored")).isEmpty();
    assertThat(plain.root().resolve(".gitignore")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void completion_prints_a_script(String shell) {
    var ran = tidemark.run("completion " + shell);

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("command tidemark completion " + shell + " -- ");
    assertThat(tidemark.run("completion --json " + shell).string("script")).isEqualTo(ran.out());
  }

  @Proves("R-USR-05")
  @Test
  void version_names_tidemark_and_java() {
    var ran = tidemark.run("--version");

    assertThat(ran.lines().getFirst()).matches("tidemark \\d+\\.\\d+\\.\\d+");
    assertThat(ran.lines().getLast()).contains(Runtime.version().toString());
    assertThat(tidemark.run("--version --json").string("tidemark"))
        .isEqualTo(ran.lines().getFirst().substring("tidemark ".length()));
  }

  @Proves("R-USR-05")
  @Test
  void help_explains_every_verb_with_an_example() {
    var verbs = tidemark.run("help --json").each("verbs", "name");

    assertThat(verbs).contains("start", "done", "config", "tour").hasSizeGreaterThan(20);
    for (var verb : verbs) {
      var page = tidemark.run("help " + verb);
      assertThat(page.exit()).as(verb).isZero();
      assertThat(page.out()).as(verb).contains("tidemark " + verb);
      assertThat(tidemark.run(verb + " --help").out()).as(verb).isEqualTo(page.out());
    }
    assertThat(tidemark.words().out()).isEqualTo(tidemark.run("help").out());
  }

  @Proves("R-USR-05")
  @Test
  void a_slip_is_answered_with_what_was_probably_meant() {
    assertThat(tidemark.run("stauts").err()).contains("did you mean status?");
    assertThat(tidemark.run("done x --sumary y").err()).contains("did you mean --summary?");
    assertThat(tidemark.run("help stauts").exit()).isEqualTo(2);
    assertThat(tidemark.run("help stauts --json").json().isTrue("ok")).isFalse();
  }
}
