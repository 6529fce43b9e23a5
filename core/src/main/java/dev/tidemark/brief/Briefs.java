package dev.tidemark.brief;

import dev.tidemark.brief.check.CheckResults;
import dev.tidemark.brief.check.FileChecks;
import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.brief.check.RecordChecks;
import dev.tidemark.brief.check.WorktreeChecks;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.GateEvaluator;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.PhaseNumbers;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Worklog;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.WorkItem;
import dev.tidemark.workflow.policy.CommandLines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Brief builder: collects the handoff, checks it against the work tree, and decides the verdict.
/// Writes nothing.
public final class Briefs {
  /// The time limit for git to compare the work tree, in milliseconds: a user waits for the brief.
  public static final int GIT_MILLIS = 2_000;

  /// The code of the notice that names an earlier run of the workflow.
  static final String EARLIER_RUN = "earlier-run";

  private static final int READY_MAX = 5;

  /// The other open runs that are read for what they have changed.
  private static final int OPEN_RUNS_MAX = 10;

  /// The newest entries of an archived run that are looked through for its document.
  private static final int ENTRIES_MAX = 5;

  /// A list of more phases than that is no help to choose one, and fits into no brief.
  private static final int OFFERS_MAX = 200;

  private final ProjectContext projectContext;
  private final HistoryStore historyStore;
  private final Workflows workflows;
  private final RunRepository runRepository;
  private final GateEvaluator gates;
  private final boolean thorough;
  private final boolean resumed;

  /// Takes the project context, the history, the workflows, the readers of run parts and the gates.
  public Briefs(
      ProjectContext projectContext,
      HistoryStore historyStore,
      Workflows workflows,
      RunRepository runRepository,
      GateEvaluator gates) {
    this(projectContext, historyStore, workflows, runRepository, gates, false, false);
  }

  private Briefs(
      ProjectContext projectContext,
      HistoryStore historyStore,
      Workflows workflows,
      RunRepository runRepository,
      GateEvaluator gates,
      boolean thorough,
      boolean resumed) {
    this.projectContext = projectContext;
    this.historyStore = historyStore;
    this.workflows = workflows;
    this.runRepository = runRepository;
    this.gates = gates;
    this.thorough = thorough;
    this.resumed = resumed;
  }

  /// Returns a builder that checks everything at any cost: the whole journal, and every file.
  public Briefs withAllChecks() {
    return new Briefs(projectContext, historyStore, workflows, runRepository, gates, true, resumed);
  }

  /// Returns a builder for runs that were resumed just now: where the resume policy of a dialect
  /// [changes][dev.tidemark.dialect.ResumePolicy#changesRun] a run, it is not applied again, and
  /// the lines of the format, which the change has printed, are not repeated.
  public Briefs resumed() {
    return new Briefs(
        projectContext, historyStore, workflows, runRepository, gates, thorough, true);
  }

  /// Returns the brief of a run. Never throws because of the run itself.
  ///
  /// @param run the run as it was found
  public Brief of(Run run) {
    return of(run, null);
  }

  /// Returns the brief of a run that is to be resumed at a phase of the user's choice.
  ///
  /// @param chosen the phase; absent for the run's own resume point
  public Brief of(Run run, @Nullable PhaseName chosen) {
    return brief(run.dialect(), run, chosen);
  }

  /// Returns the verdict of the brief of a run alone.
  public Verdict verdict(Run run) {
    var checkResults = new CheckResults();
    checked(run, handover(run.dialect(), run), checkResults, null);
    return Verdict.of(run, run.resumePoint(), null, resumes(run), checkResults.deciding());
  }

  @SuppressWarnings("unchecked") // a run's checkpoint was decoded by its own dialect
  private <C extends Checkpoint> Brief brief(
      Dialect<C> dialect, Run run, @Nullable PhaseName chosen) {
    var told = lastRecorded(dialect, run);
    var point = told.resumePoint();
    var protocolHandover = run.open() ? handover(dialect, run) : ProtocolHandover.NONE;
    var checkResults = new CheckResults();
    var reading = checked(run, protocolHandover, checkResults, chosen);
    var lines = protocolHandover.formatLines();
    var work = WorkInProgress.of(projectContext, told, point, lines, () -> otherOpenRuns(run));
    var known = briefContent(told, point, work, reading);
    var verdict = Verdict.of(run, point, chosen, resumes(run), checkResults.deciding());
    var header = subject(run, told, number(dialect, run, verdict.phase()));
    var warnings = checkResults.warnings();
    var earlier = run.open() && header.done() == 0 ? earlier(run) : null;
    if (earlier != null) {
      warnings.add(earlier);
    }
    return new Brief(
        header,
        verdict,
        known,
        checkResults.checks(),
        warnings,
        offers(told),
        resumed ? List.of() : protocolHandover.formatLines());
  }

