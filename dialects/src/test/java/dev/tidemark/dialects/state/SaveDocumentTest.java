package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.SaveDocument;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the published `saveCheckpoint` does, as a change.
class SaveDocumentTest {
  private static final String DOCUMENT =
      """
      {"command":"design","feature":"test-feature","version":1,\
      "state":{"current_phase":null,"completed_phases":[],"pending_phases":[]},"phases":{}}\
      """;

  private static Run run() {
    return Run.of("design", "test-feature");
  }

  private static Change save(String document) {
    return new SaveDocument(Run.json(document));
  }

  private static Change save(String document, String item) {
    return new SaveDocument(Run.json(document), item);
  }

  private static Run cleaned(String feature) {
    return new Run(new CheckpointId("state", "design", feature), List.of());
  }

  @Test
  @Proves({"R-004-22", "R-004-23", "R-002-05", "R-COM-03"})
  void a_new_document_gets_its_facts_in_the_published_order() {
    var run = run().after(save(DOCUMENT));

    assertThat(run.text)
        .isEqualTo(
            """
            {
              "command": "design",
              "feature": "test-feature",
              "version": 1,
              "head_commit": "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
              "started_at": "2026-01-29T10:31:00.000Z",
              "updated_at": "2026-01-29T10:31:00.000Z",
              "state": {
                "current_phase": null,
                "completed_phases": [],
                "pending_phases": []
              },
              "phases": {}
            }\
            """);
    assertThat(run.events).containsExactly(new Event.DocumentSaved());
    assertThat(run.notices).isEmpty();
  }

  @Test
  @Proves("R-004-22")
  void the_first_save_is_the_start_even_if_the_caller_does_not_know_it() {
    var run = run().after(save(DOCUMENT)).after(save(DOCUMENT));

    assertThat(run.root().string("started_at")).isEqualTo("2026-01-29T10:31:00.000Z");
    assertThat(run.root().string("updated_at")).isEqualTo("2026-01-29T10:32:00.000Z");
  }

  @Test
  @Proves("R-004-22")
  void the_callers_object_stays_as_it_is() {
    var document = Run.json(DOCUMENT);

    run().after(new SaveDocument(document));

    assertThat(document).isEqualTo(Run.json(DOCUMENT));
  }

  @Test
  @Proves({"R-004-22", "R-004-23"})
  void names_are_filled_in_where_they_are_missing() {
    var run = run().after(save("{\"phases\":{},\"version\":1,\"state\":{}}", "Test Feature"));

    assertThat(run.root().members())
        .extracting(member -> member.key())
        .containsExactly(
            "command",
            "feature",
            "phases",
            "version",
            "head_commit",
            "started_at",
            "updated_at",
            "state");
    assertThat(run.checkpoint().feature()).contains("Test Feature");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {"{}; undefined", "{\"version\":2}; 2", "{\"version\":\"1\"}; \"1\""})
  @Proves("R-004-21")
  void another_version_is_refused(String document, String version) {
    var blocker = run().refused(save(document));

    assertThat(blocker.reason())
        .isEqualTo(
            "Cannot save checkpoint with unsupported schema version: " + version + " (expected 1)");
  }

  @Test
  @Proves({"R-004-20", "R-COM-14", "X-12", "A-33"})
  void every_overlong_summary_is_refused() {
    var summary = "{\"context_summary\":\"" + Run.words(501) + "\"}";
    var run = run();

    run.ask(
        save(
            "{\"version\":1,\"state\":%s,\"phases\":{\"a\":%s,\"b\":{},\"c\":%s}}"
                .formatted(summary, summary, summary)));

    assertThat(run.blockers)
        .extracting(blocker -> blocker.reason())
        .containsExactly(
            "State Context summary exceeds 500 token limit (actual: 501 tokens)",
            "Phase \"a\" Context summary exceeds 500 token limit (actual: 501 tokens)",
            "Phase \"c\" Context summary exceeds 500 token limit (actual: 501 tokens)");
    assertThat(run.text).isEmpty();
  }

  @Test
  @Proves({"R-004-11", "A-23"})
  void two_features_of_one_file_name_do_not_overwrite_each_other() {
    var document = "{\"version\":1,\"state\":{},\"phases\":{}}";
    var run = cleaned("a-b").after(save(document, "a/b"));

    var blocker = run.refused(save(document, "a-b"));

    assertThat(blocker.code()).isEqualTo("name-taken");
    assertThat(blocker.reason())
        .startsWith("Failed to save checkpoint: ")
        .contains("\"a/b\"")
        .contains("\"a-b\"");
    run.after(save(document, "A/B"));
    assertThat(run.checkpoint().feature()).contains("A/B");
  }

  @Test
  @Proves("R-004-11")
  void another_command_of_the_same_file_name_is_refused() {
    var run = new Run(new CheckpointId("state", "a", "b-c"), List.of()).after(save(shortOne("a")));

    var blocker = run.refused(save(shortOne("a-b")));

    assertThat(blocker.reason()).contains("\"a\"").contains("\"a-b\"");
  }

  private static String shortOne(String command) {
    return "{\"version\":1,\"command\":\"" + command + "\",\"state\":{},\"phases\":{}}";
  }

