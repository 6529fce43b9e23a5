package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Documents as other programs, editors and accidents leave them.
class HandEditedDocumentsTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path file;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    file = tidemark.scratch().root().resolve(DOCUMENT);
  }

  private String text() throws IOException {
    return Files.readString(file);
  }

  @Proves("R-USR-14")
  @ParameterizedTest
  @ValueSource(strings = {"start implement/auth", "enter implementation --run auth", "finish"})
  void a_document_of_six_megabytes_is_refused_and_untouched(String line) throws IOException {
    var huge = "{\"command\": \"implement\", \"feature\": \"auth\", \"version\": 1, \"x\": \"";
    tidemark.scratch().write(DOCUMENT, huge + "x".repeat(6 * 1024 * 1024) + "\"}");
    long size = Files.size(file);

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isIn(1, 5);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(Files.size(file)).isEqualTo(size);
    assertThat(tidemark.run("resume --run auth").exit()).isEqualTo(5);
    assertThat(file.resolveSibling("")).isDirectoryNotContaining("glob:**corrupt**");
  }

  @Proves("R-USR-14")
  @ParameterizedTest
  @ValueSource(strings = {"start implement/auth", "enter implementation --run auth", "finish"})
  void a_document_of_depth_300_is_refused_and_untouched(String line) throws IOException {
    var deep =
        "{\"command\": \"implement\", \"version\": 1, \"x\": "
            + "[".repeat(300)
            + "]".repeat(300)
            + "}";
    tidemark.scratch().write(DOCUMENT, deep);

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isIn(1, 5);
    assertThat(text()).isEqualTo(deep);
    assertThat(tidemark.run("list --json").each("runs", "state")).containsExactly("damaged");
  }

  @Proves("R-USR-21")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "start implement/auth",
        "start implement/auth --fresh",
        "enter implementation",
        "done implementation --summary S",
        "fail implementation",
        "skip implementation",
        "finish"
      })
  void a_document_of_an_unknown_version_is_left_alone_by_every_verb(String line)
      throws IOException {
    var newer = "{\"command\":\"implement\",\"feature\":\"auth\",\"version\":2,\"phases\":[]}\r\n";
    tidemark.scratch().write(DOCUMENT, newer);

    var ran = tidemark.run(line);
    var json = tidemark.run(line + " --json");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(json.json().object("error").string("code")).isEqualTo("unknown-version");
    assertThat(text()).isEqualTo(newer);
    assertThat(tidemark.run("status --run auth").exit()).isEqualTo(5);
    assertThat(text()).isEqualTo(newer);
  }

  @Proves("R-COM-04")
  @ParameterizedTest
  @ValueSource(strings = {"\ufeff", ""})
  void a_bom_and_the_line_ends_of_windows_are_kept(String mark) throws IOException {
    tidemark.after("start implement/auth");
    var windows = mark + text().replace("\n", "\r\n") + "\r\n";
    tidemark.scratch().write(DOCUMENT, windows);

    tidemark.after("done implementation --summary Works. --decision Yes");

    assertThat(text()).startsWith(mark + "{\r\n  \"command\"").endsWith("}\r\n");
    assertThat(text().replace("\r\n", "")).doesNotContain("\n");
    assertThat(tidemark.run("resume --json").string("summary")).isEqualTo("Works.");
  }

  @Test
  void an_edit_by_hand_is_told_kept_and_recorded() throws IOException {
    tidemark.after("start implement/auth", "done implementation --summary 'With tests.'");
    tidemark.scratch().write(DOCUMENT, text().replace("With tests", "With 12 tests"));

    var status = tidemark.run("status");
    var enter = tidemark.run("enter validation");

    assertThat(status.err()).contains(DOCUMENT + " was changed outside Tidemark");
    assertThat(enter.err()).contains("outside Tidemark; the change is kept");
    assertThat(tidemark.run("history").out()).contains("edited outside Tidemark");
    assertThat(tidemark.run("resume --json").string("summary")).isEqualTo("With 12 tests.");
    assertThat(tidemark.run("status").err()).isEmpty();
  }

  @Test
  void a_document_put_back_by_somebody_else_is_not_overwritten() throws IOException {
    tidemark.after("start implement/auth");
    var first = text();
    tidemark.after("done implementation --summary One.");
    tidemark.scratch().write(DOCUMENT, first);

    tidemark.after("skip validation");

    assertThat(text()).doesNotContain("One.");
    assertThat(tidemark.run("history").out()).contains("put back outside Tidemark to entry 1");
  }

  @Proves({"R-004-36", "R-004-20"})
  @Test
  void a_damaged_document_is_set_aside_by_the_next_change() throws IOException {
    tidemark.after("start implement/auth", "done implementation --summary Works.");
    tidemark.scratch().write(DOCUMENT, text().substring(0, 100));

    var status = tidemark.run("status --run auth");
    var change = tidemark.run("enter validation --run auth");

    assertThat(status.exit()).isEqualTo(5);
    assertThat(status.out()).contains("damaged");
    assertThat(change.exit()).isZero();
    assertThat(change.complaints()).hasSize(1);
    assertThat(change.err()).contains("cannot be read", "kept as", "history entry 2");
    try (var files = Files.list(file.resolveSibling(""))) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .anyMatch(name -> name.startsWith("implement-auth.json.corrupt-"));
    }
    assertThat(tidemark.run("resume --json").string("summary")).isEqualTo("Works.");
    assertThat(tidemark.run("doctor").out()).contains("note  ", "was set aside");
  }

  @Test
  void restore_puts_a_damaged_document_back() throws IOException {
    tidemark.after("start implement/auth", "done implementation --summary Works.");
    var good = text();
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    var resume = tidemark.run("resume");
    var restore = tidemark.run("restore");

    assertThat(resume.exit()).isEqualTo(5);
    assertThat(resume.err()).contains("tidemark restore --run state/implement/auth");
    assertThat(restore.exit()).isZero();
    assertThat(text()).isEqualTo(good);
    assertThat(tidemark.run("doctor").exit()).isZero();
  }

  @Proves("R-COM-06")
  @Test
  void temporary_files_of_other_people_stay() {
    tidemark.scratch().write(".claude/state/notes.tmp", "mine");
    tidemark.scratch().write(".claude/state/.other.json.0.tidemark-tmp", "theirs");
    tidemark.scratch().write(".claude/state/.implement-auth.json.0.tidemark-tmp", "old");

    tidemark.after("start implement/auth", "enter implementation");

    var folder = file.resolveSibling("");
    assertThat(folder.resolve("notes.tmp")).exists();
    assertThat(folder.resolve(".other.json.0.tidemark-tmp")).exists();
    assertThat(folder.resolve(".implement-auth.json.0.tidemark-tmp")).doesNotExist();
  }

  @Test
  void whoever_acts_is_recognised_and_recorded() {
    tidemark.after("start implement/auth");
    tidemark.with("CLAUDECODE", "1").after("enter implementation");
    tidemark.after("done implementation --as Bob");
    tidemark.with("CI", "true").after("skip validation");
    tidemark.with("CLAUDECODE", "1").after("finish --as Eve");

    var entries = tidemark.run("history --json").json().array("entries").toString();

    assertThat(entries)
        .contains("{\"kind\":\"person\",\"name\":\"ann\",\"host\":\"laptop\",\"process\":")
        .contains("{\"kind\":\"agent\",\"name\":\"claude-code\",")
        .contains("{\"kind\":\"person\",\"name\":\"Bob\",")
        .contains("{\"kind\":\"tool\",\"name\":\"ci\",")
        .contains("{\"kind\":\"agent\",\"name\":\"Eve\",");
    assertThat(tidemark.run("history").out()).contains("claude-code", "Bob");
  }
}
