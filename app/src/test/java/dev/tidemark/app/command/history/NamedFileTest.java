package dev.tidemark.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `show --file` prints the files that a phase names.
class NamedFileTest {
  private static final String KEY = "AKIA" + "IOSFODNN7EXAMPLQ";

  @TempDir private Path temp;

  private CommandLineHarness project(String named) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(".gitignore", ".env\n.claude/\n.tidemark/\n")
        .write(".env", "PASSWORD=1\n")
        .write("docs/auth.md", "# Sessions\n\nkey " + KEY + "\n")
        .write("other.md", "other\n");
    var file = tidemark.folder().resolve(named);
    if (!Files.exists(file)) {
      tidemark.scratch().write(named, "Soon another\n");
    }
    tidemark.after("start implement/auth --phases design,code");
    tidemark.after("done design --created " + named);
    return tidemark;
  }

  @Test
  void a_named_file_is_printed_as_it_is_but_for_secrets() {
    var tidemark = project("docs/auth.md");

    assertThat(tidemark.run("show --file docs/auth.md").out())
        .startsWith("# Sessions\n\nkey ")
        .doesNotContain(KEY);
    var json = tidemark.run("show --file docs/auth.md --json").json();
    assertThat(json.string("path")).isEqualTo("docs/auth.md");
    assertThat(json.string("note")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {".env", ".git/config", "other.md"})
  void only_files_that_a_phase_names_are_shown_and_no_private_ones(String path) {
    var tidemark = project(path.equals("other.md") ? "docs/auth.md" : path);

    var ran = tidemark.run("show --file " + path + " --json");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(ran.json().object("error").string("code")).isEqualTo("unnamed-file");
    assertThat(ran.out()).doesNotContain("PASSWORD").doesNotContain("[core]");
  }

  @Test
  void a_link_out_of_the_project_is_not_followed() throws IOException {
    var outside = Files.writeString(temp.resolve("outside.txt"), "not for readers\n");
    var tidemark = project("docs/link.md");
    Files.delete(tidemark.folder().resolve("docs/link.md"));
    Files.createSymbolicLink(tidemark.folder().resolve("docs/link.md"), outside);

    var ran = tidemark.run("show --file docs/link.md --json");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(ran.out()).contains("is reached by a link").doesNotContain("not for readers");
  }

  @ParameterizedTest
  @CsvSource({"docs/link.md, ../.env", "docs/link.md, ../.git/config", "docs, .git"})
  void a_link_inside_the_project_is_not_followed(Path link, Path target) throws IOException {
    var tidemark = project(link.endsWith("docs") ? "docs/config" : "docs/link.md");
    var at = tidemark.folder().resolve(link);
    if (link.endsWith("docs")) {
      Files.move(at, tidemark.folder().resolve("moved"));
    }
    Files.deleteIfExists(at);
    Files.createSymbolicLink(at, target);
    var named = link.endsWith("docs") ? "docs/config" : "docs/link.md";

    var ran = tidemark.run("show --file " + named + " --json");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(ran.out()).doesNotContain("PASSWORD").doesNotContain("[core]");
  }

  @Test
  void a_file_that_does_not_exist_is_named() throws IOException {
    var tidemark = project("docs/auth.md");
    Files.delete(tidemark.folder().resolve("docs/auth.md"));

    assertThat(tidemark.run("show --file docs/auth.md").out())
        .isEqualTo("docs/auth.md: does not exist\n");
  }
}
