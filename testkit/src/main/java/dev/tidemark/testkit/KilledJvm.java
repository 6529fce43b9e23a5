package dev.tidemark.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Crash test of a program: a JVM that prints a line for each change that it was told is durable,
/// and is killed at a random time.
public final class KilledJvm {
  /// How long it goes on after its first line, in milliseconds.
  private static final int LONGEST = 60;

  private KilledJvm() {}

  /// Runs a program until it is killed, and returns the lines that it has printed whole.
  ///
  /// @param out a file that does not exist
  /// @throws IllegalStateException if it has printed none; its errors are those of this process
  public static List<String> lines(Random random, Path out, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command)
            .redirectOutput(Files.createFile(out).toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    while (process.isAlive() && Files.size(out) == 0) {
      Thread.sleep(2);
    }
    Thread.sleep(random.nextInt(LONGEST));
    process.destroyForcibly().waitFor();
    var text = Files.readString(out);
    int whole = text.lastIndexOf('\n');
    if (whole < 0) {
      throw new IllegalStateException(main.getName() + " has printed no line");
    }
    return text.substring(0, whole).lines().toList();
  }
}
