package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal that cannot be read hides no other run, and its own run is not left out.
@Proves("R-USR-02")
class ClosedJournalTest {
  private static final int FEW = 3;
  private static final int MANY = 40;

  @TempDir private Path temp;

  @Test
  void the_other_runs_are_listed_and_so_is_its_own() throws IOException {
    for (int open : List.of(FEW, MANY)) {
      var yard = Yard.with(temp.resolve("runs" + open), open, 2);
      close(yard, Yard.run(1));

      assertThat(yard.place.open().list("state")).hasSize(open + 2).contains(Yard.run(1));
      for (int looks = 0; looks < 2; looks++) {
        assertThat(words(yard, false)).hasSize(open).contains(Yard.run(1) + ": unreadable");
        assertThat(words(yard, true)).hasSize(open + 2).contains(Yard.run(1) + ": unreadable");
      }
    }
  }

  @Test
  void a_run_without_a_document_is_listed_too() throws IOException {
    for (int open : List.of(FEW, MANY)) {
      var yard = Yard.with(temp.resolve("runs" + open), open, 2);
      yard.put(Yard.run(1000), "to be removed");
      Files.delete(yard.document(Yard.run(1000)));
      close(yard, Yard.run(1000));

      assertThat(yard.place.open().list("state")).hasSize(open + 3).contains(Yard.run(1000));
      for (int looks = 0; looks < 2; looks++) {
        assertThat(words(yard, true)).hasSize(open + 3).contains(Yard.run(1000) + ": unreadable");
      }
    }
  }

  @Test
  void one_that_an_index_knew_is_never_counted_twice() throws IOException {
    var yard = Yard.with(temp.resolve("project"), MANY, MANY);
    assertThat(words(yard, true)).hasSize(MANY + MANY);
    Files.writeString(yard.document(Yard.run(MANY + 1)), "put back by hand");
    close(yard, Yard.run(MANY + 1));
    close(yard, Yard.run(MANY + 2));

    for (int looks = 0; looks < 2; looks++) {
      assertThat(words(yard, true)).hasSize(MANY + MANY).doesNotHaveDuplicates();
      assertThat(words(yard, false)).contains(Yard.run(MANY + 1) + ": unreadable");
    }
  }

  @Test
  void whoever_reads_the_run_is_told_where_and_why() throws IOException {
    var yard = Yard.with(temp.resolve("project"), 2, 0);
    close(yard, Yard.run(1));

    assertThatThrownBy(() -> yard.place.open().find(Yard.run(1)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("state/feature/run1 cannot be read")
        .hasMessageContaining("feature-run1.json/000001.jsonl");
    assertThat(yard.place.open().find(Yard.run(0)).orElseThrow().text()).isEqualTo("text 0");
  }

  /// Puts a folder in the place of a journal's file: nobody can read that, root included.
  private static void close(Yard yard, CheckpointId id) throws IOException {
    var name = String.valueOf(yard.document(id).getFileName());
    var file = SegmentReader.file(yard.place.root().resolve(".tidemark/journal/state/" + name), 1);
    Files.delete(file);
    Files.createDirectory(file);
  }

  private static List<String> words(Yard yard, boolean all) {
    var store = yard.place.open();
    var words = new ArrayList<String>();
    for (var run : store.summaries("state", all, new Reader(store)).runs()) {
      words.add(run.id() + ": " + run.text());
    }
    return words;
  }

  /// Summarises runs as lists do: one that cannot be read has not ended.
  private record Reader(FileStore store) implements Summarizer {
    @Override
    public String edition() {
      return "words-1";
    }

    @Override
    public Instant currentTime() {
      return Yard.LATER;
    }

    @Override
    public StoredSummary of(CheckpointId id) {
      try {
        var found = store.find(id).orElseThrow();
        return new StoredSummary(id, !found.exists(), true, "readable");
      } catch (StoreException unreadable) {
        return new StoredSummary(id, false, false, "unreadable");
      }
    }
  }
}
