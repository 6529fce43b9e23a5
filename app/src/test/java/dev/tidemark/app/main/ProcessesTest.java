package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What only a process of its own can show: kills, races, users, locales.
class ProcessesTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";
  private static final String SETPRIV = "/usr/bin/setpriv";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Proves({"R-USR-07", "R-COM-06"})
  @ParameterizedTest
  @CsvSource({
    "before-recording,         in_progress, ''",
    "before-publishing,        complete,    is one step behind its journal",
    "before-folder-is-forced,  complete,    ''"
  })
  void a_writer_killed_in_the_middle_leaves_the_old_state_or_the_new_one(
      String step, String progress, String notice) {
    tidemark.after("start implement/auth", "enter implementation");

    ChildProcess.killedAt(tidemark, step, "done implementation --summary Works.");
    var status = tidemark.run("status");
    var json = tidemark.run("status --json");

    assertThat(status.exit()).isZero();
    assertThat(json.each("phases", "progress")).startsWith(progress);
    assertThat(status.err()).contains(notice);
    tidemark.after("enter validation");
    assertThat(tidemark.run("status --json").each("phases", "progress").getFirst())
        .isEqualTo(progress);
    assertThat(tidemark.run("status").err()).isEmpty();
    assertThat(Tree.files(temp.resolve("project/.claude")).keySet())
        .containsExactly("state/implement-auth.json");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @Proves("R-USR-02")
  @Test
  void doctor_mends_a_document_that_is_behind_its_journal() throws IOException {
    tidemark.after("start implement/auth", "enter implementation");
    ChildProcess.killedAt(tidemark, "before-publishing", "done implementation --summary Works.");
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    assertThat(Files.readString(file)).doesNotContain("Works.");

    var look = tidemark.run("doctor");
    assertThat(Files.readString(file)).doesNotContain("Works.");
    var fix = tidemark.run("doctor --fix");

    assertThat(look.exit()).as(look.toString()).isZero();
    assertThat(look.out()).contains("warning  " + DOCUMENT, "doctor --fix");
    assertThat(fix.out()).contains("fixed  " + DOCUMENT);
    assertThat(Files.readString(file)).contains("Works.");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @Proves({"R-USR-06", "R-004-49"})
  @Test
  void processes_that_write_the_same_run_at_once_lose_nothing() {
    tidemark.after("start implement/auth");
    var children = new ArrayList<ChildProcess>();
    for (int i = 0; i < 6; i++) {
      children.add(tidemark.start("done --new phase" + i + "x --decision d" + i));
    }

    for (var child : children) {
      assertThat(child.end().exit()).isZero();
    }

    var resume = tidemark.run("resume --json");
    assertThat(resume.each("decisions", "decision"))
        .containsExactlyInAnyOrder("d0", "d1", "d2", "d3", "d4", "d5");
    assertThat(resume.each("done", "phase")).hasSize(6);
    assertThat(tidemark.run("history").lines()).hasSize(7);
  }

  @Proves("R-USR-10")
  @Test
  void without_a_locale_nothing_is_garbled() {
    var child =
        ChildProcess.command(
                tidemark.with("LC_ALL", "C").after("start implement/auth"),
                program("-Dtidemark.locale=C", "status"))
            .end();

    assertThat(child.exit()).isZero();
    assertThat(child.out()).contains("implementation  pending").matches("\\A\\p{ASCII}*\\z");
  }

  @Proves("R-USR-10")
  @Test
  void without_a_locale_a_name_that_cannot_be_a_file_is_refused() {
    var words = program("-Dtidemark.locale=C", "start");
    words.addAll(List.of("implement", "gr\u00f6\u00dfer"));

    var child = ChildProcess.command(tidemark.with("LC_ALL", "C"), words).end();

    assertThat(child.exit()).as(child.toString()).isIn(0, 1);
    assertThat(child.err()).doesNotContain("bug");
  }

  @Proves("R-COM-02")
  @ParameterizedTest
  @ValueSource(strings = {"/nonexistent", ""})
  void without_the_git_program_its_files_say_enough(String path) {
    var bare = tidemark.with("PATH", path);

    var start = bare.child("start implement/auth --json");

    assertThat(start.exit()).isZero();
    assertThat(bare.child("show --raw").out())
        .contains("\"head_commit\": \"" + tidemark.scratch().git("rev-parse", "HEAD"));
    assertThat(bare.child("resume").exit()).isZero();
    assertThat(bare.child("doctor").exit()).isZero();
    assertThat(bare.child("init --dry-run").exit()).isZero();
  }

  @Test
  void without_a_home_and_a_user_it_works_as_well() {
    var lonely = tidemark.with("HOME", "").with("XDG_CONFIG_HOME", "").with("USER", "");

    assertThat(lonely.child("start implement/auth").exit()).isZero();
    assertThat(lonely.child("history").lines()).hasSize(1);
  }

  @Proves("R-COM-15")
  @Test
  void without_a_terminal_nothing_is_asked() {
    var ran = tidemark.child("start implement/auth");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).doesNotContain("[Y/n]", "[y/N]");
  }

  @Test
  void in_a_folder_that_may_not_be_written_reading_works_and_writing_is_refused()
      throws IOException {
    assumeTrue(Files.isExecutable(Path.of(SETPRIV)), "needs setpriv to become another user");
    assumeTrue(Files.isWritable(Path.of("/")), "needs root to become another user");
    tidemark.after("start implement/auth", "enter implementation");
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    assumeTrue(isOpen(temp.getParent()), "needs a temporary folder that others may enter");
    for (var folder : List.of(".git/tidemark", ".claude")) {
      try (var paths = Files.walk(tidemark.scratch().root().resolve(folder))) {
        for (var path : paths.toList()) {
          var modes = Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--";
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(modes));
        }
      }
    }
    var before = Tree.of(temp);

    var status = asNobody("status --json");
    var done = asNobody("done implementation --json");
    var start = asNobody("start review");

    assertThat(status.exit()).as(status.toString()).isZero();
    assertThat(status.each("phases", "progress")).startsWith("in_progress");
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.json().object("error").string("code")).isIn("forbidden", "unavailable");
    assertThat(start.exit()).isEqualTo(1);
    assertThat(start.complaints()).hasSize(1);
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  private static boolean isOpen(Path folder) throws IOException {
    for (var path = folder; path.getNameCount() > 0; path = path.getParent()) {
      if (!Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  private Ran asNobody(String line) {
    var command = new ArrayList<String>();
    command.addAll(List.of(SETPRIV, "--reuid=65534", "--regid=65534", "--clear-groups"));
    command.addAll(ChildProcess.program());
    command.addAll(CommandLineHarness.split(line));
    return ChildProcess.command(tidemark, command).end();
  }

  private static List<String> program(String option, String line) {
    var command = ChildProcess.program(option);
    command.addAll(CommandLineHarness.split(line));
    return command;
  }
}
