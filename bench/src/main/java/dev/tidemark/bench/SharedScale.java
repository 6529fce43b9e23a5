package dev.tidemark.bench;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.library.Project;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.worker.WorkQueue;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/// Measures a shared store as it grows: fills it to each size that it is given, and prints a line
/// for each figure: the runs, what it is, and its value.
public final class SharedScale {
  private static final int ROUNDS = 200;
  private static final int LISTS = 3;
  private static final int WARM_UP = 500;
  private static final String SIZES =
      """
      select c.relname, pg_relation_size(c.oid) + coalesce(pg_total_relation_size(
        nullif(c.reltoastrelid, 0)), 0)
      from pg_class c where c.relnamespace = current_schema()::regnamespace
        and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 0 order by c.relname
      """;

  private static final Actor ACTOR = Actor.tool("bench");
  private static final Pattern NEWS = Pattern.compile("(\"plan\": \").{400}");

  private final Path root;
  private final Database database;
  private final Project project;
  private final WorkQueue queue;
  private final Texts texts = Texts.usual();
  private final Random random = new Random(1);
  private int runs;

  private SharedScale(Path root, int port) {
    this.root = root;
    var address = "postgresql://postgres@127.0.0.1:" + port + "/postgres?schema=scale";
    this.database = new Database(StoreAddress.of(address, Map.of()), 60_000);
    this.project = open();
    this.queue = WorkQueue.of(address, Map.of());
  }

  private Project open() {
    return Project.at(root).shared(database, System.err::println).open();
  }

  /// Takes the root of a project, the port of the server, how many entries each run has, and how
  /// many runs there are to be, from the least.
  public static void main(String[] args) throws SQLException {
    var scale = new SharedScale(Path.of(args[1]), Integer.parseInt(args[0]));
    var copies = new RunCopies(scale.project, scale.database);
    if (!scale.project.store().find(RunCopies.id("open")).isPresent()) {
      copies.begin(Integer.parseInt(args[2]));
    }
    scale.runs = copies.count();
    for (var size : List.of(args).subList(3, args.length)) {
      int wanted = Integer.parseInt(size);
      long begin = System.nanoTime();
      copies.add(scale.runs + 1, wanted);
      scale.runs = wanted;
      scale.print("fill", since(begin) / 1e3);
      scale.measure();
    }
    System.exit(0);
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e6;
  }

  private void print(String name, double value) {
    System.out.printf(Locale.ROOT, "%d %s %.2f%n", runs, name, value);
  }

  private interface Part {
    void run() throws SQLException;
  }

  private void time(String name, int rounds, Part part) throws SQLException {
    var samples = new Samples();
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      part.run();
      samples.add(System.nanoTime() - begin);
    }
    print(name, samples.median() / 1e3);
    print(name + "-most", samples.quantile(0.99) / 1e3);
  }

  private void measure() throws SQLException {
    upkeep("vacuum", "vacuum run, record, segment, summary");
    upkeep("analyze", "analyze run, record, segment, summary");
    database.withConnection(
        connection -> {
          try (var statement = connection.createStatement();
              var found = statement.executeQuery(SIZES)) {
            while (found.next()) {
              print("size-" + found.getString(1), found.getDouble(2));
            }
            return true;
          }
        });
    for (int call = 0; call < WARM_UP && runs < 20_000; call++) {
      change();
    }
    time("find", ROUNDS, () -> project.store().find(some()));
    time("newest", ROUNDS, () -> project.history().newest(some(), 20));
    time("history", ROUNDS, () -> project.history().history(some()));
    time("change", ROUNDS, this::change);
    time("claim", ROUNDS, this::claim);
    time("leases", ROUNDS / 10, () -> project.leases().orElseThrow().currentLeases());
    time("list-cold", 1, () -> project.runs().overview(false));
    upkeep("vacuum-after-list", "vacuum analyze summary, run");
    time("list", LISTS, () -> project.runs().overview(false));
    time("list-new-process", LISTS, () -> open().runs().overview(false));
    time("list-all", LISTS, () -> project.runs().overview(true));
  }

  private void upkeep(String name, String sql) throws SQLException {
    long begin = System.nanoTime();
    database.withConnection(
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
    print(name, since(begin));
  }

  private CheckpointId some() {
    return RunCopies.id(RunCopies.item(1 + random.nextInt(runs)));
  }

  private void change() {
    var id = some();
    var found = project.store().find(id).orElseThrow();
    var text = NEWS.matcher(String.valueOf(found.text())).replaceFirst("$1" + texts.news());
    var events = List.<Event>of(new Event.PhaseCompleted(RunCopies.FIRST));
    var metadata = new RecordMetadata(project.now(), ACTOR, events, Evidence.NONE);
    project.store().replace(new DocumentWrite(id, text, found.revision(), metadata));
  }

  /// Claims a run as a worker does, and gives it back.
  private void claim() {
    var id = some();
    var leases = project.leases().orElseThrow();
    var signed = new Signature(ACTOR, project.now());
    queue.claimWithin(id, runs, () -> leases.claim(id, Duration.ofMinutes(1), signed));
    leases.release(id, signed);
  }
}
