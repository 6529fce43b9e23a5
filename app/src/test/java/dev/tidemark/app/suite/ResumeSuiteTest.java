package dev.tidemark.app.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Whoever takes up work is told what is true of it, whatever happened since: the scenarios of
/// `resume-suite`, for Tidemark in this process or for the program that
/// `-Dtidemark.suite.adapter=PATH` names. A sample plays one scenario of four.
@Proves("R-USR-04")
class ResumeSuiteTest {
  private static final Path FOLDER = Repository.root().resolve("resume-suite");

  @TempDir private Path temp;

  @Test
  void there_are_enough_scenarios_and_each_has_a_name_of_its_own() throws IOException {
    var all = Scenario.in(FOLDER);
    assertThat(all).hasSizeGreaterThanOrEqualTo(116);
    assertThat(all).filteredOn(each -> isIn(each, "midphase")).hasSizeGreaterThanOrEqualTo(25);
    assertThat(all).filteredOn(each -> isIn(each, "atant")).hasSize(10);
    assertThat(all).extracting(Scenario::name).doesNotHaveDuplicates();
    assertThat(all).extracting(Scenario::verdict).doesNotContain("null");
    assertThat(Files.readString(FOLDER.resolve("README.md"))).contains(all.size() + " scenarios");
  }

  private static boolean isIn(Scenario scenario, String file) {
    return scenario.name().startsWith(file + ": ");
  }

  @TestFactory
  Stream<DynamicTest> what_whoever_takes_up_work_is_told() throws IOException {
    var program = System.getProperty("tidemark.suite.adapter");
    var adapter = program == null ? Adapter.TIDEMARK : Adapter.script(resolved(program));
    var tests = new ArrayList<DynamicTest>();
    var all = Scenario.in(FOLDER);
    for (int i = 0; i < all.size(); i += program == null ? Proofs.stride(7) : 1) {
      var scenario = all.get(i);
      tests.add(DynamicTest.dynamicTest(scenario.name(), () -> play(adapter, scenario)));
    }
    return tests.stream();
  }

  private static Path resolved(String program) {
    return Repository.root().resolve(program);
  }

  private void play(Adapter adapter, Scenario scenario) throws IOException {
    var folder = Files.createDirectories(temp.resolve(scenario.name().replaceAll("\\W+", "-")));
    var stage = new Stage(adapter, folder, scenario.run());
    try {
      for (var step : scenario.steps()) {
        stage.take(step);
      }
      check(scenario, stage.brief());
    } catch (Stage.CannotException cannot) {
      System.out.println("cannot: " + scenario.name() + " (" + cannot.getMessage() + ")");
      org.junit.jupiter.api.Assumptions.abort("the tool has nothing for " + cannot.getMessage());
    }
  }

  private static void check(Scenario scenario, String brief) {
    int end = brief.indexOf('\n');
    var line = end < 0 ? brief : brief.substring(0, end);
    var words = List.of(line.split(" ", 2));
    if (!scenario.verdict().equals("any")) {
      assertThat(words.getFirst()).as("the verdict of %s", brief).isEqualTo(scenario.verdict());
    }
    var phase = scenario.phase();
    if (phase != null) {
      assertThat(words.size() > 1 ? words.get(1) : "").as("%s", brief).isEqualTo(phase);
    }
    for (var text : scenario.says()) {
      assertThat(brief).contains(text);
    }
    for (var text : scenario.never()) {
      assertThat(brief).doesNotContain(text);
    }
  }
}
