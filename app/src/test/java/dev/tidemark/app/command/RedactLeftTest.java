package dev.tidemark.app.command;

import static dev.tidemark.app.command.SecretFiles.ARCHIVE;
import static dev.tidemark.app.command.SecretFiles.SECRET;
import static dev.tidemark.testkit.ScratchRepository.STATE;
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

/// `redact` and what it leaves alone: it is named, and all else is cleaned.
@Proves("R-USR-13")
class RedactLeftTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private SecretFiles files;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    files = new SecretFiles(tidemark);
  }

  @Test
  void a_temporary_file_that_nobody_left_here_stays_and_is_named() throws IOException {
    tidemark.after("init", "start design/auth");
    var theirs = files.write(".tidemark/workflows/draft.tmp", SECRET);
    var at = files.write(STATE + "/listeners/own.json.tmp", SECRET);
    var half = files.write(STATE + "/leases/design-auth.tmp", SECRET);

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(".tidemark/workflows/draft.tmp contains the secret and was left unchanged")
        .contains(STATE + "/listeners/own.json.tmp contains the secret and was left unchanged");
    assertThat(theirs).hasContent(SECRET);
    assertThat(at).hasContent(SECRET);
    assertThat(half).doesNotExist();
  }

  @Test
  void what_an_earlier_layout_has_left_in_the_work_tree_is_named() throws IOException {
    tidemark.after("init", "start design/auth", "done research --summary 'It is " + SECRET + "'");
    var record = "journal/state/design-auth.json/000001.jsonl";
    var text = Files.readString(files.at(STATE + "/" + record));
    files.write(".tidemark/" + record, text);

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(".tidemark/" + record + " contains the secret and was left unchanged");
    assertThat(files.at(STATE + "/" + record)).content().doesNotContain(SECRET);
  }

  @Test
  void a_receipt_that_holds_it_in_base64_is_named_and_stays() throws IOException {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [{name: publish, gates: [{review: true}]}]\n");
    tidemark.after("config receipts on", "start release v1", "start release v2");
    tidemark.words(
        "gate", "set", "review", "--allowed", "false", "--blocker", SECRET, "--run", "release/v1");
    tidemark.after("gate set review --allowed true --run release/v2");
    var before = Tree.files(tidemark.scratch().root().resolve("docs"));

    var other = tidemark.given(SECRET).run("redact - release/v2");
    var ran = tidemark.given(SECRET).run("redact --json");

    assertThat(other.exit()).as(other.toString()).isZero();
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.each("left", "reason")).containsExactly("receipt");
    assertThat(ran.err())
        .contains("docs/receipts/state-release-v1/publish-review-")
        .contains(".json contains the secret, and a receipt cannot be altered");
    assertThat(Tree.files(tidemark.scratch().root().resolve("docs"))).isEqualTo(before);
  }

  @Test
  void an_archived_copy_that_is_a_link_is_named() throws IOException {
    tidemark.after("start design/auth");
    var copy = ARCHIVE + "design-auth-20261121T013000Z.json.gz";
    Files.createDirectories(files.at(ARCHIVE));
    Files.createSymbolicLink(files.at(copy), temp.resolve("elsewhere"));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(copy + " was not searched: it is a symbolic link");
  }

  @Test
  void an_archive_that_nobody_can_list_keeps_nothing_else_from_being_cleaned() throws IOException {
    tidemark.after("start design/auth");
    tidemark.words("done", "research", "--summary", "The password is " + SECRET + ".");
    files.write(STATE + "/refusal.json", SECRET);
    Files.createSymbolicLink(files.at(".claude/state/archive"), temp.resolve("nowhere"));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.out()).contains("state/design/auth: removed from the file");
    assertThat(ran.err()).contains(".claude/state/archive was not searched: it cannot be read");
    assertThat(files.holdIt()).isFalse();
  }

  @Test
  void a_dialect_that_nobody_can_list_keeps_no_other_from_being_cleaned() throws IOException {
    files.write(".claude-checkpoint.md", "next_phase: none\n# The password is " + SECRET + ".\n");
    files.write(STATE + "/refusal.json", SECRET);
    Files.createDirectories(files.at(".claude"));
    Files.createSymbolicLink(files.at(".claude/state"), files.at(".claude/state"));

    var ran = tidemark.given(SECRET).run("redact");

    assertThat(ran.exit()).as(ran.toString()).isNotZero();
    assertThat(ran.out()).contains("phase/dev: removed from the file");
    assertThat(ran.err()).contains("the runs of state cannot be listed: ");
    assertThat(files.holdIt()).isFalse();
  }
}
