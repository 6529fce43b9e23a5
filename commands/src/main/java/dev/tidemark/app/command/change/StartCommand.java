package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.OtherRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verb `start`: begins a run, or continues an unfinished one of the same name.
public final class StartCommand {
  /// The codes of the blockers for an unfinished run.
  private static final Set<String> UNFINISHED = Set.of("unfinished", "already-open");

  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public StartCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `start`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "start",
            CommandGroup.RUN,
            WRITES_RUN,
            "start a run of a workflow, or continue the open one",
            List.of(
                Argument.required(
                    "WORKFLOW",
                    ValueKind.named("workflows"),
                    "implement, implement/auth or state/implement/auth"),
                Argument.optional(
                    "ITEM", ValueKind.NAME, "the item the run is about, for example a feature")),
            List.of(
                Option.value(
                    "goal", "TEXT", ValueKind.TEXT, "the goal in the user's words; - = stdin"),
                Option.value(
                    "phases",
                    "A,B,C",
                    ValueKind.NAME,
                    "the phases, instead of those of the workflow"),
                Option.flag("fresh", "start over; the old state stays in the history"),
                Option.flag("resume", "continue the existing run; do nothing without one"),
                Option.value(
                    "recovery",
                    "MODE",
                    ValueKind.oneOf("prompt", "auto", "off"),
                    "with an open run: ask, continue it, or start over"),
                Option.flag("any-command", "accept a workflow that is not defined"),
                Option.value("plan", "FILE", ValueKind.FILES, "the plan with the phases or tasks")
                    .ofProtocol("item, state"),
                Option.value("context", "TEXT", ValueKind.TEXT, "a file to read again on resume")
                    .repeated()
                    .ofProtocol("item"),
                Option.flag("create-only", "leave the first phase pending").ofProtocol("flow")),
            List.of(
                new Example("tidemark start implement/auth", "a run for the item auth"),
                new Example("tidemark start implement auth", "the same in two words"),
                new Example(
                    "tidemark start implement/pay --goal \"Users can pay by card\"",
                    "with a goal, shown first in every session"),
                new Example(
                    "tidemark start implement login --phases analyze,fix,verify",
                    "with other phases"),
                new Example("tidemark start design --fresh", "start over")))
        .byServer();
  }

  /// Begins a run.
  public ExitCode start() {
    var item = parsedCommand.argument("ITEM");
    var words = parsedCommand.required("WORKFLOW") + (item == null ? "" : "/" + item);
    if (words.endsWith("/")) {
      return session.misused(
          "no-name",
          words + " ends with a slash and names no run",
          "Name the run: tidemark start " + words + "NAME");
    }
    boolean any = parsedCommand.has("any-command");
    var runSelection = session.names().named(any ? withDefaultDialect(words) : words);
    if (!(runSelection instanceof Selected) && !phases().isEmpty()) {
      // With its phases given, the workflow needs no definition.
      runSelection = session.names().named(withDefaultDialect(words));
    }
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var typed = Change.StartRun.named(run.dialect().name(), words);
    var change =
        new Change.StartRun(
            typed.workflow(),
            typed.item(),
            phases(),
            parsedCommand.has("fresh"),
            any,
            session.inputs().text(parsedCommand.value("goal")));
    var exit = recover(run, change);
    if (exit == ExitCode.SUCCESS) {
      var named = run.id().item();
      if (named != null && typed.item() != null && !named.equalsIgnoreCase(typed.item())) {
        session.screen().note("the run of \"" + typed.item() + "\" is called " + run.id());
      }
      warnOfOthers(run.id());
    }
    return exit;
  }

  /// Two runs of one name do not know of each other's work.
  private void warnOfOthers(CheckpointId id) {
    for (var other : new OtherRuns(session).namedAlike(id.toString())) {
      // That one cannot be taken into this work tree any more.
      var command = other.isRemoved() ? "tidemark list" : other.command();
      session.screen().note(id + " is open in " + other.place() + " too: " + command);
    }
  }

  /// An undefined workflow belongs to the default format, independent of other formats'
  /// definitions.
  private String withDefaultDialect(String words) {
    int cut = words.indexOf('/');
    var first = cut < 0 ? words : words.substring(0, cut);
    return session.project().runs().names().contains(first)
        ? words
        : session.usualDialect() + "/" + words;
  }

  private List<PhaseName> phases() {
    var words = parsedCommand.value("phases");
    var names = new ArrayList<PhaseName>();
    if (words != null) {
      for (var word : words.split(",", -1)) {
        if (word.isBlank() || names.contains(new PhaseName(word.trim()))) {
          var what = word.isBlank() ? "has an empty name" : "names " + word.trim() + " twice";
          throw new InputException("--phases " + what, "Name each phase once, between commas.");
        }
        names.add(new PhaseName(word.trim()));
      }
    }
    return names;
  }

  /// Recovery (R-004-96) of an unfinished run of the same name: resumes it, or starts it, or starts
  /// again. Without a terminal the answer is to resume.
  private ExitCode recover(Selected run, Change.StartRun start) {
    var dialect = run.dialect();
    var id = run.id();
    if (parsedCommand.has("resume")) {
      return resumed(dialect, id, start);
    }
    if (start.fresh()) {
      return apply(run, start);
    }
    var unfinished = unfinished(dialect, id, start);
    var mode = parsedCommand.value("recovery");
    if (mode == null) {
      mode = session.settings().of(SettingKey.RECOVERY).value();
    }
    if (unfinished != null && mode.equals("off")) {
      return apply(run, fresh(start));
    }
    var difference = difference(run(dialect, id), start, unfinished != null);
    if (difference != null) {
      return session.refused(id.toString(), new Refusal<>(List.of(difference), List.of()));
    }
    if (unfinished == null) {
      return apply(run, start);
    }
    return mode.equals("auto") || wantsToResume(dialect, id)
        ? resume(id)
        : session.refused(id.toString(), unfinished);
  }

  private static Change.StartRun fresh(Change.StartRun start) {
    return new Change.StartRun(
        start.workflow(), start.item(), start.phases(), true, start.any(), start.goal());
  }

  private boolean wantsToResume(Dialect<?> dialect, CheckpointId id) {
    var next = run(dialect, id).resumePoint().next();
    var from = next == null ? "" : " from " + next;
    return session.prompt().confirm("Resume " + id.workflow() + from + "?", true);
  }

  /// Returns the refusal of a start for the one reason that the run is unfinished, which only the
  /// rules of a format define; null if it is not.
  private <C extends Checkpoint> @Nullable Refusal<C> unfinished(
      Dialect<C> dialect, CheckpointId id, Change.StartRun start) {
    var by = new Caller(session.actor(), ChangeMode.DRY_RUN, new DialectOptions(session.details()));
    try {
      var outcome = session.project().checkpoints().apply(dialect, id, start, by).outcome();
      return outcome instanceof Refusal<C> no && isOnlyUnfinished(no.blockers()) ? no : null;
    } catch (FormatException unreadable) {
      return null;
    }
  }

  private static boolean isOnlyUnfinished(List<Blocker> blockers) {
    return blockers.size() == 1 && UNFINISHED.contains(blockers.getFirst().code());
  }

  /// Returns why an open run is not the one that the options describe; null if it is.
  ///
  /// @param chooses whether its format lets the phases be chosen
  private @Nullable Blocker difference(Run run, Change.StartRun start, boolean chooses) {
    boolean begun = run.document().exists() || run.document().evidence().startedAt() != null;
    if (!run.open() || run.problem() != null || !begun) {
      return null;
    }
    var id = run.id();
    var known = run.goal();
    var goal = start.goal();
    if (goal != null && (known == null || !line(known.text()).equals(line(goal)))) {
      return Blocker.refused(
          "other-goal",
          id
              + " is open "
              + (known == null ? "without a goal" : "with another goal: " + line(known.text())),
          "Change it: "
              + CommandLines.of("note --goal TEXT", id)
              + ". Or begin again with --fresh");
    }
    var names = new ArrayList<PhaseName>();
    run.phases().forEach(phase -> names.add(phase.name()));
    var begin = session.project().history().newestStart(id);
    boolean same =
        start.phases().isEmpty()
            || start.phases().equals(names)
            || (begin.isPresent() && begin.get().event().phases().equals(start.phases()));
    return same || !chooses
        ? null
        : Blocker.refused(
            "other-phases",
            id + " is open with other phases: " + joined(names),
            "Leave --phases out, or begin again with --fresh");
  }

  private static String line(String text) {
    return PlainText.line(text.strip());
  }

  private static String joined(List<PhaseName> names) {
    var text = new StringBuilder();
    for (var name : names) {
      text.append(text.isEmpty() ? "" : ", ").append(name);
    }
    return text.toString();
  }

  private ExitCode resumed(Dialect<?> dialect, CheckpointId id, Change.StartRun start) {
    var run = run(dialect, id);
    if (parsedCommand.has("fresh")) {
      return session.misused(
          "resume-or-fresh",
          "--resume and --fresh are both given",
          "Give one of them: take the run up, or begin it anew.");
    }
    if (run.problem() == null && !run.document().exists()) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-checkpoint",
              "No checkpoint found for \"" + subject(start) + "\".",
              "Run without --resume to start fresh."));
    }
    if (!run.open()) {
      return complete(start);
    }
    var difference = difference(run, start, dialect.rules().reordersPhases());
    return difference == null
        ? resume(id)
        : session.refused(id.toString(), new Refusal<>(List.of(difference), List.of()));
  }

  private ExitCode complete(Change.StartRun start) {
    var command = start.workflow();
    var name = command.substring(0, 1).toUpperCase(Locale.ROOT) + command.substring(1);
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "already-complete",
            name + " for \"" + subject(start) + "\" is already complete.",
            "Run without --resume to start fresh."));
  }

  private static String subject(Change.StartRun start) {
    var item = start.item();
    return item == null || item.isBlank() ? start.workflow() : item.strip();
  }

  /// Prints the result of `resume`.
  private ExitCode resume(CheckpointId id) {
    var names = new ArrayList<>(List.of("run"));
    var values = new ArrayList<>(List.of(id.toString()));
    for (var option : List.of("root", "as")) {
      var value = parsedCommand.value(option);
      if (value != null) {
        names.add(option);
        values.add(value);
      }
    }
    var call = new ParsedCommand(ReadCommands.resumeSpec(), List.of(), names, values);
    return new ReadCommands(new Session(call, session.screen(), session.place())).resume();
  }

  private Run run(Dialect<?> dialect, CheckpointId id) {
    return session.project().runs().inspect(dialect, id);
  }

  /// Gives an open run another list of phases.
  public ExitCode edit(Selected run) {
    var id = run.id();
    return apply(run, new Change.StartRun(id.workflow(), id.item(), List.of(), false, true, null));
  }

  private ExitCode apply(Selected run, Change change) {
    return new ChangeRunner(session).apply(run.dialect(), run, change);
  }
}
