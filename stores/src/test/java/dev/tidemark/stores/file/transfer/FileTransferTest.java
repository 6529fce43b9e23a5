package dev.tidemark.stores.file.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.Disks;
import dev.tidemark.stores.file.Place;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.journal.ExportArchive;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Everything a store keeps is moved to another place, byte for byte.
@Proves("R-USR-22")
class FileTransferTest {
  @TempDir private Path root;
  private Place here;
  private List<Item> items;

  @BeforeEach
  void prepare() throws IOException {
    here = new Place(Files.createDirectories(root.resolve("here")), Disks.unforced());
    for (int i = 0; i < 30; i++) {
      here.put("text ".repeat(20) + i);
    }
    Files.writeString(here.root().resolve(".tidemark/config.yaml"), "format: state\n");
    var transfer = transfer(here, Disks.unforced());
    items = new ArrayList<>(transfer.itemsOf(Place.RUN));
    items.addAll(transfer.otherItems());
  }

  private static Transfer transfer(Place place, StorageIo io) {
    return place.open(io).transfer(List.of("state"));
  }

  private Place fresh(String name) throws IOException {
    return new Place(Files.createDirectories(root.resolve(name)), Disks.unforced());
  }

  @Test
  void a_parcel_holds_what_was_put_into_it_and_nothing_else() {
    var bytes = ExportArchive.bytes(items);

    var read = ExportArchive.read(bytes);

    assertThat(read).extracting(Item::path).isEqualTo(items.stream().map(Item::path).toList());
    assertThat(read)
        .extracting(Item::kind)
        .containsExactly(Kind.RECORD, Kind.DOCUMENT, Kind.SETTINGS);
    for (int i = 0; i < items.size(); i++) {
      assertThat(read.get(i).bytes()).isEqualTo(items.get(i).bytes());
    }
    assertThat(ExportArchive.bytes(read)).isEqualTo(bytes);
  }

  @Test
  void what_a_stopped_import_left_among_the_records_goes_with_the_next() throws IOException {
    var there = fresh("stopped");
    Files.createDirectories(there.journal());
    var left = there.journal().resolve(".000001.jsonl.abcdefgh.tidemark-tmp");
    Files.writeString(left, "half of it");

    transfer(there, Disks.unforced()).importItems(items);

    assertThat(left).doesNotExist();
    assertThat(there.open().verify(Place.RUN)).isEmpty();
  }

  @Test
  void a_parcel_that_is_not_whole_is_none() {
    var bytes = ExportArchive.bytes(items);
    for (int length = 0; length < bytes.length - 1200; length += 97) {
      var cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ExportArchive.read(cut)).isInstanceOf(MalformedException.class);
    }
  }

  @Test
  void what_has_no_place_here_is_a_problem_and_is_not_written() throws IOException {
    var there = fresh("there");
    var transfer = transfer(there, Disks.unforced());
    var other = new CheckpointId("alien", "a", null);
    var bytes = new byte[] {1};
    for (var item :
        List.of(
            new Item(Kind.SETTINGS, null, ".tidemark/workflows/../../evil", bytes),
            new Item(Kind.SETTINGS, null, "/etc/passwd", bytes),
            new Item(Kind.KEPT, null, "state/archive/x", bytes),
            new Item(Kind.DOCUMENT, Place.RUN, "README.md", bytes),
            new Item(Kind.DOCUMENT, new CheckpointId("state", "../x", null), "x", bytes),
            new Item(Kind.RECORD, Place.RUN, ".tidemark/FORMAT", bytes),
            new Item(Kind.RECORD, Place.RUN, ".tidemark/journal/state/other/000001.jsonl", bytes),
            new Item(Kind.DOCUMENT, other, "state/a.json", bytes))) {
      assertThat(transfer.problems(List.of(item))).as(item.path()).hasSize(1);
      assertThatThrownBy(() -> transfer.importItems(List.of(item)))
          .isInstanceOf(ForbiddenException.class);
    }
    assertThat(there.root()).isEmptyDirectory();
  }

  @Test
  void a_record_of_which_something_is_missing_is_a_problem() {
    var record = items.getFirst();
    var text = new String(record.bytes(), StandardCharsets.UTF_8);
    int line = text.indexOf('\n', text.length() / 2);
    var without = text.substring(0, line) + text.substring(text.indexOf('\n', line + 1));
    var damaged = new Item(Kind.RECORD, Place.RUN, record.path(), Place.utf8(without));

    assertThat(transfer(here, Disks.unforced()).problems(List.of(damaged))).isNotEmpty();
    assertThat(transfer(here, Disks.unforced()).problems(items)).isEmpty();
  }

  @Test
  void something_else_in_the_same_place_is_not_overwritten() throws IOException {
    var there = fresh("there");
    there.put("another");

    assertThat(transfer(there, Disks.unforced()).differing(items))
        .extracting(Item::path)
        .containsExactly(items.get(0).path(), items.get(1).path());
    assertThatThrownBy(() -> transfer(there, Disks.unforced()).importItems(items))
        .isInstanceOf(ConflictException.class);
    assertThat(there.text()).isEqualTo("another");
    assertThat(there.open().history(Place.RUN)).hasSize(1);
  }

  @Proves("R-USR-07")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatever_step_fails_each_file_is_whole_and_the_next_try_ends_it(boolean forGood)
      throws IOException {
    int failing = 1;
    for (boolean failed = true; failed; failing++) {
      var there = fresh(forGood + "-" + failing);
      failed = takeFailing(there, failing, forGood);

      for (var item : items) {
        var file = there.root().resolve(item.path());
        assertThat(!Files.exists(file) || Arrays.equals(Files.readAllBytes(file), item.bytes()))
            .as(item.path())
            .isTrue();
      }
      transfer(there, Disks.unforced()).importItems(items);
      assertThat(there.text()).isEqualTo(here.text());
      assertThat(there.open().history(Place.RUN)).isEqualTo(here.open().history(Place.RUN));
      assertThat(there.open().verify(Place.RUN)).isEmpty();
      there.put("goes on");
      assertThat(there.open().verify(Place.RUN)).isEmpty();
    }
    assertThat(failing).isGreaterThan(20);
  }

  private boolean takeFailing(Place place, int failing, boolean forGood) {
    int[] tried = new int[1];
    var io =
        new WatchedIo(
            Disks.unforced(),
            (step, path) -> {
              tried[0]++;
              if (tried[0] == failing || (forGood && tried[0] > failing)) {
                throw new IOException("injected at " + step + " of " + path);
              }
            });
    try {
      transfer(place, io).importItems(items);
    } catch (StoreException typed) {
      assertThat(typed).hasMessageContaining("injected");
    }
    return tried[0] >= failing;
  }
}
