package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.app.view.text.WordWrap;
import dev.tidemark.brief.Brief;
import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.BriefTrimmer;
import dev.tidemark.brief.OmittedCounts;
import dev.tidemark.brief.TrimmedBrief;
import dev.tidemark.brief.Verdict;
import dev.tidemark.brief.WorkInProgress;
import dev.tidemark.brief.budget.Budget;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.history.Goal;
import dev.tidemark.history.WorklogJson;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.fact.WorkItem;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// View of a brief, as lines and as JSON with the same items.
public final class BriefView {
  /// The columns before what goes on from the line above.
  private static final int MARGIN = 4;

  private final Run run;
  private final RunView view;
  private final TrimmedBrief trimmedBrief;

  /// Takes the run, its brief and its budget, and the context of the view.
  public BriefView(Run run, Brief brief, Budget budget, ShownBase shownBase) {
    this.run = run;
    this.view = new RunView(run, shownBase);
    this.trimmedBrief = BriefTrimmer.of(brief, budget);
  }

  /// Returns how the recorded commit compares with the one checked out.
  public Staleness staleness() {
    return view.staleness();
  }

  /// Returns the brief as lines.
  ///
  /// @param columns the width of the terminal of a person; 0 for an agent or a pipe
  public List<StyledLine> lines(int columns) {
    var lines = new ArrayList<StyledLine>();
    if (columns == 0) {
      for (var line : BriefText.lines(trimmedBrief)) {
        lines.add(StyledLine.of(style(line.emphasis()), line.text()));
      }
      return lines;
    }
    for (var line : BriefText.forPerson(trimmedBrief)) {
      var text = line.text().stripLeading();
      var indent = line.text().substring(0, line.text().length() - text.length());
      // A command stays in one line, to be pasted.
      int width = text.contains("tidemark ") ? Integer.MAX_VALUE : columns - MARGIN;
      for (var part : WordWrap.lines(text, width)) {
        lines.add(StyledLine.of(style(line.emphasis()), indent + part));
        indent = " ".repeat(MARGIN);
      }
    }
    return lines;
  }

  private static Style style(BriefText.Emphasis emphasis) {
    return switch (emphasis) {
      case NONE -> Style.PLAIN;
      case GOOD -> Style.GOOD;
      case FAILURE -> Style.BAD;
      case WARNING -> Style.DOUBTFUL;
      case NEXT_STEP -> Style.STRONG;
    };
  }

  /// Returns the JSON of a change with the fields of the brief that it lacks.
  public static JsonObject addMissingFields(JsonObject change, BriefView brief) {
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
    var brief = trimmedBrief.brief();
    var known = brief.content();
    var done = new ArrayList<JsonObject>();
    for (var phase : known.resumePoint().done()) {
      done.add(PhaseView.json(phase));
    }
    var phase = known.resumePoint().phase();
    var next = known.resumePoint().next();
    var pendingHumanAction = run.pendingAction();
    return JsonObject.builder()
        .add("run", run.id().toString())
        .add("state", view.state())
        .add("progress", view.done() + "/" + view.total())
        .addOrNull("phase", phase == null ? null : phase.value())
        .addOrNull("summary", known.resumePoint().summary())
        .addOrNull("next_phase", next == null ? null : next.value())
        .addOrNull(
            "waiting_for", pendingHumanAction == null ? null : pendingHumanAction.description())
        .add("goal", goal(known.work().goal()))
        .add("verdict", verdict(brief.verdict()))
        .add("now", brief.nextStep())
        .add("in_progress", inProgress(known.work()))
        .add("tasks", PhaseView.tasks(known.work().tasks()))
        .add("notes", notes(known.work()))
        .add("changes", changes(known.work()))
        .add("captured", captured(known.work()))
        .add("done", JsonArray.of(done))
        .add("unfinished", unfinished())
        .add("decisions", decisions())
        .add("to_read", reading())
        .add("ready_work", readyWork(known.readyWork()))
        .add("doubts", warningsJson())
        .add("offers", offers())
        .add("said", brief.formatLines())
        .add("checked", checks())
        .add("left_out", leftOut(trimmedBrief.omitted()))
        .add("budget", budget(trimmedBrief.budget()))
        .addOrNull("branch", view.branch())
        .add("notices", Views.notices(Views.withStaleness(run.notices(), view.staleness())))
        .build();
  }

  /// Returns a verdict.
  static JsonObject verdict(Verdict verdict) {
    var phase = verdict.phase();
    var because = verdict.cause();
    return JsonObject.builder()
        .add("kind", verdict.kind().word())
        .addOrNull("phase", phase == null ? null : phase.value())
        .addOrNull("because", because == null ? null : because.code())
        .add("command", verdict.command())
        .build();
  }

