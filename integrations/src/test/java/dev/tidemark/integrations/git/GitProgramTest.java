package dev.tidemark.integrations.git;

import static dev.tidemark.workflow.fact.IgnoreStatus.IGNORED;
import static dev.tidemark.workflow.fact.IgnoreStatus.OUTSIDE;
import static dev.tidemark.workflow.fact.IgnoreStatus.TRACKED;
import static dev.tidemark.workflow.fact.IgnoreStatus.VISIBLE;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves({"R-COM-02", "R-004-47"})
final class GitProgramTest {
  private static final String STATE = ".claude/state/";

  @TempDir Path folder;
  @TempDir Path elsewhere;
  private ScratchRepository scratch;

  @BeforeEach
  void makeRepository() {
    scratch = ScratchRepository.in(folder);
  }

  @Test
  void without_rules_everything_is_visible() {
    assertThat(ignored(STATE, "a.txt", "no/such/file")).containsOnly(VISIBLE);
  }

  @Test
  void rules_of_every_place_count() throws IOException {
    scratch.write(".gitignore", "/build/\n*.log\n").write("sub/.gitignore", "secret\n");
    scratch.write(".git/info/exclude", "local\n");
    Files.createDirectories(scratch.home().resolve(".config/git"));
    Files.writeString(scratch.home().resolve(".config/git/ignore"), "mine\n");

    assertThat(ignored("build/", "x/y.log", "sub/secret", "local", "mine")).containsOnly(IGNORED);
    assertThat(ignored("sub/build/", "secret")).containsOnly(VISIBLE);
  }

  /// A settings file, the settings in it, and the file in whose place there is a pipe.
  @ParameterizedTest
  @CsvSource({
    ".git/config, '[include]\n\tpath = pipe', .git/pipe",
    ".git/config, '[INCLUDE] path = \"../pipe\" # ours', pipe",
    ".git/config, '[includeIf \"gitdir:/a]b/\"]\npath=pipe', .git/pipe",
    ".git/config, '[include]\npath = more\npath = ../conf/next', conf/pipe",
    ".git/config, '[core]\nexcludesFile = conf/pipe', conf/pipe",
    ".git/config, '[core]\nattributesFile = conf/pipe', conf/pipe",
    ".git/config.worktree, '[include]\npath = pipe', .git/pipe"
  })
  void a_pipe_that_settings_name_is_refused_before_git_is_started(
      String file, String settings, String pipe) throws Exception {
    scratch.write("conf/next", "[include]\n\tpath = pipe\n");
    var path = scratch.root().resolve(file);
    Files.writeString(path, "\n" + settings + "\n", CREATE, APPEND);
    assertThat(
            new ProcessBuilder("mkfifo", scratch.root().resolve(pipe).toString()).start().waitFor())
        .isZero();

    var answer = repository().ignored(List.of("a"));

    assertThat(answer.reason())
        .isEqualTo(
            "git was not started, it would block: "
                + scratch.root().toRealPath().resolve(pipe)
                + " is not a regular file; remove it, or put a file in its place");
  }

  @Test
  void settings_that_include_each_other_or_no_file_are_left_to_git() {
    scratch.write(".git/a", "[include]\npath = b\n").write(".git/b", "[include]\npath = a\n");
    scratch.git("config", "core.excludesFile", "/dev/null");
    assertThat(repository().ignored(List.of("x")).isKnown()).isTrue();

    scratch.git("config", "include.path", "a");

    assertThat(repository().ignored(List.of("x")).reason()).contains("include depth");
  }

  @Test
  void a_folder_is_ignored_if_its_contents_are() {
    for (var rule : List.of(".claude/state/", "/.claude/state", ".claude/state/*", ".claude")) {
      scratch.write(".gitignore", rule + "\n");
      assertThat(ignored(STATE)).as(rule).containsExactly(IGNORED);
    }
  }

  @Test
  void a_rule_that_is_taken_back_does_not_ignore() {
    scratch.write(".gitignore", "*.json\n!keep.json\n");

    assertThat(ignored("keep.json", "drop.json")).containsExactly(VISIBLE, IGNORED);
  }

  @Test
  @Proves("R-COM-13")
  void a_tracked_file_is_not_ignored_whatever_the_rules_say() {
    scratch.write(STATE + "run.json", "{}").commit("state committed by mistake");
    scratch.write(".gitignore", STATE + "\n");

    assertThat(ignored(STATE + "run.json", STATE + "new.json", STATE))
        .containsExactly(TRACKED, IGNORED, TRACKED);
  }

