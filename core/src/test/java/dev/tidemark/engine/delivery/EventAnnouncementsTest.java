package dev.tidemark.engine.delivery;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.COMMIT;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Workshop;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.Announcement.State;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What there is to tell of an entry of the history.
class EventAnnouncementsTest {
  private static final PhaseName PLANNING = new PhaseName("planning");
  private static final PhaseName SPECS = new PhaseName("specs");

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private List<Announcement> heard() {
    var heard = new ArrayList<Announcement>();
    for (var entry : shop.store.history(AUTH)) {
      heard.addAll(new EventAnnouncements(shop.store).of(shop.dialect(AUTH), entry));
    }
    return heard;
  }

  private static Change done(PhaseName phase) {
    var files =
        List.of(
            new Artifact("a", Artifact.Kind.CREATED), new Artifact("b", Artifact.Kind.MODIFIED));
    var report = new PhaseReport(new ContextSummary("It works."), files, List.of(), null);
    return new Change.CompletePhase(phase, report);
  }

  @Test
  void an_announcement_says_how_things_stood() {
    var report = "{\"linear\": {\"identifier\": \"BAS-6\"}, \"version\":";
    shop.edit(AUTH, "{\n  \"version\":", report);
    shop.after(AUTH, Workshop.begin(RESEARCH), done(RESEARCH));
    var at = shop.now;
    shop.after(AUTH, new Change.FailPhase(PLANNING, "no luck", PhaseReport.NONE));
    shop.after(AUTH, new Change.SkipPhase(SPECS, "known"), new Change.FinishRun());

    var heard = heard();

    assertThat(heard.stream().map(it -> it.event() + " " + it.phase()))
        .containsExactly(
            "phase.started research",
            "phase.completed research",
            "phase.failed planning",
            "phase.skipped specs",
            "checkpoint.completed null");
    var none = List.<String>of();
    assertThat(heard)
        .extracting(Announcement::state)
        .containsExactly(
            new State("in_progress", null, none, none, COMMIT, "BAS-6"),
            new State("complete", "It works.", List.of("a"), List.of("b"), COMMIT, "BAS-6"),
            new State("failed", "no luck", none, none, COMMIT, "BAS-6"),
            new State("skipped", "known", none, none, COMMIT, "BAS-6"),
            new State("complete", null, none, none, COMMIT, "BAS-6"));
    assertThat(heard.get(1).at()).isEqualTo(at);
    assertThat(heard.get(1).run()).isEqualTo(AUTH);
    assertThat(heard).extracting(Announcement::id).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "done, run.done",
    "waiting, run.waiting",
    "gate, run.failed",
    "refused, run.failed",
    "budget, run.failed"
  })
  void the_end_of_a_runner_says_what_stands_in_the_way(String status, String event) {
    shop.after(AUTH, Workshop.begin(RESEARCH));
    var blocker =
        JsonObject.EMPTY.with("reason", "waiting for approval").with("hint", "Approve it: x");
    var details = JsonObject.builder().add("blockers", JsonArray.of(List.of(blocker))).build();
    shop.checkpoints.record(AUTH, new Event.RunnerEnded(RESEARCH, status, details), Workshop.ANN);

    var heard = heard().getLast();

    assertThat(heard.event()).isEqualTo(event);
    assertThat(heard.phase()).isEqualTo("research");
    assertThat(heard.state().status()).isEqualTo(status);
    assertThat(heard.state().summary()).isEqualTo("waiting for approval\nhint: Approve it: x");
  }

  @Test
  void what_is_not_recorded_any_more_is_told_without_its_state() {
    shop.after(AUTH, done(RESEARCH), done(PLANNING));
    shop.store.prune(shop.store.plan(AUTH, 1, shop.now.plusSeconds(1)));

    var heard = heard();

    assertThat(heard.getFirst().state())
        .isEqualTo(new State("complete", null, List.of(), List.of(), null, null));
    assertThat(heard.getLast().state().issue()).isNull();
    assertThat(heard.getLast().state().summary()).isEqualTo("It works.");
  }

  @Test
  void a_failure_without_a_reason_says_what_the_phase_says() {
    shop.after(AUTH, done(RESEARCH), new Change.SkipPhase(PLANNING, ""));
    shop.after(AUTH, new Change.SkipPhase(RESEARCH, ""));

    var heard = heard();

    assertThat(heard)
        .extracting(it -> it.state().status() + ": " + it.state().summary())
        .containsExactly("complete: It works.", "skipped: null", "skipped: It works.");
  }
}
