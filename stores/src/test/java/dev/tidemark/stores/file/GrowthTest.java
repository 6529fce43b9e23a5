package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.Revision;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a journal grows, and what that costs.
class GrowthTest {
  private static final int NEW_TEXT = 4096;

  @TempDir private Path root;

  private static String words(Random random, int length) {
    var text = new StringBuilder();
    while (text.length() < length) {
      int letters = 2 + random.nextInt(9);
      for (int i = 0; i < letters; i++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(random.nextInt(12) == 0 ? '\n' : ' ');
    }
    return text.substring(0, length);
  }

  /// A document of constant size, whose oldest part makes way for new text.
  private static String next(String document, Random random) {
    return document.substring(NEW_TEXT) + words(random, NEW_TEXT);
  }

  private long journalSize(Place place) throws IOException {
    long size = 0;
    try (var files = Files.list(place.journal())) {
      for (var file : files.toList()) {
        size += Files.size(file);
      }
    }
    return size;
  }

  @Test
  void a_journal_takes_little_more_than_the_new_data() throws IOException {
    for (int documentSize : new int[] {16 * 1024, 64 * 1024}) {
      var place =
          new Place(Files.createDirectories(root.resolve("" + documentSize)), Disks.unforced());
      var random = new Random(documentSize);
      var store = place.open();
      var document = words(random, documentSize);
      var revision = Place.replace(store, document, Revision.NONE);
      long before = journalSize(place);
      int updates = 300;
      for (int i = 0; i < updates; i++) {
        document = next(document, random);
        revision = Place.replace(store, document, revision);
      }
      double ratio = (journalSize(place) - before) / (double) (updates * NEW_TEXT);
      assertThat(ratio).as("%s bytes", documentSize).isLessThan(1.3);
      assertThat(store.verify(Place.RUN)).isEmpty();
    }
  }

  @LongProof
  @Test
  void an_update_reads_no_more_after_thousands_than_after_ten() {
    var read = new AtomicLong();
    var place = new Place(root, Disks.unforced());
    long early = 0;
    for (int i = 1; i <= 2_500; i++) {
      if (i == 10) {
        early = readBy(place, read, i);
      } else {
        place.put("state number " + i);
      }
    }
    assertThat(place.journal()).isDirectoryContaining("glob:**000003.jsonl");
    assertThat(readBy(place, read, 2_501)).isLessThan(Math.max(4 * early, 60_000));
    assertThat(place.open().history(Place.RUN)).hasSize(2_501);
    assertThat(place.open().stateAt(Place.RUN, 1_000)).contains("state number 1000");
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  private static long readBy(Place place, AtomicLong read, int number) {
    read.set(0);
    Place.put(place.open(Disks.counting(read)), "state number " + number);
    return read.get();
  }

  @Test
  void a_store_that_stays_open_does_not_read_its_journal_again() {
    var read = new AtomicLong();
    var store = new Place(root).open(Disks.counting(read));
    var revision = Place.replace(store, "x".repeat(50_000), Revision.NONE);
    revision = Place.replace(store, "y" + "x".repeat(50_000), revision);
    read.set(0);
    Place.replace(store, "z" + "x".repeat(50_000), revision);
    assertThat(read.get()).as("the document once, and nothing else").isLessThan(51_000);
  }

  @LongProof
  @Test
  @Proves("R-USR-07")
  void a_prune_keeps_the_full_copy_that_later_patches_need() throws IOException {
    var place = new Place(root, Disks.unforced());
    var random = new Random(1);
    var document = words(random, 12_000);
    for (int i = 0; i < 1_200; i++) {
      document = document.substring(200) + words(random, 200);
      place.put(document);
    }
    long before = journalSize(place);
    var plan = place.open().plan(Place.RUN, 10, Place.NOW.plusSeconds(1));
    assertThat(plan.firstKept()).isBetween(600L, 1_191L);
    var at = place.open().stateAt(Place.RUN, plan.firstKept());
    place.open().prune(plan);
    assertThat(before - journalSize(place)).isGreaterThan(plan.bytes() / 2);
    assertThat(place.open().stateAt(Place.RUN, plan.firstKept())).isEqualTo(at).isPresent();
    assertThat(place.open().stateAt(Place.RUN, 1_200)).contains(document);
    assertThat(place.open().stateAt(Place.RUN, plan.firstKept() - 1)).isEmpty();
    assertThat(place.open().history(Place.RUN)).hasSize(1_200);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }
}
