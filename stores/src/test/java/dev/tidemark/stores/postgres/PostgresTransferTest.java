package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.stores.file.FileStore;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run moves from files to PostgreSQL and back byte for byte, whoever wrote which part of it.
class PostgresTransferTest {
  @TempDir private Path temp;

  private final PostgresStore shared =
      new PostgresStore(
          new Database(StoreAddress.of(PostgresServer.running().fresh(), Map.of()), 5_000),
          new FlatLayout(),
          run -> 0);

  private FileStore files(String name) throws IOException {
    return new FileStore(
        Files.createDirectories(temp.resolve(name)), new DiskIo(), new FlatLayout());
  }

  private static void put(CheckpointStore store, CheckpointId id, String text) {
    var expected = store.find(id).map(Document::revision).orElse(Revision.NONE);
    store.replace(new DocumentWrite(id, text, expected, Samples.news()));
  }

  private static List<String> shown(List<Item> items) {
    var shown = new ArrayList<String>();
    for (var item : items) {
      shown.add(
          item.kind()
              + " "
              + item.path()
              + " "
              + new String(item.bytes(), StandardCharsets.ISO_8859_1));
    }
    return shown;
  }

  @Test
  void there_and_back_again() throws IOException {
    var one = files("one");
    for (int i = 0; i < 30; i++) {
      put(one, RUN, "state " + i + " \u00e4\u20ac\ud83d\ude00".repeat(i));
    }
    one.replace(DocumentWrite.note(RUN, one.find(RUN).orElseThrow().revision(), news()));
    var torn = temp.resolve("one/.tidemark/journal/state/implement-auth.json/000001.jsonl");
    Files.writeString(torn, "{\"head\":{\"torn", StandardOpenOption.APPEND);
    one.repair(RUN);
    var before = one.transfer(List.of("state")).itemsOf(RUN);
    assertThat(shared.transfer().importItems(before)).hasSize(3);
    assertThat(shown(shared.transfer().itemsOf(RUN))).isEqualTo(shown(before));
    assertThat(shared.verify(RUN)).isEmpty();
    assertThat(shared.history(RUN)).isEqualTo(one.history(RUN));

    for (int i = 0; i < 20; i++) {
      put(shared, RUN, "shared " + i);
    }
    var after = shared.transfer().itemsOf(RUN);
    var two = files("two");
    two.transfer(List.of("state")).importItems(after);
    assertThat(shown(two.transfer(List.of("state")).itemsOf(RUN))).isEqualTo(shown(after));
    assertThat(two.verify(RUN)).isEmpty();
    assertThat(two.history(RUN)).hasSize(51);
    put(two, RUN, "and on it goes");
    assertThat(two.verify(RUN)).isEmpty();
  }

  @Test
  void a_long_record_keeps_its_files() throws IOException {
    var one = files("one");
    for (int i = 0; i < 1_005; i++) {
      put(one, RUN, "state " + i);
    }
    var before = one.transfer(List.of("state")).itemsOf(RUN);
    assertThat(before).hasSize(3);
    shared.transfer().importItems(before);
    put(shared, RUN, "one more");
    var after = shared.transfer().itemsOf(RUN);
    assertThat(shown(after).getFirst()).isEqualTo(shown(before).getFirst());
    assertThat(after).hasSize(3);
    var two = files("two");
    two.transfer(List.of("state")).importItems(after);
    assertThat(two.verify(RUN)).isEmpty();
    assertThat(two.history(RUN)).hasSize(1_006);
  }

  @Test
  void what_is_there_already_is_passed_over_and_never_replaced() throws IOException {
    var one = files("one");
    put(one, RUN, "ours");
    var items = one.transfer(List.of("state")).itemsOf(RUN);
    shared.transfer().importItems(items);
    assertThat(shared.transfer().importItems(items)).isEmpty();
    put(shared, RUN, "theirs");
    assertThatThrownBy(() -> shared.transfer().importItems(items))
        .isInstanceOf(ConflictException.class);
    assertThat(shared.forget(RUN, 1)).as("it has gone on since").isFalse();
    assertThat(shared.forget(RUN, 2)).isTrue();
    assertThat(shared.find(RUN)).isEmpty();
    assertThat(shared.transfer().importItems(items)).hasSize(2);
  }
}
