package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.maintenance.Redaction.Traces;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret is taken out of everything that was recorded, and the chain still verifies.
@Proves("R-USR-13")
class FileRedactionTest {
  private static final String SECRET = "hunter2-\u00e4\"x\"";
  private static final RedactedSecret ERASED = RedactedSecret.of(SECRET);
  private static final String BASE = "line of a document that stays\n".repeat(30);

  @TempDir private Path root;
  private Place place;

  @BeforeEach
  void prepare() {
    place = filled(new Place(root, Disks.unforced()));
  }

  /// Clean, clean, secret, secret with more, clean again, clean with more.
  private static Place filled(Place place) {
    put(place, BASE, "first");
    put(place, BASE + "one\n", "second");
    put(place, BASE + "one\nkey = " + SECRET + "\n", "third, with " + SECRET);
    put(place, BASE + "one\nkey = " + SECRET + "\nmore\n", "fourth");
    put(place, BASE + "one\nmore\n", "fifth");
    put(place, BASE + "one\nmore\nlast\n", "sixth");
    return place;
  }

  private static void put(Place place, String text, String decision) {
    var event = new Event.DecisionRecorded(new Decision(new PhaseName("design"), decision));
    write(place.open(), text, event, Evidence.NONE);
  }

  private static void write(FileStore store, String text, Event event, Evidence evidence) {
    var expected = store.find(Place.RUN).map(Document::revision).orElse(Revision.NONE);
    var recordMetadata =
        new RecordMetadata(Place.NOW, Actor.tool("test"), List.of(event), evidence);
    store.replace(new DocumentWrite(Place.RUN, text, expected, recordMetadata));
  }

  private static Traces find(Place place) {
    return place.open().redaction().find(Place.RUN, ERASED);
  }

  /// What the engine does: a record that vouches, then the erasure.
  private static void redact(Place place, StorageIo io) throws IOException {
    var traces = find(place);
    var store = place.open(io);
    var event = new Event.Redacted(traces.states(), traces.notes());
    write(store, ERASED.cleaned(place.text()), event, traces.evidence());
    store.redaction().erase(Place.RUN, ERASED, traces.notes());
  }

