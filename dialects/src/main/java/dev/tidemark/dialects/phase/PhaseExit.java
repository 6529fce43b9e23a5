package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.FileFact;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Fate;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.Outcome.Transition;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Exit of a phase: writes a checkpoint in place of the previous one (R-000-02 to R-000-32).
final class PhaseExit {
  private static final Ask<List<FileFact>> KEPT = new Ask.Files(PhasePlace.ASIDE);

  private final Protocol protocol;
  private final IgnoreCheck ignoring = new IgnoreCheck();

  PhaseExit(Protocol protocol) {
    this.protocol = protocol;
  }

  /// The phase to exit, and its report.
  ///
  /// @param before the checkpoint there is; absent if there is none
  /// @param resolved the id of the phase
  /// @param report the report
  record Request(@Nullable PhaseCheckpoint before, String resolved, PhaseReport report) {}

  List<Ask<?>> asks(@Nullable PhaseCheckpoint before, String resolved, Facts known) {
    var id = PhaseIds.whole(resolved);
    var around = new Surroundings(known);
    var asks = new ArrayList<Ask<?>>();
    asks.add(Ask.HeadNow.HEAD);
    asks.add(Ask.Recorded.EVIDENCE);
    asks.add(Surroundings.journal());
    asks.add(Ask.ReadyWork.READY);
    around.askForFolder(asks);
    if (PhaseIds.isBuild(id) || PhaseIds.isReview(id)) {
      asks.add(Surroundings.file(Gate.REVIEW));
    }
    for (var file : protocol.gates().files(id)) {
      asks.add(Surroundings.file(file));
    }
    if (PhaseIds.isBuild(id)) {
      asks.add(new Ask.Exists(".specify"));
      asks.add(new Ask.Exists("specs"));
    }
    var folder = around.folderSoFar();
    if (folder != null) {
      asks.add(Surroundings.file(folder + "/" + SpecState.STEPS));
      asks.add(new Ask.Exists(folder + "/plan.md"));
      asks.add(new Ask.Exists(folder + "/tasks.md"));
    }
    asks.addAll(ignoring.asks(known));
    if (before != null && before.damage() != null) {
      asks.add(KEPT);
      for (var file : known.has(KEPT) ? known.get(KEPT).orElse(List.of()) : List.<FileFact>of()) {
        asks.add(new Ask.Text(file.path()));
      }
    }
    return asks;
  }

  Outcome<PhaseCheckpoint> decide(Request request, Facts facts) {
    var around = new Surroundings(facts);
    var before = request.before();
    var leaving = new Leaving(protocol.workflows(), request.resolved(), facts.details());
    var gates = protocol.gates().of(before, leaving.id(), around);
    if (gates != null) {
      return gates;
    }
    var folder = around.folder();
    var steps = around.steps(folder);
    leaving.measure(steps);
    var branch = around.branch();
    var review =
        facts.has(Surroundings.file(Gate.REVIEW))
            ? around.gate(Gate.REVIEW)
            : Gate.of(Gate.REVIEW, null);
    leaving.review(review, branch);
    var next = leaving.next();
    var report = request.report();
    var summary = report.summary() == null ? "" : report.summary().text();
    var blockers = blockers(leaving, summary, facts);
    if (!blockers.isEmpty()) {
      return new Refusal<>(blockers, around.notices());
    }
    if (next.equals(PhaseIds.ACTIVATE) && protocol.workflows().hasReview(leaving.id())) {
      var end = protocol.gates().ofEnd(before, leaving.id(), leaving.hasPassed(), around);
      if (end != null) {
        return end;
      }
    }
    var step = new PhaseText.Step(leaving.completed(), next, protocol.settings().command(next));
    boolean built = leaving.isBuilt();
    var place =
        new PhaseText.Place(
            facts.now(),
            branch,
            around.spec(),
            built ? reviewStatus(review, branch) : null,
            built ? planStatus(folder, around) : null,
            steps,
            facts.get(Ask.ReadyWork.READY).orElse(Optional.empty()).orElse(List.of()));
    var advice = leaving.isLongSession() ? Advice.longSession(step.command()) : advice(step);
    var told = told(report, summary, leaving, place, facts);
    var content = new PhaseText.Content(step, place, advice.as(facts.details()), told);
    return written(request, new Written(content, leaving, around, facts));
  }

  private static List<Blocker> blockers(Leaving leaving, String summary, Facts facts) {
    var blockers = new ArrayList<>(leaving.blockers());
    var objection = facts.limit().objection(summary);
    if (!objection.isEmpty()) {
      blockers.add(Blocker.refused("summary-too-long", objection, "Shorten the summary"));
    }
    return blockers;
  }

  /// The result of an exit.
  private record Written(
      PhaseText.Content content, Leaving leaving, Surroundings around, Facts facts) {}

