package dev.tidemark.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.PackageMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The map of the packages, and the arrows between them.
class ArchitectureTest {
  private static final JavaClasses CODE = Code.shipped();
  private static final List<String> LEAVES = List.of("json", "text", "security");
  private static final List<String> CORE =
      List.of(
          "checkpoint",
          "history",
          "workflow..",
          "dialect..",
          "store..",
          "port",
          "handoff",
          "engine..");

  /// A package, or a family of packages, and what it may import besides itself and the leaves.
  private record Arrows(String from, List<String> to) {
    static Arrows of(String from, String... to) {
      return new Arrows(from, List.of(to));
    }

    @Override
    public String toString() {
      return from + " -> " + to;
    }
  }

  static Stream<Arrows> map() {
    return Stream.concat(inside(), doors());
  }

  private static Stream<Arrows> inside() {
    return Stream.of(
        Arrows.of("text"),
        Arrows.of("security"),
        Arrows.of("json"),
        Arrows.of("checkpoint"),
        Arrows.of("history", "checkpoint"),
        Arrows.of("workflow..", "checkpoint", "history"),
        Arrows.of("handoff", "checkpoint", "history", "workflow.."),
        Arrows.of("dialect..", "checkpoint", "history", "workflow..", "handoff"),
        Arrows.of("store..", "checkpoint", "history"),
        Arrows.of("port", "checkpoint", "history", "workflow.."),
        new Arrows("engine..", CORE),
        new Arrows("brief..", CORE),
        Arrows.of(
            "dialects",
            "checkpoint",
            "history",
            "workflow..",
            "handoff",
            "dialect..",
            "dialects.."),
        Arrows.of("dialects.*..", "checkpoint", "history", "workflow..", "handoff", "dialect.."),
        Arrows.of("stores.journal..", "checkpoint", "history", "store.."),
        Arrows.of("stores.*..", "checkpoint", "history", "store..", "port", "stores.journal.."),
        Arrows.of("integrations.process", "checkpoint", "workflow..", "port"),
        Arrows.of("integrations.http"),
        Arrows.of(
            "integrations.*..",
            "checkpoint",
            "workflow..",
            "port",
            "integrations.http",
            "integrations.process"),
        new Arrows("library..", and(CORE, "brief..", "dialects..", "stores..", "integrations..")),
        new Arrows(
            "runner",
            and(
                CORE,
                "brief..",
                "dialects.definition",
                "integrations.git",
                "integrations.process",
                "library..",
                "stores.file.io",
                "stores.file.path")),
        new Arrows("evidence..", CORE),
        new Arrows("worker", and(CORE, "stores.postgres.connection")));
  }

  private static Stream<Arrows> doors() {
    return Stream.of(
        new Arrows("app.view..", and(CORE, "brief..")),
        new Arrows("app.cli..", and(CORE, "brief..", "app.view..")),
        Arrows.of("app.settings..", "checkpoint", "workflow..", "stores.file.."),
        Arrows.of("app.demo", "app.cli..", "integrations.process"),
        Arrows.of("app.socket"),
        new Arrows(
            "app.command..",
            and(
                CORE,
                "brief..",
                "library..",
                "runner",
                "evidence..",
                "worker",
                "dialects.definition",
                "stores.file.path",
                "integrations.git",
                "integrations.http",
                "integrations.linear",
                "integrations.process",
                "integrations.vercel",
                "integrations.webhook",
                "app.view..",
                "app.cli..",
                "app.settings..",
                "app.socket",
                "app.demo")),
        new Arrows("app.mcp..", and(CORE, "brief..", "app.view..")),
        new Arrows("app.http..", and(CORE, "brief..", "app.view..", "app.mcp..")),
        new Arrows(
            "app.hook..",
            and(
                CORE,
                "brief..",
                "library..",
                "stores.file.path",
                "app.view..",
                "app.cli..",
                "app.settings..",
                "app.command..")),
        new Arrows(
            "app.install..",
            and(
                CORE,
                "integrations.process",
                "library..",
                "stores.file.path",
                "app.view..",
                "app.cli..",
                "app.settings..",
                "app.command..",
                "app.hook..")),
        Arrows.of("app.main..", ".."));
  }

  @ParameterizedTest
  @MethodSource("map")
  void arrows_point_only_where_the_map_says(Arrows arrows) {
    String[] allowed =
        and(arrows.to, and(LEAVES, arrows.from).toArray(String[]::new)).stream()
            .map(ArchitectureTest::full)
            .toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(full(arrows.from))
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage("dev.tidemark..")).or(resideInAnyPackage(allowed)))
        .check(CODE);
  }

  @Test
  void every_package_is_on_the_map() {
    List<PackageMatcher> known = map().map(arrows -> PackageMatcher.of(full(arrows.from))).toList();
    assertThat(CODE.getPackage("dev.tidemark").getSubpackagesInTree())
        .filteredOn(javaPackage -> !javaPackage.getClasses().isEmpty())
        .extracting(JavaPackage::getName)
        .allMatch(name -> known.stream().anyMatch(matcher -> matcher.matches(name)));
  }

  /// A name is found by a search for it, and means one thing.
  @Test
  void no_two_types_have_one_simple_name() {
    assertThat(CODE)
        .filteredOn(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
        .extracting(JavaClass::getSimpleName)
        .hasSizeGreaterThan(600)
        .doesNotHaveDuplicates();
  }

  /// A reader keeps the types of one package in mind.
  @Test
  void a_package_has_at_most_twenty_types() {
    var large = new TreeMap<String, Long>();
    CODE.stream()
        .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
        .collect(groupingBy(JavaClass::getPackageName, counting()))
        .forEach((name, types) -> large.merge(name, types, Long::sum));
    large.values().removeIf(types -> types <= 20);
    assertThat(large).isEmpty();
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("dev.tidemark.(**)").should().beFreeOfCycles().check(CODE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dialects", "stores", "integrations"})
  void implementations_do_not_know_each_other(String family) {
    slices()
        .matching("dev.tidemark." + family + ".(*)..")
        .should()
        .notDependOnEachOther()
        // How a record is written down is the same in every store, so that runs can move.
        .ignoreDependency(alwaysTrue(), resideInAPackage("dev.tidemark.stores.journal.."))
        // YAML is read in one place, whichever protocol wrote it.
        .ignoreDependency(alwaysTrue(), resideInAPackage("dev.tidemark.dialects.definition"))
        // So are Markdown documents with front matter.
        .ignoreDependency(alwaysTrue(), resideInAPackage("dev.tidemark.dialects.markdown"))
        // Where programs are is the same for whoever starts one.
        .ignoreDependency(alwaysTrue(), resideInAPackage("dev.tidemark.integrations.process"))
        // What a connection may do and how long it may take is the same for every service.
        .ignoreDependency(alwaysTrue(), resideInAPackage("dev.tidemark.integrations.http"))
        .check(CODE);
  }

  @Test
  void nothing_lives_in_the_root_package() {
    noClasses().should().resideInAPackage("dev.tidemark").check(CODE);
  }

  private static List<String> and(List<String> some, String... more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return all;
  }

  private static String full(String name) {
    return name.equals("..") ? "dev.tidemark.." : "dev.tidemark." + name;
  }
}