  private JsonArray unfinished() {
    var all = new ArrayList<JsonObject>();
    for (var phase : trimmedBrief.brief().content().unfinished()) {
      all.add(PhaseView.json(phase));
    }
    return JsonArray.of(all);
  }

  private JsonArray decisions() {
    var all = new ArrayList<JsonObject>();
    for (var decision : trimmedBrief.brief().content().decisions()) {
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
    for (var file : trimmedBrief.brief().content().readingList()) {
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

  private JsonArray warningsJson() {
    var all = new ArrayList<JsonObject>();
    for (var resumeWarning : trimmedBrief.brief().warnings()) {
      all.add(json(resumeWarning));
    }
    return JsonArray.of(all);
  }

  /// Returns a warning with its source and remedy.
  static JsonObject json(ResumeWarning resumeWarning) {
    var phase = resumeWarning.phase();
    return JsonObject.builder()
        .add("kind", word(resumeWarning.kind()))
        .add("code", resumeWarning.code())
        .add("text", resumeWarning.text())
        .add("source", resumeWarning.source())
        .add("hint", resumeWarning.hint())
        .addOrNull("phase", phase == null ? null : phase.value())
        .build();
  }

  private static String word(ResumeWarning.Kind kind) {
    return switch (kind) {
      case RERUN -> "re-run";
      // A closed gate is a question to the user.
      case GATE -> "ask";
      case NOTE, ASK, REPAIR, MERGE -> kind.name().toLowerCase(Locale.ROOT);
    };
  }

  private JsonArray offers() {
    var all = new ArrayList<JsonObject>();
    var brief = trimmedBrief.brief();
    for (var phase : brief.resumePhases()) {
      all.add(
          JsonObject.builder()
              .add("phase", phase.name().value())
              .add("progress", PhaseView.word(phase.status()))
              .add("command", CommandLines.enter(phase.name(), brief.header().id()))
              .build());
    }
    return JsonArray.of(all);
  }

  private JsonArray checks() {
    var all = new ArrayList<JsonObject>();
    for (var check : trimmedBrief.brief().checks()) {
      all.add(
          JsonObject.builder()
              .add("check", check.kind().word())
              .add("result", check.result().word())
              .add("text", check.text())
              .build());
    }
    return JsonArray.of(all);
  }

  private static Json leftOut(OmittedCounts left) {
    if (left.total() == 0) {
      return JsonNull.NULL;
    }
    return JsonObject.builder()
        .add("done", left.phases())
        .add("summaries", left.summaries())
        .add("decisions", left.decisions())
        .add("notes", left.notes())
        .add("changes", left.changes())
        .add("to_read", left.filesToRead())
        .add("doubts", left.warnings())
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

  private static Json goal(@Nullable Goal goal) {
    return goal == null
        ? JsonNull.NULL
        : JsonObject.builder().add("text", goal.text()).add("captured", goal.captured()).build();
  }

  private static Json inProgress(WorkInProgress work) {
    var phase = work.phase();
    var since = work.since();
    if (phase == null) {
      return JsonNull.NULL;
    }
    var json = JsonObject.builder().add("phase", phase.value());
    json.addIfPresent("title", work.title()).addIfPresent("task", work.tasks().current());
    return since == null ? json.build() : json.add("seconds", since.toSeconds()).build();
  }

  private static JsonArray notes(WorkInProgress work) {
    var all = new ArrayList<JsonObject>();
    for (var note : work.notes()) {
      all.add(WorklogJson.of(note));
    }
    return JsonArray.of(all);
  }

  private static JsonArray changes(WorkInProgress work) {
    var all = new ArrayList<JsonObject>();
    for (var change : work.changes()) {
      var json = JsonObject.builder().add("path", change.path());
      json.add("kind", change.kind().word()).add("committed", change.committed());
      if (change.added() >= 0) {
        json.add("added", change.added()).add("removed", change.removed());
      }
      all.add(json.build());
    }
    return JsonArray.of(all);
  }

  private static Json captured(WorkInProgress work) {
    var capture = work.capture();
    return capture == null ? JsonNull.NULL : WorklogJson.of(capture);
  }

  /// Returns the items as JSON, the most urgent first.
  public static JsonArray readyWork(List<WorkItem> ready) {
    var all = new ArrayList<JsonObject>();
    for (var item : ready) {
      all.add(
          JsonObject.builder()
              .add("id", item.id())
              .add("title", item.title())
              .add("priority", item.priority())
              .build());
    }
    return JsonArray.of(all);
  }

  /// Returns a line for each item.
  public static List<String> readyLines(List<WorkItem> ready) {
    var lines = new ArrayList<String>();
    for (var item : ready) {
      lines.add("ready: " + item.id() + " " + item.title());
    }
    return lines;
  }
}
