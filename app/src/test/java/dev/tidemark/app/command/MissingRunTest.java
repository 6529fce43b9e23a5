package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Runs whose files other programs have removed: git clean, git stash, rm, a switch of branches.
class MissingRunTest {
  private static final List<String> CHANGES =
      List.of(
          "enter review --run RUN",
          "done review --summary S --run RUN",
          "fail review --reason R --run RUN",
          "skip review --run RUN",
          "note N --run RUN",
          "note --decision D --run RUN",
          "note --goal G --run RUN",
          "task add T --run RUN",
          "gate run tests --run RUN",
          "finish --run RUN",
          "start RUN");

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private final Map<Protocol, String> recorded = new LinkedHashMap<>();

  @BeforeEach
  void record() throws IOException {
    tidemark = Protocol.all(temp);
    for (var protocol : Protocol.values()) {
      tidemark.after(protocol.change());
      recorded.put(protocol, Files.readString(file(protocol)));
    }
  }

  @Test
  void git_clean_loses_no_run_and_one_command_brings_every_file_back() throws IOException {
    tidemark.scratch().git("clean", "-fdxq");

    assertMissing();
    assertBroughtBack();
  }

  @Test
  void two_stashes_with_untracked_files_lose_no_run() throws IOException {
    tidemark.scratch().git("stash", "--all", "--quiet");
    assertMissing();
    tidemark.scratch().write("note.txt", "x").git("stash", "--include-untracked", "--quiet");

    assertMissing();
    assertBroughtBack();
  }

  @Test
  void removed_folders_lose_no_run() throws IOException {
    for (var name : List.of(".claude", "memory", "docs")) {
      Tree.remove(tidemark.scratch().root().resolve(name));
    }
    Files.delete(file(Protocol.PHASE));

    assertMissing();
    assertBroughtBack();
  }

  private void assertMissing() {
    var list = tidemark.run("list --json");
    assertThat(list.each("runs", "run")).containsExactlyElementsOf(Protocol.runs());
    assertThat(list.each("runs", "state")).containsOnly("missing");
    assertThat(tidemark.run("list").out()).contains("missing", "removed outside Tidemark");
    var doctor = tidemark.run("doctor");
    assertThat(doctor.exit()).isNotZero();
    for (var protocol : Protocol.values()) {
      var run = protocol.run();
      assertThat(doctor.out()).contains(run + " is missing: " + protocol.path());
      assertThat(tidemark.run("status --run " + run).out())
          .contains("missing", "next: tidemark restore --run " + run);
      assertThat(tidemark.run("resume --run " + run).out())
          .contains("Verdict: ask (removed-outside", "tidemark restore --run " + run);
    }
  }

  private void assertBroughtBack() throws IOException {
    var ran = tidemark.run("restore --all");
    assertThat(ran.exit()).as(ran.err()).isZero();
    for (var protocol : Protocol.values()) {
      assertThat(file(protocol)).hasContent(recorded.get(protocol));
      assertThat(Files.readString(file(protocol))).isEqualTo(recorded.get(protocol));
    }
    assertThat(tidemark.run("list --json").each("runs", "state")).doesNotContain("missing");
    assertThat(tidemark.run("restore --all").out()).contains("no file is missing");
  }

  @ParameterizedTest
  @EnumSource
  void no_verb_begins_a_missing_run_anew(Protocol protocol) throws IOException {
    Files.delete(file(protocol));
    var history = history(protocol);

    for (var change : CHANGES) {
      var line = change.replace("RUN", protocol.run());
      var ran = tidemark.run(line);

      assertThat(ran.exit()).as(line + ": " + ran).isEqualTo(5);
      assertThat(ran.err())
          .contains(
              "is missing",
              "tidemark restore --run " + protocol.run(),
              "tidemark start " + protocol.run() + " --fresh");
      assertThat(file(protocol)).as(line).doesNotExist();
      assertThat(history(protocol)).as(line).isEqualTo(history);
    }
  }

  @ParameterizedTest
  @EnumSource
  void neither_doctor_nor_adopt_takes_the_removal_for_granted(Protocol protocol)
      throws IOException {
    Files.delete(file(protocol));

    assertThat(tidemark.run("doctor --fix").exit()).isNotZero();
    assertThat(tidemark.run("adopt").out()).contains("is missing");
    assertThat(tidemark.run("note N --run " + protocol.run()).exit()).isEqualTo(5);
    tidemark.after("restore --run " + protocol.run());
    assertThat(Files.readString(file(protocol))).isEqualTo(recorded.get(protocol));
  }

