package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.json.JsonObject;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several writers of one document (R-004-49).
class SharingTest {
  private static final String NAME = "implement-auth.json";

  @TempDir private Path folder;

  /// Another process: `NAME ROOT` completes the phases NAME-0 to NAME-49.
  static final class Worker {
    private Worker() {}

    /// Ends with 1 as soon as an update is not made.
    public static void main(String[] args) {
      var project = Project.at(Path.of(args[1])).open();
      var manager = new CheckpointManager(project, System.err, Actor.tool(args[0]));
      var data = Desk.json("{\"status\":\"complete\",\"context_summary\":\"Done.\"}");
      for (int phase = 0; phase < 50; phase++) {
        if (!manager.updatePhase("implement", args[0] + "-" + phase, data, "auth")) {
          System.exit(1);
        }
      }
    }

    static Process start(String name, Path root) throws IOException {
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-cp"));
      command.add(System.getProperty("java.class.path"));
      command.addAll(List.of(Worker.class.getName(), name, root.toString()));
      return new ProcessBuilder(command).inheritIO().start();
    }
  }

  @Test
  @Proves({"R-004-49", "R-USR-06"})
  void two_processes_with_fifty_phases_each_leave_a_hundred() throws Exception {
    var desk = Desk.in(folder);

    var one = Worker.start("one", desk.scratch.root());
    var two = Worker.start("two", desk.scratch.root());

    for (var process : List.of(one, two)) {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
    var phases = desk.document(NAME).object("phases");
    assertThat(phases == null ? 0 : phases.size()).isEqualTo(100);
    assertThat(desk.state(NAME).strings("completed_phases")).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  @Proves({"R-004-49", "R-USR-06"})
  void what_is_proved_meanwhile_is_kept_beside_the_updates() throws Exception {
    var desk = Desk.in(folder);
    desk.manager.updatePhase("implement", "a", JsonObject.EMPTY, "auth");
    var project = Project.at(desk.scratch.root()).open();
    var id = new CheckpointId("state", "implement", "auth");
    var judge =
        CompletableFuture.runAsync(
            () -> {
              for (int gate = 0; gate < 40; gate++) {
                var passed = new Claim.Verdict("gate-" + gate, true, List.of(), TreePosition.NONE);
                project
                    .gates()
                    .recordClaim(project.state(), id, passed, Caller.of(Actor.tool("judge")));
              }
            });

    for (int phase = 0; phase < 40; phase++) {
      assertThat(desk.manager.updatePhase("implement", "p" + phase, JsonObject.EMPTY, "auth"))
          .isTrue();
    }
    judge.get(60, TimeUnit.SECONDS);

    assertThat(project.store().find(id).orElseThrow().evidence().proofs()).hasSize(40);
    var phases = desk.document(NAME).object("phases");
    assertThat(phases == null ? 0 : phases.size()).isEqualTo(41);
  }

  @Test
  @Proves({"R-004-22", "R-004-49"})
  void of_two_whole_documents_the_later_one_stands() {
    var desk = Desk.in(folder);
    var other = desk.manager(new DiskIo());

    desk.manager.save("implement", Desk.fresh().with("by", "one"), "auth");
    other.save("implement", Desk.fresh().with("by", "two"), "auth");

    assertThat(desk.document(NAME).string("by")).isEqualTo("two");
    desk.manager.save("implement", Desk.fresh().with("by", "one"), "auth");
    assertThat(desk.document(NAME).string("by")).isEqualTo("one");
  }

  @Test
  @Proves({"R-004-31", "R-004-49"})
  void an_edit_made_meanwhile_stays_beside_the_update() {
    var desk = Desk.in(folder);
    desk.manager.updatePhase("implement", "a", Desk.json("{\"status\":\"in_progress\"}"), "auth");
    desk.put(
        NAME,
        desk.text(NAME).replace("\"version\": 1,", "\"version\": 1,\n  \"note\": \"by hand\","));
    desk.clock.advance(Duration.ofSeconds(1));

    assertThat(desk.manager.updatePhase("implement", "b", JsonObject.EMPTY, "auth")).isTrue();

    assertThat(desk.document(NAME).string("note")).isEqualTo("by hand");
    assertThat(desk.entry(NAME, "b").string("status")).isEqualTo("pending");
    assertThat(desk.said())
        .containsExactly(
            ".claude/state/implement-auth.json was changed outside Tidemark; the change is"
                + " kept");
  }

  @Test
  @Proves({"R-004-49", "R-COM-07"})
  void who_waits_too_long_for_the_lock_gets_false_and_a_line() throws Exception {
    var desk = Desk.in(folder);
    desk.manager.updatePhase("implement", "a", JsonObject.EMPTY, "auth");
    var lock = desk.scratch.root().resolve(".git/tidemark/main/lock");
    var project =
        Project.at(desk.scratch.root())
            .limits(new dev.tidemark.stores.file.io.StoreLimits(50, false))
            .open();
    var said = new java.io.ByteArrayOutputStream();
    var manager =
        new CheckpointManager(
            project,
            new java.io.PrintStream(said, true, java.nio.charset.StandardCharsets.UTF_8),
            Actor.tool("test"));
    var holder = Holder.start(lock);
    try {
      assertThat(manager.updatePhase("implement", "b", JsonObject.EMPTY, "auth")).isFalse();
    } finally {
      holder.destroyForcibly().waitFor();
    }
    assertThat(said.toString(java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(
            "Failed to update phase: state/implement/auth is locked by another process (waited 50"
                + " ms)\n");
    assertThat(manager.updatePhase("implement", "b", JsonObject.EMPTY, "auth")).isTrue();
  }

  /// Another process that holds every lock of a project until it is killed.
  static final class Holder {
    private Holder() {}

    /// Takes the folder of the lock files.
    public static void main(String[] args) throws Exception {
      var held = new ArrayList<dev.tidemark.stores.file.io.StorageIo.Held>();
      for (int stripe = 0; stripe < 256; stripe++) {
        var file = Path.of(args[0]).resolve("%02x".formatted(stripe));
        held.add(new DiskIo().lock(file));
      }
      System.out.println("READY " + held.size());
      Thread.sleep(Duration.ofMinutes(5));
    }

    static Process start(Path lock) throws IOException {
      var command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              System.getProperty("java.class.path"),
              Holder.class.getName(),
              lock.toString());
      var process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      assertThat(process.inputReader().readLine()).isEqualTo("READY 256");
      return process;
    }
  }
}
