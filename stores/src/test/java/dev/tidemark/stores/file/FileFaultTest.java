package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Document;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever step of a write is the last or fails, the next process finds the document before it or
/// after it, and a whole record.
@Proves({"R-USR-07", "R-COM-06"})
class FileFaultTest {
  @TempDir private Path temp;

  /// What goes wrong.
  private interface Fault {
    /// Returns whether this step can fail.
    boolean hits(Step step);
  }

  private static Stream<Arguments> everyWriteFromEveryStart() {
    return Stream.of(Wanted.values())
        .flatMap(wanted -> Stream.of(Start.values()).map(start -> Arguments.of(wanted, start)));
  }

  @ParameterizedTest
  @MethodSource("everyWriteFromEveryStart")
  void a_process_that_ends_at_any_step_leaves_before_or_after(Wanted wanted, Start start)
      throws IOException {
    int steps = every(wanted, start, step -> true, true);
    assertThat(steps).isGreaterThanOrEqualTo(wanted.steps(exists(start)));
  }

  @ParameterizedTest
  @MethodSource("everyWriteFromEveryStart")
  void a_single_failure_of_any_step_leaves_before_or_after(Wanted wanted, Start start)
      throws IOException {
    int steps = every(wanted, start, step -> true, false);
    assertThat(steps).isGreaterThanOrEqualTo(wanted.steps(exists(start)));
  }

  @ParameterizedTest
  @MethodSource("everyWriteFromEveryStart")
  void a_medium_that_fails_from_any_force_on_leaves_before_or_after(Wanted wanted, Start start)
      throws IOException {
    Fault force = step -> step == Step.FORCE || step == Step.FORCE_DIR;
    int forces = wanted.forces(exists(start));
    assertThat(every(wanted, start, force, true)).isGreaterThanOrEqualTo(forces);
  }

  private Place start(Start start, String name) throws IOException {
    // Nothing here stops the machine, so nothing needs to be on the medium.
    var place = new Place(Files.createDirectories(temp.resolve(name)), Disks.unforced());
    start.make(place);
    return place;
  }

  private boolean exists(Start start) throws IOException {
    var found = start(start, "exists").open().find(Place.RUN);
    return found.map(Document::exists).orElse(false);
  }

  /// Lets the first of the steps fail, then the second, and so on until none does.
  ///
  /// @param forGood whether all steps fail from then on
  /// @return how many could fail
  private int every(Wanted wanted, Start start, Fault fault, boolean forGood) throws IOException {
    for (int failing = 1; ; failing += Proofs.stride(11)) {
      var place = start(start, forGood + "-" + failing);
      if (!survives(place, wanted, failingAt(fault, failing, forGood), failing)) {
        return failing - 1;
      }
    }
  }

  /// A disk that fails, and the steps that were tried on it.
  private record Failing(WatchedIo io, List<Step> tried) {}

  private static Failing failingAt(Fault fault, int failing, boolean forGood) {
    var tried = new ArrayList<Step>();
    var io =
        new WatchedIo(
            Disks.unforced(),
            (step, path) -> {
              if (fault.hits(step)) {
                tried.add(step);
                if (tried.size() == failing || (forGood && tried.size() > failing)) {
                  throw new IOException("injected at " + step + " of " + path);
                }
              }
            });
    return new Failing(io, tried);
  }

  private static boolean survives(Place place, Wanted wanted, Failing disk, int failing)
      throws IOException {
    var before = place.open().find(Place.RUN);
    var states = new ArrayList<@Nullable String>(Wanted.VIA);
    states.add(file(place));
    var expected = before.map(Document::revision).orElse(Revision.NONE);
    StoreException failure = null;
    try {
      place.open(disk.io()).replace(wanted.write(expected));
    } catch (StoreException typed) {
      failure = typed;
    }
    boolean failed = disk.tried().size() >= failing;
    var textBefore = before.map(Document::text).orElse("");
    states.add(textBefore);
    states.add(wanted.after(textBefore));
    assertThat(file(place)).as("the file itself, %s", disk.tried()).isIn(states);
    checkOutcome(place, textBefore, wanted.after(textBefore), failure);
    checkGoesOn(place);
    return failed;
  }

  private static String file(Place place) throws IOException {
    return Files.exists(place.document()) ? place.text() : "";
  }

  private static void checkOutcome(
      Place place, String before, String after, @Nullable StoreException failure) {
    var found = place.open().find(Place.RUN).map(Document::text).orElse("");
    var history = place.open().history(Place.RUN);
    boolean recorded = !history.isEmpty() && history.getLast().events().contains(Wanted.NEWS);
    if (failure == null) {
      assertThat(found).as("acknowledged").isEqualTo(after);
      assertThat(recorded).as("recorded").isTrue();
    } else if (failure instanceof StoreUnavailableException) {
      assertThat(found).as("nothing written, %s", failure).isEqualTo(before);
    } else {
      assertThat(failure).isInstanceOf(OutcomeUnknownException.class);
      assertThat(found).as("unknown, %s", failure).isEqualTo(recorded ? after : before);
    }
    assertThat(failure == null ? "." : failure.hint()).endsWith(".");
  }

  private static void checkGoesOn(Place place) throws IOException {
    var found = place.open().find(Place.RUN).map(Document::text).orElse("");
    place.put("next");
    assertThat(place.text()).isEqualTo("next");
    assertThat(place.open().verify(Place.RUN)).isEmpty();
    assertThat(place.leftovers()).isEmpty();
    var history = place.open().history(Place.RUN);
    assertThat(history).extracting(HistoryEntry::sequence).doesNotHaveDuplicates();
    var told = place.open().stateAt(Place.RUN, history.size() - 1L);
    assertThat(told.orElse("")).as("the state before").isEqualTo(found);
  }
}
