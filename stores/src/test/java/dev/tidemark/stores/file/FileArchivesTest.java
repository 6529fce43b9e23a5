package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Archives;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compressed copies of finished documents.
@Proves("R-004-92")
class FileArchivesTest {
  private static final String FOLDER = "state/archive";
  private static final String FIRST = FOLDER + "/implement-auth-20260213T143000Z.json.gz";
  private static final String TEXT = "{ \"n\u00e4me\": \"\uD83D\uDE00\" }\r\n".repeat(400);

  @TempDir private Path root;

  /// A layout with archives.
  private record WithArchives(FlatLayout flat) implements FileLayout {
    @Override
    public String pathOf(CheckpointId id) {
      return flat.pathOf(id);
    }

    @Override
    public Optional<CheckpointId> idOf(String dialect, String path) {
      return flat.idOf(dialect, path);
    }

    @Override
    public List<String> roots(String dialect) {
      return flat.roots(dialect);
    }

    @Override
    public Optional<String> archivesOf(String dialect) {
      return Optional.of(FOLDER);
    }

    @Override
    public StorageIo.Access accessOf(CheckpointId id) {
      return StorageIo.Access.PRIVATE;
    }
  }

  private Archives archives(int newest) {
    return archives(root, Disks.unforced(), newest);
  }

  private static Archives archives(Path root, StorageIo io, int newest) {
    return new FileStore(root, io, new WithArchives(new FlatLayout())).archives(newest);
  }

  private List<String> names(Archives archives) {
    return archives.list("state").stream().map(Archived::name).toList();
  }

