package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.io.WatchedIo.Moment;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Real processes, really killed.
@Proves({"R-USR-06", "R-USR-07"})
class CrashTest {
  private static final int ROUNDS = Integer.getInteger("tidemark.proof.kills", Proofs.tries(50, 4));
  private static final int UPDATES = 100;

  @TempDir private Path root;
  private Place place;

  @BeforeEach
  void open() {
    place = new Place(root);
  }

  @Test
  void kills_lose_no_acknowledged_update_and_leave_no_half_document() throws Exception {
    var random = new Random(7);
    int acknowledged = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      acknowledged = Math.max(acknowledged, killedRound(random.nextInt(25)));
      var text = place.open().find(Place.RUN).orElseThrow().text();
      int there = Child.number(String.valueOf(text));
      assertThat(there).as("round %s", round).isBetween(acknowledged, acknowledged + 1);
      acknowledged = there;
    }
    // Each round waits for an acknowledgement; a busy machine gives no second one.
    assertThat(acknowledged).isGreaterThanOrEqualTo(ROUNDS);
    System.out.printf(
        "kills: file store: %d processes killed, %d changes acknowledged%n", ROUNDS, acknowledged);
    place.put("done");
    assertThat(place.open().verify(Place.RUN)).isEmpty();
    assertThat(place.open().history(Place.RUN)).hasSize(acknowledged + 1);
    assertThat(place.leftovers()).isEmpty();
  }

  /// Returns the last update that was acknowledged before the process was killed.
  private int killedRound(int afterMillis) throws Exception {
    var child = Child.start(place, "count", "1000000");
    int last = 0;
    try (var output = Child.output(child)) {
      last = number(output.readLine());
      Thread.sleep(afterMillis);
      // Through the handle, because the process object would close what we are reading.
      child.toHandle().destroyForcibly();
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        last = number(line);
      }
    }
    assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return last;
  }

  private static int number(String line) {
    // The pipe may hold the beginning of a line that was never finished, but println is one write.
    assertThat(line).startsWith("ACK ");
    return Integer.parseInt(line.substring("ACK ".length()));
  }

  @Test
  @Proves("R-004-49")
  void four_processes_lose_nothing() throws Exception {
    var children = new ArrayList<Process>();
    for (int i = 0; i < 4; i++) {
      children.add(Child.start(place, "count", Integer.toString(UPDATES)));
    }
    var acknowledged = new ArrayList<Integer>();
    for (var child : children) {
      try (var output = Child.output(child)) {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
          acknowledged.add(number(line));
        }
      }
      assertThat(child.waitFor()).isZero();
    }
    int all = children.size() * UPDATES;
    assertThat(acknowledged).as("each update once").doesNotHaveDuplicates().hasSize(all);
    assertThat(place.text()).isEqualTo(Child.text(all));
    assertThat(place.open().history(Place.RUN)).hasSize(all);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_writer_killed_at_a_named_step_leaves_before_or_after(Moment moment) throws Exception {
    place.put("before");
    var child = Child.start(place, "stop", moment.name());
    try (var output = Child.output(child)) {
      assertThat(output.readLine()).isEqualTo("READY");
      var impatient =
          new FileStore(root, new DiskIo(), new FlatLayout(), new StoreLimits(100, false));
      var seen = impatient.find(Place.RUN).orElseThrow();
      assertThatThrownBy(() -> Place.replace(impatient, "mine", seen.revision()))
          .isInstanceOf(BusyException.class)
          .hasMessageContaining("100 ms");
      child.toHandle().destroyForcibly();
      child.waitFor();
    }
    var found = place.open().find(Place.RUN).orElseThrow();
    var after = moment == Moment.BEFORE_RECORDING ? "before" : "stopped";
    assertThat(found.text()).isEqualTo(after);
    assertThat(found.syncState())
        .isEqualTo(
            moment == Moment.BEFORE_PUBLISHING ? SyncState.HALF_PUBLISHED : SyncState.RECORDED);
    assertThat(place.text())
        .as("reading repairs nothing")
        .isEqualTo(moment == Moment.BEFORE_FOLDER_IS_FORCED ? "stopped" : "before");

    Place.replace(place.open(), "next", found.revision());
    assertThat(place.text()).isEqualTo("next");
    long entries = place.open().history(Place.RUN).size();
    assertThat(place.open().stateAt(Place.RUN, entries - 1)).contains(after);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
    assertThat(place.leftovers()).isEmpty();
  }
}
