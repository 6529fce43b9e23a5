package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.stores.journal.ExportArchive;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `export` says of records that are not in order, and what `import` does not take over.
@Proves("R-USR-22")
class ImportRefusalsTest {
  private static final String RECORD = "journal/state/implement-auth.json/000001.jsonl";
  private static final String SEGMENT = ".tidemark/" + RECORD;
  private static final String DOCUMENT = ".claude/state/implement-auth.json";
  private static final String TORN = "{\"head\":{\"torn";

  @TempDir private Path temp;
  private CommandLineHarness here;
  private CommandLineHarness there;
  private Path file;

  @BeforeEach
  void prepare() {
    here = CommandLineHarness.fresh(temp.resolve("here"));
    here.after("start implement/auth", "done validation --summary Begun", "start design/auth");
    there = CommandLineHarness.fresh(temp.resolve("there"));
    file = temp.resolve("all.zip");
  }

  private void tear(CommandLineHarness project) throws IOException {
    var segment = project.scratch().state().resolve(RECORD);
    Files.writeString(segment, TORN, StandardOpenOption.APPEND);
  }

  /// Puts something else in the place of what was exported of a file, as another version might.
  private void alter(String path, UnaryOperator<String> change) throws IOException {
    var items = new ArrayList<Item>();
    for (var item : ExportArchive.read(Files.readAllBytes(file))) {
      boolean meant = item.path().equals(path);
      var bytes = meant ? change.apply(new String(item.bytes(), UTF_8)).getBytes(UTF_8) : null;
      items.add(bytes == null ? item : new Item(item.kind(), item.run(), item.path(), bytes));
    }
    Files.write(file, ExportArchive.bytes(items));
  }

  @Test
  void a_file_that_is_not_there_has_a_hint_about_the_file() {
    var refused = there.run("import nofile.zip");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err())
        .contains("there is no file ")
        .contains("Name a file that `tidemark export` wrote.");
  }

  @Test
  void a_torn_end_is_told_and_goes_along_where_the_next_writer_would_put_it() throws IOException {
    tear(here);
    var before = Tree.of(temp.resolve("here"));

    var exported = here.run("export " + file);
    assertThat(Tree.of(temp.resolve("here"))).isEqualTo(before);
    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(exported.exit()).as(exported.toString()).isZero();
    assertThat(exported.err())
        .contains(
            "state/implement/auth: "
                + SEGMENT
                + " ends in 14 bytes that are no record; they go along as "
                + SEGMENT
                + ".torn-1");
    assertThat(List.of(dry.exit(), ran.exit())).containsOnly(0);
    assertThat(there.scratch().state().resolve(RECORD + ".torn-1")).hasContent(TORN);
    assertThat(there.run("doctor").out()).doesNotContain("no record");
    here.after("done validation --summary Again --run implement/auth");
    var healed = here.scratch().state().resolve(RECORD);
    assertThat(Files.readString(healed))
        .startsWith(Files.readString(there.scratch().state().resolve(RECORD)));
    assertThat(here.scratch().state().resolve(RECORD + ".torn-1")).hasContent(TORN);
  }

  @Test
  void a_torn_end_in_a_file_of_another_version_is_told_alike_by_a_dry_run_and_set_apart()
      throws IOException {
    here.after("export " + file);
    alter(SEGMENT, text -> text + TORN);

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(dry.exit()).isZero();
    assertThat(ran.err())
        .isEqualTo(dry.err())
        .contains("state/implement/auth: " + SEGMENT + " ends in 14 bytes that are no record");
    assertThat(there.scratch().state().resolve(RECORD + ".torn-1")).hasContent(TORN);
    assertThat(there.run("import " + file).out()).endsWith("files are here already, the same\n");
  }

  @Test
  void a_document_that_was_edited_is_told_alike_by_a_dry_run_and_taken_over() throws IOException {
    var document = here.scratch().root().resolve(DOCUMENT);
    Files.writeString(document, Files.readString(document).replace("Begun", "Edited"));

    var exported = here.run("export " + file);
    var dry = there.run("import " + file + " --dry-run --json");
    var ran = there.run("import " + file + " --json");

    var edited = "state/implement/auth: " + DOCUMENT + " was changed since the last record";
    assertThat(exported.err()).contains(edited);
    for (var taken : List.of(dry, ran)) {
      assertThat(taken.exit()).as(taken.toString()).isZero();
      assertThat(taken.json().array("notes").elements()).hasSize(1);
      assertThat(taken.json().array("problems").elements()).isEmpty();
    }
    assertThat(there.scratch().root().resolve(DOCUMENT)).hasSameBinaryContentAs(document);
  }

  @Test
  void what_does_not_verify_is_found_before_anything_is_written() throws IOException {
    here.after("done implementation --summary Done --run implement/auth", "export " + file);
    var whole = Files.readAllBytes(file);
    var before = Tree.of(temp.resolve("there"));
    var changes =
        List.<UnaryOperator<String>>of(
            text -> text.replaceFirst("\n", "\nx"),
            text -> text.substring(text.indexOf('\n') + 1),
            text -> text.replaceFirst("\n[^\n]*\n", "\n"),
            text -> text.replace("Begun", "Ended"));
    for (var change : changes) {
      Files.write(file, whole);
      alter(SEGMENT, change);

      var dry = there.run("import " + file + " --dry-run");
      var ran = there.run("import " + file);

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(5);
      assertThat(ran).isEqualTo(dry);
      assertThat(ran.err())
          .contains(file + ": state/implement/auth: " + SEGMENT)
          .contains("`tidemark doctor` where it comes from")
          .contains("nothing was imported");
      assertThat(Tree.of(temp.resolve("there"))).isEqualTo(before);
    }
  }

  @Test
  void a_file_that_was_cut_short_anywhere_is_refused() throws IOException {
    here.after("export " + file);
    var bytes = Files.readAllBytes(file);
    var before = Tree.of(temp.resolve("there"));
    for (int length = bytes.length - 1; length >= 0; length -= length > bytes.length - 9 ? 1 : 83) {
      Files.write(file, Arrays.copyOf(bytes, length));

      var ran = there.run("import " + file);

      assertThat(ran.exit()).as("%s bytes: %s", length, ran).isEqualTo(5);
      assertThat(ran.err())
          .contains("export it again where it comes from")
          .doesNotContain("doctor");
      assertThat(Tree.of(temp.resolve("there"))).as("%s bytes", length).isEqualTo(before);
    }
  }

  @Test
  void a_run_that_went_on_is_refused_with_both_sides_named() throws IOException {
    here.after("export " + file);
    there.after("import " + file, "done validation --summary Again --run implement/auth");
    var before = Tree.of(temp.resolve("there"));

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran).isEqualTo(dry);
    assertThat(ran.err())
        .contains(
            "state/implement/auth: "
                + SEGMENT
                + " already exists here with another content than in "
                + file);
    assertThat(Tree.of(temp.resolve("there"))).isEqualTo(before);
  }

  @Test
  void what_has_no_way_to_its_place_is_found_before_anything_is_written() throws IOException {
    here.after("export " + file);
    var elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    Files.createSymbolicLink(there.scratch().root().resolve(".claude"), elsewhere);
    var before = Tree.of(temp.resolve("there"));

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran).isEqualTo(dry);
    assertThat(ran.err()).contains("leaves the project through a symbolic link");
    assertThat(Tree.of(temp.resolve("there"))).isEqualTo(before);
    assertThat(elsewhere).isEmptyDirectory();
  }
}
