package dev.tidemark.app.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// A machine of its own as far as the network goes: a namespace with one cable to this machine, and
/// a loopback that nobody else reaches. Where none can be made, it is this machine.
public final class Machine implements AutoCloseable {
  private final String name;
  private final String cable;
  private final String cableEnd;
  private final boolean apart;

  private Machine(String name, String cable, String cableEnd, boolean apart) {
    this.name = name;
    this.cable = cable;
    this.cableEnd = cableEnd;
    this.apart = apart;
  }

  /// Makes a machine.
  ///
  /// @param number tells it from others of this process; at most 200
  public static Machine make(int number) {
    long id = ProcessHandle.current().pid() % 100_000;
    var name = "tidemark-" + id + "-" + number;
    var here = "tm" + id + "h" + number;
    var there = "tm" + id + "n" + number;
    var cable = "10.231." + (id % 200) + "." + (4 * number);
    boolean made =
        ip("netns add " + name)
            && ip("link add " + here + " type veth peer name " + there + " netns " + name)
            // An IPv6 address would follow a second or two later: another change of the network.
            && ip("link set " + here + " addrgenmode none")
            && ip("addr add " + near(cable) + "/30 dev " + here)
            && ip("link set " + here + " up")
            && ip("-n " + name + " addr add " + far(cable) + "/30 dev " + there)
            && ip("-n " + name + " link set " + there + " up")
            && ip("-n " + name + " link set lo up");
    var machine = new Machine(name, cable, here, made);
    if (!made) {
      ip("netns del " + name);
    }
    return machine;
  }

  private static String near(String cable) {
    return next(cable, 1);
  }

  private static String far(String cable) {
    return next(cable, 2);
  }

  private static String next(String address, int by) {
    int dot = address.lastIndexOf('.') + 1;
    return address.substring(0, dot) + (Integer.parseInt(address.substring(dot)) + by);
  }

  private static boolean ip(String words) {
    var command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words.split(" ")));
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Returns whether it is another machine than this one.
  public boolean isApart() {
    return apart;
  }

  /// Returns the address by which it reaches this machine.
  public String host() {
    return apart ? near(cable) : "127.0.0.1";
  }

  /// Cuts its cable, or mends it.
  public void cut(boolean off) {
    ip("link set " + cableEnd + " " + (off ? "down" : "up"));
  }

  /// Starts a line of words there.
  public ChildProcess start(CommandLineHarness tree, String line) {
    return start(tree, ChildProcess.program(), line);
  }

  /// Starts a line of words there, by the words that start the program.
  ChildProcess start(CommandLineHarness tree, List<String> program, String line) {
    var words = new ArrayList<String>();
    if (apart) {
      words.addAll(List.of("ip", "netns", "exec", name));
    }
    words.addAll(program);
    words.addAll(List.of(line.split(" ")));
    return ChildProcess.command(tree, words);
  }

  /// Carries out a line of words there.
  public Ran run(CommandLineHarness tree, String line) {
    return start(tree, line).end();
  }

  /// Carries out lines that are only there to go on.
  public void after(CommandLineHarness tree, String... lines) {
    for (var line : lines) {
      var ran = run(tree, line);
      if (ran.exit() != 0) {
        throw new UncheckedIOException(new IOException(line + " ended with " + ran));
      }
    }
  }

  @Override
  public void close() {
    if (apart) {
      ip("netns del " + name);
    }
  }
}
