package dev.tidemark.stores.file.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.Disks;
import dev.tidemark.stores.file.Place;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a crash left of a record goes along as the next writer would leave it, and what is wrong
/// with one is known before it is written anywhere.
@Proves("R-USR-22")
class TransferVerifierTest {
  @TempDir private Path root;
  private Place here;
  private Transfer transfer;
  private List<Item> items;

  @BeforeEach
  void prepare() throws IOException {
    here = new Place(Files.createDirectories(root.resolve("here")), Disks.unforced());
    here.put("one");
    here.put("two");
    here.put("three");
    transfer = here.open().transfer(List.of("state"));
    items = transfer.itemsOf(Place.RUN);
  }

  private Place fresh(String name) throws IOException {
    return new Place(Files.createDirectories(root.resolve(name)), Disks.unforced());
  }

  private static Item with(Item item, String path, byte[] bytes) {
    return new Item(item.kind(), item.run(), path, bytes);
  }

  private static byte[] records(List<Item> items) {
    var bytes = new ByteArrayOutputStream();
    for (var item : items) {
      if (item.kind() == Kind.RECORD) {
        bytes.writeBytes(item.bytes());
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void a_record_that_is_torn_at_any_byte_loses_none_and_can_go_on() throws IOException {
    var record = items.getFirst().bytes();
    int last = record.length - 1;
    while (record[last - 1] != '\n') {
      last--;
    }
    for (int length = last + 1; length < record.length; length += 7) {
      var cut = Arrays.copyOf(record, length);
      var torn = List.of(with(items.get(0), items.get(0).path(), cut), items.get(1));

      var settled = transfer.withTornLinesSplit(torn);

      assertThat(records(settled.items())).as("%s bytes", length).isEqualTo(cut);
      assertThat(settled.items()).hasSize(3);
      assertThat(settled.remarks()).hasSize(2);
      assertThat(transfer.problems(settled.items())).isEmpty();
      assertThat(transfer.problems(torn)).hasSize(1);
      var there = fresh("there-" + length);
      there.open().transfer(List.of("state")).importItems(settled.items());
      there.put("goes on");
      assertThat(there.open().verify(Place.RUN)).isEmpty();
    }
  }

  @Test
  void a_file_of_a_record_that_was_hardly_begun_is_set_apart_as_a_whole() throws IOException {
    var path = items.getFirst().path().replace("000001", "000002");
    var begun = Place.utf8("{\"jour");
    var torn = new ArrayList<>(items);
    torn.add(1, with(items.getFirst(), path, begun));
    torn.add(2, with(items.getFirst(), path + ".torn-1", new byte[] {'x'}));

    var settled = transfer.withTornLinesSplit(torn);

    assertThat(settled.items())
        .extracting(Item::path)
        .containsExactly(
            items.get(0).path(), path + ".torn-1", path + ".torn-2", items.get(1).path());
    assertThat(settled.items().get(2).bytes()).isEqualTo(begun);
    assertThat(settled.remarks()).hasSize(1);
    assertThat(transfer.problems(settled.items())).isEmpty();
  }

  @Test
  void what_is_whole_stays_as_it_is() {
    var settled = transfer.withTornLinesSplit(items);

    assertThat(settled.items()).isEqualTo(items);
    assertThat(settled.remarks()).isEmpty();
  }

  @Test
  void a_record_whose_first_file_is_missing_is_a_problem() {
    var path = items.getFirst().path().replace("000001", "000002");
    var moved = with(items.getFirst(), path, items.getFirst().bytes());

    assertThat(transfer.problems(List.of(moved, items.get(1))))
        .singleElement()
        .asString()
        .startsWith(
            "state/implement/auth: .tidemark/journal/state/implement-auth.json/000001.jsonl")
        .endsWith("the file is missing");
  }

  @Test
  void a_folder_that_is_a_file_is_found_before_anything_is_written() throws IOException {
    var there = fresh("there");
    Files.writeString(there.root().resolve("state"), "in the way");

    for (var asked : List.<Asked>of(Transfer::missing, Transfer::differing)) {
      var other = there.open().transfer(List.of("state"));
      assertThat(catchThrowable(() -> asked.of(other, items)))
          .hasMessageContaining("is a file where a folder should be");
    }
  }

  private interface Asked {
    List<Item> of(Transfer transfer, List<Item> items);
  }

  @Test
  void settings_alone_make_a_folder_that_nobody_else_can_open() throws IOException {
    var there = fresh("there");
    var path = ".tidemark/workflows/own.yaml";

    there
        .open()
        .transfer(List.of("state"))
        .importItems(List.of(new Item(Kind.SETTINGS, null, path, Place.utf8("phases: [a]\n"))));

    for (var folder : List.of(".tidemark", ".tidemark/workflows")) {
      var modes = Files.getPosixFilePermissions(there.root().resolve(folder));
      assertThat(PosixFilePermissions.toString(modes)).as(folder).isEqualTo("rwx------");
    }
    there.put("goes on");
    assertThat(there.open().verify(Place.RUN)).isEmpty();
  }
}
