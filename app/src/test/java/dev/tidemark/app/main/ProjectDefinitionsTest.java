package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A project's own workflows and settings, as files somebody wrote.
class ProjectDefinitionsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private void workflow(String text) {
    tidemark.scratch().write(".tidemark/workflows/release.yaml", text);
  }

  @Proves("R-002-09")
  @Test
  void start_uses_a_workflow_of_the_project() {
    workflow("name: release\nphases:\n  - prepare\n  - publish\nsummary-limit: 3\n");

    var start = tidemark.run("start release/v1 --json");
    var tooLong = tidemark.run("done prepare --summary 'one two three four'");
    var fits = tidemark.run("done prepare --summary 'one two three'");

    assertThat(start.exit()).isZero();
    assertThat(start.json().array("events").get(0).toString())
        .contains("[\"prepare\",\"publish\"]");
    assertThat(tooLong.exit()).isEqualTo(1);
    assertThat(tooLong.err()).contains("exceeds 3 token limit (actual: 4 tokens)");
    assertThat(fits.out()).contains("next: publish");
  }

  @Test
  void a_workflow_of_the_project_overrides_the_built_in_one() {
    workflow("name: implement\nphases: [red, green]\n");

    assertThat(tidemark.run("start implement/auth --json").string("next_phase")).isEqualTo("red");
  }

  @Test
  void a_workflow_that_has_changed_is_read_again() {
    tidemark.after("init");
    tidemark.scratch().write(".tidemark/workflows/release.yaml", "phases: [a]\n");
    tidemark.after("start release/one");
    tidemark.scratch().write(".tidemark/workflows/release.yaml", "phases: [b]\n");

    assertThat(tidemark.run("start release/two --json").string("next_phase")).isEqualTo("b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phases: [a, b     | 2 | this is not YAML",
        "phases: a         | 1 | expected a list of the names of phases",
        "name: x           | 1 | expected a list of the names of phases",
        "phases: []        | 1 | expected 1 to 200 phases",
        "phases: [1]       | 1 | put it in quotes if it is a name",
        "phases: [a, a]    | 1 | phase a is there already",
        "phase: [a]        | 1 | did you mean phases?",
        "'name: \"../x\"\nphases: [a]' | 1 | cannot stand in a file name",
        "'phases: [a]\nname: state'    | 2 | is the name of a format",
        "'phases: [a]\nsummary-limit: none' | 2 | expected a number of tokens",
        "'phases: [a]\n\ngate: 3'      | 3 | expected true or false"
      })
  void a_broken_definition_is_refused_with_file_line_and_what_was_expected(
      String text, int line, String expected) {
    tidemark.scratch().write(".tidemark/workflows/broken.yaml", text + "\n");
    var before = Tree.of(temp);

    var ran = tidemark.run("start broken/auth");
    var json = tidemark.run("start broken/auth --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith("tidemark: .tidemark/workflows/broken.yaml:" + line + ": ")
        .contains(expected)
        .contains("hint: Fix the file; nothing was done.");
    assertThat(json.json().object("error").string("message")).contains(expected);
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void a_broken_definition_concerns_its_own_runs_only() {
    var file = ".tidemark/workflows/other.yaml";
    tidemark.scratch().write(file, "phases: [one, two]\n");
    tidemark.after("start implement/auth --goal GOAL", "start other/x", "done one --run other/x");
    tidemark.scratch().write(file, "phases:\n  - one\n<<<<<<< HEAD\n  - two\n");

    for (var verb :
        List.of("status auth", "resume auth", "history --run auth", "note ok --run auth", "list")) {
      var ran = tidemark.run(verb);
      assertThat(ran.exit()).as(verb).isZero();
      assertThat(ran.err()).as(verb).startsWith("tidemark: " + file + ":");
    }
    assertThat(tidemark.run("doctor").out()).contains("error  " + file + ":");
    assertThat(tidemark.run("status other/x").out()).contains("✓ one").contains("ask: " + file);
    var brief = tidemark.run("resume --run other/x --json").json();
    assertThat(brief.object("verdict").string("because")).isEqualTo("definition-broken");
    for (var verb :
        List.of(
            "enter two --run other/x",
            "done two --run other/x",
            "finish other/x",
            "run other/x --command ./agent.sh --yes",
            "gate --run other/x",
            "start other/y")) {
      assertThat(tidemark.run(verb).exit()).as(verb).isNotZero();
    }

    tidemark.scratch().write(file, "phases: [one, two]\n");
    tidemark.after("done two --run other/x", "finish other/x");
  }

  @Test
  void a_broken_definition_may_be_that_of_any_name_in_it() {
    tidemark.after("start implement/auth --phases a,b");
    var text = "name: implement # ours\nphases: [a\n";
    tidemark.scratch().write(".tidemark/workflows/gates.yaml", text);

    assertThat(tidemark.run("done a").exit()).isEqualTo(1);
    assertThat(tidemark.run("resume --json").json().object("verdict").string("kind"))
        .isEqualTo("ask");
  }

  @Test
  void a_key_that_decides_nothing_is_a_warning() {
    var file = ".tidemark/workflows/other.yaml";
    tidemark.scratch().write(file, "phases: [one]\nowner: ann\n");

    var ran = tidemark.run("start other/x");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEqualTo("tidemark: " + file + ": the unknown key owner is ignored\n");
    assertThat(tidemark.run("doctor").out()).contains("warning  " + file + ": the unknown key");
  }

  @Proves("R-USR-14")
  @Test
  void a_yaml_bomb_is_refused() {
    var bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      var last = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + last + ", " + last + "]\n");
    }
    tidemark.scratch().write(".tidemark/workflows/bomb.yaml", bomb.toString());

    var ran = tidemark.run("status");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains(".tidemark/workflows/bomb.yaml:");
    assertThat(tidemark.run("start bomb/one").exit()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "format: [state           | 2 | this is not YAML",
        "- state                   | 1 | expected keys and values",
        "'# ours\nsummary.tokens: many'   | 2 | expected a whole number from 1 to 1000000",
        "'summary:\n  tokens: 0'   | 2 | expected a whole number from 1 to 1000000",
        "'lock:\n  timeout-ms: []' | 2 | expected a whole number from 0 to 600000"
      })
  void broken_settings_are_refused_with_file_line_and_what_was_expected(
      String text, int line, String expected) {
    tidemark.scratch().write(".tidemark/config.yaml", text + "\n");
    var before = Tree.of(temp);

    var ran = tidemark.run("start implement/auth");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .startsWith("tidemark: .tidemark/config.yaml:" + line + ": ")
        .contains(expected);
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void a_setting_that_nobody_knows_is_a_note() {
    tidemark.scratch().write(".tidemark/config.yaml", "formt: state\n");

    var ran = tidemark.run("start implement/auth");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .isEqualTo(
            "tidemark: .tidemark/config.yaml: no setting is called \"formt\";"
                + " did you mean format?\n");
  }

  @Proves("R-USR-17")
  @Test
  void the_strongest_layer_wins_and_says_so() {
    assertThat(origin()).isEqualTo("500 default");

    tidemark.scratch().at(Path.of("../home")).write(".config/tidemark/config.yaml", limit(10));
    assertThat(origin()).startsWith("10 /").endsWith(".config/tidemark/config.yaml");

    tidemark.scratch().write(".claude/config/checkpoint.json", "{\"summary\": {\"tokens\": 20}}");
    assertThat(origin()).isEqualTo("20 .claude/config/checkpoint.json");

    tidemark.scratch().write(".tidemark/config.yaml", limit(30));
    assertThat(origin()).isEqualTo("30 .tidemark/config.yaml");

    tidemark = tidemark.with("TIDEMARK_SUMMARY_TOKENS", "40");
    assertThat(origin()).isEqualTo("40 environment TIDEMARK_SUMMARY_TOKENS");

    assertThat(tidemark.given("a b c").run("validate --tokens --max 2 -").out())
        .contains("limit 2");
    assertThat(tidemark.given("a b c").run("validate --tokens -").out()).contains("limit 40");
    assertThat(tidemark.run("config --origin").lines())
        .contains("summary.tokens: 40  (environment TIDEMARK_SUMMARY_TOKENS)");
  }

  private static String limit(int tokens) {
    return "summary:\n  tokens: " + tokens + "\n";
  }

  private String origin() {
    var ran = tidemark.run("config summary.tokens --json");
    return ran.string("value") + " " + ran.string("origin");
  }

  @Test
  void config_set_changes_one_line_and_is_heard() {
    tidemark
        .scratch()
        .write(".tidemark/config.yaml", "# ours\nsummary.tokens: 7 # few\nactor: Ann\n");

    var ran = tidemark.run("config summary.tokens 9");

    assertThat(ran.lines()).containsExactly("summary.tokens is now 9");
    assertThat(tidemark.scratch().root().resolve(".tidemark/config.yaml"))
        .hasContent("# ours\nsummary.tokens: 9\nactor: Ann\n");
    assertThat(tidemark.run("config summary.tokens").out()).isEqualTo("9\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"summary:\n  tokens: 7\n", "{summary.tokens: 7}\n"})
  void config_set_does_not_claim_what_the_file_does_not_take(String text) {
    tidemark.after("init");
    tidemark.scratch().write(".tidemark/config.yaml", text);

    var ran = tidemark.run("config summary.tokens 9");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("edit the file by hand");
    assertThat(tidemark.scratch().root().resolve(".tidemark/config.yaml")).hasContent(text);
  }

  @Test
  void config_set_tells_what_overrides_it() {
    var ran = tidemark.with("TIDEMARK_RETENTION_KEEP", "5").run("config retention.keep 30");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains("retention.keep is overridden here by environment TIDEMARK_RETENTION_KEEP");
  }

  @ParameterizedTest
  @CsvSource({"format,scrum", "summary.tokens,0", "summary.strategy,bpe", "lock.timeout-ms,-1"})
  void config_set_refuses_what_cannot_be_set(String key, String value) {
    var ran = tidemark.words("config", key, value);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains(key + " cannot be " + value);
    assertThat(tidemark.scratch().root().resolve(".tidemark")).doesNotExist();
  }
}
