package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A link in the place of `.tidemark`, of the state folder, or of a folder below it leads no writer
/// out of the project.
class LeadingOutTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path state;
  private Path outside;

  @BeforeEach
  void prepare() throws IOException {
    tidemark = CommandLineHarness.fresh(Files.createDirectories(temp.resolve("project")));
    state = tidemark.scratch().state();
    outside = Files.createDirectories(temp.resolve("outside"));
  }

  private void leadOut(String path) throws IOException {
    var folder = tidemark.scratch().root().resolve(path);
    if (Files.exists(folder)) {
      Files.delete(outside);
      Files.move(folder, outside);
    }
    Files.createSymbolicLink(folder, outside);
  }

  @Test
  @Proves("R-USR-15")
  void nothing_is_prepared_outside() throws IOException {
    leadOut(".tidemark");

    for (var line : new String[] {"init", "init --dry-run", "config format item"}) {
      var ran = tidemark.run(line);

      assertThat(ran.exit()).as(line).isEqualTo(1);
      assertThat(ran.err()).contains(".tidemark leaves the project through a symbolic link");
    }
    assertThat(outside).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {".tidemark", STATE})
  @Proves("R-USR-15")
  void nothing_is_changed_outside(String path) throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    var refused = tidemark.given("word ".repeat(600));
    assertThat(refused.run("done design --summary -").exit()).isNotZero();
    leadOut(path);
    var before = Tree.of(outside);

    for (var line :
        new String[] {
          "init",
          "start design/x",
          "done design --summary -",
          "enter design",
          "doctor --fix",
          "why",
          "list",
          "redact",
          "config format item"
        }) {
      refused.run(line);
      assertThat(Tree.of(outside)).as(line).isEqualTo(before);
    }
  }

  @Test
  @Proves("R-USR-15")
  void watchers_are_not_notified_through_a_link() throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    var file = Files.writeString(outside.resolve("theirs"), "theirs");
    Files.delete(state.resolve("changes"));
    Files.createSymbolicLink(state.resolve("changes"), file);

    tidemark.after("done design --summary Done.");

    assertThat(file).hasContent("theirs");
  }

  @Test
  @Proves("R-USR-15")
  void rules_for_git_are_not_added_to_a_file_outside() throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    var theirs = Files.writeString(outside.resolve("theirs"), "theirs");
    var rules = tidemark.scratch().root().resolve(".gitignore");
    Files.delete(rules);
    Files.createSymbolicLink(rules, theirs);

    var ran = tidemark.run("init");
    tidemark.run("doctor --fix");

    assertThat(theirs).hasContent("theirs");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(".gitignore leaves the project through a symbolic link");
  }

  @Test
  @Proves("R-USR-15")
  void no_refusal_is_read_from_a_file_outside() throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    assertThat(tidemark.given("word ".repeat(600)).run("done design --summary -").exit())
        .isNotZero();
    var refusal = state.resolve("refusal.json");
    Files.move(refusal, outside.resolve("theirs"));
    assertThat(tidemark.run("why").out()).doesNotContain("summary");
    Files.createSymbolicLink(refusal, outside.resolve("theirs"));

    assertThat(tidemark.run("why").out()).doesNotContain("summary");
  }

  @ParameterizedTest
  @ValueSource(strings = {".tidemark", STATE})
  @Proves({"R-USR-02", "R-USR-15"})
  void the_doctor_names_the_link_and_where_it_leads(String path) throws IOException {
    tidemark.after("init", "start implement/auth");
    var document = tidemark.scratch().root().resolve(".claude/state/implement-auth.json");
    var theirs = temp.resolve("theirs.json");
    Files.move(document, theirs);
    Files.createSymbolicLink(document, theirs);
    leadOut(path);

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "code")).containsExactly("leads-out", "leads-out");
    assertThat(ran.each("findings", "text"))
        .containsExactly(
            path
                + " is a symbolic link that resolves outside the project, to "
                + outside.toRealPath(),
            ".claude/state/implement-auth.json is a symbolic link that resolves outside the"
                + " project, to "
                + theirs.toRealPath());
    var link = tidemark.scratch().root().resolve(path);
    Files.delete(link);
    Files.createSymbolicLink(link, temp.resolve("nowhere"));
    assertThat(tidemark.run("doctor --json").each("findings", "text"))
        .contains(path + " is a symbolic link that leads nowhere");
  }

  @Test
  @Proves("R-USR-15")
  void links_in_folders_below_do_not_lead_out_either() throws IOException {
    tidemark.after("init", "start implement/auth");
    for (var folder : new String[] {"cache", "lock", "journal", "index"}) {
      var other = Files.createDirectories(temp.resolve("other-" + folder));
      var place = state.resolve(folder);
      var kept = state.resolve(folder + ".kept");
      if (Files.exists(place)) {
        Files.move(place, kept);
      }
      Files.createSymbolicLink(place, other);

      tidemark.run("list");
      tidemark.run("start design/" + folder);
      tidemark.run("doctor --fix");

      assertThat(other).as(folder).isEmptyDirectory();
      Files.delete(place);
      if (Files.exists(kept)) {
        Files.move(kept, place);
      }
    }
  }

  @Test
  @Proves({"R-USR-13", "R-USR-15"})
  void no_secret_is_taken_out_of_files_outside() throws IOException {
    var secret = "correct horse battery";
    tidemark.after("init", "start implement/auth --phases design,code");
    var root = tidemark.scratch().root();
    var index = Files.createDirectories(temp.resolve("theirs/index"));
    var logs = Files.createDirectories(temp.resolve("theirs/logs"));
    var archive = Files.createDirectories(temp.resolve("theirs/archive"));
    Files.writeString(index.resolve("notes.txt"), secret);
    Files.writeString(logs.resolve("webhooks.log"), secret);
    Files.writeString(archive.resolve("notes.txt"), secret);
    Files.write(
        archive.resolve("implement-auth-20261121T013000Z.json.gz"),
        DocumentBytes.zipped(secret.getBytes(UTF_8)));
    Files.deleteIfExists(state.resolve("index/state"));
    Files.deleteIfExists(state.resolve("index"));
    Files.createSymbolicLink(state.resolve("index"), index);
    Files.createSymbolicLink(root.resolve(".claude/logs"), logs);
    Files.createSymbolicLink(root.resolve(".claude/state/archive"), archive);
    Files.writeString(state.resolve("refusal.json"), secret);
    var before = Tree.of(temp.resolve("theirs"));

    var ran = tidemark.given(secret).run("redact");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(Tree.of(temp.resolve("theirs"))).isEqualTo(before);
    assertThat(state.resolve("refusal.json")).hasContent("[redacted]");
    assertThat(ran.err())
        .contains(STATE + "/index was not searched: it is a symbolic link")
        .contains(".claude/logs/webhooks.log was not searched: it is a symbolic link")
        .contains(".claude/state/archive was not searched: it is a symbolic link");
  }

  @ParameterizedTest
  @ValueSource(strings = {".tidemark", STATE})
  @Proves({"R-USR-13", "R-USR-15"})
  void no_secret_is_taken_out_of_a_folder_outside(String path) throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    var secret = "correct horse battery";
    leadOut(path);
    Files.writeString(outside.resolve("refusal.json"), secret);
    var before = Tree.of(outside);

    var ran = tidemark.given(secret).run("redact");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.err()).contains(path + " was not searched: it is a symbolic link");
    assertThat(Tree.of(outside)).isEqualTo(before);
  }
}