  private List<Run> otherOpenRuns(Run run) {
    var others = new ArrayList<Run>();
    for (var summary : runRepository.overview(false).runs()) {
      if (summary.open() && !summary.id().equals(run.id()) && others.size() < OPEN_RUNS_MAX) {
        others.add(runRepository.inspect(summary.id()));
      }
    }
    return others;
  }

  private List<ReadingItem> checked(
      Run run,
      ProtocolHandover protocolHandover,
      CheckResults checkResults,
      @Nullable PhaseName chosen) {
    if (!run.open()) {
      return List.of();
    }
    var recorded = new RecordChecks(run, checkResults);
    recorded.requested();
    var place = new WorktreeChecks(projectContext, run, checkResults);
    place.merge(historyStore);
    boolean readable = recorded.schema();
    recorded.journal(historyStore, thorough);
    if (!readable) {
      return List.of();
    }
    recorded.definition(workflows, historyStore);
    place.checkBranchAndCommit();
    var reading =
        new FileChecks(projectContext, run, checkResults, thorough).checkAll(protocolHandover);
    recorded.age(projectContext.now());
    var closed = gates.firstClosed(run, chosen == null ? run.currentPhase() : chosen);
    recorded.looseEnds(leftHalfWay(run, protocolHandover), closed, chosen != null);
    return reading;
  }

  /// Returns the warnings found in the document of the run and in its parts.
  private List<ResumeWarning> leftHalfWay(Run run, ProtocolHandover protocolHandover) {
    var warnings = new ArrayList<>(protocolHandover.warnings());
    for (var part : runRepository.partsOf(run)) {
      warnings.addAll(handover(part.dialect(), part).warnings());
    }
    return warnings;
  }

  @SuppressWarnings("unchecked") // a run's checkpoint was decoded by its own dialect
  private static <C extends Checkpoint> ProtocolHandover handover(Dialect<C> dialect, Run run) {
    var checkpoint = (C) run.checkpoint();
    return checkpoint == null
        ? ProtocolHandover.NONE
        : dialect.resumePolicy().handover(checkpoint, dialect.locator().pathOf(run.id()));
  }

  private BriefContent briefContent(
      Run run, ResumePoint point, WorkInProgress work, List<ReadingItem> reading) {
    var done = new ArrayList<Phase>(point.done().size());
    var worklog = run.document().evidence().worklog();
    for (var phase : point.done()) {
      done.add(worklog.mergedInto(phase));
    }
    var whole =
        new ResumePoint(point.phase(), point.summary(), point.next(), done, point.finished());
    var ready = point.finished() ? List.<WorkItem>of() : readyWork();
    return new BriefContent(whole, work, unfinished(run), run.decisions(), reading, ready);
  }

  /// Returns phases that were begun or failed and are not completed, with their details.
  private static List<Phase> unfinished(Run run) {
    var unfinished = new ArrayList<Phase>();
    for (var phase : run.phases()) {
      boolean begun = phase.status().isOpen() && phase.summary() != null;
      if (begun || phase.status() == PhaseStatus.FAILED) {
        unfinished.add(phase);
      }
    }
    return unfinished;
  }

  /// Returns the work items that a tracker of the project lists as ready, cut to the limit of a
  /// phase checkpoint; empty without a tracker or if it cannot be read.
  public List<WorkItem> readyWork() {
    var ready =
        projectContext.fetch(FactQuery.READY_WORK).orElse(Optional.empty()).orElse(List.of());
    return ready.size() <= READY_MAX ? ready : ready.subList(0, READY_MAX);
  }

  private boolean resumes(Run run) {
    return !resumed && run.dialect().resumePolicy().changesRun();
  }

