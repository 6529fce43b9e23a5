package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is wrong with the index, and whatever goes wrong with it, lists are right.
class IndexDamageTest {
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
  void whatever_is_written_in_the_index_the_answer_is_right() throws IOException {
    var yard = Yard.with(temp.resolve("small"), 17, 17);
    yard.look(false);
    var good = Files.readAllBytes(yard.index());
    var open = yard.truth(false).said();
    var all = yard.truth(true).said();
    int stride = Proofs.stride(11);
    for (int i = 0; i < good.length; i += i < 300 ? stride : 13 * stride) {
      var bad = good.clone();
      bad[i] ^= (byte) (1 << i % 8);
      Files.write(yard.index(), bad);
      assertThat(yard.look(i % 2 == 0).said()).as("byte %s", i).isEqualTo(i % 2 == 0 ? all : open);
      Files.write(yard.index(), Arrays.copyOf(good, i));
      assertThat(yard.look(i % 2 != 0).said())
          .as("cut at %s", i)
          .isEqualTo(i % 2 != 0 ? all : open);
    }
    var noise = new byte[2000];
    new Random(1).nextBytes(noise);
    Files.write(yard.index(), noise);
    assertThat(yard.look(true).said()).isEqualTo(all);
    Files.delete(yard.index());
    assertThat(yard.look(false).said()).isEqualTo(open);
  }

  @Test
  void an_index_of_other_times_or_places_is_not_believed() throws IOException {
    var yard = yard();
    yard.look(false);
    var old = Files.readAllBytes(yard.index());
    yard.remove(Yard.run(1));
    yard.put(Yard.run(2), "changed");
    yard.note(Yard.run(3), "topic");
    yard.look(false);
    Files.write(yard.index(), old);
    agree(yard, "an older index");

    var other = Yard.with(temp.resolve("other"), OPEN, ENDED);
    other.put(Yard.run(4), "differs");
    other.look(false);
    Files.write(other.index(), old);
    agree(other, "the index of another project");

    Files.delete(other.index());
    Files.createDirectory(other.index());
    agree(other, "a folder in its place");
  }

  @Test
  void a_list_does_not_need_to_write() throws IOException {
    var yard = yard();
    var expected = yard.truth(false).said();
    for (var failing : Step.values()) {
      var io =
          new WatchedIo(
              yard.place.io(),
              (step, path) -> {
                if (step == failing) {
                  throw new IOException("read-only");
                }
              });
      assertThat(yard.look(yard.place.open(io), false, Yard.LATER).said()).isEqualTo(expected);
    }
    agree(yard, "failed writes of the index");
  }

  @Proves("R-USR-07")
  @Test
  void a_process_that_ends_at_any_step_leaves_no_wrong_index() throws IOException {
    for (var wanted : Wanted.values()) {
      for (int last = 1; ; last += Proofs.stride(9)) {
        var yard = Yard.with(temp.resolve(wanted + "-" + last), 33, 2);
        yard.put(Place.RUN, "before");
        yard.look(false);
        var steps = new int[1];
        int limit = last;
        var dying =
            new WatchedIo(
                yard.place.io(),
                (step, path) -> {
                  if (++steps[0] >= limit) {
                    throw new IOException("stopped");
                  }
                });
        try {
          yard.place.open(dying).replace(wanted.write(yard.revision(Place.RUN)));
        } catch (StoreUnavailableException | OutcomeUnknownException stopped) {
          assertThat(stopped).isNotNull();
        }
        agree(yard, wanted + " stopped at step " + last);
        yard.put(Place.RUN, "after");
        agree(yard, "the next write");
        if (steps[0] < last) {
          break;
        }
      }
    }
  }

  @Test
  void summaries_of_another_edition_are_not_used() throws IOException {
    var yard = yard();
    yard.look(false);
    var text = Files.readString(yard.index());

    Files.writeString(yard.index(), text.replace("words-1", "words-2"));

    assertThat(yard.look(false).read()).isEqualTo(OPEN + ENDED);
  }
}
