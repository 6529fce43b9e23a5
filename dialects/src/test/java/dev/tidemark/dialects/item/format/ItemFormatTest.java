package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialects.item.Desk;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The contract of all formats, and what is special about this one.
class ItemFormatTest extends FormatContract<ItemCheckpoint> {
  private static final CheckpointId ID = new CheckpointId("item", "epic", "EPIC-001");
  private static final String SOURCE = Goldens.of("item").text("source-example.md");

  private static ItemCheckpoint decode(String text) {
    return new ItemFormat().decode(ID, text).checkpoint();
  }

  @Test
  @Proves({"R-001-06", "T-001-B", "T-001-C"})
  void the_example_of_the_source_is_understood_whole() {
    var checkpoint = decode(SOURCE);

    assertThat(checkpoint.identity()).containsExactly("epic", "EPIC-001");
    var itemHeader = checkpoint.header();
    assertThat(itemHeader.command()).isEqualTo("epic");
    assertThat(itemHeader.item()).isEqualTo("EPIC-001");
    assertThat(itemHeader.branch()).isEqualTo("feat/CTR-12");
    assertThat(itemHeader.started()).isEqualTo("2026-02-27T10:02:00Z");
    assertThat(itemHeader.updated()).isEqualTo("2026-02-27T10:32:00Z");
    assertThat(itemHeader.currentPhase()).isEqualTo("2");
    assertThat(itemHeader.totalPhases()).isEqualTo("5");
    assertThat(checkpoint.rows())
        .extracting(phaseRow -> phaseRow.number() + phaseRow.name() + phaseRow.status().word())
        .startsWith("0Decision Syncdone", "1Capturedone", "2Product Analysisin_progress")
        .hasSize(6);
    assertThat(checkpoint.body().tasks())
        .extracting(SubTask::done)
        .containsExactly(true, true, false, false);
    assertThat(checkpoint.body().state()).isEmpty();
    assertThat(checkpoint.decisions())
        .containsExactly(
            new Decision(
                new PhaseName("Decision Sync"), "Synced with hub decisions ADR-005 and ADR-008"),
            new Decision(
                new PhaseName("Capture"),
                "Scope confirmed: notifications for orders only, not marketing"));
    assertThat(checkpoint.body().artifacts()).hasSize(2);
    assertThat(checkpoint.body().context()).hasSize(4);
  }

  @Test
  @Proves("R-001-06")
  void when_only_the_time_changes_only_its_line_differs() {
    for (var name : List.of("source-example.md", "with-blank-lines.md")) {
      var text = Goldens.of("item").text(name);
      var checkpoint = decode(text);
      var next = checkpoint.with(checkpoint.header().updated("2026-03-01T00:00:00Z"));

      assertThat(new ItemFormat().encode(next, text))
          .isEqualTo(
              text.replace("updated: 2026-02-27T10:32:00Z", "updated: 2026-03-01T00:00:00Z"));
    }
  }

  @Test
  @Proves({"R-001-06", "T-001-B", "T-001-C"})
  void a_new_document_looks_as_the_source_has_it_with_blank_lines() {
    assertThat(new ItemFormat().encode(decode(SOURCE), ""))
        .isEqualTo(Goldens.of("item").text("with-blank-lines.md"));
  }

  @Test
  @Proves({"R-001-15", "R-COM-05"})
  void what_is_written_by_hand_is_understood_or_left_alone() {
    var checkpoint = decode(Goldens.of("item").text("by-hand.md"));

    assertThat(checkpoint.header().item()).isEqualTo("Bug: it's the login #12");
    assertThat(checkpoint.rows().get(1).name()).isEqualTo("Trace | log");
    assertThat(checkpoint.body().tasks())
        .containsExactly(
            new SubTask(true, "starred, large"),
            new SubTask(false, "continued on the next line"),
            new SubTask(false, "no box"));
    assertThat(checkpoint.body().state())
        .isEqualTo("First line.\n\n    indented second\nThird line.");
    assertThat(checkpoint.body().decisions())
        .containsExactly("[Phase 1] one", "an unlabelled one", "[Phase 7] of no phase");
    assertThat(checkpoint.phases().getFirst().endedAt()).isEqualTo("2026-02-27T09:20:00Z");
  }

  @Test
  @Proves({"R-001-15", "R-COM-05"})
  void additions_go_where_their_lists_are_and_nothing_else_moves() {
    var text = Goldens.of("item").text("by-hand.md");
    var checkpoint = decode(text);
    var itemBody = checkpoint.body();
    var next =
        checkpoint.with(
            itemBody
                .tasks(List.of())
                .decisions(List.of("[Phase 1] one", "an unlabelled one", "[Phase 2] new"))
                .artifacts(List.of("`a`")));

    var written = new ItemFormat().encode(next, text);

    assertThat(decode(written)).isEqualTo(next);
    assertThat(written)
        .contains("some prose")
        .contains("### A smaller heading\n\n- [Phase 2] new\n")
        .contains("owner:\n  name: Ann\n")
        .contains("```markdown\n## Key Decisions\n- not a decision\n```")
        .contains("## Artifacts Produced\n\n- `a`\n## Key Context")
        .doesNotContain("starred");
  }

