package dev.tidemark.stores.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.journal.record.MalformedException;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.Samples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/// One file holds all others, and a damaged one is never taken for it.
@Proves("R-USR-22")
class ExportArchiveTest {
  private final List<Item> items =
      List.of(
          new Item(Kind.RECORD, Samples.RUN, "j/000001.jsonl", "one\ntwo\n".getBytes(UTF_8)),
          new Item(Kind.DOCUMENT, Samples.RUN, "s/\u00e4.json", "{}".repeat(90).getBytes(UTF_8)),
          new Item(Kind.SETTINGS, null, ".tidemark/config.yaml", new byte[0]));
  private final byte[] bytes = ExportArchive.bytes(items);

  @Test
  void a_file_that_was_cut_short_anywhere_is_refused() {
    for (int length = 0; length < bytes.length; length++) {
      var cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ExportArchive.read(cut))
          .as("%s of %s bytes", length, bytes.length)
          .isInstanceOf(MalformedException.class)
          .hasMessageNotContaining("null");
    }
  }

  @Test
  void a_file_in_which_a_byte_was_changed_is_refused_or_says_the_same() {
    int same = 0;
    for (int at = 0; at < bytes.length; at++) {
      for (int change : new int[] {1, 2, 0x10, 0x80, 0xff}) {
        var damaged = bytes.clone();
        damaged[at] ^= (byte) change;
        try {
          assertThat(shown(ExportArchive.read(damaged))).as("byte %s", at).isEqualTo(shown(items));
          same++;
        } catch (MalformedException refused) {
          assertThat(refused).hasMessageNotContaining("null");
        }
      }
    }
    // The last byte of what is compressed has bits that say nothing.
    assertThat(same).isLessThan(5 * (items.size() + 1));
  }

  @Test
  void a_file_with_something_added_anywhere_is_refused() {
    for (int at = 0; at <= bytes.length; at++) {
      var longer = new ByteArrayOutputStream();
      longer.write(bytes, 0, at);
      longer.write('x');
      longer.write(bytes, at, bytes.length - at);
      assertThatThrownBy(() -> ExportArchive.read(longer.toByteArray()))
          .as("before byte %s", at)
          .isInstanceOf(MalformedException.class);
    }
  }

  @Test
  void an_archive_with_receipts_has_another_format_than_one_that_older_versions_read()
      throws IOException {
    var receipt = new Item(Kind.RECEIPT, Samples.RUN, "receipts/x/y.json", "{}".getBytes(UTF_8));
    var more = new ArrayList<>(items);
    more.add(receipt);

    var with = ExportArchive.bytes(more);

    assertThat(shown(ExportArchive.read(with))).isEqualTo(shown(more));
    assertThat(manifest(with)).contains("\"format\": 2");
    assertThat(manifest(bytes)).contains("\"format\": 1");
  }

  private static String manifest(byte[] bytes) throws IOException {
    try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      zip.getNextEntry();
      return new String(zip.readAllBytes(), UTF_8);
    }
  }

  @Test
  void the_same_files_make_the_same_bytes_in_every_time_zone() {
    var zone = TimeZone.getDefault();
    try {
      for (var other : List.of("Asia/Tokyo", "America/New_York")) {
        TimeZone.setDefault(TimeZone.getTimeZone(other));
        assertThat(ExportArchive.bytes(items)).as(other).isEqualTo(bytes);
      }
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  @Test
  void a_file_that_tells_the_time_of_its_zone_is_read_as_before() throws IOException {
    var older = new ByteArrayOutputStream();
    try (var read = new ZipInputStream(new ByteArrayInputStream(bytes));
        var zip = new ZipOutputStream(older)) {
      for (var entry = read.getNextEntry(); entry != null; entry = read.getNextEntry()) {
        var timed = new ZipEntry(entry.getName());
        timed.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        zip.putNextEntry(timed);
        read.transferTo(zip);
        zip.closeEntry();
      }
    }

    assertThat(older.size()).isGreaterThan(bytes.length);
    assertThat(shown(ExportArchive.read(older.toByteArray()))).isEqualTo(shown(items));
  }

  @Test
  void more_files_than_a_zip_file_used_to_count_are_all_there() {
    var many = new ArrayList<Item>();
    for (int i = 0; i < 65_600; i++) {
      many.add(new Item(Kind.KEPT, null, "k/" + i, new byte[0]));
    }

    var packed = ExportArchive.bytes(many);

    assertThat(ExportArchive.read(packed)).hasSize(many.size());
    assertThatThrownBy(() -> ExportArchive.read(Arrays.copyOf(packed, packed.length - 1)))
        .isInstanceOf(MalformedException.class);
  }

  private static List<String> shown(List<Item> items) {
    var shown = new ArrayList<String>();
    for (var item : items) {
      shown.add(
          item.kind()
              + " "
              + item.run()
              + " "
              + item.path()
              + " "
              + new String(item.bytes(), UTF_8));
    }
    return shown;
  }
}
