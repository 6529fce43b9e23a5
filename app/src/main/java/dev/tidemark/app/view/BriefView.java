package dev.tidemark.app.view;

import dev.tidemark.brief.Brief;
import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.Budget;
import dev.tidemark.brief.Cut;
import dev.tidemark.brief.LeftOut;
import dev.tidemark.brief.Shortened;
import dev.tidemark.engine.Run;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.resume.Doubt;
import dev.tidemark.resume.Staleness;
import java.util.ArrayList;

/// View of a brief, as lines and as JSON with the same items.
public final class BriefView {
  private final Run run;
  private final RunView view;
  private final Shortened shortened;

  /// Takes the run, its brief and its budget, and the context of the view.
  public BriefView(Run run, Brief brief, Budget budget, Seen seen) {
    this.run = run;
    this.view = new RunView(run, seen);
    this.shortened = Cut.of(brief, budget);
  }

  /// Returns how the recorded commit compares with the one checked out.
  public Staleness staleness() {
    return view.staleness();
  }

  /// Returns the brief as text.
  public String text() {
    return BriefText.of(shortened);
  }

  /// Returns the JSON of a change with the fields of the brief that it lacks.
  public static JsonObject beside(JsonObject change, BriefView brief) {
    var both = change;
    for (var member : brief.json().members()) {
      if (!both.has(member.key())) {
        both = both.with(member.key(), member.value());
      }
    }
    return both;
  }

  /// Returns the resume point with the whole handoff (R-004-45, -46, -97), and the verdict with its
  /// checks.
  public JsonObject json() {
    var brief = shortened.brief();
    var known = brief.known();
    var done = new ArrayList<JsonObject>();
    for (var phase : known.point().done()) {
      done.add(PhaseView.json(phase));
    }
    var phase = known.point().phase();
    var next = known.point().next();
    var waiting = run.waiting();
    return JsonObject.builder()
        .add("run", run.id().toString())
        .add("state", view.state())
        .add("progress", view.done() + "/" + view.total())
        .addOrNull("phase", phase == null ? null : phase.value())
        .addOrNull("summary", known.point().summary())
        .addOrNull("next_phase", next == null ? null : next.value())
        .addOrNull("waiting_for", waiting == null ? null : waiting.what())
        .add("goal", WorkView.goal(known.work().goal()))
        .add("verdict", verdict())
        .add("now", brief.now())
        .add("in_progress", WorkView.inProgress(known.work()))
        .add("tasks", TaskView.json(known.work().tasks()))
        .add("notes", WorkView.notes(known.work()))
        .add("changes", WorkView.changes(known.work()))
        .add("captured", WorkView.captured(known.work()))
        .add("done", JsonArray.of(done))
        .add("unfinished", unfinished())
        .add("decisions", decisions())
        .add("to_read", reading())
        .add("ready_work", ReadyView.json(known.ready()))
        .add("doubts", doubts())
        .add("offers", offers())
        .add("said", brief.said())
        .add("checked", checks())
        .add("left_out", leftOut(shortened.leftOut()))
        .add("budget", budget(shortened.budget()))
        .addOrNull("branch", view.branch())
        .add("notices", Views.notices(Views.withStaleness(run.notices(), view.staleness())))
        .build();
  }

  private JsonObject verdict() {
    var verdict = shortened.brief().verdict();
    var phase = verdict.phase();
    var because = verdict.because();
    return JsonObject.builder()
        .add("kind", verdict.kind().word())
        .addOrNull("phase", phase == null ? null : phase.value())
        .addOrNull("because", because == null ? null : because.code())
        .add("command", verdict.command())
        .build();
  }

  private JsonArray unfinished() {
    var all = new ArrayList<JsonObject>();
    for (var phase : shortened.brief().known().unfinished()) {
      all.add(PhaseView.json(phase));
    }
    return JsonArray.of(all);
  }

  private JsonArray decisions() {
    var all = new ArrayList<JsonObject>();
    for (var decision : shortened.brief().known().decided()) {
      all.add(
          JsonObject.builder()
              .add("phase", decision.phase().value())
              .add("decision", decision.text())
              .build());
    }
    return JsonArray.of(all);
  }

  private JsonArray reading() {
    var all = new ArrayList<JsonObject>();
    for (var file : shortened.brief().known().toRead()) {
      var phase = file.phase();
      all.add(
          JsonObject.builder()
              .add("path", file.path())
              .addOrNull("phase", phase == null ? null : phase.value())
              .add("state", file.state().words())
              .build());
    }
    return JsonArray.of(all);
  }

  private JsonArray doubts() {
    var all = new ArrayList<JsonObject>();
    for (var doubt : shortened.brief().doubts()) {
      all.add(json(doubt));
    }
    return JsonArray.of(all);
  }

  /// Returns a warning with its source and remedy.
  static JsonObject json(Doubt doubt) {
    var phase = doubt.phase();
    return JsonObject.builder()
        .add("kind", word(doubt.kind()))
        .add("code", doubt.code())
        .add("text", doubt.text())
        .add("source", doubt.source())
        .add("hint", doubt.hint())
        .addOrNull("phase", phase == null ? null : phase.value())
        .build();
  }

  private static String word(Doubt.Kind kind) {
    return switch (kind) {
      case NOTE -> "note";
      case ASK -> "ask";
      case RERUN -> "re-run";
      case REPAIR -> "repair";
      case MERGE -> "merge";
    };
  }

  private JsonArray offers() {
    var all = new ArrayList<JsonObject>();
    for (var offer : shortened.brief().offers()) {
      all.add(
          JsonObject.builder()
              .add("phase", offer.phase().value())
              .add("progress", PhaseView.word(offer.status()))
              .add("command", offer.command())
              .build());
    }
    return JsonArray.of(all);
  }

  private JsonArray checks() {
    var all = new ArrayList<JsonObject>();
    for (var check : shortened.brief().checks()) {
      all.add(
          JsonObject.builder()
              .add("check", check.kind().word())
              .add("result", check.result().word())
              .add("text", check.text())
              .build());
    }
    return JsonArray.of(all);
  }

  private static Json leftOut(LeftOut left) {
    if (left.total() == 0) {
      return JsonNull.NULL;
    }
    return JsonObject.builder()
        .add("done", left.done())
        .add("summaries", left.summaries())
        .add("decisions", left.decided())
        .add("notes", left.notes())
        .add("changes", left.changes())
        .add("to_read", left.toRead())
        .add("doubts", left.doubts())
        .add("other", left.other())
        .build();
  }

  private static Json budget(Budget budget) {
    if (budget.isUnlimited()) {
      return JsonNull.NULL;
    }
    return JsonObject.builder()
        .add("chars", budget.chars())
        .add("tokens", budget.tokens())
        .add("strategy", Budget.STRATEGY)
        .build();
  }
}
