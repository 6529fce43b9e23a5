package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.OutcomeUnknownException;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreUnavailableException;
import dev.tidemark.stores.file.WatchedIo.Step;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever step of a replacement is the last or fails, the next process finds the document before
/// it or after it, and a whole record.
@Proves({"R-USR-07", "R-COM-06"})
class FaultTest {
  @TempDir private Path temp;

  /// What a replacement starts from.
  private enum Start {
    NOTHING,
    A_RECORDED_DOCUMENT,
    AN_UNRECORDED_DOCUMENT,
    AN_EDITED_DOCUMENT,
    AN_EARLIER_STATE,
    A_REMOVED_DOCUMENT,
    A_TORN_JOURNAL,
    A_HALF_PUBLISHED_DOCUMENT,
    LEFTOVERS
  }

  /// What goes wrong.
  private interface Fault {
    /// Returns whether this step, the `number`th of its kind, fails.
    boolean hits(Step step, int number);
  }

  private Place start(Start start, String name) throws IOException {
    var place = new Place(Files.createDirectories(temp.resolve(name)));
    if (start == Start.NOTHING) {
      return place;
    }
    if (start == Start.AN_UNRECORDED_DOCUMENT) {
      Files.createDirectories(place.document().getParent());
      Files.writeString(place.document(), "theirs");
      return place;
    }
    place.put("one");
    place.put("two");
    switch (start) {
      case AN_EDITED_DOCUMENT -> Files.writeString(place.document(), "theirs");
      case AN_EARLIER_STATE -> Files.writeString(place.document(), "one");
      case A_REMOVED_DOCUMENT -> Files.delete(place.document());
      case A_TORN_JOURNAL -> {
        var bytes = Files.readAllBytes(place.segment());
        var torn = java.util.Arrays.copyOf(bytes, bytes.length + 5);
        Files.write(place.segment(), torn);
      }
      case A_HALF_PUBLISHED_DOCUMENT -> stopBeforePublishing(place);
      case LEFTOVERS ->
          Files.writeString(
              place.root().resolve("state/.implement-auth.json.abc.tidemark-tmp"), "");
      default -> {}
    }
    return place;
  }

  private static void stopBeforePublishing(Place place) {
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (step == Step.RENAME) {
                throw new IOException("stopped");
              }
            });
    try {
      Place.put(place.open(io), "three");
    } catch (OutcomeUnknownException expected) {
      assertThat(expected).hasMessageContaining("recorded");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_process_that_ends_at_any_step_leaves_before_or_after(Start start) throws IOException {
    int steps = every(start, (step, number) -> true, true);
    assertThat(steps).isGreaterThanOrEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void a_single_failure_of_any_step_leaves_before_or_after(Start start) throws IOException {
    assertThat(every(start, (step, number) -> true, false)).isGreaterThanOrEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void a_medium_that_fails_at_any_force_leaves_before_or_after(Start start) throws IOException {
    Fault force = (step, number) -> step == Step.FORCE || step == Step.FORCE_DIR;
    assertThat(every(start, force, false)).isGreaterThanOrEqualTo(3);
    assertThat(every(start, force, true)).isGreaterThanOrEqualTo(3);
  }

  /// Lets the first of the steps fail, then the second, and so on until none does.
  ///
  /// @param forGood whether all steps fail from then on
  /// @return how many could fail
  private int every(Start start, Fault fault, boolean forGood) throws IOException {
    for (int failing = 1; ; failing++) {
      var place = start(start, start + "-" + forGood + "-" + fault.hashCode() + "-" + failing);
      if (!survives(place, fault, failing, forGood)) {
        return failing - 1;
      }
    }
  }

  private static boolean survives(Place place, Fault fault, int failing, boolean forGood)
      throws IOException {
    var before = place.open().find(Place.RUN);
    var expected = before.map(found -> found.revision()).orElse(Revision.NONE);
    var taken = new ArrayList<Step>();
    var io = failingAt(fault, failing, forGood, taken);
    StoreException failure = null;
    try {
      Place.replace(place.open(io), "after", expected);
    } catch (StoreException typed) {
      failure = typed;
    }
    boolean failed = taken.size() >= failing;
    check(place, before.map(found -> found.text()).orElse(null), failure, taken);
    return failed;
  }

  private static WatchedIo failingAt(Fault fault, int failing, boolean forGood, List<Step> taken) {
    return new WatchedIo(
        new DiskIo(),
        (step, path) -> {
          if (fault.hits(step, taken.size() + 1)) {
            taken.add(step);
            if (taken.size() == failing || (forGood && taken.size() > failing)) {
              throw new IOException("injected at " + step + " of " + path);
            }
          }
        });
  }

  private static void check(Place place, String before, StoreException failure, List<Step> taken)
      throws IOException {
    var found = place.open().find(Place.RUN).map(document -> document.text()).orElse(null);
    if (failure == null) {
      assertThat(found).as("acknowledged, %s", taken).isEqualTo("after");
    } else if (failure instanceof StoreUnavailableException) {
      assertThat(found).as("nothing written, %s", taken).isEqualTo(before);
    } else {
      assertThat(failure).isInstanceOf(OutcomeUnknownException.class);
      assertThat(found).as("unknown, %s", taken).isIn(before, "after");
    }
    assertThat(failure == null ? "." : failure.hint()).endsWith(".");
    place.put("next");
    assertThat(place.text()).isEqualTo("next");
    assertThat(place.open().verify(Place.RUN)).as("after %s", taken).isEmpty();
    assertThat(place.leftovers()).as("after %s", taken).isEmpty();
    if (found != null && !found.isEmpty()) {
      long entries = place.open().history(Place.RUN).size();
      assertThat(place.open().at(Place.RUN, entries - 1)).as("%s", taken).contains(found);
    }
  }
}
