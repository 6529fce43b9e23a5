package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.library.Project;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Nothing of Tidemark that belongs to this machine is seen by git, whatever a user of git does.
@Proves({"R-000-53", "R-004-47"})
class UntrackedFilesTest {
  private static final String START = "start implement/x --phases a,b --goal G";
  private static final String DONE = "done a --summary S --decision KEEP --run implement/x";

  @TempDir private Path temp;
  private ScratchRepository git;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    git = ScratchRepository.in(temp);
    git.write("a", "a").commit("Begin");
    tidemark = CommandLineHarness.in(git);
  }

  private String status() {
    return git.git("status", "--porcelain", "--untracked-files=all");
  }

  private void exclude(String text) throws IOException {
    Files.writeString(git.root().resolve(".git/info/exclude"), text);
  }

  private List<String> committed() {
    return git.git("ls-files").lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "state, start implement/x --phases a, done a --summary S",
    "item, start item/debug/login, done 1 --summary S",
    "phase, done 2-plan --summary S, done 3-build --summary S",
    "flow, start flow/develop, done REQUIREMENTS --summary S"
  })
  void git_status_is_empty_after_init_commit_start_and_done(
      String format, String start, String done) {
    tidemark.after("init --format " + format);
    git.write("memory/reports/demand.json", "{\"goal\":1}").commit("Settings");

    assertThat(tidemark.run(start).exit()).isZero();
    tidemark.after(done);

    assertThat(status()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"state, start implement/x --phases a", "phase, done 2-plan --run phase/dev"})
  void git_status_is_empty_without_init_too(String format, String line) {
    assertThat(tidemark.run(line).exit()).isZero();

    assertThat(status()).as(format).isEmpty();
    assertThat(git.root().resolve(".gitignore")).doesNotExist();
  }

  @Test
  void only_the_formats_in_use_have_rules() throws IOException {
    tidemark.after(START);
    git.write("memory/state/x", "theirs");

    assertThat(status()).isEqualTo("?? memory/state/x");
  }

  @Test
  void in_a_linked_work_tree_git_status_is_empty() {
    git.git("worktree", "add", "--quiet", "../tree");
    var tree = git.at(git.root().resolveSibling("tree"));

    CommandLineHarness.in(tree).after(START, DONE);

    assertThat(tree.git("status", "--porcelain")).isEmpty();
    assertThat(tree.root().resolve(".claude/state/implement-x.json")).exists();
  }

  @Test
  void every_write_puts_the_rules_back() throws IOException {
    tidemark.after(START);
    exclude("*.log\n");
    assertThat(status()).isNotEmpty();

    tidemark.after(DONE);

    assertThat(status()).isEmpty();
    assertThat(git.root().resolve(".git/info/exclude")).content().startsWith("*.log\n");
  }

  @Test
  void a_rule_of_the_project_that_takes_one_back_wins() {
    git.write(".gitignore", "!/.claude/state/\n").commit("Wanted");

    tidemark.after(START);

    assertThat(status()).isEqualTo("?? .claude/state/implement-x.json");
  }

  @Test
  void a_run_on_a_branch_survives_a_commit_of_everything_on_another() {
    git.git("switch", "--quiet", "--create", "feat");
    tidemark.after("init", START, DONE);
    git.commit("Work");
    git.git("switch", "--quiet", "main");
    git.write("fix", "fix").commit("Hotfix");
    assertThat(committed()).containsExactly("a", "fix");
    git.git("switch", "--quiet", "feat");

    assertThat(tidemark.run("resume").out()).contains("KEEP");
    assertThat(committed()).containsExactly(".gitignore", ".tidemark/config.yaml", "a");
  }

  @Test
  void a_run_survives_where_the_rules_are_on_the_other_branch_too() {
    tidemark.after("init");
    git.commit("Settings");
    git.git("switch", "--quiet", "--create", "feat");
    tidemark.after(START, DONE);
    git.commit("Work");
    git.git("switch", "--quiet", "main");
    tidemark.after("note Seen --run implement/x");
    git.write("fix", "fix").commit("Hotfix");
    git.git("switch", "--quiet", "feat");

    assertThat(tidemark.run("resume").out()).contains("KEEP");
    assertThat(committed()).containsExactly(".gitignore", ".tidemark/config.yaml", "a");
  }

  @Test
  void a_run_survives_git_clean_and_git_stash() {
    tidemark.after(START, DONE);
    git.git("clean", "-fdq");
    git.write("new", "new").git("stash", "--include-untracked", "--quiet");
    git.git("clean", "-fdq");
    git.git("add", "--all");

    assertThat(status()).isEmpty();
    assertThat(tidemark.run("resume").out()).contains("KEEP");
  }

  static List<Agent> agents() {
    return Proofs.sample(List.of(Agent.values()), 4);
  }

  @ParameterizedTest
  @MethodSource("agents")
  void git_sees_no_file_with_a_path_of_this_machine(Agent agent) throws IOException {
    exclude("# theirs\n");
    var tree = tree();

    var ran = tidemark.run("install " + agent.word());

    assertThat(ran.out()).contains("left out of git by its info/exclude, with a path of this");
    var seen = status();
    assertThat(seen).isIn("?? CLAUDE.md", "?? GEMINI.md", "?? QWEN.md", "?? AGENTS.md");
    Files.delete(git.root().resolve(seen.substring("?? ".length())));
    assertThat(tree()).isEqualTo(tree);
    tidemark.after("install " + agent.word() + " --uninstall");
    assertThat(git.root().resolve(".git/info/exclude")).hasContent("# theirs\n");
  }

  /// Returns the id of the work tree's content, as gates take it.
  private String tree() {
    var project = Project.around(git.root(), tidemark.environment()).open();
    return project.repository().tree(project.excluded()).orElse("unknown");
  }

  @Test
  void the_rules_of_an_installation_come_back_with_the_next_write() throws IOException {
    tidemark.run("install claude-code");
    tidemark.after(START);
    exclude("");
    assertThat(tidemark.run("doctor --json").each("findings", "text"))
        .contains(".mcp.json is not ignored by git");

    tidemark.after(DONE);

    assertThat(status()).isEqualTo("?? CLAUDE.md");
  }

  @Test
  void a_tracked_file_of_an_agent_gets_no_rule_and_is_named() throws IOException {
    git.write(".mcp.json", "{}").commit("Servers");

    var ran = tidemark.run("install claude-code");

    assertThat(ran.lines()).contains("keep out of git, with a path of this machine: .mcp.json");
    assertThat(tidemark.run("doctor").out())
        .contains("git tracks .mcp.json, which has a path of this machine: ")
        .contains("tidemark install claude-code --uninstall && tidemark install claude-code --user")
        .doesNotContain("git tracks .claude/settings.local.json");
    assertThat(Files.readString(git.root().resolve(".git/info/exclude")))
        .contains("/.claude/settings.local.json\n")
        .doesNotContain(".mcp.json");
  }
}
