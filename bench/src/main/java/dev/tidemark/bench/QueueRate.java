package dev.tidemark.bench;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonObject;
import dev.tidemark.worker.PhaseExecutor.Next;
import dev.tidemark.worker.QueueEntry;
import dev.tidemark.worker.WorkQueue;
import dev.tidemark.worker.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Measures how many phases four workers get through whose agent is `/bin/true`, beside four
/// threads that do the same with a bare `select ... for update skip locked`. Both take turns, and a
/// line is printed for each: what it is, and entries a second.
public final class QueueRate {
  private static final int WORKERS = 4;
  private static final String BARE =
      """
      drop table if exists bare;
      create table bare (id text primary key, due timestamptz not null, done boolean not null);
      create index on bare (due) where not done;
      insert into bare select 'feat-' || n, now(), false from generate_series(1, %d) n;
      vacuum analyze bare
      """;
  private static final String TAKE =
      """
      select id from bare where not done and due <= now() order by due limit 1
      for update skip locked
      """;
  private static final String DONE = "update bare set done = true where id = ?";
  private static final String COPIES =
      """
      insert into work (task_name, task_instance, task_data, execution_time, picked, version,
        priority)
      select task_name, task_instance || n, task_data, execution_time, picked, version, priority
      from work, generate_series(2, %d) n;
      vacuum analyze work
      """;

  private final String url;
  private final WorkQueue queue;
  private final int entries;

  private QueueRate(int port, int entries) {
    var server = "127.0.0.1:" + port + "/postgres";
    this.url = "jdbc:postgresql://" + server + "?user=postgres&currentSchema=queue";
    this.queue = WorkQueue.of("postgresql://postgres@" + server + "?schema=queue", Map.of());
    this.entries = entries;
  }

  /// Takes the port of the server, how many rounds, and how many entries a turn has.
  public static void main(String[] args) throws Exception {
    var rate = new QueueRate(Integer.parseInt(args[0]), Integer.parseInt(args[2]));
    rate.queue.drain(false);
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      print("agent", rate.agents());
      print("bare", rate.bare());
      print("queue", rate.queue());
    }
    System.exit(0);
  }

  private static void print(String name, double rate) {
    System.out.printf(Locale.ROOT, "%s %.1f%n", name, rate);
  }

  private static void agent() {
    try {
      new ProcessBuilder("/bin/true").start().waitFor();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException wanted) {
      Thread.currentThread().interrupt();
    }
  }

  private double per(long begin) {
    return entries / ((System.nanoTime() - begin) / 1e9);
  }

  private interface Part {
    void run() throws SQLException;
  }

  /// Runs the same in a thread for each worker, and returns the rate of all.
  private double timed(Part part) throws InterruptedException, ExecutionException {
    long begin = System.nanoTime();
    try (var executor = Executors.newFixedThreadPool(WORKERS)) {
      var parts = new ArrayList<Future<?>>();
      for (int worker = 0; worker < WORKERS; worker++) {
        parts.add(
            executor.submit(
                () -> {
                  part.run();
                  return true;
                }));
      }
      for (var each : parts) {
        each.get();
      }
    }
    return per(begin);
  }

  /// Starts the agents alone: nothing that a queue does can be faster.
  private double agents() throws InterruptedException, ExecutionException {
    return timed(
        () -> {
          for (int i = 0; i < entries / WORKERS; i++) {
            agent();
          }
        });
  }

  private double bare() throws SQLException, InterruptedException, ExecutionException {
    execute(BARE);
    return timed(this::takeBare);
  }

  private void takeBare() throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var take = connection.prepareStatement(TAKE);
        var done = connection.prepareStatement(DONE)) {
      connection.setAutoCommit(false);
      for (var id = taken(take); id != null; id = taken(take)) {
        agent();
        done.setString(1, id);
        done.executeUpdate();
        connection.commit();
      }
    }
  }

  private static @Nullable String taken(PreparedStatement take) throws SQLException {
    try (var found = take.executeQuery()) {
      return found.next() ? found.getString(1) : null;
    }
  }

  private double queue() throws SQLException, InterruptedException {
    var run = new CheckpointId("state", "implement", "feat-1");
    execute("truncate work");
    queue.add(QueueEntry.of(run, List.of(), JsonObject.EMPTY), Duration.ZERO, 0);
    execute(COPIES);
    var left = new CountDownLatch(entries);
    var workers = new ArrayList<Worker>();
    long begin = System.nanoTime();
    for (int number = 0; number < WORKERS; number++) {
      var minute = Duration.ofMinutes(1);
      var settings = new Worker.Settings("w" + number, List.of(), 1, minute, Duration.ofSeconds(5));
      var worker =
          new Worker(
              queue,
              settings,
              (entry, _) -> {
                agent();
                left.countDown();
                return Next.over(entry);
              },
              System.err::println);
      worker.start();
      workers.add(worker);
    }
    left.await();
    double rate = per(begin);
    workers.forEach(Worker::close);
    return rate;
  }

  private void execute(String statements) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      for (var sql : String.format(Locale.ROOT, statements, entries).split(";", -1)) {
        statement.execute(sql);
      }
    }
  }
}
