package dev.tidemark.bench;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Measures changes in a PostgreSQL, at one thread and at eight: the contestants take turns, slice
/// by slice in an order that chance decides, and a line of figures is printed for each slice.
public final class SharedStore {
  private static final int THREADS = 8;
  private static final List<Integer> COUNTS = List.of(1, THREADS);
  private static final Duration WARM_UP = Duration.ofSeconds(8);

  private final Map<String, Contestant> contestants = new LinkedHashMap<>();

  private SharedStore() {}

  /// Takes the port of the server, how many rounds, how many milliseconds a slice has, and the
  /// names of classes of further contestants, which are made with the driver's address.
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    var shared = new SharedStore();
    var url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    shared.ours("postgresql://postgres@127.0.0.1:" + port + "/postgres?schema=bench", url);
    for (var name : List.of(args).subList(3, args.length)) {
      var type = Class.forName(name).asSubclass(Contestant.class);
      var made = type.getDeclaredConstructor(String.class).newInstance(url);
      shared.contestants.put(type.getSimpleName(), made);
    }
    shared.measure(Integer.parseInt(args[1]), Duration.ofMillis(Long.parseLong(args[2])));
    System.exit(0);
  }

  private void ours(String address, String url) throws SQLException {
    var updates = new StoreUpdates(address, THREADS, false);
    updates.until(0, System.nanoTime() + WARM_UP.toNanos());
    int record = record(url);
    BareUpdates.tables(url);
    contestants.put("replace", updates);
    contestants.put("cas", new BareUpdates(url, record, THREADS, false));
    contestants.put("find-replace", new StoreUpdates(address, THREADS, true));
    contestants.put("select-cas", new BareUpdates(url, record, THREADS, true));
  }

  /// Returns how long the lines are that we write, so that the bare SQL writes as much.
  private static int record(String url) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var found = statement.executeQuery("select avg(length(line))::int from bench.record")) {
      found.next();
      System.out.println("record " + found.getInt(1));
      return found.getInt(1);
    }
  }

  private void measure(int rounds, Duration slice) throws InterruptedException, ExecutionException {
    var order = new Random(1);
    for (var each : contestants.values()) {
      slice(each, THREADS, WARM_UP);
    }
    for (int round = 0; round < rounds; round++) {
      for (int threads : COUNTS) {
        var turns = new ArrayList<>(contestants.entrySet());
        Collections.shuffle(turns, order);
        for (var turn : turns) {
          print(turn.getKey(), threads, slice(turn.getValue(), threads, slice), slice);
        }
      }
    }
  }

  private static void print(String name, int threads, Samples samples, Duration slice) {
    double rate = samples.count() / (slice.toNanos() / 1e9);
    System.out.printf(
        Locale.ROOT,
        "%s %d %.1f %.1f %.1f%n",
        name,
        threads,
        rate,
        samples.median(),
        samples.quantile(0.99));
  }

  private static Samples slice(Contestant contestant, int threads, Duration length)
      throws InterruptedException, ExecutionException {
    var all = new Samples();
    try (var executor = Executors.newFixedThreadPool(threads)) {
      long end = System.nanoTime() + length.toNanos();
      var running = new ArrayList<Future<Samples>>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        running.add(executor.submit(() -> contestant.until(thread, end)));
      }
      for (var each : running) {
        all.addAll(each.get());
      }
    }
    return all;
  }
}
