import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Does what `bench/run` asks for, line by line, to one run of one library.
///
/// When it is ready it prints `AT n`: how many results there are. Then for each line that comes:
/// `fill N S` appends until there are N, for at most S seconds, and prints `AT n`; `append` appends
/// one and prints how many nanoseconds that took; `count` appends until it is killed and prints
/// `ACK n` after each.
final class Peer {
  private static final int LENGTH = 4096;
  private static final String[] WORDS = {
    "token", "session", "login", "refresh", "guard", "route", "handler", "cookie", "expiry",
    "store", "password", "hash", "middleware", "error", "test", "scope", "claim", "issuer"
  };

  private final Run run;
  private final PrintStream out;
  private int count;

  private Peer(Run run, PrintStream out) throws Exception {
    this.run = run;
    this.out = out;
    this.count = number(run.newest());
  }

  /// One run of one library.
  interface Run {
    /// Returns the newest result that is kept, as a fresh process finds it; an empty one at first.
    String newest() throws Exception;

    /// Keeps a result. When this returns, it is acknowledged.
    void append(String result) throws Exception;

    /// Keeps several at once, as fast as possible, for filling only.
    default boolean fill(int from, int to) throws Exception {
      return false;
    }
  }

  /// Opens a run.
  interface Opening {
    /// Returns the run that is kept there.
    Run at(String place) throws Exception;
  }

  /// Serves the run at the place that `words` name, until the input ends.
  static void serve(String[] words, Opening opening) throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Libraries that log to the console must not answer in our place.
    System.setOut(System.err);
    new Peer(opening.at(words[0]), out).serve();
    // A run that is under way stays so.
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws Exception {
    out.println("AT " + count);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var words = line.split(" ");
      switch (words[0]) {
        case "fill" -> fill(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        case "append" -> out.println(append());
        case "count" -> count();
        default -> throw new IOException("what is " + line + "?");
      }
    }
  }

  private void fill(int wanted, int seconds) throws Exception {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    if (count < wanted && run.fill(count + 1, wanted)) {
      count = wanted;
    }
    while (count < wanted && System.nanoTime() < end) {
      append();
    }
    out.println("AT " + count);
  }

  private long append() throws Exception {
    var text = result(count + 1);
    long start = System.nanoTime();
    run.append(text);
    long nanos = System.nanoTime() - start;
    count++;
    return nanos;
  }

  private void count() throws Exception {
    while (true) {
      append();
      out.println("ACK " + count);
    }
  }

  /// Returns a result that no other equals, always of the same length.
  static String result(int number) {
    var text = new StringBuilder(LENGTH + 40).append("result ").append(number);
    long seed = number * 2654435761L + 7;
    while (text.length() < LENGTH) {
      seed = seed * 6364136223846793005L + 1442695040888963407L;
      text.append(' ').append(WORDS[(int) Long.remainderUnsigned(seed >>> 33, WORDS.length)]);
      text.append('-').append(WORDS[(int) Long.remainderUnsigned(seed >>> 13, WORDS.length)]);
    }
    text.setLength(LENGTH);
    return text.toString();
  }

  private static int number(String result) {
    if (result.isEmpty()) {
      return 0;
    }
    int number = Integer.parseInt(result.split(" ", 3)[1]);
    if (!result.equals(result(number))) {
      throw new IllegalStateException("the result is not what was kept");
    }
    return number;
  }
}
