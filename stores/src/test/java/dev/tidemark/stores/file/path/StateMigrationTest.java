package dev.tidemark.stores.file.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.Place;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The state of an earlier layout moves at the first write, whole, whenever that is stopped.
class StateMigrationTest {
  private static final String TOKENS = ".tidemark/tokens.json";

  @TempDir Path temp;

  /// A repository whose state is in `.tidemark`, with two changes of a run.
  private Path earlier(String name) throws IOException {
    var scratch = ScratchRepository.without(temp.resolve(name));
    var place = new Place(scratch.root());
    place.put("one");
    place.put("two");
    scratch.write(TOKENS, "{}").write(".tidemark/config.yaml", "format: state\n");
    scratch.git("init", "--quiet");
    return scratch.root();
  }

  private static int entries(Path root) {
    return new Place(root).open().history(Place.RUN).size();
  }

  @Test
  void readers_see_the_whole_history_whenever_the_move_is_stopped() throws IOException {
    int steps = 0;
    boolean finished = false;
    while (!finished) {
      var root = earlier("step" + steps);
      finished = isFinishedWithin(root, steps);

      assertThat(entries(root)).as("stopped at step %s", steps).isBetween(2, 3);
      new Place(root).put("four");
      assertThat(new Place(root).text()).isEqualTo("four");
      assertThat(entries(root)).as("stopped at step %s", steps).isBetween(3, 4);
      assertThat(new Place(root).open().verify(Place.RUN)).isEmpty();
      assertThat(root.resolve(".git/tidemark/main/tokens.json")).hasContent("{}");
      steps++;
    }
    assertThat(steps).isGreaterThan(30);
  }

  /// Changes the run on a disk that stops at a step; returns whether it was not reached.
  private static boolean isFinishedWithin(Path root, int step) {
    var left = new int[] {step};
    var io =
        new WatchedIo(
            new DiskIo(),
            (kind, path) -> {
              if (left[0]-- == 0) {
                throw new Stopped();
              }
            });
    try {
      Place.put(new Place(root).open(io), "three");
      return true;
    } catch (Stopped | StoreException stopped) {
      return false;
    }
  }

  /// The end of the process: no code of the store runs after it that a killed process would not
  /// run.
  private static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void the_earlier_files_are_removed_once_no_reader_uses_them() throws IOException {
    var root = earlier("old");
    new Place(root).put("three");

    assertThat(root.resolve(".tidemark/journal")).isDirectory();
    Files.setLastModifiedTime(
        root.resolve(".git/tidemark/main/earlier"), FileTime.from(Instant.now().minusSeconds(61)));
    age(root.resolve(".tidemark"), Instant.now().minusSeconds(100));
    new Place(root).put("four");

    assertThat(root.resolve(".tidemark/journal")).doesNotExist();
    assertThat(root.resolve(TOKENS)).doesNotExist();
    assertThat(root.resolve(".tidemark/FORMAT")).doesNotExist();
    assertThat(root.resolve(".tidemark/config.yaml")).exists();
    assertThat(entries(root)).isEqualTo(4);
  }

  @Test
  void a_file_that_was_written_after_the_move_stays() throws IOException {
    var root = earlier("late");
    new Place(root).put("three");
    Files.setLastModifiedTime(
        root.resolve(".git/tidemark/main/earlier"), FileTime.from(Instant.now().minusSeconds(61)));
    new Place(root).put("four");

    assertThat(root.resolve(TOKENS)).exists();
  }

  @Test
  void an_intent_names_the_file_that_it_was_copied_to() throws IOException {
    var root = earlier("intent");
    var pending = Files.createDirectories(root.resolve(".tidemark/pending"));
    var intent = Files.writeString(pending.resolve("state-implement-auth.json"), "");
    Files.writeString(intent, "{\"at\":1,\"file\":\"ino=" + inode(intent) + ")\"}");
    new Place(root).put("three");

    var copy = root.resolve(".git/tidemark/main/pending/state-implement-auth.json");
    assertThat(copy).hasContent("{\"at\":1,\"file\":\"ino=" + inode(copy) + ")\"}");
    assertThat(inode(copy)).isNotEqualTo(inode(intent));
  }

  private static Object inode(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }

  @Test
  void a_process_that_was_at_work_before_the_move_goes_on_in_the_new_place() throws IOException {
    var scratch = ScratchRepository.without(temp.resolve("init"));
    var before = new Place(scratch.root()).open();
    Place.put(before, "one");
    scratch.git("init", "--quiet");
    new Place(scratch.root()).put("two");
    Place.put(before, "three");

    assertThat(entries(scratch.root())).isEqualTo(3);
    assertThat(scratch.root().resolve(".git/tidemark/main/FORMAT")).exists();
  }

  @Test
  void a_layout_that_a_checkout_brought_along_is_not_taken_over() throws IOException {
    var root = earlier("checkout");
    Files.setPosixFilePermissions(
        root.resolve(".tidemark/FORMAT"), PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(entries(root)).isZero();
    new Place(root).put("three");
    assertThat(root.resolve(".git/tidemark/main/tokens.json")).doesNotExist();
  }

  private static void age(Path folder, Instant at) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var path : all.toList()) {
        Files.setLastModifiedTime(path, FileTime.from(at));
      }
    }
  }
}
