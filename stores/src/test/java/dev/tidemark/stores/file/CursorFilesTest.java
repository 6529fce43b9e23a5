package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Cursors.Backoff;
import dev.tidemark.store.Cursors.Cursor;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-004-100")
class CursorFilesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00.123Z");
  private static final Instant LATER = BEGIN.plusSeconds(60);
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  @TempDir private Path root;

  private Cursor take(Instant since) {
    var cursor = new CursorFiles(new DiskIo(), root).lock("own", since);
    assertThat(cursor).isNotNull();
    return cursor;
  }

  @Test
  void a_cursor_is_kept_when_it_is_closed() {
    try (var cursor = take(BEGIN)) {
      assertThat(cursor.lastDelivered(RUN)).isEqualTo(-1);
      cursor.advance(RUN, 7);
      cursor.backoff(new Backoff(2, LATER));
    }
    try (var cursor = take(LATER)) {
      assertThat(cursor.since()).isEqualTo(BEGIN);
      assertThat(cursor.lastDelivered(RUN)).isEqualTo(7);
      assertThat(cursor.backoff()).isEqualTo(new Backoff(2, LATER));
      cursor.backoff(Backoff.NONE);
    }
    var looked = new CursorFiles(new DiskIo(), root).read("own", LATER);
    assertThat(looked.backoff()).isEqualTo(Backoff.NONE);
    assertThat(looked.lastDelivered(RUN)).isEqualTo(7);
  }

  @Test
  void one_hand_has_it_at_a_time() {
    try (var first = take(BEGIN)) {
      first.advance(RUN, 1);
      assertThat(new CursorFiles(new DiskIo(), root).lock("own", LATER)).isNull();
      try (var other = new CursorFiles(new DiskIo(), root).lock("other", LATER)) {
        assertThat(other).isNotNull();
      }
    }
    try (var again = take(LATER)) {
      assertThat(again.lastDelivered(RUN)).isEqualTo(1);
    }
  }

  @Test
  void looking_writes_nothing() throws IOException {
    var looked = new CursorFiles(new DiskIo(), root).read("own", BEGIN);
    looked.close();

    assertThat(looked.since()).isEqualTo(BEGIN);
    try (var files = Files.list(root)) {
      assertThat(files).isEmpty();
    }
  }

  private Path damaged(Instant seen, Instant moved) throws IOException {
    take(seen).close();
    var folder = root.resolve(".tidemark/listeners");
    var file = Files.writeString(folder.resolve("own.json"), "{\"since\":");
    Files.setLastModifiedTime(folder.resolve("own.lock"), FileTime.from(seen));
    Files.setLastModifiedTime(file, FileTime.from(moved));
    return file;
  }

  @Test
  void a_damaged_cursor_begins_a_week_before_it_was_last_moved_and_is_set_aside()
      throws IOException {
    var moved = BEGIN.plus(Duration.ofDays(30));
    var file = damaged(BEGIN, moved);
    var looked = new CursorFiles(new DiskIo(), root).read("own", LATER);
    assertThat(looked.damage()).startsWith("has a damaged cursor: ").endsWith(" are sent again");
    assertThat(looked.since()).isEqualTo(BEGIN.minus(Duration.ofHours(1)));

    var aside = file.resolveSibling("own.json.corrupt-20261221T080000Z");
    try (var cursor = take(moved.plusSeconds(1))) {
      assertThat(cursor.since()).isEqualTo(moved.minus(Duration.ofDays(7)));
      assertThat(cursor.lastDelivered(RUN)).isEqualTo(-1);
      assertThat(cursor.damage()).endsWith("; the cursor was set aside as " + aside.getFileName());
      assertThat(file).hasContent("{\"since\":");
    }
    assertThat(aside).hasContent("{\"since\":");
    try (var cursor = take(LATER)) {
      assertThat(cursor.since()).isEqualTo(moved.minus(Duration.ofDays(7)));
      assertThat(cursor.damage()).isEmpty();
    }
  }

  @Test
  void a_torn_copy_of_a_damaged_cursor_is_not_taken_for_the_whole() throws IOException {
    var file = damaged(BEGIN, BEGIN);
    var torn = file.resolveSibling("own.json.corrupt-20261121T080000Z");
    Files.writeString(torn, "{\"si");

    try (var cursor = take(LATER)) {
      assertThat(cursor.damage()).endsWith("own.json.corrupt-20261121T080000Z-2");
    }

    assertThat(torn).hasContent("{\"si");
    assertThat(file.resolveSibling(torn.getFileName() + "-2")).hasContent("{\"since\":");
  }

  @Test
  void a_damaged_cursor_begins_no_earlier_than_its_listener_was_seen() throws IOException {
    damaged(BEGIN, BEGIN.plusSeconds(60));

    try (var cursor = take(LATER.plusSeconds(60))) {
      assertThat(cursor.since()).isBetween(BEGIN.minus(Duration.ofHours(1)), BEGIN);
    }
  }

  @Test
  void a_lock_that_came_later_does_not_say_when_a_listener_was_seen() throws IOException {
    damaged(BEGIN.plusSeconds(120), BEGIN);

    try (var cursor = take(LATER.plusSeconds(120))) {
      assertThat(cursor.since()).isEqualTo(BEGIN.minus(Duration.ofDays(7)));
    }
  }

  @Proves("R-USR-15")
  @Test
  void a_link_that_leads_out_of_the_project_is_not_followed(@TempDir Path outside)
      throws IOException {
    Files.createDirectory(root.resolve(".tidemark"));
    Files.createSymbolicLink(root.resolve(".tidemark/listeners"), outside);

    assertThatThrownBy(() -> new CursorFiles(new DiskIo(), root).lock("own", BEGIN))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("leaves the project through a symbolic link");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void a_cursor_that_cannot_be_kept_is_no_success() throws IOException {
    Files.createDirectory(root.resolve(".tidemark"));
    Files.writeString(root.resolve(".tidemark/listeners"), "in the way");

    assertThatThrownBy(() -> new CursorFiles(new DiskIo(), root).lock("own", BEGIN))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the cursor own.json cannot be kept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"runs\":7", ",\"runs\":{\"a\":\"7\"}", ",\"runs\":{\"a\":1.5}"})
  void a_cursor_that_does_not_say_how_far_it_came_is_damaged(String rest) throws IOException {
    var file = damaged(BEGIN, BEGIN);
    Files.writeString(file, "{\"since\":\"2026-11-21T08:00:00.123Z\"" + rest + "}");

    var looked = new CursorFiles(new DiskIo(), root).read("own", LATER);

    assertThat(looked.damage()).startsWith("has a damaged cursor: ");
  }
}
