package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A document that somebody removed, in front of whoever takes over.
class RemovedDocumentTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private String before = "";

  @BeforeEach
  void removed() throws IOException {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after(
        "start implement/auth --phases design,code",
        "done design --summary 'Tokens rotate.'",
        "enter code");
    before = tidemark.run("show --raw").out();
    Files.delete(tidemark.scratch().root().resolve(DOCUMENT));
  }

  @Test
  void work_does_not_go_on_in_silence() {
    assertThat(tidemark.run("resume").out())
        .contains("Verdict: ask (removed-outside", "tidemark restore --run")
        .contains(DOCUMENT + " was removed outside Tidemark");
    assertThat(tidemark.run("list").out())
        .contains("missing: the file was removed outside Tidemark");
  }

  @Test
  void the_command_that_the_verdict_names_brings_it_back() {
    assertThat(tidemark.run("restore --run state/implement/auth").exit()).isZero();

    assertThat(tidemark.run("show --raw").out()).isEqualTo(before);
    assertThat(tidemark.run("resume").out()).contains("Verdict: continue");
  }

  @Test
  void that_it_was_gone_is_no_state_to_go_back_to() {
    assertThat(tidemark.run("doctor --fix").exit()).isNotZero();

    var ran = tidemark.run("restore --run implement/auth");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(tidemark.run("show --raw").out()).isEqualTo(before);
    assertThat(tidemark.run("restore").err()).contains("already has the last recorded state");
  }

  @Test
  void what_is_no_document_is_not_called_gone() throws IOException {
    Files.createDirectory(tidemark.scratch().root().resolve(DOCUMENT));

    var ran = tidemark.run("diff --run implement/auth");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("has no readable document", "is not a file");
  }

  @Test
  void what_was_archived_is_listed_with_its_history() {
    tidemark.after(
        "restore --run implement/auth",
        "done code --summary S",
        "finish",
        "archive --run implement/auth");

    assertThat(tidemark.run("list --all").out())
        .contains("tidemark history --run state/implement/auth");
  }
}