  @Override
  protected Format<ItemCheckpoint> format() {
    return new ItemFormat();
  }

  @Override
  protected CheckpointId id() {
    return ID;
  }

  @Override
  protected List<Golden> goldens() {
    return Goldens.of("item").all();
  }

  @Override
  protected List<Edit<ItemCheckpoint>> edits() {
    return List.of(
        new Edit<>(
            c -> c.with(c.header().updated("2026-11-21T00:00:00Z")),
            line -> line.startsWith("updated:")),
        new Edit<>(
            c -> c.with(PhaseRows.with(c.rows(), c.rows().getFirst().done(Desk.START))),
            line -> line.strip().startsWith("| 0") || line.strip().startsWith("| 1 ")),
        new Edit<>(
            c -> c.with(c.body().decisions(plus(c.body().decisions(), "[Phase 0] x"))),
            line -> line.equals("- [Phase 0] x") || line.equals("## Key Decisions")),
        new Edit<>(
            c -> c.with(c.body().state("Elsewhere.")),
            line ->
                List.of("Elsewhere.", "First line.", "Third line.", "## Current State")
                        .contains(line)
                    || line.contains("indented second")));
  }

  private static List<String> plus(List<String> list, String text) {
    var all = new java.util.ArrayList<>(list);
    all.add(text);
    return all;
  }

  @Override
  protected List<String> newerDocuments() {
    return List.of();
  }

  @Override
  protected List<String> unusableDocuments() {
    return List.of(SOURCE + "x".repeat(3_000_000), "{}", "# A heading", "");
  }

  @Provide
  @Override
  protected Arbitrary<ItemCheckpoint> checkpoints() {
    var lines =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.of(
                "no",
                "123",
                "Bug: x",
                "a # b",
                "@me/x",
                "a|b",
                "\\|",
                "a\\",
                "'",
                "\"\\",
                "# h",
                "---",
                "```",
                "<!-- x",
                "- [ ] y",
                "2026-02-12",
                "0x1f",
                "1e3",
                "é",
                "\ud83d\ude00"));
    var texts =
        lines.map(MarkdownSafeText::line).filter(line -> !line.isEmpty() && encodable(line));
    var entries = texts.list().ofMaxSize(3);
    var header =
        Combinators.combine(texts, texts, texts, texts, texts)
            .as(
                (command, item, branch, time, number) ->
                    new ItemHeader(
                        command,
                        item,
                        branch,
                        time,
                        "2026-02-27T10:15:00Z",
                        "in_progress",
                        number,
                        "5"));
    var rows =
        Combinators.combine(texts, texts, Arbitraries.of(ItemStatus.class), texts)
            .as(PhaseRow::new)
            .list()
            .uniqueElements(PhaseRow::name)
            .ofMinSize(1)
            .ofMaxSize(5);
    var tasks =
        Combinators.combine(Arbitraries.of(true, false), texts.filter(t -> !t.startsWith("[")))
            .as(SubTask::new)
            .list()
            .ofMaxSize(3);
    var states = Arbitraries.oneOf(Arbitraries.just(""), texts.map(MarkdownSafeText::paragraph));
    var body = Combinators.combine(tasks, states, entries, entries, entries).as(ItemBody::new);
    return Combinators.combine(header, rows, body)
        .as((head, table, rest) -> new ItemCheckpoint(ID, head, table, rest));
  }

  private static boolean encodable(String text) {
    return dev.tidemark.text.Utf8.isEncodable(text);
  }

  @Test
  void a_document_names_its_run_even_if_it_was_cut_off_or_has_a_conflict_in_it() {
    var whole = new ItemFormat().attribution(SOURCE);

    assertThat(whole).isEqualTo(Attribution.of("epic", "EPIC-001"));
    assertThat(new ItemFormat().attribution(SOURCE.substring(0, 60))).isEqualTo(whole);
    assertThat(new ItemFormat().attribution("\ufeff" + SOURCE)).isEqualTo(whole);
    var diverged = "<<<<<<< HEAD\n" + SOURCE + "=======\n" + SOURCE + ">>>>>>> theirs\n";
    assertThat(new ItemFormat().attribution(diverged)).isEqualTo(whole);
    for (int end = 0; end < SOURCE.length(); end++) {
      assertThat(new ItemFormat().attribution(SOURCE.substring(0, end)).foreign()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'---\ntitle: Overview\nstatus: draft\n---\n# Epics\n', true",
    "'[1, 2]', true",
    "'{\"items\": []}\n', true",
    "'---\ntitle: x\n---\n## Phases\n', false",
    "'---\nitem: E-1\n---\n', false",
    "'no front matter\n', false",
    "'', false",
  })
  @Proves("R-001-33")
  void a_document_of_another_tool_is_foreign_and_a_damaged_one_is_not(
      String text, boolean foreign) {
    assertThat(new ItemFormat().attribution(text).foreign()).isEqualTo(foreign);
  }
}
