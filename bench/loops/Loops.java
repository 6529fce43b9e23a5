package dev.tidemark.loops;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.Run;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.CheckpointManager;
import dev.tidemark.library.Project;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// What is done over and over inside Tidemark.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Loops {
  /// A document of each protocol, as it stands in a project.
  @State(Scope.Benchmark)
  public static class Documents {
    private static final Map<String, String[]> GOLDEN =
        Map.of(
            "state", new String[] {"implement", "auth", "state/schema-example.json"},
            "phase", new String[] {"dev", "", "phase/after-build.md"},
            "item", new String[] {"epic", "EPIC-001", "item/source-example.md"},
            "flow", new String[] {"develop", "", "flow/source-example.json"});

    @Param({"state", "phase", "item", "flow"})
    public String dialect;

    Text<?> text;

    @Setup
    public void read() throws IOException {
      var words = GOLDEN.get(dialect);
      var golden = Path.of(System.getProperty("loops.golden"));
      var id = new CheckpointId(dialect, words[0], words[1].isEmpty() ? null : words[1]);
      var project = Project.at(Files.createTempDirectory("loops")).open();
      text = text(project.runs().dialect(dialect).orElseThrow(), id, golden.resolve(words[2]));
    }

    private static <C extends Checkpoint> Text<C> text(
        Dialect<C> dialect, CheckpointId id, Path golden) throws IOException {
      var document = Files.readString(golden);
      return new Text<>(dialect, id, document, dialect.format().decode(id, document).checkpoint());
    }
  }

  /// A document and what it says.
  record Text<C extends Checkpoint>(
      Dialect<C> dialect, CheckpointId id, String document, C checkpoint) {
    Object decode() {
      return dialect.format().decode(id, document);
    }

    String encode() {
      return dialect.format().encode(checkpoint, document);
    }
  }

  /// A run with a journal of a thousand records, in files.
  @State(Scope.Benchmark)
  public static class Journal {
    private static final int RECORDS = 1_000;
    private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");

    Project project;
    CheckpointManager manager;
    Run run;
    private int count;

    @Setup
    public void fill() throws IOException {
      project = Project.at(Files.createTempDirectory("loops")).open();
      manager = new CheckpointManager(project, System.err, Actor.tool("bench"));
      for (int i = 0; i < RECORDS; i++) {
        append();
      }
      run = project.runs().inspect(ID);
    }

    boolean append() {
      var data =
          JsonObject.EMPTY
              .with("status", "complete")
              .with("context_summary", "Result " + count++ + " is kept.");
      return manager.updatePhase("implement", "implementation", data, "auth");
    }
  }

  /// Bytes.
  @State(Scope.Benchmark)
  public static class Bytes {
    final byte[] page = new byte[4096];
    final String text = "Result 17 is kept. ".repeat(215);

    @Setup
    public void fill() {
      Arrays.fill(page, (byte) 'a');
    }
  }

  @Benchmark
  public Object decode(Documents documents) {
    return documents.text.decode();
  }

  @Benchmark
  public Object encode(Documents documents) {
    return documents.text.encode();
  }

  @Benchmark
  public Object appendDurably(Journal journal) {
    return journal.append();
  }

  @Benchmark
  public Object verifyThousand(Journal journal) {
    return journal.project.history().verify(Journal.ID);
  }

  @Benchmark
  public Object verifyTail(Journal journal) {
    return journal.project.history().verifyTail(Journal.ID, 20);
  }

  @Benchmark
  public Object historyOfThousand(Journal journal) {
    return journal.project.history().history(Journal.ID);
  }

  @Benchmark
  public Object find(Journal journal) {
    return journal.project.store().find(Journal.ID);
  }

  @Benchmark
  public Object brief(Journal journal) {
    return journal.project.briefs().of(journal.run);
  }

  @Benchmark
  public Object sha256(Bytes bytes) {
    return Sha256.hex(bytes.page);
  }

  @Benchmark
  public Object utf8(Bytes bytes) {
    return Utf8.encode(bytes.text);
  }
}
