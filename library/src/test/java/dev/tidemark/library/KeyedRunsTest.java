package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.KeyedRuns.PhaseMove;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.testkit.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyedRunsTest {
  private static final JsonObject ONE = JsonObject.EMPTY.with("x", "1");

  @TempDir private Path root;

  private KeyedRuns runs() {
    var clock = new SettableClock(Desk.START);
    return new KeyedRuns(Project.at(root).clock(clock).open(), "my-agent");
  }

  private Path file(String name) {
    return root.resolve(".claude/state/my-agent-" + name + ".json");
  }

  @Test
  void a_state_is_read_as_it_was_written_and_the_document_has_the_phases() throws IOException {
    var runs = runs();
    var moves =
        List.of(
            new PhaseMove("plan", PhaseStatus.COMPLETE), new PhaseMove("act", PhaseStatus.PENDING));

    var version = runs.write(runs.read("k"), ONE, moves);

    var read = runs().read("k");
    assertThat(runs.state(read).string("x")).isEqualTo("1");
    assertThat(runs.version(read)).isEqualTo(version);
    assertThat(Files.readString(file("k")).replace(version, "VERSION"))
        .isEqualTo(
            """
            {
              "command": "my-agent",
              "feature": "k",
              "version": 1,
              "head_commit": null,
              "started_at": "2026-02-13T14:30:00.123Z",
              "updated_at": "2026-02-13T14:30:00.123Z",
              "state": {
                "current_phase": null,
                "completed_phases": [
                  "plan"
                ],
                "pending_phases": [
                  "act"
                ]
              },
              "phases": {
                "plan": {
                  "status": "complete",
                  "started_at": "2026-02-13T14:30:00.123Z",
                  "updated_at": "2026-02-13T14:30:00.123Z"
                },
                "act": {
                  "status": "pending",
                  "updated_at": "2026-02-13T14:30:00.123Z"
                }
              },
              "my_agent": {
                "key": "k",
                "version": "VERSION",
                "x": "1"
              }
            }\
            """);
  }

  @Test
  void a_write_over_an_older_state_is_refused() {
    var runs = runs();
    var none = runs.read("k");
    runs.write(none, ONE, List.of());

    assertThatThrownBy(() -> runs.write(none, ONE, List.of()))
        .isInstanceOf(ConflictException.class);

    var first = runs.read("k");
    runs.write(first, ONE.with("x", "2"), List.of());
    assertThatThrownBy(() -> runs.write(first, ONE, List.of()))
        .isInstanceOf(ConflictException.class);
    assertThat(runs.state(runs.read("k")).string("x")).isEqualTo("2");
  }

  @Test
  void a_step_that_loses_a_race_is_repeated() {
    var runs = runs();
    runs.repeat(
        "k",
        base -> {
          if (base.document() == null) {
            runs().write(base, ONE, List.of());
          }
          runs.write(base, runs.state(base).with("y", "2"), List.of());
          return base;
        });

    var state = runs.state(runs.read("k"));
    assertThat(state.string("x")).isEqualTo("1");
    assertThat(state.string("y")).isEqualTo("2");
  }

  @Test
  void a_finished_run_counts_as_absent_and_is_started_anew() {
    var runs = runs();
    runs.write(runs.read("k"), ONE, List.of(new PhaseMove("plan", PhaseStatus.COMPLETE)));

    assertThat(runs.finish("k", true).document()).isNotNull();

    assertThat(runs.read("k").document()).isNull();
    assertThat(runs.open()).isEmpty();
    assertThat(file("k")).content().contains("completed_at").doesNotContain("\"x\"");
    runs.write(runs.read("k"), ONE, List.of());
    assertThat(runs.open()).extracting(KeyedRuns.Snapshot::key).containsExactly("k");
    assertThat(file("k")).content().doesNotContain("completed_at").doesNotContain("plan");
  }

  @Test
  void fields_of_other_tools_are_kept() throws IOException {
    var runs = runs();
    runs.write(runs.read("k"), ONE, List.of());
    var text = Files.readString(file("k"));
    Files.writeString(
        file("k"), text.replace("\"version\": 1", "\"goal\": \"ship\", \"version\": 1"));

    runs.write(runs.read("k"), ONE.with("x", "2"), List.of());

    assertThat(file("k")).content().contains("\"goal\": \"ship\"").contains("\"x\": \"2\"");
  }

  @Test
  void a_document_of_another_key_is_not_taken_for_that_of_the_key() throws IOException {
    var runs = runs();
    runs.write(runs.read("k"), ONE, List.of());
    Files.move(file("k"), file("other"));

    assertThatThrownBy(() -> runs.read("other"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("holds no state of \"other\"");
  }

  @Test
  void a_finished_run_of_another_key_is_not_overwritten() throws IOException {
    var runs = runs();
    runs.write(runs.read("A"), ONE, List.of());
    runs.finish("A", true);
    // As on a disk where both names are the same.
    Files.move(file("A"), file("a"));

    assertThatThrownBy(() -> runs.read("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("holds no state of \"a\"");
  }

  @Test
  void a_lost_race_is_not_the_last_refusal_of_the_project() {
    var runs = runs();
    var none = runs.read("k");
    runs.write(none, ONE, List.of());

    assertThatThrownBy(() -> runs.write(none, ONE, List.of()))
        .isInstanceOf(ConflictException.class);

    assertThat(Project.at(root).open().lastRefusal()).isEmpty();
  }

  @Test
  void a_secret_in_a_state_is_logged_as_a_warning() {
    var logged = new ArrayList<String>();
    var logger = Logger.getLogger(KeyedRuns.class.getName());
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            logged.add(entry.getLevel() + " " + entry.getMessage());
          }

          @Override
          public void flush() {
            // Nothing is kept.
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        };
    logger.addHandler(handler);
    try {
      var runs = runs();
      runs.write(runs.read("k"), ONE, List.of());
      runs.write(runs.read("k"), ONE.with("x", "2"), List.of());
      assertThat(logged).isEmpty();

      var secret = "aws_access_key_id=AKIA" + "IOSFODNN7" + "EXAMPLQ";
      runs.write(runs.read("k"), ONE.with("x", secret), List.of());
    } finally {
      logger.removeHandler(handler);
    }

    assertThat(logged)
        .singleElement()
        .asString()
        .startsWith("WARNING state/my-agent/k: ")
        .contains("secret");
  }

  @Test
  void a_run_without_its_journal_is_read_and_is_open_again_after_the_next_write()
      throws IOException {
    var runs = runs();
    runs.write(runs.read("k"), ONE, List.of());
    Files.move(root.resolve(".tidemark"), root.resolve("away"));

    assertThat(runs().open()).isEmpty();
    assertThat(runs().state(runs().read("k")).string("x")).isEqualTo("1");
    runs().write(runs().read("k"), ONE.with("x", "2"), List.of());
    assertThat(runs().open()).extracting(KeyedRuns.Snapshot::key).containsExactly("k");
  }

  @ParameterizedTest
  @CsvSource({
    "thread-1, thread-1",
    "a/b, a%2Fb",
    "a%2Fb, a%252Fb",
    "..x, %2E.x",
    "a..b, a.%2Eb",
    "ä, %C3%A4",
    "checkpoint, %63heckpoint",
    "'', %",
    "$default, %24default",
  })
  void a_key_is_encoded_in_the_name_of_its_run(String key, String name) {
    assertThat(KeyedRuns.name(key)).isEqualTo(name);
  }

  @Test
  void long_keys_have_different_names_of_at_most_100_characters() {
    var one = KeyedRuns.name("x".repeat(200));
    var other = KeyedRuns.name("x".repeat(199) + "y");

    assertThat(one).hasSize(100).isNotEqualTo(other).startsWith("xxx").contains("~");
  }
}
