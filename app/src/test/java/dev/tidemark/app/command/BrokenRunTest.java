package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is broken about one run, verbs that go through all of them do the rest, say what they
/// could not do, and end accordingly.
@Proves("R-USR-02")
class BrokenRunTest {
  private static final String BROKEN = "state/implement/auth";
  private static final String WHOLE = "state/implement/mail";
  private static final String JOURNAL = STATE + "/journal/state/implement-auth.json/000001.jsonl";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() throws IOException {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth", "start implement/mail");
    block(JOURNAL);
  }

  /// Puts a folder in the place of a file: nobody can read that, root included.
  private void block(String path) throws IOException {
    var file = tidemark.scratch().root().resolve(path);
    Files.delete(file);
    Files.createDirectory(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static void assertNamesTheBrokenOne(Ran ran) {
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(ran.err())
        .contains(BROKEN + " cannot be read: ", JOURNAL, "it is not a regular file");
  }

  @Test
  void the_others_are_listed() {
    for (var line : new String[] {"list", "list --all"}) {
      var ran = tidemark.run(line);

      assertNamesTheBrokenOne(ran);
      assertThat(ran.lines()).hasSize(4);
      assertThat(ran.lines().get(1)).startsWith(BROKEN).contains("damaged");
      assertThat(ran.lines().get(2)).startsWith(WHOLE);
      assertThat(ran.lines().get(3)).isEqualTo("next: tidemark resume --run RUN");
    }
    var json = tidemark.run("list --json");
    assertThat(json.each("runs", "state")).containsExactly("damaged", "open");
    assertThat(json.each("problems", "code")).containsExactly("unavailable");
  }

  @Test
  void the_doctor_says_so_once_and_looks_at_the_others() throws IOException {
    Files.writeString(tidemark.scratch().root().resolve(".claude/state/implement-mail.json"), "{");

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "code")).containsExactly("unavailable", "unreadable");
    assertThat(ran.each("findings", "text").getFirst())
        .contains(BROKEN, JOURNAL, "it is not a regular file");
  }

  @Test
  void what_cannot_be_cured_keeps_nothing_else_from_it() throws IOException {
    tidemark.after("start implement/third");
    var root = tidemark.scratch().root();
    Files.delete(root.resolve(".claude/state/implement-mail.json"));
    Files.delete(root.resolve(".claude/state/implement-third.json"));
    block(STATE + "/lock/" + lockOf(root));

    var ran = tidemark.run("doctor --fix --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "code")).contains("unavailable", "missing");
  }

  private static String lockOf(Path root) throws IOException {
    try (var locks = Files.list(root.resolve(STATE + "/lock"))) {
      return locks.map(file -> file.getFileName().toString()).sorted().findFirst().orElseThrow();
    }
  }

  @Test
  void the_others_are_pruned() {
    // Full copies are written rarely, so that it takes big summaries to make a state droppable.
    for (int i = 0; i < 40; i++) {
      var summary = ("w" + i + " ").repeat(490);
      tidemark.given(summary).after("done implementation --summary - --run " + WHOLE);
    }
    var dry = tidemark.run("prune --keep 10 --older-than 0d --include-open --dry-run --json");
    var ran = tidemark.run("prune --keep 10 --older-than 0d --include-open");

    assertNamesTheBrokenOne(ran);
    assertThat(ran.out()).contains(WHOLE + ": ").contains("states dropped");
    assertThat(dry.json().isTrue("ok")).isFalse();
    assertThat(dry.each("plans", "run")).containsExactly(WHOLE);
    assertThat(dry.each("problems", "code")).containsExactly("unavailable");
  }

  @Test
  void a_secret_is_taken_out_of_the_others() throws IOException {
    tidemark.after("done implementation --summary 'the word is abracadabra' --run " + WHOLE);
    var file = tidemark.scratch().root().resolve(".claude/state/implement-mail.json");

    var ran = tidemark.given("abracadabra").run("redact");

    assertNamesTheBrokenOne(ran);
    assertThat(ran.out()).contains(WHOLE + ": removed from the file");
    assertThat(file).content().doesNotContain("abracadabra");
  }

  @Test
  void a_dialect_that_cannot_be_listed_hides_no_other() throws IOException {
    tidemark.after("start item/epic/EPIC-001");
    var folder = tidemark.scratch().state().resolve("journal/state");
    Files.move(folder, folder.resolveSibling("away"));
    Files.createSymbolicLink(folder, folder);

    var ran = tidemark.run("list");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(ran.err()).contains("the runs of state cannot be listed: ");
    assertThat(ran.out()).contains("item/epic/EPIC-001");
    assertThat(tidemark.run("list --all --json").each("runs", "run"))
        .containsExactly("item/epic/EPIC-001");
  }
}
