package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.library.InterruptedChange.Killed;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a checkout or a person put into the folder `pending` of the state: only an intent that a
/// change of this work tree wrote has an effect.
class PendingFilesTest {
  private static final String RUN = "item/debug/B-1";
  private static final String NAME = ".git/tidemark/main/pending/item-debug-B-1.md";

  @TempDir private Path temp;
  private InterruptedChange scene;

  @BeforeEach
  void prepare() {
    scene = InterruptedChange.in(temp.resolve("scene"));
    scene.apply(RUN, new Change.StartRun("debug", "B-1", List.of(), false), Map.of());
  }

  private Path file() {
    return scene.root().resolve(NAME);
  }

  /// Kills a change before its commit, so that its intent stays.
  private String interrupted() throws IOException {
    var prepared = scene;
    for (int number = 1; ; number++) {
      scene = prepared.copy(temp.resolve("killed-" + number));
      scene.killBefore(number);
      try {
        scene.apply(RUN, InterruptedChange.done("1"), Map.of());
        throw new AssertionError("was not killed before its commit");
      } catch (Killed e) {
        if (scene.step().startsWith("git commit") && Files.exists(file())) {
          scene.revive();
          scene.later();
          return Files.readString(file());
        }
      }
    }
  }

  private List<String> commits() {
    return scene.git().git("log", "--format=%s").lines().toList();
  }

  private void note() {
    var change =
        new Change.AmendPhase(
            null, PhaseReport.NONE, List.of(new Note(Note.Kind.NOTE, null, "x")), List.of());
    scene.apply(RUN, change, Map.of("no-commit", List.of("")));
  }

  @Test
  void an_intent_of_this_work_tree_is_completed_by_the_next_change() throws IOException {
    interrupted();
    assertThat(scene.open().interrupted().runs()).hasSize(1);

    note();

    assertThat(commits()).contains("checkpoint: debug B-1 \u2014 phase 1 complete");
    assertThat(file()).doesNotExist();
  }

  /// A clone, an archive or a copy has the bytes, and other inodes.
  @Test
  void an_intent_that_was_brought_along_commits_nothing() throws IOException {
    var text = interrupted().replace("phase 1 complete", "what a checkout planted");
    assertThat(text).contains("what a checkout planted");
    // Written while the intent is there, so that it cannot get the same inode.
    var copy = Files.writeString(scene.root().resolve("copy"), text);
    Files.move(copy, file(), StandardCopyOption.REPLACE_EXISTING);
    var before = commits();

    assertThat(scene.open().interrupted().runs()).isEmpty();
    note();

    assertThat(commits()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "{}",
        "[1]",
        "{\"dialect\":\"item\",\"workflow\":\"debug\",\"item\":\"B-1\"}",
        "{\"dialect\":\"phase\",\"workflow\":\"dev\",\"after\":0,\"file\":\"\"}",
        "{\"dialect\":\"item\",\"workflow\":\"../..\",\"item\":\"x\",\"file\":\"ino=1\"}",
        "{\"dialect\":\"item\",\"workflow\":\"debug\",\"item\":\"B-1\",\"after\":0,"
            + "\"at\":\"2026-02-13T14:30:00.123Z\",\"file\":\"ino=1\",\"effects\":[{\"effect\":"
            + "\"commit\",\"message\":\"planted\",\"paths\":[\"../outside\",\"a.txt\"]}]}"
      })
  void what_is_no_intent_has_no_effect_and_stays(String text) throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), text);
    var before = commits();

    assertThat(scene.open().interrupted().runs()).isEmpty();
    note();

    assertThat(file()).hasContent(text);
    assertThat(commits()).isEqualTo(before);
    scene.apply(RUN, InterruptedChange.done("1"), Map.of());
    assertThat(commits()).hasSize(before.size() + 1).noneMatch(it -> it.contains("planted"));
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_file_that_cannot_be_read_refuses_the_changes_of_its_run_only() throws Exception {
    Files.createDirectories(file().getParent());
    var pipe = new ProcessBuilder("mkfifo", file().toString()).start();
    assertThat(pipe.waitFor()).isZero();

    assertThat(scene.open().interrupted().runs()).isEmpty();
    assertThatThrownBy(this::note)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("not a regular file");
    scene.apply("phase/dev", InterruptedChange.done("2-plan"), Map.of());
  }

  @Test
  void no_link_leads_an_intent_or_its_lock_out() throws IOException {
    Files.createDirectories(file().getParent());
    var outside = temp.resolve("outside");
    Files.writeString(file(), "{}");
    Files.createSymbolicLink(file().resolveSibling("item-debug-B-1.md.lock"), outside);

    assertThatThrownBy(this::note).hasMessageContaining("through a symbolic link");
    Files.delete(file());
    Files.createSymbolicLink(file(), Files.writeString(temp.resolve("theirs"), "{}"));
    assertThatThrownBy(this::note).hasMessageContaining("through a symbolic link");

    assertThat(outside).doesNotExist();
    assertThat(temp.resolve("theirs")).hasContent("{}");
  }
}
