package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.history.Event;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Exit of a phase: writes a checkpoint in place of the previous one (R-000-02 to R-000-32).
final class PhaseExit {
  private static final FactQuery<List<FileFact>> KEPT = FactQuery.files(PhaseFormat.ASIDE);
  private static final FactQuery<String> LOCATION = FactQuery.location(PhaseFormat.ASIDE);

  private final PhaseContext phaseContext;
  private final @Nullable PhaseCheckpoint before;
  private final String resolved;
  private final Facts facts;
  private final ProjectFacts projectFacts;

  /// @param before the checkpoint there is; absent if there is none
  /// @param resolved the id of the phase to exit
  PhaseExit(
      PhaseContext phaseContext, @Nullable PhaseCheckpoint before, String resolved, Facts facts) {
    this.phaseContext = phaseContext;
    this.before = before;
    this.resolved = resolved;
    this.facts = facts;
    this.projectFacts = new ProjectFacts(facts);
  }

  /// Returns the facts needed, given the known ones.
  List<FactQuery<?>> asks() {
    var id = PhaseIds.withoutPartial(resolved);
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FactQuery.HEAD);
    asks.add(FactQuery.EVIDENCE);
    asks.add(ProjectFacts.journal());
    asks.add(FactQuery.READY_WORK);
    projectFacts.askForFolder(asks);
    if (PhaseIds.isBuild(id) || PhaseIds.isReview(id)) {
      asks.add(ProjectFacts.file(GateFile.REVIEW));
    }
    for (var file : phaseContext.gates().files(id)) {
      asks.add(ProjectFacts.file(file));
    }
    if (PhaseIds.isBuild(id)) {
      asks.add(FactQuery.exists(".specify"));
      asks.add(FactQuery.exists("specs"));
    }
    var folder = projectFacts.knownFolder();
    if (folder != null) {
      asks.add(ProjectFacts.file(folder + "/" + ProjectFacts.STEPS));
      asks.add(FactQuery.exists(folder + "/plan.md"));
      asks.add(FactQuery.exists(folder + "/tasks.md"));
    }
    asks.addAll(ExitNotices.trackedAsks(facts));
    if (before != null && before.damage() != null) {
      asks.add(KEPT);
      asks.add(LOCATION);
      for (var file : facts.has(KEPT) ? facts.get(KEPT).orElse(List.of()) : List.<FileFact>of()) {
        asks.add(FactQuery.fileText(file.path()));
      }
    }
    return asks;
  }

  Outcome<PhaseCheckpoint> decide(PhaseReport report) {
    var exitTransition = new ExitTransition(phaseContext.workflows(), resolved, facts.options());
    var gates = phaseContext.gates().refusal(before, exitTransition.id(), projectFacts);
    if (gates != null) {
      return gates;
    }
    var folder = projectFacts.folder();
    var specSteps = projectFacts.steps(folder);
    exitTransition.checkPartial(specSteps);
    var branch = projectFacts.branch();
    var review =
        facts.has(ProjectFacts.file(GateFile.REVIEW))
            ? projectFacts.gate(GateFile.REVIEW)
            : GateFile.of(GateFile.REVIEW, null);
    exitTransition.checkReview(review, branch);
    var next = exitTransition.next();
    var summary = report.summary() == null ? "" : report.summary().text();
    var blockers = blockers(exitTransition, summary);
    if (!blockers.isEmpty()) {
      return new Refusal<>(blockers, projectFacts.notices());
    }
    if (next.equals(PhaseIds.ACTIVATE) && phaseContext.workflows().hasReview(exitTransition.id())) {
      var end =
          phaseContext
              .gates()
              .refusalAtEnd(before, exitTransition.id(), exitTransition.hasPassed(), projectFacts);
      if (end != null) {
        return end;
      }
    }
    var step =
        new PhaseText.Step(exitTransition.completed(), next, phaseContext.settings().command(next));
    boolean built = exitTransition.isBuilt();
    var place =
        new PhaseText.Place(
            facts.now(),
            branch,
            projectFacts.spec(),
            built ? reviewStatus(review, branch) : null,
            built ? planStatus(folder) : null,
            specSteps,
            facts.get(FactQuery.READY_WORK).orElse(Optional.empty()).orElse(List.of()));
    var clearAdvice =
        exitTransition.isLongSession() ? ClearAdvice.longSession(step.command()) : advice(step);
    var content = content(report, summary, exitTransition, place);
    var text = new PhaseText(step, place, clearAdvice.withOverride(facts.options()), content);
    return written(report, exitTransition, text);
  }

  private List<Blocker> blockers(ExitTransition exitTransition, String summary) {
    var blockers = new ArrayList<>(exitTransition.blockers());
    var objection = facts.limit().objection(summary);
    if (!objection.isEmpty()) {
      blockers.add(Blocker.refused("summary-too-long", objection, "Shorten the summary"));
    }
    return blockers;
  }

  private static ClearAdvice advice(PhaseText.Step step) {
    return ClearAdvice.of(step.completed(), step.next());
  }

  private Outcome<PhaseCheckpoint> written(
      PhaseReport report, ExitTransition exitTransition, PhaseText phaseText) {
    var text = phaseText.render();
    var after = phaseContext.format().read(PhaseFormat.ID, text);
    var exitNotices = new ExitNotices(phaseContext, before);
    var notices = exitNotices.collectAll(projectFacts, facts, report, text);
    var step = phaseText.step();
    var events = new ArrayList<>(events(step, exitTransition));
    for (var decision : nonBlank(report.decisions())) {
      var phase = new PhaseName(exitTransition.id());
      events.add(new Event.DecisionRecorded(new Decision(phase, decision)));
    }
    var effects = new ArrayList<>(setAside(events, notices));
    effects.addAll(exitNotices.effects());
    var formatLines =
        phaseContext.banners().saved(step.completed(), step.command(), phaseText.advice());
    return new Transition<>(after, events, notices, formatLines, effects, Fate.WRITTEN);
  }

  /// Keeps a document that cannot be relied on under a dated name.
  private List<Effect> setAside(List<Event> events, List<Notice> notices) {
    if (before == null || before.damage() == null) {
      return List.of();
    }
    var text = before.front().raw() + before.body();
    var kept = interruptedCopy(text);
    var stamp = Timestamps.seconds(facts.now()).replace("-", "").replace(":", "");
    var path = kept == null ? PhaseFormat.ASIDE + "/claude-checkpoint-" + stamp + ".md" : kept;
    var shown =
        facts.get(LOCATION).orElse(PhaseFormat.ASIDE) + path.substring(path.lastIndexOf('/'));
    events.addFirst(new Event.SetAside(path));
    notices.add(
        new Notice(
            "set-aside",
            PhaseFormat.FILE + " could not be read (" + before.damage() + "); kept as " + shown));
    return List.of(new Effect.PutFile(path, text));
  }

  /// Returns where an interrupted change kept the same text; null if none did.
  private @Nullable String interruptedCopy(String text) {
    for (var file : facts.has(KEPT) ? facts.get(KEPT).orElse(List.of()) : List.<FileFact>of()) {
      var ask = FactQuery.fileText(file.path());
      boolean copy = file.path().endsWith(".md") && facts.has(ask);
      if (copy && facts.get(ask).orElse(Optional.empty()).filter(text::equals).isPresent()) {
        return file.path();
      }
    }
    return null;
  }

  private static List<Event> events(PhaseText.Step step, ExitTransition exitTransition) {
    if (step.completed().equals(PhaseIds.COMPLETE)) {
      return List.of(new Event.WorkflowCompleted());
    }
    var name = new PhaseName(exitTransition.id());
    if (PhaseIds.isPartial(step.completed())) {
      return List.of(new Event.PhaseAmended(name));
    }
    if (exitTransition.hasFailed()) {
      return List.of(new Event.PhaseFailed(name, "the review found issues"));
    }
    var done = new Event.PhaseCompleted(name);
    return step.next().equals(PhaseIds.ACTIVATE)
        ? List.of(done, new Event.WorkflowCompleted())
        : List.of(done);
  }

  /// R-000-13, R-000-14.
  private static String reviewStatus(GateFile gateFile, String branch) {
    if (gateFile.hasStatus(GateFile.PASS, branch)) {
      return GateFile.PASS;
    }
    return gateFile.hasStatus(GateFile.FAIL, branch) ? GateFile.FAIL : "NOT_RUN";
  }

  /// R-000-16 to R-000-18.
  private String planStatus(@Nullable String folder) {
    if (folder == null) {
      return "NOT_APPLICABLE";
    }
    if (projectFacts.exists(folder + "/plan.md") || projectFacts.exists(folder + "/tasks.md")) {
      return "LOADED";
    }
    return projectFacts.exists(".specify") || projectFacts.exists("specs")
        ? "BYPASSED"
        : "NOT_APPLICABLE";
  }

  private PhaseText.Content content(
      PhaseReport report, String summary, ExitTransition exitTransition, PhaseText.Place place) {
    var warnings = new ArrayList<String>();
    if ("NOT_RUN".equals(place.review())) {
      warnings.addAll(phaseContext.banners().reviewWarning());
    }
    if ("BYPASSED".equals(place.plan())) {
      warnings.addAll(phaseContext.banners().planWarning());
    }
    var dialectOptions = facts.options();
    var outcomes = new ArrayList<>(nonBlank(dialectOptions.values("outcome")));
    outcomes.addAll(nonBlank(report.decisions()));
    for (var artifact : report.artifacts()) {
      if (artifact.kind() != Artifact.Kind.REMOVED) {
        outcomes.add(line(artifact));
      }
    }
    return new PhaseText.Content(
        summary,
        outcomes,
        warnings,
        nonBlank(dialectOptions.values("context")),
        nonBlank(dialectOptions.values("open")),
        exitTransition.nextStep());
  }

  /// Returns how an outcome names a file.
  static String line(Artifact artifact) {
    boolean created = artifact.kind() == Artifact.Kind.CREATED;
    return artifact.path() + (created ? " (created)" : " (modified)");
  }

  private static List<String> nonBlank(List<String> texts) {
    var kept = new ArrayList<String>(texts.size());
    for (var text : texts) {
      if (!text.isBlank()) {
        kept.add(text);
      }
    }
    return kept;
  }
}
