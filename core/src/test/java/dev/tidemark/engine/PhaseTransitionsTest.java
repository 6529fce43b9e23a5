package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.BUILD;
import static dev.tidemark.engine.Workshop.PLAN;
import static dev.tidemark.engine.Workshop.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which phases a change begins or ends, whatever words it was asked for in.
class PhaseTransitionsTest {
  private static final CleanTree CLEAN = new CleanTree();

  private static Workshop begun(Gate... gates) {
    return Workshop.gated(gates).after(RELEASE, Workshop.start(RELEASE));
  }

  private static void tidy(Workshop shop, String... changed) {
    shop.answers.put(FactQuery.CHANGED_FILES, Fact.known(List.of(changed)));
  }

  private static ChangeResult<?> ask(Workshop shop, Change change, String... words) {
    return shop.ask(RELEASE, change, Workshop.by(ChangeMode.COMMIT, words));
  }

  @ParameterizedTest
  @CsvSource({
    "build, complete, false",
    "build, in_progress, false",
    "build, failed, true",
    "build, pending, true",
    "plan, complete, true"
  })
  void a_whole_document_passes_the_gates_of_the_phases_that_it_moves(
      String phase, String status, boolean allowed) {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    var root = (JsonObject) JsonText.parse(shop.text(RELEASE));
    var phases = "{\"" + phase + "\": {\"status\": \"" + status + "\"}}";
    var save = new Change.SaveDocument(root.with("phases", JsonText.parse(phases)));

    assertThat(ask(shop, save).outcome() instanceof Transition).isEqualTo(allowed);
    tidy(shop);
    Workshop.allowed(ask(shop, save));
    tidy(shop, "a.txt");
    Workshop.allowed(ask(shop, save));
  }

  private static ChangeResult<ToyCheckpoint> let(
      Workshop shop, Fate fate, Change change, Event... events) {
    var script = new Script();
    script.fate = fate;
    script.events = List.of(events);
    var consent =
        new Caller(
            Workshop.ANN, ChangeMode.COMMIT, DialectOptions.NONE, null, ApprovalEvidence.TERMINAL);
    return shop.checkpoints.apply(script.dialect(), RELEASE, change, consent);
  }

  @Test
  void where_rules_have_nothing_to_record_what_was_said_counts() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");

    assertThat(Workshop.codes(let(shop, Fate.UNTOUCHED, Workshop.begin(BUILD))))
        .containsExactly("tree-dirty");
    assertThat(Workshop.codes(let(shop, Fate.UNTOUCHED, Workshop.complete(BUILD))))
        .containsExactly("tree-dirty");
    Workshop.allowed(let(shop, Fate.UNTOUCHED, new Change.ResumeRun()));
  }

  @Test
  void a_phase_that_begins_because_another_one_ended_has_its_gates_asked_later() {
    var shop = begun(Workshop.enter(CLEAN));
    tidy(shop, "a.txt");
    Event[] events = {new Event.PhaseCompleted(PLAN), new Event.PhaseStarted(BUILD)};

    Workshop.allowed(let(shop, Fate.WRITTEN, Workshop.complete(PLAN), events));
  }

  @Test
  void an_approval_that_ends_another_phase_passes_the_gates_of_that_one() {
    var shop = begun(Workshop.done(CLEAN));
    tidy(shop, "a.txt");
    var approve = new Change.ApprovePhase(PLAN);
    var done = new Event.PhaseCompleted(BUILD);

    assertThat(Workshop.codes(let(shop, Fate.WRITTEN, approve, done)))
        .containsExactly("tree-dirty");
    tidy(shop);
    Workshop.allowed(let(shop, Fate.WRITTEN, approve, done));
  }
}
