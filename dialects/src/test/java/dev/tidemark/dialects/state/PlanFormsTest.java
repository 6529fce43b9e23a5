package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.state.plan.PlanForm;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The forms of plans that people have: `plans/FORM/NAME` with what it says in `NAME.expected`.
class PlanFormsTest {
  private static final Path PLANS = Path.of("src/test/resources/plans");

  static Stream<Path> plans() throws IOException {
    return Files.walk(PLANS)
        .filter(Files::isRegularFile)
        .filter(file -> !file.toString().endsWith(".expected"))
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("plans")
  @Proves("R-004-O6")
  void a_plan_is_read_as_its_author_means_it(Path file) throws IOException {
    var plan = PlanForm.read(Files.readString(file));
    var lines = new ArrayList<String>();
    for (var section : plan.sections()) {
      lines.add(line(section.name(), section.isDone() ? "complete" : "pending", section.title()));
      for (var task : section.tasks().values()) {
        lines.add("  " + line(task.id(), task.status().word(), task.text()));
      }
      for (var field : section.known().members()) {
        lines.add("  " + field.key() + " " + field.value());
      }
    }
    for (var notice : plan.notices("")) {
      if (!notice.code().equals("plan-read")) {
        lines.add(notice.code() + notice.text());
      }
    }

    var expected = Files.readAllLines(Path.of(file + ".expected"));
    assertThat(lines).isEqualTo(expected);
    assertThat(plan.notices("")).extracting(notice -> notice.code()).doesNotHaveDuplicates();
  }

  private static String line(String name, String status, String text) {
    return String.join(" ", List.of(name, status, text)).strip();
  }
}
