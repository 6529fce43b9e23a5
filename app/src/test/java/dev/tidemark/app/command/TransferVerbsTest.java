package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `export` and `import`: everything in one file, to another machine and back.
@Proves("R-USR-22")
class TransferVerbsTest {
  @TempDir private Path temp;
  private CommandLineHarness here;
  private CommandLineHarness there;
  private Path file;

  @BeforeEach
  void prepare() {
    here = Protocol.all(temp.resolve("here")).after("adopt", "init");
    for (var protocol : Protocol.values()) {
      here.after(protocol.change());
    }
    here.after("start design/auth").completed("design/auth").after("archive --run design/auth");
    here.scratch().write(".tidemark/workflows/own.yaml", "phases: [a, b]\n");
    there = CommandLineHarness.fresh(temp.resolve("there"));
    file = temp.resolve("all.zip");
  }

  private String histories(CommandLineHarness project) {
    var all = new StringBuilder();
    for (var run :
        List.of(
            "state/implement/checkpoint-infrastructure",
            "phase/dev",
            "item/epic/EPIC-001",
            "flow/develop",
            "state/design/auth")) {
      all.append(project.run("history --json --run " + run).out());
    }
    return all.toString();
  }

  private static String journals(CommandLineHarness project) throws IOException {
    var root = project.scratch().state().resolve("journal");
    var all = new StringBuilder();
    try (var files = Files.walk(root)) {
      for (var file : files.filter(it -> it.toString().endsWith(".jsonl")).sorted().toList()) {
        all.append(root.relativize(file)).append('\n').append(Files.readString(file));
      }
    }
    return all.toString();
  }