  /// Returns the number of a phase in commands, if its name needs quotes.
  @SuppressWarnings("unchecked") // as above
  private <C extends Checkpoint> @Nullable String number(
      Dialect<C> dialect, Run run, @Nullable PhaseName phase) {
    var rules = dialect.rules();
    if (phase == null || CommandLines.isPlain(phase.value())) {
      return null;
    }
    if (!rules.numbersPhases()) {
      return PhaseNumbers.of(phase, PhaseNumbers.planned(historyStore, run));
    }
    var checkpoint = (C) run.checkpoint();
    var phases = run.phases();
    for (int i = 0; i < phases.size(); i++) {
      if (phases.get(i).name().equals(phase)) {
        // Formats count from 0 or from 1.
        for (int number = i; number <= i + 1; number++) {
          var word = String.valueOf(number);
          if (rules.phaseKey(run.id(), checkpoint, new PhaseName(word)).phase().equals(phase)) {
            return word;
          }
        }
      }
    }
    return null;
  }

  /// Returns the run; an archived one with its last document and everything that was noted.
  public Run lastRecorded(Run run) {
    return lastRecorded(run.dialect(), run);
  }

  private <C extends Checkpoint> Run lastRecorded(Dialect<C> dialect, Run run) {
    if (run.open() || run.checkpoint() != null) {
      return run;
    }
    try {
      var history = historyStore.history(run.id());
      var worklog = Worklog.EMPTY;
      for (var entry : history) {
        for (var event : entry.events()) {
          worklog = worklog.after(event, entry.at(), null);
        }
      }
      for (int i = history.size() - 1; i >= Math.max(0, history.size() - ENTRIES_MAX); i--) {
        var text = historyStore.stateAt(run.id(), history.get(i).sequence());
        if (text.isPresent()) {
          var checkpoint = dialect.format().decode(run.id(), text.get()).checkpoint();
          boolean ended = checkpoint.finished() || worklog.abandoned() != null;
          var left = (ended ? worklog : worklog.abandoned("")).withoutPartsOf(checkpoint);
          return run.withState(checkpoint, Evidence.NONE.with(left));
        }
      }
      return run;
    } catch (StoreException | FormatException unreadable) {
      return run;
    }
  }

  /// Returns a notice that names the newest other run of the workflow that has ended; null if there
  /// is none.
  private @Nullable ResumeWarning earlier(Run run) {
    RunSummary newest = null;
    try {
      for (var other : runRepository.overview(List.of(run.id().dialect()), true).runs()) {
        boolean own = other.id().equals(run.id());
        if (!own
            && !other.open()
            && other.id().workflow().equals(run.id().workflow())
            && (newest == null || ended(other).isAfter(ended(newest)))) {
          newest = other;
        }
      }
    } catch (StoreException unreadable) {
      return null;
    }
    if (newest == null) {
      return null;
    }
    long seconds = projectContext.now().getEpochSecond() - ended(newest).getEpochSecond();
    var word = newest.state() == RunSummary.State.ABANDONED ? ", abandoned " : ", done ";
    var command = CommandLines.of("resume", newest.id());
    var ago = Timestamps.durationText(Math.max(0, seconds)) + " ago: ";
    return new ResumeWarning(
        ResumeWarning.Kind.NOTE,
        EARLIER_RUN,
        newest.id() + word + ago + command,
        "the list of runs",
        command,
        null);
  }

  private static Instant ended(RunSummary summary) {
    var last = summary.last();
    var at = last == null ? summary.updatedAt() : last.at();
    return at == null ? Instant.EPOCH : at;
  }

  private BriefHeader subject(Run run, Run told, @Nullable String number) {
    var checkpoint = run.checkpoint();
    var definition = run.definition();
    var trusted =
        definition != null && definition.isBuiltIn()
            ? definition.phaseNames()
            : List.<PhaseName>of();
    int done = 0;
    int total = 0;
    for (var phase : told.phases()) {
      total++;
      if (phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED) {
        done++;
      }
    }
    return new BriefHeader(
        run.id(),
        run.dialect().locator().pathOf(run.id()),
        run.open() ? null : Objects.requireNonNullElse(run.abandoned(), ""),
        done,
        total,
        trusted,
        resumes(run),
        run.dialect().rules().reordersPhases(),
        number,
        run.document().evidence().head().branch(),
        checkpoint == null ? null : checkpoint.updatedAt().orElse(null));
  }

  /// Returns the phases to resume at: of an open run all, else those that were not done.
  private static List<Phase> offers(Run run) {
    var phases = run.phases();
    if (!run.open()) {
      var left = new ArrayList<Phase>();
      for (var phase : phases) {
        if (phase.status() != PhaseStatus.COMPLETE && phase.status() != PhaseStatus.SKIPPED) {
          left.add(phase);
        }
      }
      phases = left;
    }
    return phases.size() > OFFERS_MAX ? List.of() : phases;
  }
}
