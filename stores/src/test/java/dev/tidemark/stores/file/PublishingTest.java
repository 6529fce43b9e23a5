package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.history.Event;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.index.ChangeMarkers;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How documents get into place and out of it, and whose word counts when a writer was stopped.
@Proves("R-COM-06")
class PublishingTest {
  @TempDir private Path root;
  private Place place;

  @BeforeEach
  void prepare() throws IOException {
    place = new Place(root);
    place.put("one");
    place.put("two");
  }

  private Document found() {
    return place.open().find(Place.RUN).orElseThrow();
  }

  /// Makes a write through one store, whose first writes have looked at everything once, and
  /// returns the steps it took, without what tells the index and whoever watches.
  private List<Step> steps(Wanted wanted) {
    var steps = new ArrayList<Step>();
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (!isMark(path)) {
                steps.add(step);
              }
            });
    var store = place.open(io);
    var revision = Place.put(store, "warm");
    steps.clear();
    store.replace(wanted.write(revision));
    return steps;
  }

  private static boolean isMark(Path path) {
    return path.endsWith(ChangeMarkers.NAME) || path.endsWith("changes");
  }

  @Test
  void the_index_is_told_before_a_record_and_after_it_and_whoever_watches_at_the_end() {
    var steps = new ArrayList<Step>();
    var store = place.open(new WatchedIo(new DiskIo(), (step, path) -> steps.add(step)));
    var revision = Place.put(store, "warm");
    steps.clear();

    store.replace(Wanted.NOTE.write(revision));

    assertThat(steps)
        .containsExactly(
            Step.UNLINK, Step.CREATE, Step.WRITE, Step.FORCE, Step.UNLINK, Step.CREATE, Step.WRITE);
  }

  @Test
  void every_kind_of_write_takes_the_steps_it_needs_and_no_more() {
    assertThat(steps(Wanted.NOTE)).containsExactly(Step.WRITE, Step.FORCE);
    var prepare = List.of(Step.CREATE, Step.WRITE, Step.COPY_MODE, Step.FORCE);
    var expected = new ArrayList<>(prepare);
    expected.addAll(List.of(Step.WRITE, Step.FORCE, Step.RENAME, Step.FORCE_DIR));
    assertThat(steps(Wanted.REPLACEMENT)).isEqualTo(expected);
    expected.add(Step.UNLINK);
    assertThat(steps(Wanted.REMOVAL)).isEqualTo(expected);
  }

  @Test
  void documents_on_the_way_are_seen_in_order_and_all_are_on_the_medium_before_the_first()
      throws IOException {
    var seen = new ArrayList<String>();
    var prepared = new int[1];
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (step == Step.FORCE && path.toString().endsWith("tmp")) {
                prepared[0]++;
              }
              if (step == Step.RENAME || step == Step.FORCE_DIR) {
                seen.add(place.text());
                assertThat(prepared[0]).isEqualTo(3);
              }
            });
    place.open(io).replace(Wanted.TWO_STEPS.write(found().revision()));
    var first = Wanted.VIA.get(0);
    var second = Wanted.VIA.get(1);
    assertThat(seen)
        .as("the folder is forced before the first name, before the last one and after it")
        .containsExactly("two", "two", first, second, second, "after");
    assertThat(place.leftovers()).isEmpty();
  }

  @Test
  void a_record_lists_the_states_on_the_way() throws IOException {
    place.open().replace(Wanted.TWO_STEPS.write(found().revision()));
    var first = DocumentBytes.revision(Place.utf8(Wanted.VIA.get(0)));
    var second = DocumentBytes.revision(Place.utf8(Wanted.VIA.get(1)));
    var lines = Files.readAllLines(place.segment());
    assertThat(lines.getLast()).contains("\"via\":[\"" + first + "\",\"" + second + "\"]");
    assertThat(lines.get(2)).doesNotContain("\"via\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void a_document_on_the_way_is_taken_to_its_end_by_the_next_writer(int rename) throws IOException {
    Start.stopAtRename(place, Wanted.TWO_STEPS, rename);
    var there = List.of("two", Wanted.VIA.get(0), Wanted.VIA.get(1)).get(rename - 1);
    assertThat(place.text()).isEqualTo(there);
    assertThat(found().syncState()).isEqualTo(SyncState.HALF_PUBLISHED);
    assertThat(found().text()).isEqualTo("earlier");
    assertThat(place.text()).as("reading repairs nothing").isEqualTo(there);
    assertThat(place.open().verify(Place.RUN)).hasSize(1);

    place.open().repair(Place.RUN);
    assertThat(place.text()).isEqualTo("earlier");
    assertThat(found().syncState()).isEqualTo(SyncState.RECORDED);
    assertThat(place.leftovers()).isEmpty();
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @Test
  void a_document_on_the_way_to_nothing_that_waits_is_an_edit() throws IOException {
    Start.stopAtRename(place, Wanted.TWO_STEPS, 2);
    for (var name : place.leftovers()) {
      Files.delete(place.document().resolveSibling(name));
    }
    assertThat(found().syncState()).isEqualTo(SyncState.EDITED);
    assertThat(found().text()).isEqualTo(Wanted.VIA.get(0));
    place.write(Wanted.NOTE);
    assertThat(place.text()).isEqualTo(Wanted.VIA.get(0));
    var history = place.open().history(Place.RUN);
    assertThat(history.get(history.size() - 2).events()).containsExactly(new Event.EditedOutside());
  }

  @Test
  void a_half_removed_document_is_found_removed_and_removed_by_the_next_writer()
      throws IOException {
    Start.stopAtRename(place, Wanted.REMOVAL, 1);
    assertThat(place.text()).isEqualTo("two");
    assertThat(found().syncState()).isEqualTo(SyncState.HALF_PUBLISHED);
    assertThat(found().exists()).isFalse();
    assertThat(found().text()).isEmpty();
    assertThat(place.document()).as("reading repairs nothing").exists();
    assertThat(place.open().list("state")).containsExactly(Place.RUN);

    place.open().replace(Wanted.NOTE.write(Revision.NONE));
    assertThat(place.document()).doesNotExist();
    assertThat(found().syncState()).isEqualTo(SyncState.RECORDED);
    assertThat(place.leftovers()).isEmpty();
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @Test
  void a_document_put_back_after_its_removal_is_nobodys_to_remove() throws IOException {
    Start.stopAtRename(place, Wanted.REMOVAL, 1);
    for (var name : place.leftovers()) {
      Files.delete(place.document().resolveSibling(name));
    }
    assertThat(found().syncState()).isEqualTo(SyncState.EDITED);
    place.write(Wanted.NOTE);
    assertThat(place.text()).isEqualTo("two");
  }

  @Test
  void a_document_put_back_after_a_removal_that_left_its_file_is_nobodys_to_remove()
      throws IOException {
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (step == Step.UNLINK && path.toString().endsWith("tmp")) {
                throw new IOException("stopped");
              }
            });
    place.open(io).replace(Wanted.REMOVAL.write(found().revision()));
    assertThat(place.leftovers()).hasSize(1);
    Files.writeString(place.document(), "two");
    assertThat(found().syncState()).isEqualTo(SyncState.EDITED);
    place.write(Wanted.NOTE);
    assertThat(place.text()).isEqualTo("two");
    assertThat(place.leftovers()).isEmpty();
  }

  @Test
  void what_a_removal_left_is_cleared_away_by_the_same_store_too() throws IOException {
    var failing = new boolean[] {true};
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (failing[0] && step == Step.UNLINK && !isMark(path)) {
                throw new IOException("stopped");
              }
            });
    var store = place.open(io);
    store.replace(Wanted.REMOVAL.write(Place.put(store, "warm")));
    failing[0] = false;
    Place.put(store, "anew");
    assertThat(place.leftovers()).isEmpty();
  }

  @Test
  void a_document_that_is_a_link_is_not_removed_and_its_half_publishing_is_seen()
      throws IOException {
    var real = Files.move(place.document(), root.resolve("real.json"));
    Files.createSymbolicLink(place.document(), real);
    assertThatThrownBy(() -> place.write(Wanted.REMOVAL))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("symbolic link");
    assertThat(real).hasContent("two");

    Start.stopAtRename(place, Wanted.REPLACEMENT, 1);
    assertThat(found().syncState()).isEqualTo(SyncState.HALF_PUBLISHED);
    assertThat(found().text()).isEqualTo("earlier");
    place.write(Wanted.NOTE);
    assertThat(real).hasContent("earlier");
    assertThat(place.document()).isSymbolicLink();
  }
}
