package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a crash does to the end of a journal is repaired; anything else is reported, never guessed.
@Proves("R-USR-07")
class TornJournalTest {
  @TempDir private Path root;

  private int lineStart(byte[] bytes, int lineFromEnd) {
    int at = bytes.length - 1;
    for (int lines = 0; lines < lineFromEnd; lines++) {
      at--;
      while (bytes[at] != '\n') {
        at--;
      }
    }
    return at + 1;
  }

  @Test
  void a_record_cut_at_any_byte_is_moved_away_and_work_goes_on() throws IOException {
    var place = new Place(root, Disks.unforced());
    place.put("one");
    var before = place.put("two");
    long whole = Files.size(place.segment());
    place.put("three");
    var bytes = Files.readAllBytes(place.segment());
    assertThat(lineStart(bytes, 1)).isEqualTo(whole);
    for (int cut = (int) whole; cut < bytes.length; cut++) {
      Files.write(place.segment(), Arrays.copyOf(bytes, cut));
      Files.writeString(place.document(), "two");
      var found = place.open().find(Place.RUN).orElseThrow();
      assertThat(found.syncState()).as("cut at %s", cut).isEqualTo(SyncState.RECORDED);
      Place.replace(place.open(), "after " + cut, before);
      assertThat(place.open().verify(Place.RUN)).as("cut at %s", cut).isEmpty();
      assertThat(place.open().history(Place.RUN)).hasSize(3);
      var torn = place.journal().resolve("000001.jsonl.torn-1");
      if (cut == whole) {
        assertThat(torn).doesNotExist();
      } else {
        assertThat(torn).hasBinaryContent(Arrays.copyOfRange(bytes, (int) whole, cut));
        Files.delete(torn);
      }
    }
  }

  @Test
  void a_first_record_cut_at_any_byte_is_moved_away_and_work_goes_on() throws IOException {
    var origin = new Place(Files.createDirectories(root.resolve("origin")), Disks.unforced());
    origin.put("one");
    var bytes = Files.readAllBytes(origin.segment());
    for (int cut = 0; cut < bytes.length; cut += 5) {
      var place = origin.copyTo(root.resolve("cut-" + cut));
      Files.write(place.segment(), Arrays.copyOf(bytes, cut));
      Files.delete(place.document());
      assertThat(place.open().find(Place.RUN)).as("cut at %s", cut).isEmpty();
      place.put("anew");
      assertThat(place.open().verify(Place.RUN)).as("cut at %s", cut).isEmpty();
      assertThat(place.open().history(Place.RUN)).hasSize(1);
    }
  }

  @Test
  void bytes_that_never_reached_the_medium_are_a_torn_end_too() throws IOException {
    var place = new Place(root, Disks.unforced());
    place.put("one");
    var revision = place.put("two");
    var bytes = Files.readAllBytes(place.segment());
    Files.write(place.segment(), Arrays.copyOf(bytes, bytes.length + 3_000));
    assertThat(place.open().verify(Place.RUN)).hasSize(1);
    Place.replace(place.open(), "three", revision);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
    assertThat(place.open().history(Place.RUN)).hasSize(3);
  }

  @Test
  void a_byte_changed_in_the_middle_is_reported_and_nothing_is_reset() throws IOException {
    var place = new Place(root, Disks.unforced());
    place.put("one");
    place.put("two");
    place.put("three");
    place.put("four");
    var bytes = Files.readAllBytes(place.segment());
    // Without its line feed the last line but one is part of the last, which may be torn.
    for (int at = 0; at < lineStart(bytes, 1) - 1; at++) {
      var damaged = bytes.clone();
      damaged[at] ^= 0x04;
      Files.write(place.segment(), damaged);
      assertThatThrownBy(() -> place.open().history(Place.RUN))
          .as("byte %s", at)
          .isInstanceOf(DamagedException.class);
      assertThat(place.open().verify(Place.RUN)).as("byte %s", at).isNotEmpty();
      assertThat(place.segment()).hasBinaryContent(damaged);
    }
  }

