package dev.tidemark.dialects.phase.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.dialects.phase.ClearAdvice;
import dev.tidemark.dialects.phase.PhaseText;
import dev.tidemark.dialects.phase.Project;
import dev.tidemark.dialects.phase.SpecSteps;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.fact.WorkItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PhaseFormatTest extends FormatContract<PhaseCheckpoint> {
  private static final Path FOLDER = Path.of("src/test/resources/golden/phase");

  private final PhaseFormat format = new PhaseFormat(new PhaseWorkflows(new Workflows(List.of())));

  @Override
  protected Format<PhaseCheckpoint> format() {
    return format;
  }

  @Override
  protected CheckpointId id() {
    return Project.ID;
  }

  @Override
  protected List<Golden> goldens() {
    try (var files = Files.list(FOLDER)) {
      return files.sorted().map(PhaseFormatTest::golden).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Golden golden(Path file) {
    try {
      return new Golden(file.getFileName().toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected List<Edit<PhaseCheckpoint>> edits() {
    return List.of(
        new Edit<>(
            it -> it.withOutcome("- noted"),
            line ->
                line.equals("- noted")
                    || line.equals("- None recorded.")
                    || line.equals("## Key Outcomes")));
  }

  @Override
  protected List<String> newerDocuments() {
    return List.of();
  }

  @Override
  protected List<String> unusableDocuments() {
    return List.of("# Notes\n".repeat(200_000));
  }

  @Override
  @Provide
  protected Arbitrary<PhaseCheckpoint> checkpoints() {
    return contents().map(it -> format.read(Project.ID, it.render()));
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(60),
        Arbitraries.of(Hostile.texts().stream().filter(text -> text.length() < 1_000).toList()),
        Arbitraries.of(
            "---",
            "## Open Items",
            "a\n## Key Outcomes\nb",
            "\\## x",
            "\\\\## y",
            "# Title",
            "no",
            "12:30",
            "null",
            "1e3",
            "a: b",
            "a #b",
            "\"",
            "'",
            "- x",
            "[x",
            "```\n## y\n```"));
  }

  @Provide
  static Arbitrary<PhaseText> contents() {
    var ids =
        Arbitraries.of(
            "2-plan", "3-build", "3-build-partial", "4-review", "kw-3-review", "complete");
    var steps = Combinators.combine(ids, texts()).as((id, to) -> new PhaseText.Step(id, to, to));
    var places =
        Combinators.combine(texts(), texts().injectNull(0.2), Arbitraries.of(0, 1, 3))
            .as((branch, spec, count) -> place(branch, spec, count));
    var told =
        Combinators.combine(texts(), texts().list().ofMaxSize(3), texts().list().ofMaxSize(2))
            .as(
                (text, items, more) ->
                    new PhaseText.Content(text, items, List.of(), more, items, items));
    var advice = Combinators.combine(Arbitraries.of(true, false), texts()).as(ClearAdvice::new);
    return Combinators.combine(steps, places, advice, told).as(PhaseText::new);
  }

  private static PhaseText.Place place(String branch, String spec, int count) {
    var item = new WorkItem("b-1", branch, 2);
    var step = new SpecSteps.Step(1, branch, PhaseStatus.PENDING);
    return new PhaseText.Place(
        Instant.parse("2026-02-13T14:30:00Z"),
        branch,
        spec,
        count == 1 ? "PASS" : null,
        count == 1 ? "LOADED" : null,
        count == 3 ? new SpecSteps(List.of(step)) : null,
        java.util.Collections.nCopies(count, item));
  }

  @Property(tries = 500)
  @Proves({"R-000-03", "R-USR-14"})
  void whatever_is_written_reads_back_as_the_same_texts(@ForAll("contents") PhaseText content) {
    var read = format.read(Project.ID, content.render());

    assertThat(read.front().problem()).isNull();
    assertThat(read.value(PhaseFormat.COMPLETED_PHASE)).isEqualTo(content.step().completed());
    assertThat(read.value(PhaseFormat.NEXT_PHASE))
        .isEqualTo(YamlScalar.oneLine(content.step().next()));
    assertThat(read.value(PhaseFormat.BRANCH))
        .isEqualTo(YamlScalar.oneLine(content.place().branch()));
    var spec = content.place().spec();
    assertThat(read.front().text(PhaseFormat.ACTIVE_SPEC))
        .isEqualTo(spec == null ? null : YamlScalar.oneLine(spec));
    assertThat(read.value(PhaseFormat.CLEAR_REASON))
        .isEqualTo(YamlScalar.oneLine(content.advice().reason()));
    assertThat(Sections.of(read.body()).foreign()).isEmpty();
    assertThat(Sections.of(read.body()).text(Sections.OPEN)).isNotNull();
    assertThat(Sections.of(read.body()).text(Sections.NEXT)).startsWith("Run `");
  }

  @Test
  void a_document_with_everything_reads_back_and_is_rendered_the_same_again() {
    var text =
        new PhaseText(
            new PhaseText.Step("3-build", "4-review", "/vt-c-4-review"),
            place("feature/a", "SPEC-001", 3),
            new ClearAdvice(true, "Long"),
            new PhaseText.Content(
                "Built.", List.of("one"), List.of("> x"), List.of("y"), List.of("z"), List.of()));

    whatever_is_written_reads_back_as_the_same_texts(text);
    assertThat(text.render()).isEqualTo(text.render());
  }

  @Test
  void a_text_that_looks_like_a_heading_stays_a_text() {
    var project = new Project().saying("context", "first\n## Open Items\n\\## more\nlast");

    project.exit("2-plan");

    assertThat(project.section(Sections.CONTEXT))
        .isEqualTo("first\n## Open Items\n\\## more\nlast");
    assertThat(project.section(Sections.OPEN)).isEqualTo("None.");
  }

  @Test
  @Proves("R-USR-14")
  void a_document_that_is_too_large_is_unusable_and_one_of_a_megabyte_is_not() {
    var large = "x".repeat(1024 * 1024);

    assertThat(format.decode(Project.ID, large).checkpoint().damage()).isNotNull();
    assertThatThrownBy(() -> format.decode(Project.ID, large + "x"))
        .isInstanceOf(UnusableException.class);
  }
}
