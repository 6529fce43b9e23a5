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

/// Fills a project with runs of the state dialect that have a long past, begun by the engine and
/// gone on with by the store that `TIDEMARK_STORE` names, or in files. Of files nothing is forced
/// to the disk: what fills it need not survive a crash.
public final class ManyEntries {
  private static final PhaseName PHASE = new PhaseName("implementation");
  private static final List<Event> EVENTS = List.of(new Event.PhaseCompleted(PHASE));
  private static final String WORKFLOW = "implement";

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
    IntStream.rangeClosed(1, Integer.parseInt(args[1])).parallel().forEach(many::add);
  }

  private void add(int number) {
    var item = String.format(Locale.ROOT, "feat-%05d", number);
    var id = new CheckpointId(project.state().name(), WORKFLOW, item);
    apply(id, new Change.StartRun(WORKFLOW, item, List.of(), false));
    apply(id, done("Entry 2"));
    var document = project.store().find(id).orElseThrow();
    var text = String.valueOf(document.text());
    var revision = document.revision();
    for (int entry = 3; entry <= entries; entry++) {
      var next = text.replace("Entry 2", "Entry " + entry);
      var recordMetadata = new RecordMetadata(project.now(), by.actor(), EVENTS, Evidence.NONE);
      revision = project.store().replace(new DocumentWrite(id, next, revision, recordMetadata));
    }
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

  /// A disk that waits for nothing.
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
    public void forceDir(Path folder) {
      // Nobody needs to know.
    }
  }

  private record Unwaiting(StorageIo.Output output) implements StorageIo.Output {
    @Override
    public void write(byte[] bytes) throws IOException {
      output.write(bytes);
    }

    @Override
    public void force() {
      // Nobody needs to know.
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
