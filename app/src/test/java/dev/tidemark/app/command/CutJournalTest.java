package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal whose newest records another program has cut off or replaced.
class CutJournalTest {
  private static final String RUN = "state/implement/auth";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path journal;

  @BeforeEach
  void prepare() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .after(
                "start implement/auth --phases a,b", "note --decision One", "note --decision Two");
    journal =
        tidemark
            .scratch()
            .root()
            .resolve(".git/tidemark/main/journal/state/implement-auth.json/000001.jsonl");
  }

  @Test
  void a_cut_end_is_noticed_by_every_verb_until_a_person_accepts_it() throws IOException {
    cut();

    for (var verb : List.of("note --decision Three", "enter a", "resume", "restore", "undo")) {
      var ran = tidemark.run(verb + " --run " + RUN);
      assertThat(ran.exit()).as(verb + ": " + ran).isNotZero();
    }
    var refused = tidemark.run("note --decision Three");
    assertThat(refused.exit()).isEqualTo(5);
    assertThat(refused.err()).contains("it ends with record 2, and record 3 was written");
    var doctor = tidemark.run("doctor");
    assertThat(doctor.exit()).isNotZero();
    assertThat(doctor.out()).contains("it ends with record 2, and record 3 was written");

    Files.delete(Path.of(refused.err().replaceAll("(?s).* rm (\\S+).*", "$1")));
    tidemark.after("note --decision Three");
  }

  @Test
  void a_replaced_end_is_noticed() throws IOException {
    var entry = Files.readAllBytes(register());
    cut();
    Files.delete(register());
    tidemark.after("note --decision Other");
    Files.write(register(), entry);

    assertThat(tidemark.run("note --decision X").err())
        .contains("record 3 is not the one that was written");
    assertThat(tidemark.run("doctor").out()).contains("record 3 is not the one that was written");
  }

  @Test
  void a_register_that_is_behind_or_torn_is_no_damage() throws IOException {
    var behind = Files.readAllBytes(register());
    tidemark.after("note --decision Three", "note --decision Four", "note --decision Five");
    Files.write(register(), behind);
    tidemark.after("note --decision Six");

    Files.writeString(register(), "torn");
    tidemark.after("note --decision Seven");
    Files.write(register(), new byte[0]);
    tidemark.after("note --decision Eight");
    assertThat(tidemark.run("doctor").exit()).isZero();
  }

  @Test
  void another_project_at_the_same_path_begins_as_if_there_had_been_none() throws IOException {
    var root = tidemark.scratch().root();
    Files.move(root, temp.resolve("moved"));

    var other = CommandLineHarness.fresh(temp);
    other.after("start implement/auth --phases a,b", "note --decision One");

    assertThat(other.run("doctor").out()).doesNotContain("journal");
  }

  @Test
  void the_register_does_not_grow_with_the_changes() throws IOException {
    long size = Files.size(register());
    tidemark.after("note --decision Three", "note --decision Four");

    assertThat(Files.size(register())).isEqualTo(size);
  }

  private void cut() throws IOException {
    var lines = Files.readAllLines(journal);
    Files.write(journal, lines.subList(0, lines.size() - 1));
  }

  private Path register() throws IOException {
    try (var files = Files.list(tidemark.scratch().home().resolve(".config/tidemark/journals"))) {
      return files.findFirst().orElseThrow();
    }
  }
}