  @Test
  void a_tracked_file_that_the_rules_spare_does_no_harm() {
    scratch.write(".gitignore", STATE + "*\n!.gitkeep\n").write(STATE + ".gitkeep", "");
    scratch.commit("folder kept");

    assertThat(ignored(STATE, STATE + ".gitkeep")).containsExactly(IGNORED, TRACKED);
  }

  @Test
  void odd_names_are_taken_literally() {
    scratch.write(".gitignore", "odd*\n");

    assertThat(ignored("odd name", "odd\nname", "oddä", ":(top)x", "*", "-x"))
        .containsExactly(IGNORED, IGNORED, IGNORED, VISIBLE, VISIBLE, VISIBLE);
  }

  @Test
  void paths_count_from_the_root_even_below_the_top() throws IOException {
    scratch.write(".gitignore", "/sub/x\n");
    Files.createDirectories(scratch.root().resolve("sub"));
    var below = new ProjectRoot(scratch.root().resolve("sub"), ProjectRoot.Origin.OPTION);

    assertThat(new GitRepository(below, environment()).ignored(List.of("x", "y")).orElse(List.of()))
        .containsExactly(IGNORED, VISIBLE);
  }

  @Test
  void a_bare_repository_ignores_nothing_as_it_has_no_files() {
    var bare = ScratchRepository.in(folder.resolve("other"), "--bare");
    var root = new ProjectRoot(bare.root(), ProjectRoot.Origin.OPTION);

    assertThat(new GitRepository(root, environment()).ignored(List.of("a")).orElse(List.of()))
        .containsExactly(OUTSIDE);
  }

  @Test
  void a_commit_waits_for_another_process_that_changes_the_index() throws Exception {
    scratch.write("x", "1");
    var lock = Files.createFile(scratch.root().resolve(".git/index.lock"));
    var other =
        new Thread(
            () -> {
              LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
              lock.toFile().delete();
            });
    other.start();

    var blockers = repository().waiting(Duration.ofMinutes(1)).commit("x", List.of("x"));
    other.join();

    assertThat(blockers).isEmpty();
    assertThat(scratch.git("log", "--format=%s", "-1")).isEqualTo("x");
  }

  @Test
  void a_lock_of_the_index_that_stays_ends_the_wait() throws IOException {
    scratch.write("x", "1");
    Files.createFile(scratch.root().resolve(".git/index.lock"));

    var blockers = repository().waiting(Duration.ZERO).commit("x", List.of("x"));

    assertThat(blockers).hasSize(1);
    assertThat(blockers.getFirst().reason()).contains("index.lock");
  }

  @Test
  void a_refusal_of_git_is_a_reason() {
    scratch.write("real/x", "").write("other", "");
    assertThat(repository().ignored(List.of("../../outside")).reason()).contains("outside");
  }

  @Test
  void a_program_that_hangs_is_given_up() throws IOException {
    var git = new GitProcess(scratch.root(), stub("exec sleep 60"), 50);

    assertThatThrownBy(() -> git.run("", "status"))
        .isInstanceOf(UnreadableRepositoryException.class)
        .hasMessage("git status took longer than 50 ms");
  }

  @Test
  void a_long_answer_does_not_block() throws Exception {
    var script =
        "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2;"
            + " i=$((i+1)); done";
    var answer = new GitProcess(scratch.root(), stub(script), 60_000).run("", "status");

    assertThat(answer.output()).hasSize(220_000);
    assertThat(answer.errors()).hasSize(220_000);
  }

  @Test
  void a_program_in_a_relative_folder_of_the_path_is_not_started() throws IOException {
    stub("echo started");
    var git = new GitProcess(scratch.root(), Map.of("PATH", "bin:.:"), 1_000);

    assertThatThrownBy(() -> git.run("", "status"))
        .hasMessage("git is not on the PATH, of which bin does not count");
  }

  private Map<String, String> stub(String script) throws IOException {
    var program = Files.createDirectories(elsewhere.resolve("bin")).resolve("git");
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return Map.of("PATH", program.getParent() + ":/usr/bin:/bin");
  }

  private List<IgnoreStatus> ignored(String... paths) {
    var answer = repository().ignored(List.of(paths));
    assertThat(answer.reason()).isEmpty();
    return answer.orElse(List.of());
  }

  private GitRepository repository() {
    var root = new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION);
    return new GitRepository(root, environment());
  }

  private Map<String, String> environment() {
    return scratch.environment(System.getenv());
  }
}