  @ParameterizedTest
  @EnumSource
  void a_new_start_on_purpose_begins_anew(Protocol protocol) throws IOException {
    Files.delete(file(protocol));

    tidemark.after("start " + protocol.run() + " --fresh");

    assertThat(tidemark.run("list --json").each("runs", "state")).doesNotContain("missing");
    assertThat(history(protocol)).contains("removed outside Tidemark");
  }

  @ParameterizedTest
  @EnumSource
  void a_removed_journal_and_file_are_missing_too(Protocol protocol) throws IOException {
    Files.delete(file(protocol));
    Tree.remove(tidemark.scratch().root().resolve(".git/tidemark/main/journal"));

    for (var change : CHANGES) {
      var line = change.replace("RUN", protocol.run());
      var ran = tidemark.run(line);
      assertThat(ran.exit()).as(line + ": " + ran).isEqualTo(5);
      assertThat(ran.err()).contains("its journal was removed", "--fresh");
      assertThat(file(protocol)).as(line).doesNotExist();
    }
    tidemark.after("start " + protocol.run() + " --fresh");
  }

  @ParameterizedTest
  @EnumSource
  void a_file_without_its_journal_is_recorded_on_purpose_only(Protocol protocol)
      throws IOException {
    Tree.remove(tidemark.scratch().root().resolve(".git/tidemark/main/journal"));

    var ran = tidemark.run("note N --run " + protocol.run());
    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("its journal was removed", "tidemark adopt");
    tidemark.after("adopt", "note N --run " + protocol.run());
  }

  @Test
  void other_runs_go_on_as_if_they_were_alone() throws IOException {
    for (var protocol : List.of(Protocol.STATE, Protocol.ITEM, Protocol.FLOW)) {
      Files.delete(file(protocol));
    }

    tidemark.after("note --decision Alone.");

    assertThat(history(Protocol.PHASE)).contains("decided: Alone.");
    assertThat(tidemark.run("resume").out()).contains(Protocol.PHASE.run());
  }

  @Test
  void without_a_name_a_change_names_the_command_for_all_that_are_missing() {
    tidemark.scratch().git("clean", "-fdxq");

    var ran = tidemark.run("note N");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("4 runs are missing", "tidemark restore --all");
  }

  @Test
  void a_file_of_another_branch_is_not_on_this_one() {
    var git = tidemark.scratch();
    git.git("switch", "--quiet", "--create", "feature");
    tidemark.after("note --decision Here. --run " + Protocol.ITEM.run());
    git.git("add", "docs");
    git.git("commit", "--quiet", "--message", "Checkpoint");
    git.git("switch", "--quiet", "main");

    assertThat(tidemark.run("list").out())
        .contains("the file is not on this branch; last changed on feature");
    tidemark.after("note --decision Other. --run " + Protocol.STATE.run());
    git.git("switch", "--quiet", "feature");
    assertThat(tidemark.run("list").out()).doesNotContain("missing");
    tidemark.after("note --decision Again. --run " + Protocol.ITEM.run());
  }

  @Test
  @Proves("R-003-04")
  void what_was_never_recorded_starts_afresh() throws IOException {
    var other = CommandLineHarness.fresh(temp.resolve("other"));
    other.scratch().write(Protocol.FLOW.path(), Protocol.FLOW.document());
    Files.delete(other.scratch().root().resolve(Protocol.FLOW.path()));

    other.after("start flow/develop");
  }

  @Test
  void a_run_whose_format_removes_its_file_at_the_end_is_not_missing() throws IOException {
    var other = CommandLineHarness.fresh(temp.resolve("other"));
    other.after("start item/epic/E-9");
    for (int phase = 0; phase < 6; phase++) {
      var ran = other.run("done " + phase + " --summary S --run item/epic/E-9");
      assertThat(ran.exit()).as(ran.err()).isZero();
    }
    Files.delete(other.scratch().root().resolve("docs/checkpoints/epic-E-9.md"));

    assertThat(other.run("list --json").each("runs", "state")).isEmpty();
    assertThat(other.run("start item/epic/E-9").err()).contains("the last commit has it");
  }

  private String history(Protocol protocol) {
    return CommandLineHarness.ageless(tidemark.run("history --run " + protocol.run()).out());
  }

  private Path file(Protocol protocol) {
    return tidemark.scratch().root().resolve(protocol.path());
  }
}
