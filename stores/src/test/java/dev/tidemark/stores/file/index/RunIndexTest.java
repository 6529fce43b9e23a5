package dev.tidemark.stores.file.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.stores.file.Place;
import dev.tidemark.stores.file.Start;
import dev.tidemark.stores.file.Wanted;
import dev.tidemark.stores.file.Yard;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The index spares a list the reading of runs that have not changed, and is never believed where
/// they have.
class RunIndexTest {
  private static final int OPEN = 40;
  private static final int ENDED = 30;

  @TempDir private Path temp;

  private Yard yard() throws IOException {
    return Yard.with(temp.resolve("project"), OPEN, ENDED);
  }

  private static void agree(Yard yard, String after) {
    for (boolean all : new boolean[] {false, true}) {
      assertThat(yard.look(all).said()).as(after).isEqualTo(yard.truth(all).said());
    }
  }

  @Test
  void a_second_look_reads_nothing() throws IOException {
    var yard = yard();

    assertThat(yard.look(false).read()).isEqualTo(OPEN + ENDED);
    assertThat(yard.look(false)).isEqualTo(new Yard.Look(yard.truth(false).runs(), ENDED, 0));
    assertThat(yard.look(true)).isEqualTo(new Yard.Look(yard.truth(true).runs(), 0, 0));
  }

  @Test
  void what_changed_is_read_and_nothing_else() throws IOException {
    var yard = yard();
    yard.look(false);
    yard.put(Yard.run(3), "changed");
    Files.writeString(yard.document(Yard.run(4)), "edited");

    assertThat(yard.look(false).read()).isEqualTo(2);
    agree(yard, "two changes");
  }

  @Test
  void no_kind_of_change_is_missed() throws IOException {
    var yard = yard();
    yard.look(true);
    yard.note(Yard.run(1), "topic");
    agree(yard, "a note");
    yard.note(Yard.run(OPEN + 1), "topic");
    agree(yard, "a note of an ended run");
    yard.put(Yard.run(2), "text 2");
    agree(yard, "the same text again");
    yard.remove(Yard.run(3));
    agree(yard, "a removal");
    yard.put(Yard.run(OPEN + 2), "again");
    agree(yard, "an ended run begun again");
    yard.put(Yard.run(OPEN + 3), "again");
    yard.remove(Yard.run(OPEN + 3));
    agree(yard, "begun again and ended again");
    Files.writeString(yard.document(Yard.run(4)), "TEXT 4");
    agree(yard, "an edit of the same length");
    Files.delete(yard.document(Yard.run(5)));
    agree(yard, "a removal by hand");
    Files.writeString(yard.document(Yard.run(OPEN + 4)), "put back by hand");
    agree(yard, "an ended run put back by hand");
    Files.writeString(yard.document(Yard.run(1000)), "theirs");
    agree(yard, "a document of somebody else");
    yard.note(Yard.run(1001), "main");
    agree(yard, "a run noted before it has a document");
    Files.createSymbolicLink(yard.document(Yard.run(1002)), yard.document(Yard.run(6)));
    Files.writeString(yard.document(Yard.run(6)), "seen through a link");
    agree(yard, "a document that is a link");
    Files.writeString(yard.document(Yard.run(6)), "SEEN THROUGH A LINK");
    agree(yard, "a change of what a link leads to");
    Start.stopAtRename(halfPublished(yard), Wanted.REPLACEMENT, 1);
    agree(yard, "a half published document");
    yard.place.open().repair(Place.RUN);
    agree(yard, "a repair");
  }

  /// Returns the place with the run that the helpers of the store's tests write.
  private static Place halfPublished(Yard yard) {
    yard.put(Place.RUN, "before");
    agree(yard, "a run more");
    return yard.place;
  }

