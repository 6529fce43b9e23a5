package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// What every store promises to several that have it open at once, each with an instance of its
/// own, as processes have.
///
/// @param <S> the store
public abstract class SharedContract<S extends CheckpointStore & HistoryStore> {
  private static final int WRITERS = 4;
  private static final int EACH = 15;

  /// For implementations.
  protected SharedContract() {}

  /// Returns a new instance, over the same place each time in a test; those before stay open.
  protected abstract S another();

  private static Revision revision(CheckpointStore store) {
    return store.find(RUN).map(Document::revision).orElse(Revision.NONE);
  }

  private List<S> instances() {
    var instances = new ArrayList<S>();
    for (int i = 0; i < WRITERS; i++) {
      instances.add(another());
    }
    return instances;
  }

  @Test
  void nobody_remembers_what_another_has_changed() {
    var first = another();
    var second = another();
    for (int i = 0; i < 5; i++) {
      var text = "text " + i;
      var revision = first.replace(new DocumentWrite(RUN, text, revision(first), news()));
      assertThat(second.find(RUN).orElseThrow().text()).isEqualTo(text);
      assertThat(second.history(RUN)).hasSize(2 * i + 1);
      second.replace(DocumentWrite.note(RUN, revision, news()));
      assertThat(first.find(RUN).orElseThrow().sequence()).isEqualTo(2L * i + 2);
      assertThat(first.stateAt(RUN, 2L * i + 2)).contains(text);
    }
    first.replace(DocumentWrite.removal(RUN, revision(first), news()));
    assertThat(second.find(RUN).orElseThrow().exists()).isFalse();
    assertThat(second.list("state")).containsExactly(RUN);
  }

  @Test
  void whoever_was_overtaken_is_refused_until_he_has_looked_again() {
    var slow = another();
    var stale = slow.replace(new DocumentWrite(RUN, "his", Revision.NONE, news()));
    another().replace(new DocumentWrite(RUN, "hers", stale, news()));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> slow.replace(new DocumentWrite(RUN, "late", stale, news())))
          .isInstanceOf(ConflictException.class);
    }
    slow.replace(new DocumentWrite(RUN, "both", revision(slow), news()));
    assertThat(another().find(RUN).orElseThrow().text()).isEqualTo("both");
    assertThat(another().history(RUN)).hasSize(3);
  }

  @Test
  void of_many_who_change_the_same_state_at_once_one_wins() throws Exception {
    var instances = instances();
    var barrier = new CyclicBarrier(WRITERS);
    for (int round = 0; round < 8; round++) {
      var expected = revision(instances.getFirst());
      var work = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < WRITERS; i++) {
        var store = instances.get(i);
        var documentWrite = new DocumentWrite(RUN, round + " of writer " + i, expected, news());
        work.add(
            () -> {
              barrier.await();
              return wins(store, documentWrite);
            });
      }
      assertThat(all(work)).as("round %s", round).containsOnlyOnce(true);
      assertThat(another().history(RUN)).hasSize(round + 1);
    }
    assertThat(another().verify(RUN)).isEmpty();
  }

  private static boolean wins(CheckpointStore store, DocumentWrite documentWrite) {
    try {
      store.replace(documentWrite);
      return true;
    } catch (ConflictException lost) {
      return false;
    }
  }

  @Test
  void several_writers_lose_nothing_and_every_acknowledged_entry_is_there_once() throws Exception {
    var work = new ArrayList<Callable<List<Long>>>();
    var instances = instances();
    for (int i = 0; i < WRITERS; i++) {
      var store = instances.get(i);
      var name = "writer " + i + ";";
      work.add(() -> appended(store, name));
    }
    var acknowledged = new ArrayList<Long>();
    for (var own : all(work)) {
      assertThat(own).as("each sees his own in order").isSorted();
      acknowledged.addAll(own);
    }
    assertThat(acknowledged).doesNotHaveDuplicates().hasSize(WRITERS * EACH);
    var history = another().history(RUN);
    assertThat(history).extracting(HistoryEntry::sequence).hasSize(WRITERS * EACH).isSorted();
    var text = another().find(RUN).map(Document::text).orElse("");
    assertThat(text.split(";", -1)).hasSize(WRITERS * EACH + 1);
    assertThat(another().verify(RUN)).isEmpty();
  }

  /// Adds a name to the document over and over, and returns the length of the record each time.
  private static List<Long> appended(CheckpointStore store, String name) {
    var lengths = new ArrayList<Long>();
    while (lengths.size() < EACH) {
      var found = store.find(RUN);
      var text = found.map(Document::text).orElse("") + name;
      var expected = found.map(Document::revision).orElse(Revision.NONE);
      try {
        store.replace(new DocumentWrite(RUN, text, expected, news()));
        lengths.add(text.chars().filter(c -> c == ';').count());
      } catch (ConflictException | BusyException again) {
        // Somebody else was first.
      }
    }
    return lengths;
  }

  @Test
  void writers_of_different_runs_do_not_stand_in_each_others_way() throws Exception {
    var work = new ArrayList<Callable<Integer>>();
    var instances = instances();
    for (int i = 0; i < WRITERS; i++) {
      var store = instances.get(i);
      var id = new CheckpointId("state", "implement", "run" + i);
      work.add(
          () -> {
            var revision = Revision.NONE;
            for (int n = 0; n < EACH; n++) {
              revision = store.replace(new DocumentWrite(id, id + " " + n, revision, news()));
            }
            return store.history(id).size();
          });
    }
    assertThat(all(work)).containsOnly(EACH);
    assertThat(another().list("state")).hasSize(WRITERS);
  }

  private static <T> List<T> all(List<Callable<T>> work) throws Exception {
    var results = new ArrayList<T>();
    try (var threads = Executors.newFixedThreadPool(work.size())) {
      List<Future<T>> futures = threads.invokeAll(work);
      for (var future : futures) {
        results.add(result(future));
      }
    }
    return results;
  }

  private static <T> T result(Future<T> future) throws Exception {
    try {
      return future.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }
}
