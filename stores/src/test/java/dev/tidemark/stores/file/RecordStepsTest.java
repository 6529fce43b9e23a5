package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A medium may lose any block of what was not forced, and keep the next one: so nothing is written
/// behind a record, or a long header, that is not on the medium.
@Proves("R-USR-07")
class RecordStepsTest {
  @TempDir private Path root;

  @Test
  void a_record_is_on_the_medium_before_one_that_follows_it_is_written() throws IOException {
    var place = new Place(root);
    place.put("ours");
    Files.writeString(place.document(), "theirs");
    assertThat(recordSteps(Place.RUN))
        .containsExactly(Step.WRITE, Step.FORCE, Step.WRITE, Step.FORCE);
    assertThat(place.open().history(Place.RUN)).hasSize(3);
  }

  @Test
  void a_header_that_fills_a_block_is_on_the_medium_before_its_first_record() {
    assertThat(recordSteps(new CheckpointId("state", "implement", "x".repeat(205))))
        .containsExactly(Step.CREATE, Step.WRITE, Step.FORCE, Step.WRITE, Step.FORCE);
    assertThat(recordSteps(new CheckpointId("state", "implement", "short")))
        .containsExactly(Step.CREATE, Step.WRITE, Step.FORCE);
  }

  /// Replaces a document and returns the steps that were taken on its record.
  private List<Step> recordSteps(CheckpointId id) {
    var steps = new ArrayList<Step>();
    var io =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (path.toString().endsWith(".jsonl")) {
                steps.add(step);
              }
            });
    var store = new Place(root).open(io);
    var expected = store.find(id).map(Document::revision).orElse(Revision.NONE);
    store.replace(new DocumentWrite(id, "new", expected, Samples.news()));
    assertThat(store.verify(id)).isEmpty();
    return steps;
  }
}
