package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives of finished runs, and what `prune` clears away.
class ArchiveVerbsTest {
  private static final String DOCUMENT = ".claude/state/design-auth.json";
  private static final String FOLDER = ".claude/state/archive";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start design/auth", "done research");
  }

  private List<String> names() {
    return tidemark.run("list --archived --json").each("archives", "name");
  }

  private Path file(String path) {
    return tidemark.scratch().root().resolve(path);
  }

  private void aged(String path) throws IOException {
    var text = Files.readString(file(path));
    Files.writeString(file(path), text.replaceAll("\"20\\d\\d-", "\"2019-"));
  }

  @Proves("R-004-92")
  @Test
  void a_run_that_ends_leaves_its_file_and_one_copy_with_the_same_bytes() {
    assertThat(names()).isEmpty();

    tidemark.completed("design/auth");

    assertThat(names()).hasSize(1);
    assertThat(names().getFirst()).matches("design-auth-\\d{8}T\\d{6}Z\\.json\\.gz");
    var copy = tidemark.run("show --archived " + names().getFirst() + " --raw").out();
    assertThat(file(DOCUMENT)).hasContent(copy);
    assertThat(tidemark.run("show --archived design-auth --json").string("text")).isEqualTo(copy);
    tidemark.after("finish --run auth");
    assertThat(names()).hasSize(1);
  }

  @Proves("R-004-92")
  @Test
  void no_copy_is_made_where_none_is_wanted() {
    tidemark.with("TIDEMARK_ARCHIVE_KEEP", "0").completed("design/auth");

    assertThat(file(FOLDER)).doesNotExist();
    assertThat(tidemark.run("list --archived").lines()).containsExactly("nothing is archived here");
  }

  @Proves("R-004-93")
  @Test
  void an_archive_that_cannot_be_made_does_not_keep_a_run_from_ending() {
    tidemark.scratch().write(FOLDER, "a file where the folder should be");

    var ran = tidemark.after("skip planning", "skip specs").run("finish");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("the archive of state/design/auth was not made: ");
    assertThat(tidemark.run("list --all").out()).contains("  done  ");
  }

  @Proves("R-004-92")
  @Test
  void a_new_run_takes_no_place_before_the_old_one_is_archived() throws IOException {
    tidemark.scratch().write(FOLDER, "a file where the folder should be");
    tidemark.completed("design/auth");
    var before = Files.readString(file(DOCUMENT));

    var refused = tidemark.run("start design/auth");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("the archive of state/design/auth was not made: ");
    assertThat(file(DOCUMENT)).hasContent(before);

    Files.delete(file(FOLDER));
    tidemark.after("start design/auth");
    assertThat(tidemark.run("show --archived design-auth --raw").out()).isEqualTo(before);
  }

  @Proves("R-004-96")
  @Test
  void what_a_fresh_start_replaces_is_archived() throws IOException {
    var before = Files.readString(file(DOCUMENT));

    tidemark.after("start design/auth --fresh");

    assertThat(tidemark.run("show --archived design-auth --raw").out()).isEqualTo(before);
  }

  @Proves("R-004-92")
  @Test
  void archive_moves_the_file_and_archive_restore_brings_it_back() throws IOException {
    assertThat(tidemark.run("archive").exit()).isEqualTo(1);
    tidemark.completed("design/auth");
    var text = Files.readString(file(DOCUMENT));
    var before = Tree.of(temp);
    var dry = tidemark.run("archive --dry-run");
    assertThat(dry.lines()).containsExactly(DOCUMENT + " would be moved into the archive");
    assertThat(Tree.of(temp)).isEqualTo(before);

    var ran = tidemark.run("archive");

    assertThat(ran.lines())
        .containsExactly(DOCUMENT + " is now archived as " + FOLDER + "/" + names().getFirst());
    assertThat(file(DOCUMENT)).doesNotExist();
    assertThat(names()).hasSize(1);
    assertThat(tidemark.run("history --run auth --limit 1").out())
        .contains("archived as " + FOLDER + "/design-auth-");
    var restored = tidemark.run("restore --archived design-auth");
    assertThat(restored.out())
        .isEqualTo(DOCUMENT + " is put back from " + names().getFirst() + "\n");
    assertThat(file(DOCUMENT)).hasContent(text);
    assertThat(tidemark.run("history --limit 1").out()).contains("restored to entry 5");
    assertThat(tidemark.run("doctor").out()).doesNotContain("error");
  }

  @Test
  void an_archived_run_is_shown_as_it_was_and_refuses_changes_until_it_is_restored() {
    tidemark.completed("design/auth");
    var text = tidemark.run("show --run auth --raw").out();
    tidemark.after("archive auth");

    assertThat(tidemark.run("show auth --raw").out()).isEqualTo(text);
    assertThat(tidemark.run("show auth").err())
        .contains("state/design/auth is archived; this is its last state");
    assertThat(tidemark.run("status auth").lines())
        .anyMatch(line -> line.startsWith("state/design/auth  done  3/3"))
        .anyMatch(line -> line.endsWith("research  complete"));
    for (var change : List.of("enter a", "done a", "finish", "note hi", "fail a")) {
      var refused = tidemark.run(change + " --run auth");
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.err())
          .contains("state/design/auth is archived")
          .contains("hint: Bring it back: tidemark restore --archived state/design/auth");
    }
    tidemark.after("restore --archived state/design/auth", "note hi --run auth");
  }

  @Test
  void of_several_copies_of_a_run_the_newest_is_meant_and_those_of_several_runs_are_listed()
      throws IOException {
    tidemark.completed("design/auth");
    var newest = names().getFirst();
    var older = "design-auth-20200101T000000Z.json.gz";
    Files.copy(file(FOLDER).resolve(newest), file(FOLDER).resolve(older));
    assertThat(names()).hasSize(2);

    assertThat(tidemark.run("restore --archived auth").out()).contains("put back from " + newest);
    tidemark.after("start design/pay").completed("design/pay");

    var ran = tidemark.run("show --archived design");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("3 archived copies fit design: " + older + ", " + newest)
        .contains("hint: Name one: tidemark show --archived design-");
  }

  @Test
  void a_copy_that_is_not_there_or_not_whole_is_refused() throws IOException {
    tidemark.completed("design/auth");
    var name = names().getFirst();

    assertThat(tidemark.run("show --archived nothing").err())
        .contains("no archived copy is called nothing");
    var copy = file(FOLDER).resolve(name);
    Files.write(copy, new byte[] {31, -117, 8, 0});
    assertThat(tidemark.run("show --archived " + name).exit()).isEqualTo(5);
    assertThat(tidemark.run("restore --archived " + name).exit()).isEqualTo(5);
  }

  @Proves("R-USR-09")
  @Test
  void prune_lists_the_old_file_of_a_finished_run_and_never_that_of_an_open_one()
      throws IOException {
    tidemark.completed("design/auth").after("start design/open", "finish --run auth");
    aged(DOCUMENT);
    aged(".claude/state/design-open.json");
    var before = Tree.of(temp);

    var dry = tidemark.run("prune --older-than 30d --dry-run");

    assertThat(dry.lines())
        .containsExactly(
            DOCUMENT + " would be moved into the archive",
            "1 unfinished run left alone; --include-open prunes them too");
    assertThat(Tree.of(temp)).isEqualTo(before);
    tidemark.after("prune --older-than 30d --include-open");
    assertThat(file(DOCUMENT)).doesNotExist();
    assertThat(file(".claude/state/design-open.json")).exists();
    assertThat(tidemark.run("show --archived design-auth-20 --raw").exit()).isEqualTo(1);
    assertThat(names()).hasSize(2);
  }

  @Proves("R-USR-09")
  @Test
  void prune_removes_old_copies_and_what_stopped_writers_left_but_no_lock() throws IOException {
    tidemark.completed("design/auth");
    var old = "design-auth-20190101T000000Z.json.gz";
    Files.copy(file(FOLDER).resolve(names().getFirst()), file(FOLDER).resolve(old));
    var left = ".claude/state/.design-auth.json.abcdefgh.tidemark-tmp";
    tidemark.scratch().write(left, "half");
    var locks = Tree.of(file(STATE + "/lock"));

    var ran = tidemark.run("prune --older-than 30d --json");

    assertThat(ran.out())
        .contains("\"files\":[],\"archives\":[\"" + FOLDER + "/" + old + "\"]")
        .contains("\"leftovers\":[\"" + left + "\"]");
    assertThat(names()).hasSize(1).doesNotContain(old);
    assertThat(file(left)).doesNotExist();
    assertThat(Tree.of(file(STATE + "/lock"))).isEqualTo(locks);
  }

  @Proves("R-USR-09")
  @Test
  void prune_does_not_remove_the_copy_that_takes_the_place_of_the_file_it_moves()
      throws IOException {
    tidemark.completed("design/auth");
    aged(DOCUMENT);
    var text = Files.readAllBytes(file(DOCUMENT));
    Files.delete(file(FOLDER).resolve(names().getFirst()));
    var old = "design-auth-20190101T000000Z.json.gz";
    try (var packed = new GZIPOutputStream(Files.newOutputStream(file(FOLDER).resolve(old)))) {
      packed.write(text);
    }

    var dry = tidemark.run("prune --older-than 30d --dry-run");
    var ran = tidemark.run("prune --older-than 30d");
    tidemark.after("prune --older-than 30d");

    assertThat(dry.lines()).containsExactly(DOCUMENT + " would be moved into the archive");
    assertThat(ran.lines()).containsExactly(DOCUMENT + " moved into the archive");
    assertThat(file(DOCUMENT)).doesNotExist();
    assertThat(names()).containsExactly(old);
    assertThat(tidemark.run("show --archived " + old + " --raw").out())
        .isEqualTo(new String(text, UTF_8));
    tidemark.after("prune --older-than 0d");
    assertThat(names()).isEmpty();
  }
}
