import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Checks the formatting of every Java file of the project, or rewrites them all.
final class Format {
  /// Takes `check` or `write`, the project's root, and where to list the files that are not
  /// formatted; the build refuses to go on while there is such a list.
  public static void main(String[] args) throws Exception {
    boolean write = args[0].equals("write");
    List<String> command = new ArrayList<>();
    command.addAll(write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    command.addAll(javaFiles(Path.of(args[1])));
    StringWriter changed = new StringWriter();
    PrintWriter problems = new PrintWriter(System.err, true);
    int exit = new Main(new PrintWriter(changed), problems, System.in).format(array(command));
    Path list = Path.of(args[2]);
    Files.deleteIfExists(list);
    if (exit != 0) {
      Files.writeString(list, changed.toString());
      System.err.print(changed);
    }
  }

  private static List<String> javaFiles(Path root) throws IOException {
    List<String> files = new ArrayList<>();
    collectModules(root, files);
    collectModules(root.resolve("adapters"), files);
    return files;
  }

  private static void collectModules(Path folder, List<String> files) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      for (Path child : children.sorted().toList()) {
        Path sources = child.endsWith("build") ? child : child.resolve("src");
        if (Files.isDirectory(sources)) {
          collect(sources, files);
        }
      }
    }
  }

  private static void collect(Path folder, List<String> files) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      walk.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().forEach(files::add);
    }
  }

  private static String[] array(List<String> list) {
    return list.toArray(String[]::new);
  }
}
