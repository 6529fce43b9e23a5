package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A link in the place of `.tidemark`, or of a folder below it, leads nobody who writes out of the
/// project.
class LeadingOutTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path home;
  private Path outside;

  @BeforeEach
  void prepare() throws IOException {
    tidemark = CommandLineHarness.fresh(Files.createDirectories(temp.resolve("project")));
    home = tidemark.scratch().root().resolve(".tidemark");
    outside = Files.createDirectories(temp.resolve("outside"));
  }

  private void leadOut() throws IOException {
    if (Files.exists(home)) {
      Files.delete(outside);
      Files.move(home, outside);
    }
    Files.createSymbolicLink(home, outside);
  }

  @Test
  @Proves("R-USR-15")
  void nothing_is_prepared_outside() throws IOException {
    leadOut();

    for (var line : new String[] {"init", "init --dry-run", "config set dialect item"}) {
      var ran = tidemark.run(line);

      assertThat(ran.exit()).as(line).isEqualTo(1);
      assertThat(ran.err()).contains(".tidemark leaves the project through a symbolic link");
    }
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  @Proves("R-USR-15")
  void nothing_is_changed_outside() throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    var refused = tidemark.given("word ".repeat(600));
    assertThat(refused.run("done design --summary -").exit()).isNotZero();
    leadOut();
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
          "config set dialect item"
        }) {
      refused.run(line);
      assertThat(Tree.of(outside)).as(line).isEqualTo(before);
    }
  }

  @Test
  @Proves("R-USR-15")
  void whoever_watches_is_told_of_nothing_through_a_link() throws IOException {
    tidemark.after("init", "start implement/auth --phases design,code");
    var file = Files.writeString(outside.resolve("theirs"), "theirs");
    Files.delete(home.resolve("changes"));
    Files.createSymbolicLink(home.resolve("changes"), file);

    tidemark.after("done design --summary Done.");

    assertThat(file).hasContent("theirs");
  }

  @Test
  @Proves({"R-USR-02", "R-USR-15"})
  void the_doctor_names_the_link_and_where_it_leads() throws IOException {
    tidemark.after("init", "start implement/auth");
    var document = tidemark.scratch().root().resolve(".claude/state/implement-auth.json");
    var theirs = temp.resolve("theirs.json");
    Files.move(document, theirs);
    Files.createSymbolicLink(document, theirs);
    leadOut();

    var ran = tidemark.run("doctor --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.each("findings", "code")).containsExactly("leads-out", "leads-out");
    assertThat(ran.each("findings", "text"))
        .containsExactly(
            ".tidemark is a symbolic link that leads out of the project, to "
                + outside.toRealPath(),
            ".claude/state/implement-auth.json is a symbolic link that leads out of the project, to"
                + " "
                + theirs.toRealPath());
    Files.delete(home);
    Files.createSymbolicLink(home, temp.resolve("nowhere"));
    assertThat(tidemark.run("doctor --json").each("findings", "text"))
        .contains(".tidemark is a symbolic link that leads nowhere");
  }

  @Test
  @Proves("R-USR-15")
  void folders_below_lead_nobody_out_either() throws IOException {
    tidemark.after("init", "start implement/auth");
    for (var folder : new String[] {"cache", "lock", "journal", "index"}) {
      var other = Files.createDirectories(temp.resolve("other-" + folder));
      var place = home.resolve(folder);
      var kept = home.resolve(folder + ".kept");
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
}
