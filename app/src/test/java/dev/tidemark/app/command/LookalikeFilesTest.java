package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies that sync programs and editors made of checkpoint files, and files of other tools.
@Proves("R-004-48")
class LookalikeFilesTest {
  private static final String ITEM = "docs/checkpoints/epic-E-1";
  private static final String STATE = ".claude/state/implement-a";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private ScratchRepository git;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    git = tidemark.scratch();
  }

  private String text(String path) throws IOException {
    return Files.readString(git.root().resolve(path));
  }

  private void copy(String path, String name) throws IOException {
    git.write(name, text(path));
  }

  private List<String> runs() {
    return tidemark.run("list --all --json").each("runs", "run");
  }

  /// Returns what `doctor` finds under a code: text and hint of each.
  private List<String> findings(String code) {
    var found = new ArrayList<String>();
    var all = Objects.requireNonNull(tidemark.run("doctor --json").json().array("findings"));
    for (var finding : all.elements()) {
      var json = (JsonObject) finding;
      if (code.equals(json.string("code"))) {
        found.add(json.string("text") + " | " + json.string("hint"));
      }
    }
    return found;
  }

  private int shell(String command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder("sh", "-c", command)
            .directory(git.root().toFile())
            .redirectErrorStream(true)
            .start();
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " (conflicted copy 2026-11-28).json",
        " (Ann's conflicted copy).json",
        ".sync-conflict-20261128-120000-ABCDEFG.json",
        " 2.json",
        " (1).json",
        " - Copy.json",
        " copy.json",
        "-LAPTOP.json",
        "~.json",
        ".json~",
        "~",
        ".json.orig",
      })
  void a_copy_of_a_state_is_no_run_and_is_named_with_a_command_that_removes_it(String end)
      throws IOException, InterruptedException {
    tidemark.after("start state/implement/a --phases one,two", "done one");
    copy(STATE + ".json", STATE + end);

    assertThat(runs()).containsExactly("state/implement/a");
    assertThat(tidemark.run("status").exit()).isZero();
    assertThat(tidemark.run("done two").exit()).isZero();
    var found = findings("copy");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).contains("is a copy of " + STATE + ".json, and no run");
    var command = found.getFirst().substring(found.getFirst().lastIndexOf(": ") + 2);
    assertThat(shell(command)).as(command).isZero();
    assertThat(git.root().resolve(STATE + end)).doesNotExist();
    assertThat(git.root().resolve(STATE + ".json")).exists();
    assertThat(findings("copy")).isEmpty();
  }

  @Test
  void a_copy_of_an_item_is_no_run_and_git_is_not_told_to_add_it() throws IOException {
    tidemark.after("start item/epic/E-1", "done 0");
    copy(ITEM + ".md", ITEM + " (conflicted copy 2026-11-28).md");
    copy(ITEM + ".md", ITEM + ".sync-conflict-20261128-120000-ABCDEFG.md");

    assertThat(runs()).containsExactly("item/epic/E-1");
    assertThat(tidemark.run("resume").out()).contains("item/epic/E-1");
    assertThat(tidemark.run("done 1").exit()).isZero();
    assertThat(findings("uncommitted")).isEmpty();
    assertThat(findings("copy"))
        .containsExactlyInAnyOrder(
            "'"
                + ITEM
                + " (conflicted copy 2026-11-28).md' is a copy of "
                + ITEM
                + ".md, and no run | When nothing in it is needed, delete it: rm -- '"
                + ITEM
                + " (conflicted copy 2026-11-28).md'",
            "'"
                + ITEM
                + ".sync-conflict-20261128-120000-ABCDEFG.md' is a copy of "
                + ITEM
                + ".md, and no run | When nothing in it is needed, delete it: rm -- '"
                + ITEM
                + ".sync-conflict-20261128-120000-ABCDEFG.md'");
    assertThat(tidemark.run("adopt").lines())
        .contains(
            ITEM
                + " (conflicted copy 2026-11-28).md is skipped: it is a copy of the file of a run");
    var named = tidemark.words("status", "--run", "item/epic/E-1 (conflicted copy 2026-11-28)");
    assertThat(named.exit()).isEqualTo(1);
    assertThat(named.err()).contains("there is no run");
  }

  @Test
  void copies_of_the_single_files_of_other_formats_are_named() throws IOException {
    tidemark.after("start flow/develop", "done 2-plan --run phase/dev --summary planned");
    copy("memory/state/phase.json", "memory/state/phase (1).json");
    copy("memory/state/phase.json", "memory/state/phase-LAPTOP.json");
    copy(".claude-checkpoint.md", ".claude-checkpoint 2.md");
    copy(".claude-checkpoint.md", "Copy of .claude-checkpoint.md");
    git.write("memory/state/phase-notes.json", "{\"notes\":[]}");

    assertThat(runs()).containsExactly("flow/develop", "phase/dev");
    assertThat(findings("copy"))
        .extracting(found -> found.substring(0, found.indexOf(" is a copy of ")))
        .containsExactlyInAnyOrder(
            "'.claude-checkpoint 2.md'",
            "'Copy of .claude-checkpoint.md'",
            "'memory/state/phase (1).json'",
            "memory/state/phase-LAPTOP.json");
  }

  @Test
  void a_copy_whose_original_is_gone_is_no_run_until_it_has_its_name()
      throws IOException, InterruptedException {
    tidemark.after("start item/epic/E-1", "done 0");
    copy(ITEM + ".md", "it's a copy");
    git.git("rm", "-q", "-r", "docs");
    Files.createDirectories(git.root().resolve("docs/checkpoints"));
    copy("it's a copy", ITEM + " (Ann's copy).md");

    assertThat(runs()).doesNotContain("item/epic/E-1 (Ann's copy)");
    var found = findings("copy").getFirst();
    assertThat(found).contains("To make it the run, give it that name: mv -- ");
    assertThat(shell(found.substring(found.lastIndexOf(": ") + 2))).isZero();
    assertThat(git.root().resolve(ITEM + ".md")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1,2]",
        "{\"items\":[]}",
        "{\"version\":1,\"entries\":{\"a\":1}}",
        "{\"items\": [1,",
        "{\"plan\":\"a.md\",\"phases\":[{\"phase\":0,\"status\":\"done\"}],\"review\":{}}",
      })
  void a_json_file_of_another_tool_is_no_run_and_blocks_nothing(String text)
      throws IOException, InterruptedException {
    tidemark.after("start implement/x --phases a");
    var files =
        List.of(
            ".claude/state/review-queue.json",
            ".claude/state/implement-checkpoint.json",
            "docs/checkpoints/implement-checkpoint.json",
            "memory/state/phase.json");
    files.forEach(file -> git.write(file, text));

    assertThat(runs()).containsExactly("state/implement/x");
    assertThat(tidemark.run("done a").exit()).isZero();
    assertThat(tidemark.run("start review/queue").exit()).isEqualTo(5);
    assertThat(text(files.getFirst())).isEqualTo(text);
    var found = findings("other-file");
    assertThat(found)
        .extracting(line -> line.substring(0, line.indexOf(" has a name like a checkpoint file")))
        .containsExactlyInAnyOrderElementsOf(files);
    assertThat(found).allSatisfy(line -> assertThat(line).contains("tidemark validate --format"));
    assertThat(tidemark.run("validate --format state -- " + files.getFirst()).exit())
        .isNotEqualTo(2);
  }

  @Test
  @Proves({"R-004-13", "R-USR-21"})
  void damaged_and_newer_files_are_still_reported() throws IOException {
    tidemark.after("start state/implement/a --phases one,two", "done one");
    var text = text(STATE + ".json");
    git.write(STATE + ".json", "[1,2]");
    git.write(".claude/state/implement-cut.json", text.substring(0, text.length() / 2));
    git.write(
        ".claude/state/implement-cut.json",
        text.substring(0, text.length() / 2).replace("\"a\"", "\"cut\""));
    git.write(
        ".claude/state/implement-newer.json",
        text.replace("\"version\": 1", "\"version\": 2").replace("\"a\"", "\"newer\""));
    git.write(".claude/state/implement-empty.json", "");

    assertThat(tidemark.run("list --json").each("runs", "state")).containsOnly("damaged");
    assertThat(runs())
        .containsExactlyInAnyOrder(
            "state/implement/a",
            "state/implement/cut",
            "state/implement/empty",
            "state/implement/newer");
  }
}