  @Test
  void random_changes_are_never_missed() throws IOException {
    var yard = yard();
    var random = new Random(7);
    for (int i = 0; i < 120; i++) {
      var id = Yard.run(random.nextInt(OPEN + ENDED + 10));
      int what = random.nextInt(6);
      switch (what) {
        case 0 -> yard.put(id, "text " + random.nextInt(3));
        case 1 -> yard.note(id, "branch" + i);
        case 2 -> {
          if (Files.exists(yard.document(id))) {
            yard.remove(id);
          }
        }
        case 3 -> Files.writeString(yard.document(id), "hand " + i % 10);
        case 4 -> Files.deleteIfExists(yard.document(id));
        default -> yard.look(random.nextBoolean());
      }
      if (i % 3 == 0) {
        agree(yard, "step " + i + ", last " + what + " of " + id);
      }
    }
  }

  @Test
  void a_change_within_the_same_tick_of_the_clock_shows() throws IOException {
    var yard = yard();
    var document = yard.document(Yard.run(1));
    Files.writeString(document, "text A");
    var tick = Files.getLastModifiedTime(document);
    yard.look(yard.place.open(), false, tick.toInstant().plusMillis(1999));

    Files.writeString(document, "text B");
    Files.setLastModifiedTime(document, tick);

    agree(yard, "same size, same time, same file");
  }

  @Test
  void a_mark_within_the_same_tick_of_the_clock_shows() throws IOException {
    var yard = yard();
    var journals = yard.place.journal().getParent();
    var tick = FileTime.from(Instant.now().minusSeconds(100));
    Files.setLastModifiedTime(journals, tick);
    yard.look(yard.place.open(), false, tick.toInstant().plusMillis(1999));

    yard.note(Yard.run(1), "topic");
    yard.note(Yard.run(OPEN + 1), "topic");
    Files.setLastModifiedTime(journals, tick);

    agree(yard, "two notes");
  }

  @Test
  void who_looks_between_a_mark_and_its_record_misses_nothing() throws IOException {
    var yard = yard();
    yard.look(false);
    var looked = new int[1];
    var watched =
        new WatchedIo(
            yard.place.io(),
            (step, path) -> {
              // A writer may be stopped for as long as anybody likes.
              if (step == Step.WRITE && looked[0]++ == 0) {
                yard.look(false);
              }
            });
    var id = Yard.run(1);
    yard.place.open(watched).replace(DocumentWrite.note(id, yard.revision(id), Yard.news("topic")));

    assertThat(looked[0]).isPositive();
    agree(yard, "a note");
  }

  @Test
  void lists_and_writers_do_not_disturb_each_other() throws Exception {
    var yard = yard();
    yard.look(false);
    Callable<Integer> lists =
        () -> {
          int sum = 0;
          for (int i = 0; i < 40; i++) {
            sum += yard.look(i % 2 == 0).runs().size();
          }
          return sum;
        };
    Callable<Integer> writes =
        () -> {
          for (int i = 0; i < 40; i++) {
            yard.put(Yard.run(i), "round " + i);
            yard.note(Yard.run(i), "topic" + i);
            if (i % 4 == 0) {
              yard.remove(Yard.run(i));
            }
          }
          return 0;
        };
    try (var threads = Executors.newFixedThreadPool(3)) {
      var first = threads.submit(lists);
      var second = threads.submit(lists);
      var third = threads.submit(writes);
      assertThat(first.get() + second.get()).isPositive();
      assertThat(third.get()).isZero();
    }
    agree(yard, "all of that");
  }

  @Test
  void a_small_project_has_no_index_and_one_without_a_store_gets_none() throws IOException {
    var small = Yard.with(temp.resolve("small"), 10, 10);
    small.look(true);
    assertThat(small.index()).doesNotExist();

    var bare = new Yard(Files.createDirectories(temp.resolve("bare/state")).getParent());
    for (int i = 0; i < OPEN; i++) {
      Files.writeString(bare.document(Yard.run(i)), "theirs");
    }
    assertThat(bare.look(false).runs()).hasSize(OPEN);
    assertThat(bare.place.root().resolve(".tidemark")).doesNotExist();
    assertThat(bare.place.open().find(Yard.run(1)).map(Document::exists)).contains(true);
  }
}
