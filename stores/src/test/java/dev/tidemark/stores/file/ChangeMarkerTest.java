package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever watches a project learns of every write, and looking changes nothing.
class ChangeMarkerTest {
  @TempDir private Path temp;
  private Place place;
  private Path file;

  @BeforeEach
  void prepare() {
    place = new Place(temp);
    file = temp.resolve(".tidemark/changes");
  }

  @Test
  void every_write_by_another_instance_shows() {
    var watching = place.open();
    var seen = new HashSet<String>();
    seen.add(watching.changeToken());

    for (int i = 0; i < 20; i++) {
      place.put("{\"n\":" + i + "}");
      seen.add(watching.changeToken());
    }

    assertThat(seen).hasSize(21).doesNotContain("");
  }

  @Test
  void where_nothing_was_written_nothing_shows_and_nothing_is_made() {
    var watching = place.open();
    var before = watching.changeToken();

    assertThat(watching.find(Place.RUN)).isEmpty();
    assertThat(watching.changeToken()).isEqualTo(before);
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void the_file_begins_anew_before_it_grows_large() throws IOException {
    place.put("{}");
    var bytes = new byte[64 * 1024];
    Arrays.fill(bytes, (byte) '.');
    Files.write(file, bytes);
    var before = place.open().changeToken();

    place.put("{\"a\":1}");

    assertThat(file).hasSize(1);
    assertThat(place.open().changeToken()).isNotEqualTo(before);
  }

  @Test
  void a_write_succeeds_although_nobody_can_be_told() throws IOException {
    place.put("{}");
    Files.delete(file);
    Files.createDirectory(file);

    place.put("{\"a\":1}");

    assertThat(place.text()).isEqualTo("{\"a\":1}");
  }
}
