package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Repositories in which other tools were at work before Tidemark.
class AdoptTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path root;

  @BeforeEach
  void prepare() {
    tidemark = Protocol.all(temp);
    root = tidemark.scratch().root();
  }

  private static JsonObject first(JsonObject json, String array) {
    var all = json.array(array);
    assertThat(all).isNotNull();
    return (JsonObject) all.get(0);
  }

  @ParameterizedTest
  @EnumSource
  void without_a_journal_everything_works_and_the_first_change_begins_it(Protocol protocol) {
    var run = " --run " + protocol.run();

    assertThat(tidemark.run("list --json").each("runs", "run")).contains(protocol.run());
    assertThat(tidemark.run("status" + run).exit()).isZero();
    assertThat(tidemark.run("resume" + run).exit()).isZero();
    assertThat(tidemark.scratch().state()).doesNotExist();

    var change = tidemark.run(protocol.change());

    assertThat(change.exit()).as(change.toString()).isZero();
    assertThat(tidemark.run("show --at 1 --raw" + run).out()).isEqualTo(protocol.document());
    var history = tidemark.run("history" + run);
    assertThat(history.lines()).hasSize(2);
    assertThat(history.lines().getFirst())
        .contains("  outside  found here, and kept as the beginning of the journal");
    assertThat(first(tidemark.run("history --json" + run).json(), "entries").object("edit"))
        .asString()
        .contains("\"kind\":\"found\"");
  }

  @Test
  void a_dry_run_tells_what_is_there_and_writes_nothing() {
    var before = Tree.of(temp);

    var ran = tidemark.run("adopt --dry-run");

    assertThat(Tree.of(temp)).isEqualTo(before);
    assertThat(ran.exit()).isZero();
    assertThat(ran.lines())
        .containsSubsequence(
            "memory/state/phase.json",
            "  flow, workflow develop: open, phase 2 of 5 (ARCHITECTURE)",
            "  would be recorded as the beginning of its journal",
            "docs/checkpoints/epic-EPIC-001.md",
            "  item, workflow epic, item EPIC-001: open, phase 3 of 6 (Product Analysis)",
            "  would be recorded as the beginning of its journal",
            ".claude-checkpoint.md",
            "  phase, workflow dev: open, phase 5 of 7 (4-review)",
            ".claude/state/implement-checkpoint-infrastructure.json",
            "  state, workflow implement, item checkpoint-infrastructure: open, phase 3 of 4"
                + " (implementation)",
            "nothing was written");
    var json = tidemark.run("adopt --dry-run --json");
    assertThat(json.each("found", "run")).containsExactlyElementsOf(Protocol.runs());
    assertThat(json.each("found", "result")).containsOnly("adopted");
  }

  @Test
  void adopting_begins_every_journal_and_leaves_the_documents_alone() {
    var documents = Tree.of(root.resolve("docs"));

    var ran = tidemark.run("adopt --json");
    var after = Tree.of(root);
    var again = tidemark.run("adopt --json");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.each("found", "result")).hasSize(4).containsOnly("adopted");
    assertThat(again.each("found", "result")).hasSize(4).containsOnly("known");
    assertThat(Tree.of(root)).isEqualTo(after);
    assertThat(Tree.of(root.resolve("docs"))).isEqualTo(documents);
    for (var protocol : Protocol.values()) {
      var run = " --run " + protocol.run();
      // What gates may depend on in a document found is recorded beside it.
      assertThat(tidemark.run("history" + run).lines())
          .filteredOn(line -> !line.endsWith("evidence noted"))
          .hasSize(1);
      assertThat(tidemark.run("show --at 1 --raw" + run).out()).isEqualTo(protocol.document());
    }
    assertThat(tidemark.run("list --json").each("runs", "branch")).containsOnly("null");
  }

  @Test
  void without_a_project_file_it_works_and_says_what_init_is_for() {
    assertThat(tidemark.run("adopt").lines().getLast()).contains("tidemark init");
    tidemark.after("init");
    assertThat(tidemark.run("adopt").out()).doesNotContain("tidemark init");
  }

  @ParameterizedTest
  @EnumSource
  void what_cannot_be_read_is_told_with_the_next_step_and_left_alone(Protocol protocol)
      throws IOException {
    var file = root.resolve(protocol.path());
    Files.write(file, new byte[] {'-', '-', '-', '\n', (byte) 0xff, (byte) 0xfe});
    var bytes = Files.readAllBytes(file);

    var ran = tidemark.run("adopt");
    var json = tidemark.run("adopt --json");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.out())
        .contains(
            "  cannot be read, so nothing was recorded",
            "  List the problems: tidemark validate --format",
            protocol.path() + "; fix the file and adopt again");
    assertThat(json.each("found", "result")).containsOnlyOnce("unreadable").contains("known");
    assertThat(file).hasBinaryContent(bytes);
    assertThat(tidemark.run("history --run " + protocol.run()).out())
        .contains("nothing is recorded");
  }

  @Test
  void a_document_known_before_and_damaged_since_can_be_restored() throws IOException {
    tidemark.after("adopt");
    tidemark.scratch().write(Protocol.ITEM.path(), "no table");

    assertThat(tidemark.run("adopt").out())
        .contains("put a recorded state back: tidemark restore --run " + Protocol.ITEM.run());
    tidemark.after("restore --run " + Protocol.ITEM.run());
    assertThat(root.resolve(Protocol.ITEM.path())).hasContent(Protocol.ITEM.document());
  }

  @Test
  void other_files_in_the_folders_of_protocols_are_named_and_passed_over() {
    tidemark.scratch().write("docs/checkpoints/notes.md", "mine").write("docs/x.md", "mine");
    tidemark.scratch().write("docs/checkpoints/.gitkeep", "");

    var ran = tidemark.run("adopt");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("docs/checkpoints/notes.md is skipped");
    for (int i = 0; i < 12; i++) {
      tidemark.scratch().write("docs/checkpoints/notes" + i + ".md", "notes");
    }
    var many = tidemark.run("adopt --dry-run");
    assertThat(many.lines())
        .filteredOn(line -> line.endsWith(" is skipped: its name is not that of a run"))
        .hasSize(10);
    assertThat(many.lines())
        .contains(
            "3 more are skipped: its name is not that of a run (all of them: tidemark adopt"
                + " --json)");
    assertThat(ran.out()).doesNotContain("docs/x.md", ".gitkeep");
  }

  @Test
  void the_tasks_of_a_workflow_are_adopted_with_it() {
    var tasks = "{\"tasks\":[{\"id\":\"task-001\",\"status\":\"running\"}]}";
    tidemark.scratch().write("memory/state/execution.json", tasks);

    assertThat(tidemark.run("adopt --json").each("found", "path"))
        .contains("memory/state/execution.json", "memory/state/phase.json");

    tidemark.scratch().write("memory/state/execution.json", tasks.replace("running", "complete"));
    assertThat(tidemark.run("adopt").out())
        .contains("edited outside Tidemark: task task-001 complete (was running); 1 line added");
    assertThat(tidemark.run("show --at 1 --raw --run flow-tasks/develop").out()).isEqualTo(tasks);
  }

  @Test
  void in_an_empty_project_there_is_nothing_to_adopt() {
    var empty = CommandLineHarness.fresh(temp.resolve("empty"));

    var ran = empty.run("adopt");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines().getFirst()).startsWith("no checkpoint files found");
    assertThat(empty.scratch().state()).doesNotExist();
  }
}
