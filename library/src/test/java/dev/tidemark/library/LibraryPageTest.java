package dev.tidemark.library;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/library.md is true: its programs compile, and print what it says they print.
@Proves("R-USR-19")
class LibraryPageTest {
  private static final Path PAGE = Path.of("..", "docs", "library.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```(\\w*)\\n(.*?)```\\n");
  private static final Pattern TYPE = Pattern.compile("public class (\\w+)");

  @TempDir private Path folder;

  @Test
  void the_example_of_a_run_prints_what_the_page_says() throws Exception {
    var blocks = blocks();

    var ran = run(blocks.get(1));

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).isEqualTo(blocks.get(2));
  }

  @Test
  void the_example_of_the_manager_prints_what_the_page_says() throws Exception {
    var blocks = blocks();

    var ran = run(blocks.get(3));

    assertThat(ran.out()).isEqualTo(blocks.get(4));
    assertThat(ran.err()).isEqualTo(blocks.get(5));
    assertThat(ran.root().resolve(".claude/state/implement-auth.json")).isRegularFile();
  }

  @Test
  void the_lines_about_the_engine_make_a_dry_run() throws Exception {
    var program =
        """
        import dev.tidemark.checkpoint.*;
        import dev.tidemark.engine.*;
        import dev.tidemark.engine.Checkpoints.Caller;
        import dev.tidemark.library.Project;
        import dev.tidemark.workflow.change.*;
        import java.nio.file.Path;
        public class EngineLines {
          public static void main(String[] args) {
            var project = Project.at(Path.of(args[0])).open();
            project.run("implement/login").start().orThrow();
            %s
            System.out.println(result.orThrow().events().size());
            System.out.println(project.run("implement/login").history().size());
          }
        }
        """
            .formatted(blocks().get(6));

    var ran = run(program);

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).isEqualTo("1\n1\n");
  }

  @Test
  void the_example_of_a_hand_off_prints_what_the_page_says() throws Exception {
    var blocks = blocks();

    var ran = run(blocks.get(7));

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).isEqualTo(blocks.get(8));
  }

  @Test
  void the_five_lines_at_the_top_print_what_the_page_says() throws Exception {
    var blocks = blocks();
    var program =
        """
        import dev.tidemark.json.JsonObject;
        import dev.tidemark.library.CheckpointManager;
        import java.nio.file.Path;
        public class FiveLines {
          public static void main(String[] args) {
            %s
          }
        }
        """
            .formatted(blocks.get(0).replace("\".\"", "args[0]"));

    assertThat(run(program).out()).isEqualTo("planning: null\n");
  }

  @Test
  void every_exception_of_the_engine_is_on_the_page() throws IOException {
    var page = Files.readString(PAGE);
    var types = new ArrayList<Class<?>>();
    types.addAll(List.of(dev.tidemark.store.StoreException.class.getPermittedSubclasses()));
    types.addAll(List.of(dev.tidemark.dialect.FormatException.class.getPermittedSubclasses()));

    assertThat(types)
        .hasSizeGreaterThan(6)
        .allSatisfy(type -> assertThat(page).contains("| `" + type.getSimpleName() + "` |"));
  }

  @Test
  void every_operation_and_every_choice_of_the_builder_is_on_the_page() throws IOException {
    var page = Files.readString(PAGE);
    var types =
        List.of(
            CheckpointManager.class,
            Project.Builder.class,
            Handoffs.class,
            RunHandle.class,
            PhaseHandle.class,
            PhaseReportBuilder.class,
            RunHandle.StartOptions.class,
            RunStatus.class);
    for (var type : types) {
      for (var method : type.getDeclaredMethods()) {
        if (java.lang.reflect.Modifier.isPublic(method.getModifiers())
            && !method.getName().equals("open")) {
          assertThat(page).contains(method.getName() + "(");
        }
      }
    }
  }

  private static List<String> blocks() throws IOException {
    return BLOCK
        .matcher(Files.readString(PAGE))
        .results()
        // ReleaseTest builds a project with what stands there for Maven.
        .filter(block -> !block.group(1).equals("xml"))
        .map(block -> block.group(2))
        .toList();
  }

  private Ran run(String program) throws Exception {
    var matcher = TYPE.matcher(program);
    assertThat(matcher.find()).isTrue();
    var type = matcher.group(1);
    var source = Files.writeString(folder.resolve(type + ".java"), program);
    var classPath = System.getProperty("java.class.path");
    var classes = folder.resolve("classes").toString();
    var options = List.of("-Xlint:all", "-Werror", "-proc:none", "-cp");
    var arguments = new ArrayList<>(options);
    if (Runtime.version().feature() > 21) {
      arguments.addAll(0, List.of("--release", "21"));
    }
    arguments.addAll(List.of(classPath, "-d", classes, source.toString()));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(compiled).isZero();
    return run(classes + File.pathSeparator + classPath, type);
  }

  private Ran run(String classPath, String type) throws Exception {
    var scratch = ScratchRepository.without(folder).write("src/rotate.ts", "export {}");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var out = folder.resolve("out");
    var err = folder.resolve("err");
    var builder =
        new ProcessBuilder(java, "-cp", classPath, type, scratch.root().toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    var environment = scratch.environment(builder.environment());
    builder.environment().clear();
    builder.environment().putAll(environment);
    assertThat(builder.start().waitFor()).isZero();
    return new Ran(Files.readString(out, UTF_8), Files.readString(err, UTF_8), scratch.root());
  }

  private record Ran(String out, String err, Path root) {}
}
