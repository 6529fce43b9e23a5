import java.nio.file.Files;
import java.nio.file.Path;

/// Leaves a mark where the newest JDK found is new enough to build with; the build refuses to go on
/// without the mark. Java 11 must be able to run this.
final class Jdk25 {
  public static void main(String[] args) throws Exception {
    if (Runtime.version().feature() >= 25) {
      Path mark = Path.of(args[0]);
      Files.createDirectories(mark.getParent());
      Files.writeString(mark, System.getProperty("java.home"));
    }
  }
}
