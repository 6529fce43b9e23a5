package dev.tidemark.library.crash;

import static dev.tidemark.library.crash.Script.done;
import static dev.tidemark.library.crash.Script.enter;
import static dev.tidemark.library.crash.Script.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.engine.delivery.WebhookDelivery.DeliveryScope;
import dev.tidemark.library.Project;
import dev.tidemark.library.crash.CrashScene.Depth;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Subscriber;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// What a power cut leaves of operations on whole stores, long records and long names.
@Proves({"R-USR-07", "R-COM-06"})
class HousekeepingCrashStatesTest {
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  @TempDir private Path root;
  private CrashScene scene;

  @BeforeEach
  void begin() {
    scene = new CrashScene(root, Depth.BUILD);
  }

  @AfterEach
  void tell(TestInfo test) {
    scene.tell(test.getDisplayName());
  }

  private static void put(Project project, String text) {
    var store = project.store();
    var expected = store.find(RUN).map(Document::revision).orElse(Revision.NONE);
    store.replace(new DocumentWrite(RUN, text, expected, Samples.news()));
  }

  @Test
  void an_import_leaves_whole_records_and_documents_or_none(@TempDir Path other) {
    var source = new CrashScene(other, Depth.BUILD);
    source.quietly(
        project -> {
          put(project, "{\"version\":1,\"a\":1}");
          put(project, "{\"version\":1,\"a\":2}");
          put(project, "{\"version\":1,\"a\":3}");
        });
    var items = source.open().transfers().collect(List.of(RUN)).items();

    scene.expectNothingOf(RUN);
    scene.step(
        "import", project -> assertThat(project.transfers().importItems(items)).isNotEmpty());
    scene.step(
        "import again", project -> assertThat(project.transfers().importItems(items)).isEmpty());

    assertThat(scene.open().history().history(RUN)).hasSize(3);
    assertThat(scene.states()).isGreaterThan(100);
  }

  @LongProof
  @Test
  void a_record_goes_on_in_a_new_file() {
    scene.quietly(
        project -> {
          put(project, "{\"version\":1}");
          var revision = project.store().find(RUN).orElseThrow().revision();
          for (int i = 1; i < 999; i++) {
            project.store().replace(DocumentWrite.note(RUN, revision, Samples.news()));
          }
        });
    for (int i = 0; i < 3; i++) {
      int number = i;
      scene.step("replace " + i, project -> put(project, "{\"version\":1,\"n\":" + number + "}"));
    }
    assertThat(scene.open().history().history(RUN)).hasSize(1_002);
    assertThat(scene.states()).isGreaterThan(50);
  }

  @Test
  void a_document_that_others_wrote_is_recorded_with_the_first_change() {
    new Script(scene, "state", "implement", "auth")
        .edited(
            "{\"version\":1,\"command\":\"implement\",\"mine\":\"" + "long ".repeat(300) + "\"}")
        .then(enter("implementation"));
    assertThat(scene.states()).isGreaterThan(100);
  }

  @Test
  void whoever_listens_is_told_everything_whatever_is_lost() {
    scene = new CrashScene(root, Depth.UNSETTLED);
    var ear = new Ear("ear", new ArrayList<>());
    var script = new Script(scene, "state", "implement", "auth");
    script.then(start("implement", "auth", false));
    scene.step("deliver", project -> deliver(project, ear));
    scene.also(
        project -> {
          var told = new ArrayList<>(ear.heard());
          // However late it is asked: what is known of the listener says since when it listens.
          told.addAll(pending(project, ear, CrashScene.START.plus(Duration.ofDays(1))));
          var everything = pending(project, new Ear("new", List.of()), CrashScene.START);
          assertThat(told).containsAll(everything);
        });
    script.then(done("implementation", "Works."));
    scene.step("deliver", project -> deliver(project, ear));
    script.then(done("validation", "Works, too."));
    assertThat(ear.heard()).isNotEmpty();
  }

  private static List<String> pending(Project project, Subscriber subscriber, Instant since) {
    return project.deliveries(MonotonicTimer.real()).pending(subscriber, round(since)).stream()
        .map(Announcement::id)
        .toList();
  }

  private static DeliveryScope round(Instant since) {
    return new DeliveryScope(List.of(RUN), since, since, Duration.ofSeconds(9), true);
  }

  private static void deliver(Project project, Subscriber subscriber) {
    project.deliveries(MonotonicTimer.real()).deliver(subscriber, round(CrashScene.START));
  }

  /// Remembers what it was told.
  private record Ear(String name, List<String> heard) implements Subscriber {
    @Override
    public boolean accepts(Announcement announcement) {
      return true;
    }

    @Override
    public int retries() {
      return 0;
    }

    @Override
    public DeliveryResult deliver(Announcement announcement, Duration patience) {
      heard.add(announcement.id());
      return DeliveryResult.ARRIVED;
    }

    @Override
    public String preview(Announcement announcement) {
      return announcement.id();
    }
  }
}