  private static boolean isAnywhere(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        var text = Files.readString(file, StandardCharsets.UTF_8);
        if (text.contains("hunter2")) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void what_holds_it_is_found_and_nothing_is_changed() throws IOException {
    var before = Files.readString(place.segment());

    var traces = find(place);

    assertThat(traces.states()).containsExactly(3L, 4L);
    assertThat(traces.notes()).containsOnlyKeys(3L);
    assertThat(traces.heads()).isEmpty();
    assertThat(place.segment()).hasContent(before.stripTrailing());
    assertThat(place.open().redaction().find(Place.RUN, RedactedSecret.of("nowhere")).isEmpty())
        .isTrue();
  }

  @Test
  void the_states_are_dropped_the_others_stay_and_the_chain_verifies() throws IOException {
    redact(place, Disks.unforced());

    var store = place.open();
    assertThat(isAnywhere(root)).isFalse();
    assertThat(store.verify(Place.RUN)).isEmpty();
    assertThat(store.verifyTail(Place.RUN, 100).problems()).isEmpty();
    assertThat(store.stateAt(Place.RUN, Set.of(1L, 2L, 3L, 4L, 5L, 6L, 7L)))
        .isEqualTo(
            Map.of(
                1L, BASE,
                2L, BASE + "one\n",
                5L, BASE + "one\nmore\n",
                6L, BASE + "one\nmore\nlast\n",
                7L, BASE + "one\nmore\nlast\n"));
    assertThat(store.history(Place.RUN).get(2).events().toString())
        .contains("third, with [redacted]");
    assertThat(store.history(Place.RUN)).hasSize(7);
    assertThat(find(place).isEmpty()).isTrue();
  }

  @Test
  void a_document_that_holds_it_is_replaced_and_its_state_is_told_anew() throws IOException {
    put(place, BASE + SECRET, "seventh");

    redact(place, Disks.unforced());

    assertThat(place.text()).isEqualTo(BASE + RedactedSecret.MARK);
    assertThat(isAnywhere(root)).isFalse();
    assertThat(place.open().stateAt(Place.RUN, 8)).contains(BASE + RedactedSecret.MARK);
    put(place, BASE + RedactedSecret.MARK + " and more", "ninth");
    assertThat(place.open().verify(Place.RUN)).isEmpty();
    assertThat(place.open().stateAt(Place.RUN, 9))
        .contains(BASE + RedactedSecret.MARK + " and more");
  }

  @Test
  void what_a_crash_tore_off_goes_too() throws IOException {
    Files.writeString(place.journal().resolve("000001.jsonl.torn-1"), "half of " + SECRET);
    assertThat(find(place).torn()).isEqualTo(1);

    redact(place, Disks.unforced());

    assertThat(isAnywhere(root)).isFalse();
  }

  @Test
  void it_can_be_done_for_a_second_secret_and_pruned_afterwards() throws IOException {
    redact(place, Disks.unforced());
    var other = RedactedSecret.of("third, with");
    var traces = place.open().redaction().find(Place.RUN, other);
    var event = new Event.Redacted(traces.states(), traces.notes());
    write(place.open(), place.text() + "x", event, Evidence.NONE);
    place.open().redaction().erase(Place.RUN, other, traces.notes());

    assertThat(place.open().history(Place.RUN).get(2).events().toString())
        .contains("[redacted] [redacted]");
    assertThat(place.open().verify(Place.RUN)).isEmpty();
    var plan = place.open().plan(Place.RUN, 1, Place.NOW.plusSeconds(1));
    place.open().prune(plan);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @Test
  void notes_that_nobody_vouches_for_are_a_problem() throws IOException {
    var before = Files.readString(place.segment());
    redact(place, Disks.unforced());
    var altered = Files.readString(place.segment()).lines().toList();
    var forged = before.lines().toList().toArray(new String[0]);
    forged[3] = altered.get(3);

    Files.writeString(place.segment(), String.join("\n", forged) + "\n");

    assertThat(place.open().verify(Place.RUN))
        .anyMatch(
            it -> it.message().contains("record 3 has notes that no later record vouches for"));
    assertThat(place.open().verifyTail(Place.RUN, 100).problems()).isNotEmpty();
  }

  @Proves("R-USR-07")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatever_step_fails_nothing_else_is_lost_and_the_next_try_ends_it(boolean forGood)
      throws IOException {
    int failing = 1;
    for (boolean failed = true; failed; failing++) {
      var folder = Files.createDirectories(root.resolve(forGood + "-" + failing));
      var there = filled(new Place(folder, Disks.unforced()));
      failed = redactFailing(there, failing, forGood);

      assertThat(there.open().stateAt(Place.RUN, 2)).contains(BASE + "one\n");
      assertThat(there.open().stateAt(Place.RUN, 5)).contains(BASE + "one\nmore\n");
      assertThat(there.open().stateAt(Place.RUN, 6)).contains(BASE + "one\nmore\nlast\n");
      redact(there, Disks.unforced());
      assertThat(isAnywhere(folder)).isFalse();
      assertThat(there.open().verify(Place.RUN)).isEmpty();
    }
    assertThat(failing).isGreaterThan(7);
  }

  private static boolean redactFailing(Place place, int failing, boolean forGood)
      throws IOException {
    int[] tried = new int[1];
    var io =
        new WatchedIo(
            Disks.unforced(),
            (step, path) -> {
              tried[0]++;
              if (tried[0] == failing || (forGood && tried[0] > failing)) {
                throw new IOException("injected at " + step + " of " + path);
              }
            });
    try {
      redact(place, io);
    } catch (StoreException typed) {
      assertThat(typed.hint()).endsWith(".");
    }
    return tried[0] >= failing;
  }
}
