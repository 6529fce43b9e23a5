package dev.tidemark.bench;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.library.Project;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/// Fills a project with runs of the state dialect that have a long past. The engine begins the
/// first run; the store that `TIDEMARK_STORE` names, or the file store, writes its other entries
/// and those of the other runs. Files are not forced to the disk: what fills a project need not
/// survive a crash.
public final class ManyEntries {
  private static final PhaseName PHASE = new PhaseName("implementation");
  private static final List<Event> EVENTS = List.of(new Event.PhaseCompleted(PHASE));
  private static final List<Event> STARTED =
      List.of(new Event.WorkflowStarted(List.of(PHASE, new PhaseName("validation"))));
  private static final String WORKFLOW = "implement";
  private static final Path DOCUMENTS = Path.of(".claude", "state");

  private final Project project;
  private final Caller by = Caller.of(Actor.tool("bench"));
  private final int entries;

  private ManyEntries(Project project, int entries) {
    this.project = project;
    this.entries = entries;
  }

  /// Takes the root of the project, how many runs it shall have, and how many entries each.
  public static void main(String[] args) {
    var builder = Project.at(Path.of(args[0])).io(new Unforced());
    var address = System.getenv("TIDEMARK_STORE");
    if (address != null) {
      var database = new Database(StoreAddress.of(address, Map.of()), 5_000);
      builder = builder.shared(database, System.err::println);
    }
    var many = new ManyEntries(builder.open(), Integer.parseInt(args[2]));
    int runs = Integer.parseInt(args[1]);
    var texts = many.begin();
    IntStream.rangeClosed(2, runs).parallel().forEach(number -> many.add(number, texts));
  }

  /// Makes the first run and returns the texts of its first two entries.
  private List<String> begin() {
    var id = id(1);
    apply(id, new Change.StartRun(WORKFLOW, id.item(), List.of(), false));
    var started = text(id);
    apply(id, done("Entry 2"));
    var second = project.store().find(id).orElseThrow();
    replace(id, String.valueOf(second.text()), second.revision());
    return List.of(started, String.valueOf(second.text()));
  }

  private void add(int number, List<String> texts) {
    var id = id(number);
    var own = texts.stream().map(text -> text.replace(id(1).item(), id.item())).toList();
    var revision = write(id, own.getFirst(), Revision.NONE, STARTED);
    replace(id, own.getLast(), write(id, own.getLast(), revision, EVENTS));
  }

  /// Adds the entries after the second.
  private void replace(CheckpointId id, String text, Revision second) {
    var revision = second;
    for (int entry = 3; entry <= entries; entry++) {
      revision = write(id, text.replace("Entry 2", "Entry " + entry), revision, EVENTS);
    }
  }

  private Revision write(CheckpointId id, String text, Revision expected, List<Event> events) {
    var metadata = new RecordMetadata(project.now(), by.actor(), events, Evidence.NONE);
    return project.store().replace(new DocumentWrite(id, text, expected, metadata));
  }

  private String text(CheckpointId id) {
    return String.valueOf(project.store().find(id).orElseThrow().text());
  }

  private CheckpointId id(int number) {
    var item = String.format(Locale.ROOT, "feat-%05d", number);
    return new CheckpointId(project.state().name(), WORKFLOW, item);
  }

  private static Change done(String summary) {
    var report = new PhaseReport(new ContextSummary(summary), List.of(), List.of(), null);
    return new Change.CompletePhase(PHASE, report);
  }

  private void apply(CheckpointId id, Change change) {
    var changeResult = project.checkpoints().apply(project.state(), id, change, by);
    if (!(changeResult.outcome() instanceof Transition)) {
      throw new IllegalStateException("refused: " + changeResult.outcome());
    }
  }

  /// A disk without fsync. It reports the folder of the documents as empty, because each first
  /// write of a run looks there for temporary files of killed writers, and filling has none.
  private static final class Unforced extends ForwardingIo {
    Unforced() {
      super(new DiskIo());
    }

    @Override
    public Output create(Path file, Access access) throws IOException {
      return new Unwaiting(super.create(file, access));
    }

    @Override
    public Output append(Path file) throws IOException {
      return new Unwaiting(super.append(file));
    }

    @Override
    public List<String> list(Path folder) throws IOException {
      return folder.endsWith(DOCUMENTS) ? List.of() : super.list(folder);
    }

    @Override
    public void forceDir(Path folder) {
      // Not durable.
    }
  }

  private record Unwaiting(StorageIo.Output output) implements StorageIo.Output {
    @Override
    public void write(byte[] bytes) throws IOException {
      output.write(bytes);
    }

    @Override
    public void force() {
      // Not durable.
    }

    @Override
    public void truncate(long size) throws IOException {
      output.truncate(size);
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }
}
