package dev.tidemark.app.architecture;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the modules promise to others, and what they pull in.
class ModulesTest {

  /// A change here is a change of what users may rely on: edit modules.txt with intent.
  @Test
  void modules_export_and_require_what_is_written_down() throws IOException {
    Path[] classes =
        Repository.MODULES.stream()
            .map(name -> Path.of("..", name, "target", "classes"))
            .toArray(Path[]::new);
    String found =
        ModuleFinder.of(classes).findAll().stream()
            .map(ModuleReference::descriptor)
            .sorted()
            .map(ModulesTest::describe)
            .collect(joining("\n"));
    try (InputStream written = ModulesTest.class.getResourceAsStream("/modules.txt")) {
      assertThat(found).isEqualTo(new String(written.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"core", "dialects", "stores", "integrations", "library", "evidence", "testkit"})
  void classes_of_the_library_run_on_java_21(String module) throws IOException {
    var newer = new ArrayList<String>();
    int classes = 0;
    try (Stream<Path> walk = Files.walk(Path.of("..", module, "target", "classes"))) {
      for (Path file : walk.filter(each -> each.toString().endsWith(".class")).toList()) {
        int major = ByteBuffer.wrap(Files.readAllBytes(file)).getShort(6);
        classes++;
        if (major > 65) {
          newer.add(file + " has version " + major);
        }
      }
    }
    assertThat(classes).isPositive();
    assertThat(newer).as("class-file versions above 65, that of Java 21").isEmpty();
  }

  /// Each one more is an ADR: a user gets it too. The four jars of the Prometheus client are ADR
  /// 105, those of workers, which are on their class path only, ADR 104.
  @Test
  void a_user_gets_at_most_four_libraries_besides_ours() throws IOException {
    String classPath = Files.readString(Path.of("target", "runtime-classpath.txt"));
    List<String> others =
        Stream.of(classPath.split(File.pathSeparator))
            .map(entry -> Path.of(entry).getFileName().toString())
            .filter(name -> !name.equals("classes") && !name.startsWith("tidemark-"))
            .filter(name -> !name.startsWith("db-scheduler-") && !name.startsWith("slf4j-"))
            .map(name -> name.startsWith("prometheus-metrics-") ? "prometheus" : name)
            .distinct()
            .toList();
    assertThat(others).hasSizeLessThanOrEqualTo(4);
  }

  private static String describe(ModuleDescriptor module) {
    Stream<String> exports =
        module.exports().stream().map(Exports::source).sorted().map(name -> "  exports " + name);
    Stream<String> requires =
        module.requires().stream()
            .filter(required -> !required.name().equals("java.base"))
            .map(ModulesTest::describe)
            .sorted();
    return Stream.of(Stream.of("module " + module.name()), exports, requires)
        .flatMap(lines -> lines)
        .map(line -> line + "\n")
        .collect(joining());
  }

  private static String describe(Requires required) {
    String modifiers =
        required.modifiers().stream()
            .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
            .sorted()
            .collect(joining());
    return "  requires " + modifiers + required.name();
  }
}
