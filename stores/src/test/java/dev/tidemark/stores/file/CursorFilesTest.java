package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Cursors.Cursor;
import dev.tidemark.store.Cursors.Trouble;
import dev.tidemark.store.StoreUnavailableException;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("R-004-100")
class CursorFilesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00.123Z");
  private static final Instant LATER = BEGIN.plusSeconds(60);
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  @TempDir private Path root;

  private Cursor take(Instant since) {
    var cursor = new CursorFiles(new DiskIo(), root).take("own", since);
    assertThat(cursor).isNotNull();
    return cursor;
  }

  @Test
  void a_cursor_is_kept_when_it_is_closed() {
    try (var cursor = take(BEGIN)) {
      assertThat(cursor.last(RUN)).isEqualTo(-1);
      cursor.advance(RUN, 7);
      cursor.trouble(new Trouble(2, LATER));
    }
    try (var cursor = take(LATER)) {
      assertThat(cursor.since()).isEqualTo(BEGIN);
      assertThat(cursor.last(RUN)).isEqualTo(7);
      assertThat(cursor.trouble()).isEqualTo(new Trouble(2, LATER));
      cursor.trouble(Trouble.NONE);
    }
    var looked = new CursorFiles(new DiskIo(), root).look("own", LATER);
    assertThat(looked.trouble()).isEqualTo(Trouble.NONE);
    assertThat(looked.last(RUN)).isEqualTo(7);
  }

  @Test
  void one_hand_has_it_at_a_time() {
    try (var first = take(BEGIN)) {
      first.advance(RUN, 1);
      assertThat(new CursorFiles(new DiskIo(), root).take("own", LATER)).isNull();
      try (var other = new CursorFiles(new DiskIo(), root).take("other", LATER)) {
        assertThat(other).isNotNull();
      }
    }
    try (var again = take(LATER)) {
      assertThat(again.last(RUN)).isEqualTo(1);
    }
  }

  @Test
  void looking_writes_nothing() throws IOException {
    var looked = new CursorFiles(new DiskIo(), root).look("own", BEGIN);
    looked.close();

    assertThat(looked.since()).isEqualTo(BEGIN);
    try (var files = Files.list(root)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void a_damaged_cursor_begins_anew() throws IOException {
    take(BEGIN).close();
    Files.writeString(root.resolve(".tidemark/listeners/own.json"), "{\"since\":");

    try (var cursor = take(LATER)) {
      assertThat(cursor.since()).isEqualTo(LATER);
      assertThat(cursor.last(RUN)).isEqualTo(-1);
    }
  }

  @Test
  void a_cursor_that_cannot_be_kept_is_no_success() throws IOException {
    Files.createDirectory(root.resolve(".tidemark"));
    Files.writeString(root.resolve(".tidemark/listeners"), "in the way");

    assertThatThrownBy(() -> new CursorFiles(new DiskIo(), root).take("own", BEGIN))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the cursor own.json cannot be kept");
  }
}
