package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No link leads a writer out of the project.
class LinksTest {
  @TempDir private Path temp;
  private Place place;
  private Path outside;

  @BeforeEach
  void prepare() throws IOException {
    place = new Place(Files.createDirectories(temp.resolve("project")));
    outside = Files.createDirectories(temp.resolve("outside"));
  }

  @Test
  @Proves("R-USR-15")
  void a_folder_that_leads_out_of_the_project_is_not_written_to() throws IOException {
    Files.createSymbolicLink(place.root().resolve("state"), outside);
    assertThatThrownBy(() -> place.put("text"))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("symbolic link");
    assertThat(outside).isEmptyDirectory();
    assertThat(place.root().resolve(".tidemark")).doesNotExist();
  }

  @Test
  @Proves("R-USR-15")
  void a_document_that_leads_out_of_the_project_is_neither_read_nor_written() throws IOException {
    var target = Files.writeString(outside.resolve("theirs.json"), "theirs");
    Files.createDirectories(place.document().getParent());
    Files.createSymbolicLink(place.document(), target);
    assertThatThrownBy(() -> place.open().find(Place.RUN)).isInstanceOf(ForbiddenException.class);
    assertThatThrownBy(() -> place.put("ours")).isInstanceOf(ForbiddenException.class);
    assertThat(target).hasContent("theirs");
    Files.delete(target);
    assertThatThrownBy(() -> Place.replace(place.open(), "ours", Revision.NONE))
        .isInstanceOfAny(ForbiddenException.class, StoreUnavailableException.class);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  @Proves("R-USR-15")
  void a_store_folder_that_leads_out_of_the_project_is_not_written_to() throws IOException {
    Files.createSymbolicLink(place.root().resolve(".tidemark"), outside);
    assertThatThrownBy(() -> place.put("text")).isInstanceOf(ForbiddenException.class);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  @Proves("R-USR-15")
  void a_link_that_takes_the_place_of_a_known_folder_is_not_followed() throws IOException {
    for (var folder : new String[] {"state", ".tidemark/journal/state", ".tidemark/journal"}) {
      var store = place.open();
      var revision = Place.put(store, "before " + folder);
      var moved = Files.move(place.root().resolve(folder), temp.resolve("kept"));
      Files.createSymbolicLink(place.root().resolve(folder), outside);
      assertThatThrownBy(() -> Place.replace(store, "after", revision))
          .as("%s", folder)
          .isInstanceOf(ForbiddenException.class);
      assertThat(outside).isEmptyDirectory();
      Files.delete(place.root().resolve(folder));
      Files.move(moved, place.root().resolve(folder));
      assertThat(place.text()).isEqualTo("before " + folder);
    }
  }

  @Test
  @Proves("R-USR-15")
  void no_journal_is_read_through_a_link() throws IOException {
    place.put("text");
    var segment = place.segment();
    for (var linked = segment; !linked.equals(place.root()); linked = linked.getParent()) {
      var moved = Files.move(linked, outside.resolve("moved"));
      Files.createSymbolicLink(linked, moved);
      var store = place.open();
      for (var reading : readings(store)) {
        assertThatThrownBy(reading).as("%s", linked).isInstanceOf(ForbiddenException.class);
      }
      // The run is listed by its document, and reading it reports the link.
      assertThat(store.list("state")).containsExactly(Place.RUN);
      Files.delete(linked);
      Files.move(moved, linked);
      assertThat(place.open().history(Place.RUN)).hasSize(1);
    }
  }

  private static List<ThrowingCallable> readings(FileStore store) {
    return List.of(
        () -> store.find(Place.RUN),
        () -> store.history(Place.RUN),
        () -> store.stateAt(Place.RUN, Set.of(1L)),
        () -> store.plan(Place.RUN, 1, Place.NOW),
        () -> store.redaction().find(Place.RUN, RedactedSecret.of("a-secret-to-find")));
  }

  @Test
  void a_document_that_is_a_link_within_the_project_is_written_where_it_leads() throws IOException {
    var real = Files.writeString(place.root().resolve("real.json"), "one");
    Files.createDirectories(place.document().getParent());
    Files.createSymbolicLink(place.document(), real);
    place.put("two");
    assertThat(real).hasContent("two");
    assertThat(place.document()).isSymbolicLink();
    assertThat(place.open().find(Place.RUN).orElseThrow().syncState())
        .isEqualTo(SyncState.RECORDED);
  }
}
