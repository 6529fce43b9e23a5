package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.ForbiddenException;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreUnavailableException;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void a_document_that_is_a_link_within_the_project_is_written_where_it_leads() throws IOException {
    var real = Files.writeString(place.root().resolve("real.json"), "one");
    Files.createDirectories(place.document().getParent());
    Files.createSymbolicLink(place.document(), real);
    place.put("two");
    assertThat(real).hasContent("two");
    assertThat(place.document()).isSymbolicLink();
    assertThat(place.open().find(Place.RUN).orElseThrow().standing()).isEqualTo(Standing.RECORDED);
  }
}
