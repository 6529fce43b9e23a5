package dev.tidemark.engine.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.Sheet;
import dev.tidemark.history.Event;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is remembered of the files that phases report.
class ArtifactDigestsTest {
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final Change OTHER = new Change.FinishRun();

  private final Folder folder = new Folder();
  private final List<Fingerprint> known = new ArrayList<>();

  /// A world of files.
  private static final class Folder implements ProjectContext {
    private final Map<String, Fingerprint> files = new HashMap<>();
    private final List<String> looked = new ArrayList<>();

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public SummaryLimit limit(String dialect, String workflow) {
      return SummaryLimit.DEFAULT;
    }

    @Override
    public List<Blocker> execute(Effect effect) {
      throw new AssertionError(effect);
    }

    @Override
    @SuppressWarnings("unchecked") // an Ask.Print is an Ask<Optional<Fingerprint>>
    public <T> Fact<T> fetch(FactQuery<T> factQuery) {
      var path = factQuery.subject();
      looked.add(path);
      return (Fact<T>) Fact.known(Optional.ofNullable(files.get(path)));
    }
  }

  private void file(String path, long size, String digest) {
    folder.files.put(path, new Fingerprint(path, size, digest));
  }

  private static List<Artifact> artifacts(String... paths) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : paths) {
      artifacts.add(new Artifact(path, Artifact.Kind.CREATED));
    }
    return artifacts;
  }

  private static Change done(String... paths) {
    var report = new PhaseReport(null, artifacts(paths), List.of(), null);
    return new Change.CompletePhase(PLAN, report);
  }

  private static Sheet sheet(PhaseName name, String... paths) {
    var status = PhaseStatus.COMPLETE;
    return Sheet.of(new Phase(name, status, null, null, null, null, artifacts(paths)));
  }

  private List<String> after(Sheet sheet, List<Event> events, Change change) {
    return new ArtifactDigests(folder, known)
        .after(sheet, events, change).stream().map(print -> print.path() + print.size()).toList();
  }

  @Test
  void the_files_of_a_report_are_taken_down_where_they_are() {
    file("a", 3, "d1");

    assertThat(new ArtifactDigests(folder, known).after(null, List.of(), done("a", "gone")))
        .containsExactly(new Fingerprint("a", 3, "d1"));
    assertThat(new ArtifactDigests(folder, known).after(null, List.of(), OTHER)).isEmpty();
  }

  @Test
  void the_files_of_the_phases_that_ended_are_taken_down_and_no_others() {
    file("a", 3, "d1");
    file("b", 4, "d2");
    var ended = List.<Event>of(new Event.PhaseStarted(PLAN), new Event.PhaseCompleted(PLAN));

    assertThat(after(sheet(PLAN, "a", "b"), ended, OTHER)).containsExactly("a3", "b4");
    assertThat(after(sheet(new PhaseName("other"), "a"), ended, OTHER)).isEmpty();
    assertThat(after(sheet(PLAN, "a"), List.of(new Event.PhaseStarted(PLAN)), OTHER)).isEmpty();
  }

  @Test
  void a_file_is_looked_at_once_for_a_change() {
    file("a", 3, "d1");

    assertThat(after(sheet(PLAN, "a"), List.of(new Event.PhaseCompleted(PLAN)), done("a")))
        .containsExactly("a3");
    assertThat(folder.looked).containsExactly("a");
  }

  @Test
  void what_was_known_of_a_file_is_replaced_and_forgotten_where_it_is_gone() {
    known.add(new Fingerprint("a", 1, "old"));
    known.add(new Fingerprint("b", 1, "old"));
    known.add(new Fingerprint("c", 1, "old"));
    file("b", 2, "new");

    assertThat(after(Sheet.empty(), List.of(), done("a", "b"))).containsExactly("c1", "b2");
    assertThat(after(Sheet.empty(), List.of(), done())).containsExactly("a1", "b1", "c1");
  }

  @Test
  void so_many_bytes_are_read_for_one_change() {
    file("a", 1024 * 1024, "d1");
    file("b", 1, "d2");
    file("c", 1, "d3");
    file("huge", 1L << 40, null);

    assertThat(after(Sheet.empty(), List.of(), done("huge", "a", "b", "c")))
        .containsExactly("huge" + (1L << 40), "a1048576", "b1");
  }

  @Test
  void the_oldest_are_forgotten_first() {
    for (int i = 0; i < ArtifactDigests.FILES_MAX; i++) {
      known.add(new Fingerprint("old" + i, 1, "d"));
    }
    file("a", 2, "d1");
    file("old49", 2, "d1");

    assertThat(after(Sheet.empty(), List.of(), done("old49")))
        .hasSize(ArtifactDigests.FILES_MAX)
        .startsWith("old01")
        .endsWith("old492");
    assertThat(after(Sheet.empty(), List.of(), done("a")))
        .hasSize(ArtifactDigests.FILES_MAX)
        .startsWith("old11")
        .endsWith("a2");
  }
}
