package dev.tidemark.app.command;

import static dev.tidemark.app.command.SecretFiles.ARCHIVE;
import static dev.tidemark.app.command.SecretFiles.SECRET;
import static dev.tidemark.testkit.ScratchRepository.STATE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `redact` beside the runs: what else Tidemark has written, and what it cannot look into.
@Proves("R-USR-13")
class RedactBesideTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private SecretFiles files;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    files = new SecretFiles(tidemark);
  }

  @Test
  void it_goes_out_of_what_phase_has_set_aside() throws IOException {
    files.write(".claude-checkpoint.md", "next_phase: none\n# The password is " + SECRET + ".\n");
    tidemark.after("enter 3-build --run phase/dev --continue", "done 2-plan --run phase/dev");
    assertThat(files.at(STATE + "/set-aside")).isNotEmptyDirectory();
    var export = temp.resolve("before.zip");
    tidemark.words("export", export.toString());

    var redacted = tidemark.given(SECRET).run("redact");

    assertThat(redacted.exit()).as(redacted.toString()).isZero();
    assertThat(redacted.out()).contains("phase/dev: removed from ", "1 kept file");
    assertThat(files.holdIt()).isFalse();
    try (var zip = new ZipFile(export.toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .isNotEmpty()
          .noneMatch(name -> name.contains("set-aside"));
    }
  }

  @Test
  void it_goes_out_of_the_last_refusal() throws IOException {
    tidemark.after("start design/auth");
    tidemark.words("done", SECRET, "--summary", "word ".repeat(501));
    assertThat(Files.readString(files.at(STATE + "/refusal.json"))).contains(SECRET);
    var before = Tree.of(temp);

    var dry = tidemark.given(SECRET).run("redact --dry-run");
    assertThat(Tree.of(temp)).isEqualTo(before);
    var ran = tidemark.given(SECRET).run("redact --run design/auth");

    assertThat(dry.lines())
        .containsExactly("beside the runs: would be removed from " + STATE + "/refusal.json");
    assertThat(ran.lines())
        .containsExactly("beside the runs: removed from " + STATE + "/refusal.json");
    assertThat(files.holdIt()).isFalse();
    assertThat(tidemark.run("why").out()).contains("[redacted]");
  }

  @Test
  void it_goes_out_of_what_is_remembered_of_lists_and_settings_and_of_the_log() throws IOException {
    tidemark.after("start design/auth");
    var index = files.write(STATE + "/index/state", "glance of " + SECRET);
    var cached = files.write(STATE + "/cache/1f.json", "{\"a\": \"" + SECRET + "\"}");
    var half = files.write(STATE + "/refusal.json.tmp", SECRET);
    var log = files.write(".claude/logs/webhooks.log", "ci rejected " + SECRET + "\n");

    var ran = tidemark.given(SECRET).run("redact --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.json().strings("files")).hasSize(4);
    assertThat(index).doesNotExist();
    assertThat(cached).doesNotExist();
    assertThat(half).doesNotExist();
    assertThat(log).hasContent("ci rejected [redacted]");
  }

  @Test
  void an_intent_that_holds_it_is_removed_and_brings_nothing_back() throws IOException {
    tidemark.after("start item/debug/crash");
    var intent =
        files.write(
            STATE + "/pending/item-debug-crash.md",
            "{\"effects\": [{\"effect\": \"commit\", \"message\": \"" + SECRET + "\"}]}");

    var dry = tidemark.given(SECRET).run("redact --dry-run");
    assertThat(dry.out())
        .contains("would be removed from " + STATE + "/pending/item-debug-crash.md");
    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(intent).doesNotExist();
    tidemark.after("done 1 --run item/debug/crash");
    assertThat(files.holdIt()).isFalse();
    assertThat(tidemark.scratch().git("log", "--all", "-p")).doesNotContain(SECRET);
  }

  @Test
  void settings_that_hold_it_are_told_and_stay() throws IOException {
    tidemark.after("init", "start design/auth");
    var config = files.at(".tidemark/config.yaml");
    Files.writeString(config, Files.readString(config) + "# " + SECRET + "\n");

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(".tidemark/config.yaml contains the secret and was left unchanged");
    assertThat(config).content().contains(SECRET);
  }

  @Test
  void a_stopped_writer_leaves_nothing_of_it() throws IOException {
    tidemark.after("start design/auth");
    var left = files.write(".claude/state/.design-auth.json.abcd2345.tidemark-tmp", SECRET);

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.lines()).containsExactly("state/design/auth: removed from 1 kept file");
    assertThat(left).doesNotExist();
  }

  @Test
  void the_tasks_of_a_workflow_are_cleaned_with_it() throws IOException {
    files.write(
        "memory/state/phase.json",
        "{\"workflow_id\": \"wf-1\", \"current_phase\": \"demand\", \"phase_status\":"
            + " \"in_progress\", \"completed_phases\": []}");
    files.write(
        "memory/state/execution.json",
        "{\"workflow_id\": \"wf-1\", \"tasks\": [{\"id\": \"T1\", \"title\": \""
            + SECRET
            + "\"}]}");

    tidemark.given(SECRET).run("redact --run flow/develop");

    assertThat(files.holdIt()).isFalse();
  }

  @Test
  void a_damaged_copy_is_named_and_nothing_is_called_clean() throws IOException {
    tidemark.after("start design/auth");
    var whole = DocumentBytes.zipped(("the password is " + SECRET).getBytes(UTF_8));
    var torn = Arrays.copyOf(whole, whole.length - 9);
    var ours = ARCHIVE + "design-auth-20261121T013000Z.json.gz";
    var orphan = ARCHIVE + "notes.gz";
    Files.createDirectories(files.at(ARCHIVE));
    Files.write(files.at(ours), torn);
    Files.write(files.at(orphan), torn);

    var ran = tidemark.given(SECRET).run("redact");
    var json = tidemark.given(SECRET).run("redact --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).doesNotContain("it is in none");
    assertThat(ran.err())
        .contains(ours + " was not searched: it is damaged\nhint: Remove it")
        .contains(orphan + " was not searched: it is damaged\nhint: Remove it");
    assertThat(json.exit()).isEqualTo(1);
    assertThat(json.out())
        .contains("{\"ok\":false,\"error\":{\"code\":\"not-cleaned\"")
        .contains("\"left\":[{\"path\":\"" + ours + "\",\"reason\":\"damaged\"");
    assertThat(files.at(ours)).hasBinaryContent(torn);
  }

  @Test
  void copies_of_runs_that_nothing_is_known_of_are_looked_into_too() throws IOException {
    tidemark.after("start design/auth");
    var zipped = DocumentBytes.zipped(("the password is " + SECRET).getBytes(UTF_8));
    var gone = files.at(ARCHIVE + "design-gone-20261121T013000Z.json.gz");
    var orphan = files.at(ARCHIVE + "notes.gz");
    Files.createDirectories(files.at(ARCHIVE));
    Files.write(gone, zipped);
    Files.write(orphan, zipped);

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isZero();
    assertThat(gone).doesNotExist();
    assertThat(DocumentBytes.unzipped(Files.readAllBytes(orphan)))
        .asString(UTF_8)
        .isEqualTo("the password is [redacted]");
  }

  @Test
  void what_cannot_be_looked_into_is_named_and_the_rest_is_cleaned() throws IOException {
    tidemark.after("start design/auth");
    var aside = ".claude/state/design-auth.json.corrupt-20260129T100000Z";
    Files.createSymbolicLink(files.at(aside), temp.resolve("elsewhere"));
    var other = files.write(aside + "-2", SECRET);

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(aside + " was not searched: it is a symbolic link");
    assertThat(other).hasContent("[redacted]");
  }

  @Test
  void a_document_that_is_no_text_is_named() throws IOException {
    tidemark.after("start design/auth");
    var document = files.at(".claude/state/design-auth.json");
    Files.write(document, (SECRET + "\u00ff").getBytes(ISO_8859_1));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(".claude/state/design-auth.json was not searched");
  }
}