  @Test
  @Proves("R-004-11")
  void a_change_by_the_cleaned_name_works_and_keeps_the_stored_one() {
    var run = cleaned("a-b").after(save("{\"version\":1,\"state\":{},\"phases\":{}}", "a/b"));
    var phase = new PhaseName("x");
    var data = Run.json("{\"status\":\"in_progress\"}");

    run.after(new Change.MergePhase(phase, data, Run.json("{}"), "a-b"));
    assertThat(run.codes()).containsExactly("cleaned-name");
    run.after(new Change.FinishRun("a-b"));
    assertThat(run.codes()).containsExactly("cleaned-name", "open-phase");
    assertThat(run.checkpoint().feature()).contains("a/b");

    assertThat(run.refused(new Change.MergePhase(phase, data, Run.json("{}"), "a\\b")).reason())
        .startsWith("Failed to update phase: ")
        .contains("\"a/b\"")
        .contains("\"a\\b\"");
    assertThat(run.refused(new Change.FinishRun("a\\b")).code()).isEqualTo("name-taken");
  }

  @Test
  @Proves("R-004-24")
  void other_oddities_are_saved_with_a_warning() {
    var run = run().after(save("{\"version\":1,\"command\":\"ship\",\"state\":[],\"phases\":{}}"));

    assertThat(run.codes()).containsExactly("other-command", "finding");
    assertThat(run.notices.getLast().text()).startsWith("$.state: must be an object");
  }

  @Test
  @Proves("R-COM-05")
  void unknown_content_is_saved_as_it_is() {
    var golden = Goldens.of("state").text("unknown-everywhere.json");
    var id = new CheckpointId("state", "design", "größe-😀");

    var run = new Run(id, List.of()).after(save(golden));

    var before = Run.json(golden);
    assertThat(run.root().find("vercel")).isEqualTo(before.find("vercel"));
    assertThat(run.root().find("phases")).isEqualTo(before.find("phases"));
    assertThat(run.root().find("gate")).isEqualTo(before.find("gate"));
    assertThat(run.root().find("tail")).isEqualTo(before.find("tail"));
  }

  @Test
  @Proves("R-004-O7")
  void a_large_document_is_saved_with_a_warning() {
    var text = "x".repeat(60 * 1024);

    var run =
        run().after(save("{\"version\":1,\"state\":{},\"phases\":{},\"x\":\"" + text + "\"}"));

    assertThat(run.codes()).contains("large-document");
  }

  @Test
  @Proves("R-USR-14")
  void what_could_not_be_read_again_is_refused() {
    var deep = Run.json("{\"x\":" + "[".repeat(199) + "]".repeat(199) + "}");
    var huge = Run.json("{\"x\":\"" + "é".repeat(1_800_000) + "\"}");
    var data = Run.json("{}");
    var run = run().after(save(DOCUMENT));

    assertThat(run.refused(new Change.MergePhase(new PhaseName("a"), deep, data)).code())
        .isEqualTo("too-deep");
    run.after(new Change.MergePhase(new PhaseName("a"), huge, data));
    assertThat(run.refused(new Change.MergePhase(new PhaseName("b"), huge, data)).code())
        .isEqualTo("too-large");
  }

  @Test
  void a_save_over_the_revision_that_was_read_records_the_phases_that_it_moved() {
    var begun =
        """
        {"command":"design","version":1,"state":{"current_phase":"a","completed_phases":[],
        "pending_phases":["b"]},"phases":{"a":{"status":"in_progress"}}}\
        """;
    var ended = begun.replace("in_progress", "complete").replace("\"a\",\"c", "null,\"c");
    var run = run().after(new SaveDocument(Run.json(begun), null, "any"));
    assertThat(run.events)
        .containsExactly(
            new Event.WorkflowStarted(List.of()),
            new Event.PhaseStarted(new PhaseName("a")),
            new Event.PhaseQueued(new PhaseName("b")));

    run = run.after(new SaveDocument(Run.json(ended), null, "any"));
    assertThat(run.events).contains(new Event.PhaseCompleted(new PhaseName("a")));
    run = run.after(new SaveDocument(Run.json(ended), null, "any"));
    assertThat(run.events).last().isEqualTo(new Event.DocumentSaved());
  }

  @Test
  void a_save_that_finishes_a_run_records_that_once() {
    var open = "{\"version\":1,\"state\":{},\"phases\":{\"a\":{\"status\":\"complete\"}}}";
    var finished = open.replace("\"state\"", "\"completed_at\":\"2026-01-29T10:30:00Z\",\"state\"");
    var run = run().after(new SaveDocument(Run.json(open), null, "any"));

    run.after(new SaveDocument(Run.json(finished), null, "any"));
    assertThat(run.events).containsExactly(new Event.WorkflowCompleted());
    run.after(new SaveDocument(Run.json(finished), null, "any"));
    assertThat(run.events).containsExactly(new Event.DocumentSaved());
    run.after(new SaveDocument(Run.json(open), null, "any"));
    assertThat(run.events)
        .containsExactly(
            new Event.WorkflowStarted(List.of()), new Event.PhaseCompleted(new PhaseName("a")));
  }
}
