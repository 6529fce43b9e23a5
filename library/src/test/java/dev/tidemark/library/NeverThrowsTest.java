package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.library.CheckpointManager.PhaseUpdate;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// R-COM-07: whatever happens, the answer is null or false, and a line says why.
@Proves("R-COM-07")
class NeverThrowsTest {
  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = Desk.in(folder);
  }

  /// Calls an operation that must fail, and returns the one line it says.
  private String refused(BooleanSupplier operation) {
    assertThat(operation.getAsBoolean()).isFalse();
    var said = desk.said();
    assertThat(said).hasSize(1);
    return said.getFirst();
  }

  private void nothingWorks(String command, String feature) {
    var manager = desk.manager;
    assertThat(manager.load(command, feature)).isNull();
    assertThat(desk.said()).singleElement().asString().startsWith("Failed to load checkpoint: ");
    assertThat(manager.resumePoint(command, feature)).isEqualTo(ResumeState.NONE);
    assertThat(desk.said()).singleElement().asString().startsWith("Failed to load checkpoint: ");
    assertThat(refused(() -> manager.save(command, Desk.fresh(), feature)))
        .startsWith("Failed to save checkpoint: ");
    assertThat(refused(() -> manager.updatePhase(command, "a", JsonObject.EMPTY, feature)))
        .startsWith("Failed to update phase: ");
    assertThat(refused(() -> manager.complete(command, feature)))
        .startsWith("Cannot complete checkpoint: ");
  }

  @Test
  @Proves("R-COM-10")
  void names_without_a_safe_form_are_refused_by_every_operation() {
    for (var name : new String[] {"..", "x".repeat(121), "\ud800", ":*?", "\n"}) {
      nothingWorks(name, "auth");
      nothingWorks("design", name);
    }
    nothingWorks("", "auth");
    nothingWorks("design", "CheckPoint\u0000");
    nothingWorks("y".repeat(120), "z".repeat(120));
  }

  @Test
  @Proves({"R-COM-10", "R-USR-15"})
  void hostile_names_never_leave_the_folder_and_never_break_a_line() throws IOException {
    var outside = folder.resolve("outside");
    Files.createDirectories(outside);
    for (var name : Hostile.names()) {
      desk.manager.load(name, name);
      desk.manager.resumePoint("design", name);
      desk.manager.complete(name, name);
      boolean saved = desk.manager.updatePhase("design", "a", JsonObject.EMPTY, name);
      for (var line : desk.said()) {
        assertThat(line).doesNotContain("\u001b").doesNotContain("\u0000");
      }
      if (saved) {
        assertThat(desk.manager.load("design", name)).as("of %s", name).isNotNull();
        desk.said();
      }
    }
    try (var made = Files.list(folder)) {
      assertThat(made.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("project", "home", "outside");
    }
    try (var made = Files.list(desk.scratch.root())) {
      assertThat(made.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder(".git", ".gitignore", ".claude");
    }
    try (var made = Files.list(desk.file(""))) {
      assertThat(made.toList()).hasSizeGreaterThan(30).allMatch(Files::isRegularFile);
    }
  }

  @Test
  void nothing_given_is_answered_like_anything_else() {
    assertThat(desk.manager.load(null, null)).isNull();
    assertThat(desk.manager.resumePoint(null, null)).isEqualTo(ResumeState.NONE);
    assertThat(desk.manager.save(null, Desk.fresh(), null)).isFalse();
    assertThat(desk.manager.complete(null, null)).isFalse();
    assertThat(desk.manager.updatePhase(null, "a", JsonObject.EMPTY, null)).isFalse();
    assertThat(desk.said()).hasSize(5);

    assertThat(refused(() -> desk.manager.save("design", null, null)))
        .isEqualTo("Failed to save checkpoint: no checkpoint given");
    assertThat(refused(() -> desk.manager.updatePhase("design", null, null)))
        .startsWith("Failed to update phase: ");
    var nothing = new PhaseUpdate("a", JsonObject.EMPTY, null);
    assertThat(desk.manager.updatePhase("design", nothing, null)).isTrue();
  }

  @Test
  void a_state_folder_that_is_a_file_stops_every_operation() throws IOException {
    Files.createDirectories(desk.file("").getParent());
    Files.writeString(desk.file(""), "I am a file");

    assertThat(refused(() -> desk.manager.save("design", Desk.fresh(), "auth")))
        .startsWith("Failed to save checkpoint: ");
    assertThat(refused(() -> desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "auth")))
        .startsWith("Failed to update phase: ");
    assertThat(Files.readString(desk.file(""))).isEqualTo("I am a file");
  }

  @Test
  void a_journal_folder_that_is_a_file_stops_every_change() throws IOException {
    Files.writeString(desk.scratch.root().resolve(".git/tidemark"), "I am a file");

    assertThat(refused(() -> desk.manager.save("design", Desk.fresh(), "auth")))
        .startsWith("Failed to save checkpoint: ");
    assertThat(refused(() -> desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "auth")))
        .startsWith("Failed to update phase: ");
    assertThat(desk.file("design-auth.json")).doesNotExist();
  }

  @Test
  @Proves("R-USR-14")
  void a_file_of_more_than_five_megabytes_is_left_alone() {
    var large = "{\"version\":1,\"x\":\"" + "y".repeat(6 * 1024 * 1024) + "\"}";
    desk.put("design-auth.json", large);

    nothingWorks("design", "auth");

    assertThat(desk.text("design-auth.json")).isEqualTo(large);
  }

  @Test
  @Proves("R-USR-14")
  void a_file_nested_300_deep_is_left_alone() {
    var deep = "{\"version\":1,\"x\":" + "[".repeat(300) + "]".repeat(300) + "}";
    desk.put("design-auth.json", deep);

    nothingWorks("design", "auth");

    assertThat(desk.text("design-auth.json")).isEqualTo(deep);
  }

  @Test
  @Proves("R-USR-14")
  void data_that_could_not_be_read_back_is_not_written() {
    var deep = JsonArray.EMPTY;
    for (int level = 0; level < 100_000; level++) {
      deep = JsonArray.of(java.util.List.of(deep));
    }
    var nested = JsonObject.EMPTY.with("x", deep);
    var large = JsonObject.EMPTY.with("x", JsonString.of("y".repeat(6 * 1024 * 1024)));
    for (var data : new JsonObject[] {nested, large}) {
      assertThat(desk.manager.updatePhase("design", "a", data, "auth")).isFalse();
      var document = Desk.fresh().with("more", data);
      assertThat(desk.manager.save("design", document, "auth")).isFalse();
      assertThat(desk.said())
          .hasSize(2)
          .allMatch(line -> line.startsWith("Failed to "))
          .allMatch(line -> line.contains(": the document would "));
    }
    assertThat(desk.manager.load("design", "auth")).isNull();
  }

  @Test
  void half_a_character_can_be_a_phase_but_not_a_file() {
    assertThat(desk.manager.updatePhase("design", "\ud800", JsonObject.EMPTY, "auth")).isTrue();
    assertThat(desk.manager.load("design", "auth")).isNotNull();
  }

  @Test
  @Proves("R-COM-06")
  void wherever_the_disk_fails_an_update_answers_and_leaves_a_whole_document() {
    desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "auth");
    desk.said();
    for (int step = 1; ; step++) {
      var disk = Disks.failingFrom(step, new AtomicInteger());
      var data = Desk.json("{\"step\":" + step + "}");
      if (desk.manager(disk).updatePhase("design", "a", data, "auth")) {
        assertThat(step).as("steps of an update").isGreaterThan(10);
        return;
      }
      var said = desk.said();
      assertThat(desk.manager.load("design", "auth")).as("step %s", step).isNotNull();
      assertThat(said).as("step %s", step).isNotEmpty();
      assertThat(said.getLast()).startsWith("Failed to update phase: ");
      desk.said();
    }
  }

  @Test
  void wherever_the_disk_fails_a_reader_answers() {
    desk.manager.updatePhase("design", "a", JsonObject.EMPTY, "auth");
    for (int step = 1; ; step++) {
      var disk = Disks.failingFrom(step, new AtomicInteger());
      desk.said();
      if (desk.manager(disk).load("design", "auth") != null) {
        assertThat(step).as("steps of a load").isGreaterThan(2);
        return;
      }
      assertThat(desk.said())
          .as("step %s", step)
          .singleElement()
          .asString()
          .startsWith("Failed to load checkpoint: ");
    }
  }
}