  @Test
  void records_left_out_or_put_in_another_order_are_noticed() throws IOException {
    var place = new Place(root, Disks.unforced());
    for (int i = 0; i < 5; i++) {
      place.put("state " + i);
    }
    var lines = Files.readAllLines(place.segment());
    var cases =
        new String[][] {
          {lines.get(0), lines.get(1), lines.get(3), lines.get(4), lines.get(5)},
          {lines.get(0), lines.get(2), lines.get(1), lines.get(3), lines.get(4), lines.get(5)},
          {lines.get(0), lines.get(1), lines.get(1), lines.get(2), lines.get(3), lines.get(4)},
        };
    for (var changed : cases) {
      Files.writeString(place.segment(), String.join("\n", changed) + "\n");
      assertThatThrownBy(() -> place.open().history(Place.RUN))
          .isInstanceOf(DamagedException.class);
      assertThat(place.open().verify(Place.RUN)).isNotEmpty();
    }
  }

  @Test
  void more_broken_lines_than_a_crash_leaves_stop_every_writer() throws IOException {
    var place = new Place(root, Disks.unforced());
    for (int i = 0; i < 6; i++) {
      place.put("state " + i);
    }
    var lines = Files.readAllLines(place.segment());
    for (int i = 3; i < 7; i++) {
      lines.set(i, lines.get(i).replace("\"seq\"", "\"sEq\""));
    }
    Files.write(place.segment(), lines);
    assertThatThrownBy(() -> place.open().find(Place.RUN)).isInstanceOf(DamagedException.class);
    assertThatThrownBy(() -> place.put("more")).isInstanceOf(DamagedException.class);
    assertThat(Files.readAllLines(place.segment())).isEqualTo(lines);
    assertThat(place.text()).isEqualTo("state 5");
  }

  @Test
  void a_missing_file_in_the_middle_is_noticed() throws IOException {
    var place = new Place(root, Disks.unforced());
    place.put("one");
    Files.move(place.segment(), place.journal().resolve("000002.jsonl"));
    assertThatThrownBy(() -> place.open().history(Place.RUN))
        .isInstanceOf(DamagedException.class)
        .hasMessageContaining("000001.jsonl");
  }

  @Test
  void the_newest_entries_end_a_history_of_several_files_torn_or_not() throws IOException {
    var place = new Place(root, Disks.unforced());
    for (int i = 0; i < 10; i++) {
      place.put(("" + (char) ('a' + i)).repeat(1_300_000));
    }
    var history = place.open().history(Place.RUN);
    var newest = place.journal().resolve("000003.jsonl");
    assertThat(newest).exists();
    for (var end : List.of("", "{\"half", "x\n", "x\n{\"half")) {
      Files.writeString(newest, end, StandardOpenOption.APPEND);
      for (int count = 1; count <= 11; count++) {
        assertThat(place.open().newest(Place.RUN, count))
            .as("%s before %s", count, end)
            .isEqualTo(history.subList(Math.max(0, 10 - count), 10));
      }
      Files.write(newest, Arrays.copyOf(Files.readAllBytes(newest), whole(newest)));
    }
  }

  private static int whole(Path segment) throws IOException {
    var text = Files.readString(segment);
    return text.indexOf('\n', text.lastIndexOf("{\"head\"")) + 1;
  }

  @Test
  void the_newest_entries_are_shown_whatever_was_damaged_long_before() throws IOException {
    var place = new Place(root, Disks.unforced());
    for (int i = 0; i < 9; i++) {
      place.put("state " + i);
    }
    var history = place.open().history(Place.RUN);
    var lines = Files.readAllLines(place.segment());
    lines.set(2, lines.get(2).replace("\"seq\"", "\"sEq\""));
    Files.write(place.segment(), lines);

    assertThat(place.open().newest(Place.RUN, 4)).isEqualTo(history.subList(5, 9));
    assertThatThrownBy(() -> place.open().newest(Place.RUN, 8))
        .isInstanceOf(DamagedException.class)
        .hasMessageContaining("000001.jsonl, line 3");
  }
}
