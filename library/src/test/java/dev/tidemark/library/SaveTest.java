package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaveTest {
  private static final String NAME = "design-auth.json";

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  @Test
  void a_command_that_is_recorded_cleaned_may_be_saved_again_as_it_was_typed() {
    var data = Desk.json("{\"status\":\"complete\"}");
    assertThat(desk.manager.updatePhase("ship?", "push", data, null)).isTrue();
    assertThat(desk.document("ship-checkpoint.json").string("command")).isEqualTo("ship");

    var again = desk.document("ship-checkpoint.json").with("command", "ship?");

    assertThat(desk.manager.save("ship?", again, null)).as("%s", desk.said()).isTrue();
  }

  @Test
  @Proves({"R-004-22", "R-004-24", "R-COM-03"})
  void saving_fills_in_commit_times_and_names_and_leaves_the_callers_object_alone() {
    var given = Desk.fresh();
    var copy = Desk.json(given.toString());

    assertThat(desk.manager.save("design", given, "auth")).isTrue();

    var saved = desk.document(NAME);
    assertThat(given).isEqualTo(copy);
    assertThat(saved.string("command")).isEqualTo("design");
    assertThat(saved.string("feature")).isEqualTo("auth");
    assertThat(saved.string("head_commit")).isEqualTo(desk.scratch.git("rev-parse", "HEAD"));
    assertThat(saved.string("started_at")).isEqualTo(Desk.NOW);
    assertThat(saved.string("updated_at")).isEqualTo(Desk.NOW);
    assertThat(desk.said()).isEmpty();
  }

  @Test
  @Proves("R-004-22")
  void a_second_save_keeps_the_start_even_of_the_same_object() {
    desk.manager.save("design", Desk.fresh(), "auth");
    desk.clock.advance(Duration.ofSeconds(90));
    desk.manager.save("design", Desk.fresh(), "auth");

    assertThat(desk.document(NAME).string("started_at")).isEqualTo(Desk.NOW);
    assertThat(desk.document(NAME).string("updated_at")).isEqualTo("2026-02-13T14:31:30.123Z");
  }

  @Test
  @Proves({"R-004-22", "R-COM-02"})
  void outside_git_the_commit_is_null() {
    var outside = Desk.outside(folder.resolve("plain"));

    assertThat(outside.manager.save("design", Desk.fresh(), null)).isTrue();

    assertThat(outside.text("design-checkpoint.json")).contains("\"head_commit\": null");
    assertThat(outside.said()).isEmpty();
  }

  @Test
  @Proves({"R-004-23", "R-COM-04"})
  void a_new_document_is_written_as_ecmascript_prints_it() {
    var given =
        Desk.json(
            """
            {"version":1,"gr\u00f6\u00dfe":"a/b","state":{"current_phase":null,\
            "completed_phases":[],"pending_phases":["x"]},"phases":{},"last":[1.50,{}]}\
            """);

    desk.manager.save("design", given, "auth");

    assertThat(desk.text(NAME))
        .isEqualTo(
            """
            {
              "command": "design",
              "feature": "auth",
              "version": 1,
              "head_commit": "%s",
              "started_at": "2026-02-13T14:30:00.123Z",
              "updated_at": "2026-02-13T14:30:00.123Z",
              "gr\u00f6\u00dfe": "a/b",
              "state": {
                "current_phase": null,
                "completed_phases": [],
                "pending_phases": [
                  "x"
                ]
              },
              "phases": {},
              "last": [
                1.50,
                {}
              ]
            }\
            """
                .formatted(desk.scratch.git("rev-parse", "HEAD")));
  }

  @Test
  @Proves({"R-004-23", "R-COM-05"})
  void loading_and_saving_keeps_order_and_unknown_keys_and_appends_new_ones() {
    desk.put(
        NAME, "{\n  \"phases\": {},\n  \"mine\": {\"b\": 1, \"a\": 2},\n  \"version\": 1\n}\n");

    JsonObject loaded = desk.manager.load("design", "auth");
    assertThat(desk.manager.save("design", loaded, "auth")).isTrue();

    assertThat(desk.document(NAME).members().stream().map(member -> member.key()))
        .containsExactly(
            "phases",
            "mine",
            "version",
            "command",
            "feature",
            "head_commit",
            "started_at",
            "updated_at");
    assertThat(desk.text(NAME)).contains("\"mine\": {\"b\": 1, \"a\": 2}").endsWith("}\n");
  }

  @Test
  @Proves("R-004-36")
  void a_corrupt_file_is_set_aside_before_the_new_one_is_written() {
    desk.put(NAME, "{ invalid json }");

    assertThat(desk.manager.save("design", Desk.fresh(), "auth")).isTrue();

    assertThat(desk.text(NAME + ".corrupt-20260213T143000Z")).isEqualTo("{ invalid json }");
    assertThat(desk.manager.load("design", "auth")).isNotNull();
    assertThat(desk.said())
        .singleElement()
        .asString()
        .contains(NAME + ".corrupt-20260213T143000Z", "nothing recorded");
  }

  @Test
  @Proves("R-004-24")
  void odd_documents_are_saved_with_a_line_for_each_finding() {
    var odd = Desk.json("{\"command\":\"other\",\"version\":1,\"state\":{},\"phases\":3}");

    assertThat(desk.manager.save("design", odd, "auth")).isTrue();

    assertThat(desk.said())
        .anyMatch(line -> line.contains("for command design contains command other"))
        .anyMatch(line -> line.startsWith("$.phases: must be an object"))
        .anyMatch(line -> line.startsWith("$.state.current_phase: "));
  }

  @Test
  @Proves({"R-004-24", "R-COM-06", "R-COM-07"})
  void wherever_the_disk_fails_the_answer_is_false_and_the_document_whole() {
    desk.manager.save("design", Desk.fresh(), "auth");
    desk.said();
    for (int step = 1; ; step++) {
      var before = desk.manager.load("design", "auth");
      desk.said();
      desk.clock.advance(Duration.ofSeconds(1));
      var disk = Disks.failingFrom(step, new AtomicInteger());
      if (desk.manager(disk).save("design", Desk.fresh(), "auth")) {
        assertThat(step).as("steps of a save").isGreaterThan(10);
        return;
      }
      var after = desk.manager.load("design", "auth");
      assertThat(desk.said())
          .as("step %s", step)
          .first()
          .asString()
          .startsWith("Failed to save checkpoint: ");
      boolean saved = after != null && now().equals(after.string("updated_at"));
      assertThat(saved || before.equals(after)).as("whole after step %s: %s", step, after).isTrue();
    }
  }

  private String now() {
    return desk.clock.instant().toString();
  }
}
