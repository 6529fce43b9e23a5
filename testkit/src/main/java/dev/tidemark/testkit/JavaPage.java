package dev.tidemark.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/// Java programs of a documentation page, each followed by a block with its output: compiles one
/// with the class path of the test, and runs it in a process of its own.
public final class JavaPage {
  private static final Pattern PROGRAM =
      Pattern.compile("(?s)```java\\n(.*?)```\\n\\nprints\\n\\n```\\n(.*?)```\\n");
  private static final Pattern TYPE = Pattern.compile("public class (\\w+)");

  private final Path page;
  private final int release;

  /// Takes the page, and the version of Java that its programs are for.
  public JavaPage(Path page, int release) {
    this.page = page;
    this.release = release;
  }

  /// Program of the page.
  ///
  /// @param source its text
  /// @param output the output that the page has below it
  private record Program(String source, String output) {}

  /// Output of a program.
  ///
  /// @param actual what it printed
  /// @param expected what the page has
  public record Output(String actual, String expected) {}

  /// Runs a program of the page with a folder that is no git repository as its argument.
  ///
  /// @param type the name of its class
  /// @param folder an empty folder
  /// @throws IllegalStateException if the page has no such program, or it fails
  public Output run(String type, Path folder) throws IOException, InterruptedException {
    var program = program(type);
    var source = Files.writeString(folder.resolve(type + ".java"), program.source());
    var classPath = System.getProperty("java.class.path");
    var classes = folder.resolve("classes").toString();
    var arguments =
        new ArrayList<>(
            List.of("--release", "" + release, "-Xlint:all,-path", "-Werror", "-proc:none"));
    arguments.addAll(List.of("-cp", classPath, "-d", classes, source.toString()));
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler.run(null, null, null, arguments.toArray(new String[0])) != 0) {
      throw new IllegalStateException(type + " does not compile");
    }
    var scratch = ScratchRepository.without(folder);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var path = classes + File.pathSeparator + classPath;
    var out = folder.resolve("out");
    var builder =
        new ProcessBuilder(java, "-cp", path, type, scratch.root().toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    var environment = scratch.environment(builder.environment());
    builder.environment().clear();
    builder.environment().putAll(environment);
    int exit = builder.start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException(type + " ends with exit code " + exit);
    }
    return new Output(Files.readString(out), program.output());
  }

  private Program program(String type) throws IOException {
    var programs = PROGRAM.matcher(Files.readString(page));
    while (programs.find()) {
      var name = TYPE.matcher(programs.group(1));
      if (name.find() && name.group(1).equals(type)) {
        return new Program(programs.group(1), programs.group(2));
      }
    }
    throw new IllegalStateException(page + " has no program " + type);
  }
}
