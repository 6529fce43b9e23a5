package dev.tidemark.app.command.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The steps of action.yml and build/ci/gitlab.yml, run with bash as a runner calls them.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the steps are for bash")
class BuildFilesTest extends PullRequestCopies {
  @TempDir private Path outside;
  private ScratchRepository clone;
  private String commit;
  private Path program;
  private final Map<String, String> values = new HashMap<>();

  @BeforeEach
  void fetch() throws IOException {
    commit = pull.scratch().git("rev-parse", "change");
    // As actions/checkout does by default: one commit, and no branch.
    pull.scratch().git("init", "--quiet", outside.resolve("clone").toString());
    clone = pull.scratch().at(outside.resolve("clone"));
    clone.git("remote", "add", "origin", "file://" + pull.scratch().root());
    clone.git("fetch", "--quiet", "--depth", "1", "origin", "change");
    clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    program = Files.createDirectories(outside.resolve("bin")).resolve("tidemark");
    var words = new StringBuilder("#!/bin/sh\nexec");
    for (var word : ChildProcess.program()) {
      words.append(" '").append(word).append('\'');
    }
    Files.writeString(program, words.append(" \"$@\"\n"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  private record Ended(int exit, String output) {}

  private Ended bash(String script, Map<String, String> variables)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
            .directory(clone.root().toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(clone.environment(Map.of()));
    builder.environment().put("PATH", program.getParent() + ":" + System.getenv("PATH"));
    builder.environment().putAll(variables);
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  /// Returns the value of an expression: the first of its names that has one.
  private String evaluated(String text) {
    if (!text.startsWith("${{")) {
      return text;
    }
    for (var name : text.substring(3, text.length() - 2).strip().split(" \\|\\| ", -1)) {
      var value = values.getOrDefault(name, "");
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "";
  }

  private Ended action() throws IOException, InterruptedException {
    var file = Repository.root().resolve("action.yml");
    var action = YamlTree.read("action.yml", Files.readString(file)).root();
    var ended = new Ended(0, "");
    for (var element : action.object("runs").array("steps").elements()) {
      var step = (JsonObject) element;
      var variables = new HashMap<String, String>();
      variables.put("GITHUB_STEP_SUMMARY", outside.resolve("summary.md").toString());
      for (var member : step.object("env").members()) {
        variables.put(member.key(), evaluated(step.object("env").string(member.key())));
      }
      assertThat(step.string("run")).as("no expression is put into a script").doesNotContain("${{");
      ended = bash(step.string("run"), variables);
      if (ended.exit() != 0) {
        return ended;
      }
    }
    return ended;
  }

  @Test
  void the_action_verifies_the_newest_commit_of_a_pull_request() throws Exception {
    values.put("github.base_ref", "main");
    values.put("github.event.pull_request.head.sha", commit);
    values.put("inputs.program", program.toString());

    var ended = action();

    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(Files.readString(outside.resolve("summary.md")))
        .contains("### Tidemark: allowed")
        .contains("| state/release/v1 tests | found | unsigned | no | yes | yes | yes | yes |");
  }

  @Test
  void the_action_fails_with_the_exit_code_of_a_refusal() throws Exception {
    pull.write("built.txt", "2\n");
    pull.commit();
    values.put("github.event.repository.default_branch", "main");
    values.put("github.sha", pull.scratch().git("rev-parse", "HEAD"));
    values.put("inputs.program", program.toString());
    clone.git("fetch", "--quiet", "--depth", "1", "origin", "change");

    var ended = action();

    assertThat(ended.exit()).as(ended.output()).isEqualTo(3);
    assertThat(Files.readString(outside.resolve("summary.md"))).contains("### Tidemark: refused");
  }

  @Test
  void the_action_uses_its_own_program_where_none_is_named() throws Exception {
    values.put("github.base_ref", "main");
    values.put("github.sha", commit);
    values.put("github.action_path", program.getParent().toString());

    assertThat(action().exit()).isZero();
  }

  @Test
  void the_template_for_gitlab_verifies_a_merge_request() throws Exception {
    clone.git("fetch", "--quiet", "--unshallow", "origin");
    var file = Repository.root().resolve("build/ci/gitlab.yml");
    var job = YamlTree.read("gitlab.yml", Files.readString(file)).root().object("tidemark-verify");
    assertThat(job.object("variables").string("GIT_DEPTH")).isEqualTo("0");
    assertThat(job.object("variables").string("BASE"))
        .isEqualTo("$CI_MERGE_REQUEST_TARGET_BRANCH_NAME");
    var script = String.join("\n", job.strings("script"));

    var ended = bash(script, Map.of("BASE", "main", "CI_COMMIT_SHA", commit));

    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(job.object("artifacts").strings("paths")).isEqualTo(List.of("tidemark-verify.md"));
    assertThat(clone.root().resolve("tidemark-verify.md")).content().contains("allowed");
  }
}