  @Test
  void the_name_of_a_run_in_the_place_of_the_file_is_refused() {
    here.after("start implement/x");

    var ran = here.run("export x");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err())
        .contains("x is the name of a run, not of a file")
        .contains("tidemark export implement.tidemark.zip state/implement/x");
    assertThat(here.folder().resolve("x")).doesNotExist();
  }

  @Test
  void a_round_trip_is_equal() throws IOException {
    var before = Tree.of(temp.resolve("here"));
    var exported = here.run("export " + file);
    assertThat(exported.out())
        .matches("\\S+all.zip holds 5 runs, \\d+ files, \\d+ bytes, read .*\\n");
    assertThat(Tree.of(temp.resolve("here"))).isEqualTo(before);
    assertThat(file).exists();

    var imported = there.run("import " + file);

    assertThat(imported.exit()).as(imported.toString()).isZero();
    assertThat(journals(there)).isEqualTo(journals(here));
    assertThat(histories(there)).isEqualTo(histories(here));
    for (var protocol : Protocol.values()) {
      var path = protocol.path();
      assertThat(there.scratch().root().resolve(path))
          .hasSameBinaryContentAs(here.scratch().root().resolve(path));
    }
    assertThat(there.run("list --archived").out()).isEqualTo(here.run("list --archived").out());
    assertThat(there.run("start own").exit()).isZero();
    there.after("restore --archived design-auth", "history --run design/auth");
  }

  @Test
  void what_was_imported_is_exported_byte_for_byte_as_before() throws IOException {
    here.after("export " + file);
    there.after("import " + file, "export " + temp.resolve("again.zip"));

    assertThat(temp.resolve("again.zip")).hasSameBinaryContentAs(file);
    assertThat(there.run("import " + file).out()).endsWith(" files are here already, the same\n");
  }

  @Test
  void everything_has_the_modes_that_it_had_where_it_was_made() throws IOException {
    var made = CommandLineHarness.fresh(temp.resolve("made"));
    made.after("start implement/auth", "start phase/dev", "start flow/develop");
    made.after("start design/auth").completed("design/auth").after("archive --run design/auth");
    made.after("export " + file);
    there.after("import " + file);

    var modes = modes(there);
    modes.keySet().retainAll(modes(made).keySet());
    assertThat(modes)
        .containsEntry(STATE + "/journal", "rwx------")
        .containsEntry(STATE + "/journal/state", "rwx------")
        .containsEntry(".claude/state/implement-auth.json", "rw-------")
        .containsEntry(".claude/state/archive", "rwx------");
    modes.forEach((path, mode) -> assertThat(mode).as(path).isEqualTo(modes(made).get(path)));
  }

  private static Map<String, String> modes(CommandLineHarness project) {
    var root = project.scratch().root();
    var state = project.scratch().state();
    var modes = new TreeMap<String, String>();
    try (var paths = Files.walk(root)) {
      for (var path :
          paths
              .filter(it -> it.startsWith(state) || !it.startsWith(root.resolve(".git")))
              .toList()) {
        var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        modes.put(root.relativize(path).toString(), mode);
      }
      return modes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void nothing_is_overwritten_and_everything_in_the_way_is_listed() throws IOException {
    here.after("export " + file);
    there.scratch().write(".claude-checkpoint.md", "mine");
    there.scratch().write("docs/checkpoints/epic-EPIC-001.md", "mine too");
    var before = Tree.of(temp.resolve("there"));

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(dry.err())
        .contains(
            ".claude-checkpoint.md already exists here with another content",
            "docs/checkpoints/epic-EPIC-001.md already exists here with another content");
    assertThat(Tree.of(temp.resolve("there"))).isEqualTo(before);
    assertThat(here.run("export " + file).err()).contains("all.zip is there already");
  }

  @Test
  void a_dry_run_says_what_would_be_made_and_makes_nothing() throws IOException {
    assertThat(here.run("export " + file + " --dry-run").out())
        .matches("\\S+all.zip would hold 5 runs, \\d+ files\\n");
    assertThat(file).doesNotExist();
    here.after("export " + file);
    var before = Tree.of(temp.resolve("there"));

    var ran = there.run("import " + file + " --dry-run");

    assertThat(ran.lines()).contains(".claude-checkpoint.md would be made");
    assertThat(Tree.of(temp.resolve("there"))).isEqualTo(before);
  }

  @Test
  void one_run_can_be_moved_alone() {
    var exported = here.run("export " + file + " --run phase/dev");
    there.after("import " + file);

    assertThat(exported.out()).contains("holds 1 run, 2 files");
    assertThat(there.run("list --json").each("runs", "run")).containsExactly("phase/dev");
  }

  @Test
  void a_file_that_was_changed_or_cut_off_anywhere_is_refused() throws IOException {
    here.after("export " + file);
    var bytes = Files.readAllBytes(file);
    var before = Tree.of(temp.resolve("there"));
    for (int at = 0; at < bytes.length; at += Math.max(1, bytes.length / 60)) {
      var damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      var ran = there.run("import " + file);
      boolean harmless = ran.exit() == 0;
      if (harmless) {
        // Bits of the zip file's own directory say nothing about what is in it.
        assertThat(journals(there)).isEqualTo(journals(here));
        return;
      }
      assertThat(ran.exit()).as("byte %s: %s", at, ran).isIn(1, 5);
      assertThat(Tree.of(temp.resolve("there"))).as("byte %s", at).isEqualTo(before);
    }
  }

  @Test
  void a_record_that_contradicts_itself_is_exported_with_a_warning_and_not_imported()
      throws IOException {
    var segment =
        here.scratch().state().resolve("journal/phase/.claude-checkpoint.md/000001.jsonl");
    var lines = Files.readAllLines(segment);
    lines.remove(1);
    Files.writeString(segment, String.join("\n", lines) + "\n");

    var exported = here.run("export " + file);
    var imported = there.run("import " + file);

    assertThat(exported.exit()).isEqualTo(5);
    assertThat(exported.err()).contains("phase/dev: ");
    assertThat(imported.exit()).isEqualTo(5);
    assertThat(there.scratch().state()).doesNotExist();
  }

  @Test
  void what_is_no_export_is_refused() {
    assertThat(there.run("import nowhere.zip").err()).contains("there is no file");
    there.scratch().write("no.zip", "no");
    assertThat(there.run("import no.zip").err())
        .contains("it is no file that `tidemark export` has written");
  }
}
