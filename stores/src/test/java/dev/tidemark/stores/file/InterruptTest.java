package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents are cancelled by interrupts; neither files nor locks may suffer from that.
@Proves("R-USR-06")
class InterruptTest {
  @TempDir private Path root;

  @Test
  void an_interrupted_thread_still_writes_and_stays_interrupted() {
    var place = new Place(root);
    Thread.currentThread().interrupt();
    try {
      place.put("one");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThat(place.open().find(Place.RUN).orElseThrow().text()).isEqualTo("one");
      assertThat(place.open().verify(Place.RUN)).isEmpty();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void an_interrupt_at_any_step_disturbs_nothing() {
    var place = new Place(root);
    place.put("begin");
    var steps = new AtomicInteger();
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              steps.incrementAndGet();
              Thread.currentThread().interrupt();
            });
    var store = place.open(io);
    var revision = place.open().find(Place.RUN).orElseThrow().revision();
    for (int i = 0; i < 20; i++) {
      revision = Place.replace(store, "state " + i, revision);
      assertThat(Thread.interrupted()).as("the interrupt is given back").isTrue();
    }
    assertThat(steps).hasValueGreaterThan(100);
    assertThat(place.open().history(Place.RUN)).hasSize(21);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @Test
  void interrupts_from_outside_lose_no_lock_and_no_update() throws Exception {
    var place = new Place(root);
    var store = place.open();
    var writers = new Thread[2];
    for (int writer = 0; writer < writers.length; writer++) {
      writers[writer] =
          new Thread(
              () -> {
                for (int done = 0; done < 40; ) {
                  var found = store.find(Place.RUN);
                  var revision = found.map(seen -> seen.revision()).orElse(Revision.NONE);
                  var text = found.map(seen -> seen.text()).orElse("") + "x";
                  try {
                    Place.replace(store, text, revision);
                    done++;
                  } catch (dev.tidemark.store.StoreException.ConflictException again) {
                    Thread.onSpinWait();
                  }
                }
              });
      writers[writer].start();
    }
    for (var writer : writers) {
      while (writer.isAlive()) {
        writer.interrupt();
        Thread.sleep(1);
      }
    }
    assertThat(place.text()).hasSize(80);
    assertThat(place.open().history(Place.RUN)).hasSize(80);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }
}