  private static Advice advice(PhaseText.Step step) {
    return Advice.of(step.completed(), step.next());
  }

  private Outcome<PhaseCheckpoint> written(Request request, Written written) {
    var content = written.content();
    var text = PhaseText.of(content);
    var after = protocol.format().read(PhasePlace.ID, text);
    var telling = new ExitNotices(protocol, request.before());
    var notices = telling.all(written.around(), written.facts(), request.report(), text);
    var events = new ArrayList<>(events(content.step(), written.leaving()));
    var effects = new ArrayList<>(setAside(request.before(), written.facts(), events, notices));
    effects.addAll(telling.effects());
    var step = content.step();
    var said = protocol.banners().saved(step.completed(), step.command(), content.advice());
    return new Transition<>(after, events, notices, said, effects, Fate.WRITTEN);
  }

  /// Keeps a document that cannot be relied on under a dated name.
  private static List<Effect> setAside(
      @Nullable PhaseCheckpoint before, Facts facts, List<Event> events, List<Notice> notices) {
    if (before == null || before.damage() == null) {
      return List.of();
    }
    var text = before.front().raw() + before.body();
    var kept = kept(text, facts);
    var stamp = Timestamps.seconds(facts.now()).replace("-", "").replace(":", "");
    var path = kept == null ? PhasePlace.ASIDE + "/claude-checkpoint-" + stamp + ".md" : kept;
    events.addFirst(new Event.SetAside(path));
    notices.add(
        new Notice(
            "set-aside",
            PhasePlace.FILE + " could not be read (" + before.damage() + "); kept as " + path));
    return List.of(new Effect.PutFile(path, text));
  }

  /// Returns where an interrupted change kept the same text; null if none did.
  private static @Nullable String kept(String text, Facts facts) {
    for (var file : facts.has(KEPT) ? facts.get(KEPT).orElse(List.of()) : List.<FileFact>of()) {
      var ask = new Ask.Text(file.path());
      boolean copy = file.path().endsWith(".md") && facts.has(ask);
      if (copy && facts.get(ask).orElse(Optional.empty()).filter(text::equals).isPresent()) {
        return file.path();
      }
    }
    return null;
  }

  private static List<Event> events(PhaseText.Step step, Leaving leaving) {
    if (step.completed().equals(PhaseIds.COMPLETE)) {
      return List.of(new Event.WorkflowCompleted());
    }
    var name = new PhaseName(leaving.id());
    if (PhaseIds.isPartial(step.completed())) {
      return List.of(new Event.PhaseAmended(name));
    }
    if (leaving.hasFailed()) {
      return List.of(new Event.PhaseFailed(name, "the review found issues"));
    }
    var done = new Event.PhaseCompleted(name);
    return step.next().equals(PhaseIds.ACTIVATE)
        ? List.of(done, new Event.WorkflowCompleted())
        : List.of(done);
  }

  /// R-000-13, R-000-14.
  private static String reviewStatus(Gate gate, String branch) {
    if (gate.says(Gate.PASS, branch)) {
      return Gate.PASS;
    }
    return gate.says(Gate.FAIL, branch) ? Gate.FAIL : "NOT_RUN";
  }

  /// R-000-16 to R-000-18.
  private static String planStatus(@Nullable String folder, Surroundings around) {
    if (folder == null) {
      return "NOT_APPLICABLE";
    }
    if (around.exists(folder + "/plan.md") || around.exists(folder + "/tasks.md")) {
      return "LOADED";
    }
    return around.exists(".specify") || around.exists("specs") ? "BYPASSED" : "NOT_APPLICABLE";
  }

  private PhaseText.Told told(
      PhaseReport report, String summary, Leaving leaving, PhaseText.Place place, Facts facts) {
    var warnings = new ArrayList<String>();
    if ("NOT_RUN".equals(place.review())) {
      warnings.addAll(protocol.banners().reviewWarning());
    }
    if ("BYPASSED".equals(place.plan())) {
      warnings.addAll(protocol.banners().planWarning());
    }
    var details = facts.details();
    var outcomes = new ArrayList<>(said(details.values("outcome")));
    outcomes.addAll(said(report.decisions()));
    for (var artifact : report.artifacts()) {
      outcomes.add(line(artifact));
    }
    return new PhaseText.Told(
        summary,
        outcomes,
        warnings,
        said(details.values("context")),
        said(details.values("open")),
        leaving.nextStep());
  }

  /// Returns how an outcome names a file.
  static String line(Artifact artifact) {
    boolean created = artifact.kind() == Artifact.Kind.CREATED;
    return artifact.path() + (created ? " (created)" : " (modified)");
  }

  private static List<String> said(List<String> texts) {
    var said = new ArrayList<String>(texts.size());
    for (var text : texts) {
      if (!text.isBlank()) {
        said.add(text);
      }
    }
    return said;
  }
}