  @Test
  void a_copy_is_a_gzip_file_of_the_owner_that_holds_the_same_bytes() throws IOException {
    var archives = archives(20);

    var path = archives.keep(Place.RUN, TEXT, Place.NOW);

    assertThat(path).contains(FIRST);
    var zipped = Files.readAllBytes(root.resolve(FIRST));
    assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes())
        .isEqualTo(Place.utf8(TEXT));
    assertThat(zipped.length).isLessThan(TEXT.length() / 10);
    assertThat(new DiskIo().isPrivate(root.resolve(FIRST))).isTrue();
    var listed = archives.list("state").getFirst();
    assertThat(listed).isEqualTo(new Archived(Place.RUN, FIRST, Place.NOW, zipped.length));
    assertThat(archives.read(listed)).isEqualTo(TEXT);
  }

  @Test
  void a_taken_name_gets_a_number_and_the_same_bytes_are_kept_once() {
    var archives = archives(20);
    archives.keep(Place.RUN, "one", Place.NOW);
    archives.keep(Place.RUN, "two", Place.NOW);
    archives.keep(Place.RUN, "three", Place.NOW);

    assertThat(archives.keep(Place.RUN, "one", Place.NOW.plusSeconds(60))).contains(FIRST);
    assertThat(names(archives))
        .containsExactlyInAnyOrder(
            "implement-auth-20260213T143000Z.json.gz",
            "implement-auth-20260213T143000Z-2.json.gz",
            "implement-auth-20260213T143000Z-3.json.gz");
  }

  @Test
  void of_each_run_the_newest_are_kept() {
    var archives = archives(2);
    var other = new CheckpointId("state", "implement", "auth-2");
    archives.keep(other, "other", Place.NOW);
    for (int i = 0; i < 12; i++) {
      archives.keep(Place.RUN, "text " + i, Place.NOW);
    }
    archives.keep(Place.RUN, "late", Place.NOW.plus(Duration.ofDays(1)));

    assertThat(names(archives))
        .containsExactlyInAnyOrder(
            "implement-auth-2-20260213T143000Z.json.gz",
            "implement-auth-20260213T143000Z-12.json.gz",
            "implement-auth-20260214T143000Z.json.gz");
  }

  @Test
  void no_copies_are_kept_where_none_are_wanted() {
    assertThat(archives(0).keep(Place.RUN, TEXT, Place.NOW)).isEmpty();
    assertThat(archives(0).list("state")).isEmpty();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void a_copy_that_is_not_whole_is_damaged_and_a_new_one_is_made_beside_it() throws IOException {
    var archives = archives(20);
    archives.keep(Place.RUN, TEXT, Place.NOW);
    var bytes = Files.readAllBytes(root.resolve(FIRST));
    bytes[bytes.length / 2] ^= 1;
    Files.write(root.resolve(FIRST), bytes);

    var damaged = archives.list("state").getFirst();

    assertThatThrownBy(() -> archives.read(damaged)).isInstanceOf(DamagedException.class);
    assertThat(archives.keep(Place.RUN, TEXT, Place.NOW)).isPresent();
    assertThat(archives.list("state")).hasSize(2);
    archives.remove(damaged);
    archives.remove(damaged);
    assertThat(archives.list("state")).hasSize(1);
  }

  @Test
  void other_files_in_the_folder_are_left_alone() throws IOException {
    var folder = Files.createDirectories(root.resolve(FOLDER));
    var note = Files.writeString(folder.resolve("note.txt"), "mine");
    var foreign = ".implement-auth-2-20260213T143000Z.json.gz.abc.tidemark-tmp";
    Files.writeString(folder.resolve(foreign), "at work");
    var stale = ".implement-auth-20260101T143000Z.json.gz.abc.tidemark-tmp";
    Files.writeString(folder.resolve(stale), "half");

    archives(1).keep(Place.RUN, TEXT, Place.NOW);

    assertThat(note).hasContent("mine");
    assertThat(folder.resolve(foreign)).exists();
    assertThat(folder.resolve(stale)).doesNotExist();
  }

  @Proves("R-USR-15")
  @Test
  void a_folder_that_leads_out_of_the_project_is_not_written_to(@TempDir Path outside)
      throws IOException {
    Files.createDirectories(root.resolve("state"));
    Files.createSymbolicLink(root.resolve(FOLDER), outside);

    assertThatThrownBy(() -> archives(20).keep(Place.RUN, TEXT, Place.NOW))
        .isInstanceOf(ForbiddenException.class);
    assertThat(outside).isEmptyDirectory();
  }

  @Proves({"R-USR-07", "R-004-92"})
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatever_step_fails_there_is_a_whole_copy_or_none(boolean forGood) throws IOException {
    int failing = 1;
    for (boolean failed = true; failed; failing++) {
      var place = Files.createDirectories(root.resolve(forGood + "-" + failing));
      archives(place, Disks.unforced(), 1).keep(Place.RUN, "before", Place.NOW);
      failed = keepFailing(place, failing, forGood);
      var after = archives(place, Disks.unforced(), 1);
      for (var copy : after.list("state")) {
        assertThat(after.read(copy)).isIn("before", TEXT);
      }
      assertThat(after.list("state")).isNotEmpty();
      assertThat(after.keep(Place.RUN, TEXT, Place.NOW.plusSeconds(1))).isPresent();
      assertThat(after.list("state")).hasSizeBetween(1, 2);
      try (var files = Files.list(place.resolve(FOLDER))) {
        assertThat(files).noneMatch(file -> file.toString().endsWith("tmp"));
      }
    }
    assertThat(failing).isGreaterThan(6);
  }

  private static boolean keepFailing(Path place, int failing, boolean forGood) {
    var tried = new ArrayList<Step>();
    var io =
        new WatchedIo(
            Disks.unforced(),
            (step, path) -> {
              tried.add(step);
              if (tried.size() == failing || (forGood && tried.size() > failing)) {
                throw new IOException("injected at " + step + " of " + path);
              }
            });
    try {
      var path = archives(place, io, 1).keep(Place.RUN, TEXT, Place.NOW.plusSeconds(1));
      var kept = archives(place, Disks.unforced(), 1);
      assertThat(kept.read(kept.list("state").getLast())).as(path.toString()).isEqualTo(TEXT);
    } catch (StoreException typed) {
      assertThat(typed).hasMessageContaining("injected");
    }
    return tried.size() >= failing;
  }
}
