package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.IntegrationFactory;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.Integrations.Linear;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Issue;
import dev.tidemark.port.IssueDraft;
import dev.tidemark.port.Tracker;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.DialectOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verb `issue`: creates the issue of a run in Linear if it has none (R-004-63, R-004-64).
///
/// A workflow that has a phase for it is carried along: the phase is under way while Linear is
/// asked, and then done or failed.
public final class IssueCommand {
  private static final PhaseName PHASE = new PhaseName("issue-creation");
  private static final Issue NONE = new Issue("", null);

  private final Session session;
  private final ParsedCommand parsedCommand;

  public IssueCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `issue`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "issue",
            CommandGroup.INTEGRATIONS,
            WRITES_RUN,
            "record or create the issue of a run, or print texts about it",
            List.of(Argument.run()),
            List.of(
                Option.flag("create", "fail if it cannot be created"),
                Option.value(
                    "title", "TEXT", ValueKind.TEXT, "the title; default: the item of the run"),
                Option.value("description", "TEXT", ValueKind.TEXT, "the description; - = stdin"),
                Option.value(
                    "issue", "ID", ValueKind.NAME, "an existing issue; Linear is not called"),
                Option.value("url", "URL", ValueKind.TEXT, "with --issue: its address"),
                Option.flag("branch", "print the name of a branch for it"),
                Option.value("slug", "WORDS", ValueKind.TEXT, "with --branch: words for the name"),
                Option.flag("pr", "print the text of a pull request that closes it"),
                Option.value("text", "TEXT", ValueKind.TEXT, "with --pr: the text; - = stdin")),
            List.of(
                new Example("tidemark issue --title \"Log in with a key\"", "as configured"),
                new Example("tidemark issue --issue BAS-6", "an existing issue"),
                new Example("tidemark issue --branch --slug foundation", "the name of a branch"),
                new Example(
                    "tidemark issue --pr --text - < body.md", "the text of a pull request")))
        .mode(
            "branch",
            READS,
            List.of("slug"),
            List.of("create", "title", "description", "url", "pr"))
        .mode("pr", READS, List.of("text"), List.of("create", "title", "description", "url"));
  }

  /// Prints the issue of the run, and creates it if there is none; or a text about it.
  ///
  /// @throws IOException if the specification cannot be written
  public ExitCode run() throws IOException {
    if (parsedCommand.has("branch")) {
      return new IssueText(session).branch();
    }
    if (parsedCommand.has("pr")) {
      return new IssueText(session).request();
    }
    var runSelection = session.select();
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var word = parsedCommand.value("issue");
    if (word != null) {
      return keep(run, IssueText.named(word, parsedCommand.value("url")));
    }
    var known = Specification.recorded(session, run);
    if (known != null) {
      return shown(known, false, List.of("the issue is " + known.identifier()));
    }
    boolean demanded = parsedCommand.has("create");
    Linear linear;
    try {
      var integrations = Integrations.read(session.project().root());
      IntegrationFactory.printWarnings(session, integrations.notices());
      linear = integrations.linear();
    } catch (SettingsException wrong) {
      if (!demanded) {
        throw wrong;
      }
      session.screen().note(String.valueOf(wrong.getMessage()));
      return unconfigured(run);
    }
    if (!linear.enabled()) {
      return demanded ? unconfigured(run) : shown(NONE, false, List.of());
    }
    try (var integrationFactory = new IntegrationFactory(session)) {
      return make(run, linear, integrationFactory, demanded || !linear.isNative());
    }
  }

  /// Creates the issue that a gate of a run requires, and records it. The phase is the caller's to
  /// change, unless there can be no issue: then it fails.
  ///
  /// @return that the run has its issue or needs none, or how the attempt ended, which is shown
  /// @throws IOException if the specification cannot be written
  /// @throws SettingsException if the configuration cannot be understood
  ExitCode record(Selected run) throws IOException {
    if (Specification.recorded(session, run) != null) {
      return ExitCode.SUCCESS;
    }
    var linear = Integrations.read(session.project().root()).linear();
    if (!linear.enabled() || linear.isNative()) {
      return ExitCode.SUCCESS;
    }
    try (var integrationFactory = new IntegrationFactory(session)) {
      var no = recordingRefusal(run);
      if (no != null) {
        return session.refused(run.id().toString(), no);
      }
      var made =
          createIfConfigured(run, linear, integrationFactory.linear(), new Words(null, null));
      if (!made.isKnown()) {
        return failed(run, made.reason());
      }
      var issue = made.orElse(NONE);
      var refusal =
          apply(run, new Change.KeepReport(Specification.LINEAR, Specification.issueJson(issue)));
      if (refusal != null) {
        return session.refused(run.id().toString(), refusal);
      }
      session.screen().note("the issue is " + issue.identifier());
      var problem = specified(run, issue, new ArrayList<>());
      if (!problem.isEmpty()) {
        session.screen().note(problem);
      }
      return ExitCode.SUCCESS;
    }
  }

  /// Returns why an issue could not be recorded; null if it could. Linear is asked only then.
  private @Nullable Refusal<?> recordingRefusal(Selected run) {
    var trial = new Caller(session.actor(), ChangeMode.DRY_RUN, DialectOptions.NONE);
    var report = Specification.issueJson(new Issue("NEW-1", null));
    var keeping = new Change.KeepReport(Specification.LINEAR, report);
    var kept = session.project().checkpoints().apply(run.dialect(), run.id(), keeping, trial);
    return kept.outcome() instanceof Refusal<?> no ? no : null;
  }

  /// The caller's title and description of the issue.
  private record Words(@Nullable String title, @Nullable String description) {}

  private Fact<Issue> createIfConfigured(
      Selected run, Linear linear, @Nullable Tracker service, Words words) throws IOException {
    if (service == null) {
      return Fact.unknown(IntegrationFactory.LINEAR_KEY + " is not set");
    }
    return linear.team() == null
        ? Fact.unknown("linear.team is not set")
        : created(service, run, linear.team(), words);
  }

  /// @param needed whether the phase fails where there can be no issue
  private ExitCode make(
      Selected run, Linear linear, IntegrationFactory integrationFactory, boolean needed)
      throws IOException {
    var service = integrationFactory.linear();
    if (session.changeMode() == ChangeMode.DRY_RUN) {
      var team = linear.team() == null ? "(none)" : linear.team();
      return shown(NONE, false, List.of("would ask Linear for an issue of team " + team));
    }
    var no = recordingRefusal(run);
    if (no != null) {
      return session.refused(run.id().toString(), no);
    }
    if (needed || service != null) {
      move(run, new Change.StartPhase(PHASE, PhaseReport.NONE));
    }
    var words =
        new Words(
            parsedCommand.value("title"),
            session.inputs().text(parsedCommand.value("description")));
    var made = createIfConfigured(run, linear, service, words);
    if (made.isKnown()) {
      return keep(run, made.orElse(NONE));
    }
    if (needed) {
      return failed(run, made.reason());
    }
    session.screen().note("no issue was created: " + made.reason() + "; name one with --issue ID");
    return shown(NONE, false, List.of());
  }

  /// If the specification cannot be updated, no issue is created either.
  private Fact<Issue> created(Tracker service, Selected run, String team, Words words)
      throws IOException {
    var spec = Specification.of(session.project().root(), run.id().item());
    var problem = spec == null ? "" : spec.problem();
    return problem.isEmpty() ? service.create(draft(run, team, words)) : Fact.unknown(problem);
  }

  /// The draft's idempotency key is derived from the run, so that an issue whose response was lost
  /// is found again.
  private IssueDraft draft(Selected run, String team, Words words) {
    var project = session.project();
    var there = project.runs().inspect(run.dialect(), run.id());
    var started = there.document().evidence().startedAt();
    var occasion = "issue " + project.root() + " " + run.id() + " " + started;
    var title = words.title();
    var item = run.id().item();
    var given = words.description();
    var checkpoint = there.checkpoint();
    var goal = checkpoint == null ? "" : checkpoint.goal().orElse("");
    var said = given == null ? goal : given;
    return new IssueDraft(
        Sha256.uuid(occasion),
        team,
        Secrets.redacted(title != null ? title : item != null ? item : run.id().toString()),
        Secrets.redacted(said));
  }

  private ExitCode keep(Selected run, Issue issue) throws IOException {
    var refusal =
        apply(run, new Change.KeepReport(Specification.LINEAR, Specification.issueJson(issue)));
    if (refusal != null) {
      return session.refused(run.id().toString(), refusal);
    }
    var lines = new ArrayList<>(List.of("the issue is " + issue.identifier()));
    var url = issue.url();
    var summary = issue.identifier() + (url == null ? "" : " " + url);
    var report = new PhaseReport(new ContextSummary(summary), List.of(), List.of(), null);
    move(run, new Change.CompletePhase(PHASE, report));
    var problem = session.changeMode() == ChangeMode.COMMIT ? specified(run, issue, lines) : "";
    if (problem.isEmpty()) {
      return shown(issue, true, lines);
    }
    show(issue, true, lines, false);
    var again = CommandLines.of("issue --issue " + issue.identifier(), run.id());
    session.screen().problem(problem, "Fix it, then: " + again);
    return ExitCode.REFUSED;
  }

  /// Writes an issue into the specification, where there is one.
  ///
  /// @return why that failed; empty if it did not
  private String specified(Selected run, Issue issue, List<String> lines) throws IOException {
    var spec = Specification.of(session.project().root(), run.id().item());
    var problem = spec == null ? "" : spec.problem();
    if (spec != null && problem.isEmpty()) {
      try {
        if (spec.writeIssue(issue)) {
          lines.add("written into " + spec.path());
        }
      } catch (IOException failure) {
        problem = spec.problem(failure);
      }
    }
    return problem;
  }

  private ExitCode failed(Selected run, String cause) {
    var text = "Linear issue creation failed: " + cause;
    move(run, new Change.FailPhase(PHASE, text, PhaseReport.NONE));
    var hint = "Ask again: " + CommandLines.of("issue", run.id()) + ", or name one with --issue ID";
    return refused(run, new Blocker(Blocker.Kind.REFUSED, "issue-failed", text, hint));
  }

  private ExitCode unconfigured(Selected run) {
    return refused(
        run,
        Blocker.refused(
            "linear-unconfigured",
            "Linear configuration not found. Create .claude/config/integrations.json with"
                + " linear.enabled and linear.team",
            "A sample: tidemark init --integrations"));
  }

  private ExitCode refused(Selected run, Blocker blocker) {
    return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  /// Carries the phase along where the run has it, and it is not done yet.
  private void move(Selected run, Change change) {
    var there = session.project().runs().inspect(run.dialect(), run.id()).checkpoint();
    for (var phase : there == null ? List.<Phase>of() : there.phases()) {
      if (phase.name().equals(PHASE) && phase.status() != PhaseStatus.COMPLETE) {
        var refusal = apply(run, change);
        if (refusal != null) {
          session.refused(run.id().toString(), refusal);
        }
      }
    }
  }

  private @Nullable Refusal<?> apply(Selected run, Change change) {
    var by = new Caller(session.actor(), session.changeMode(), DialectOptions.NONE);
    var changeResult = session.project().checkpoints().apply(run.dialect(), run.id(), change, by);
    return changeResult.outcome() instanceof Refusal<?> no ? no : null;
  }

  private ExitCode shown(Issue issue, boolean changed, List<String> lines) {
    show(issue, changed, lines, true);
    return ExitCode.SUCCESS;
  }

  private void show(Issue issue, boolean changed, List<String> lines, boolean well) {
    boolean none = issue.identifier().isEmpty();
    session.confirm(
        JsonObject.builder()
            .add("ok", well)
            .add("dry_run", session.changeMode() == ChangeMode.DRY_RUN)
            .addOrNull("issue", none ? null : issue.identifier())
            .addOrNull("url", issue.url())
            .add("changed", changed && session.changeMode() == ChangeMode.COMMIT)
            .build(),
        lines);
  }
}
