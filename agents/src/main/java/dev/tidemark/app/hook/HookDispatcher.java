package dev.tidemark.app.hook;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.GeminiCommands;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookAnswer;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.HookReply;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.hook.event.ProjectProbe;
import dev.tidemark.app.hook.event.SessionFolder;
import dev.tidemark.app.hook.event.TypedCommand;
import dev.tidemark.app.hook.guard.OwnCall;
import dev.tidemark.app.hook.guard.PolicyGuard;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonException;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.EscapedText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hook entry point: reads one event and writes one response.
///
/// Events that record or tell are fail-open: after any error the agent continues, with the empty
/// response, exit code 0, and one line on standard error about the failed action. Guards are
/// fail-closed where a gate may be ahead: one that cannot decide, for an error or for lack of time,
/// says no. The exit code 2 means no to agents, so nothing but a no ever ends with it.
public final class HookDispatcher {
  private static final String NAME = "tidemark: ";

  /// Of each second that the agent waits; the rest is for the start of the process and its end.
  private static final long MILLIS_PER_SECOND = 800;

  /// The same for guards: an agent that runs out of patience lets the action through.
  private static final long GUARD_MILLIS_PER_SECOND = 333;

  private static final long GRACE_MILLIS = 200;

  private final ProcessContext place;
  private final OutputStream out;
  private final OutputStream err;
  private final ChangeMode changeMode;
  private volatile boolean late;

  /// The answer, where something is still to be recorded behind it.
  private volatile @Nullable HookAnswer decided;

  /// @param place where the agent started us; its standard input holds the event
  /// @param out where the answer goes
  /// @param err where diagnostics go
  /// @param changeMode whether anything may be recorded
  public HookDispatcher(
      ProcessContext place, OutputStream out, OutputStream err, ChangeMode changeMode) {
    this.place = place;
    this.out = out;
    this.err = err;
    this.changeMode = changeMode;
  }

  /// Specification of `hook`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "hook",
        CommandGroup.AGENTS,
        WRITES_RUN,
        "handle an event of a coding agent",
        List.of(
            Argument.required("AGENT", ValueKind.oneOf(Agent.words()), "the agent"),
            Argument.required("EVENT", ValueKind.NAME, "the agent's name for the event")),
        List.of(),
        List.of(
            new Example("tidemark hook claude-code SessionStart", "called by the agent"),
            new Example(
                "tidemark hook claude-code PreCompact --dry-run", "without recording anything")));
  }

  /// Answers one event and returns the exit code. Never throws: this is the outermost error
  /// boundary.
  public int answer(String agentWord, String event) {
    var agent = Agent.of(agentWord);
    if (agent == null) {
      complain("no agent is called " + agentWord + "; there are " + agents());
      return 1;
    }
    var hook = HookTable.find(agent, event);
    if (hook == null) {
      complain("nothing is done at " + event + " of " + agentWord);
      return 0;
    }
    var reply = HookReply.of(hook, answerWithTimeout(hook));
    return deliver(reply);
  }

  /// Answers in a thread of its own with the agent's timeout, because reading a project may block
  /// or take any time. The interrupt ends a git program that is waited for.
  private HookAnswer answerWithTimeout(Hook hook) {
    var answering = new Answering(hook);
    var thread = new Thread(answering, "hook");
    thread.setDaemon(true);
    thread.start();
    long all = hook.seconds() * MILLIS_PER_SECOND;
    long millis = isGuard(hook) ? hook.seconds() * GUARD_MILLIS_PER_SECOND : all;
    try {
      thread.join(millis);
      if (thread.isAlive() && decided != null) {
        thread.join(all - millis);
      }
      if (!thread.isAlive()) {
        return answering.answer;
      }
      late = true;
      thread.interrupt();
      thread.join(GRACE_MILLIS);
    } catch (InterruptedException interrupted) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    var known = decided;
    return known == null
        ? undecided(hook, answering.input, "it took longer than " + millis + " ms")
        : known;
  }

  /// Returns the answer to an event that could not be decided on.
  ///
  /// @param input the event; absent if it could not be read
  private HookAnswer undecided(Hook hook, @Nullable HookInput input, String why) {
    var folder = input == null ? place.folder() : folder(hook, input);
    if (!isGuarded(hook, input, folder)) {
      complain(hook.event() + " went unanswered: " + why);
      return HookAnswer.NOTHING;
    }
    return HookAnswer.refusal(HookMessages.undecided(why));
  }

  private Path folder(Hook hook, HookInput input) {
    return SessionFolder.of(hook.agent(), input, place.environment(), place.folder());
  }

  private static boolean isGuard(Hook hook) {
    return switch (hook.moment()) {
      case TOOL, COMMAND, PROMPT -> true;
      case SESSION_START, STOP, COMPACTION, SESSION_END -> false;
    };
  }

  /// Returns whether an event may be about a gate: not a prompt without a command, nor anything in
  /// a project without gates.
  private boolean isGuarded(Hook hook, @Nullable HookInput input, Path folder) {
    boolean tool = hook.moment() == HookEvent.TOOL;
    boolean command =
        hook.moment() == HookEvent.COMMAND
            || (input != null
                && (tool
                    ? input.skill() != null
                    : !TypedCommand.commandsIn(hook.agent(), input.prompt()).isEmpty()));
    if (!isGuard(hook) || !(tool || command)) {
      return false;
    }
    var root = ProjectProbe.root(folder, place.environment());
    return root != null
        && (GateInputs.arePossible(root) || (command && GateInputs.areBuiltIn(root)));
  }

  /// The answer to one event, and the thread that finds it.
  private final class Answering implements Runnable {
    private final Hook hook;
    private volatile @Nullable HookInput input;
    private HookAnswer answer = HookAnswer.NOTHING;

    Answering(Hook hook) {
      this.hook = hook;
    }

    @Override
    public void run() {
      try {
        var read = HookInput.read(place.in());
        input = read;
        answer = answer(hook, read);
      } catch (JsonException | IOException broken) {
        fail("the event was not understood: " + broken.getMessage());
      } catch (StoreException | FormatException | SettingsException | InputException broken) {
        fail(String.valueOf(broken.getMessage()));
      } catch (RuntimeException bug) {
        fail("this is a bug in Tidemark: " + bug + bugLocation(bug));
      }
    }

    /// Answers, unless the time limit has been answered for.
    private void fail(String why) {
      if (!late) {
        answer = undecided(hook, input, why);
      }
    }
  }

  private HookAnswer answer(Hook hook, HookInput input) {
    var folder = folder(hook, input);
    var root = ProjectProbe.root(folder, place.environment());
    if (hook.moment() == HookEvent.TOOL) {
      var current = input.folder(place.folder());
      var policy = PolicyGuard.refusal(input, current, place.environment());
      var refusal = policy == null ? new ToolHook(place, input, current).refusal(root) : policy;
      if (refusal != null) {
        return HookAnswer.refusal(refusal);
      }
    }
    if (root == null) {
      return begins(hook, input) ? HookAnswer.context(HookProject.BEGIN) : HookAnswer.NOTHING;
    }
    var notes = new SessionNotes(root, changeMode == ChangeMode.COMMIT ? input.session() : null);
    var named = hook.moment() == HookEvent.TOOL ? OwnCall.run(input) : null;
    if (named != null) {
      notes.bind(named);
    }
    var hookProject = new HookProject(place.inFolder(folder), notes.run());
    return switch (hook.moment()) {
      case SESSION_START -> start(input, hookProject, notes);
      case COMMAND ->
          new PromptHook(hookProject, notes).command(commands(hook, input, root), input.promptId());
      case PROMPT -> {
        if (isToolResult(hook, input)) {
          yield HookAnswer.NOTHING;
        }
        var commands = commands(hook, input, root);
        var answer =
            new PromptHook(hookProject, notes).prompt(commands, input.promptId(), input.prompt());
        if (answer.refusal() == null) {
          decided = answer;
          capture(hook, () -> new SessionCapture(input, hookProject, hook.agent()).prompt());
        }
        yield answer;
      }
      case TOOL -> {
        var skill = input.skill();
        var refusal = skill == null ? null : new PromptHook(hookProject, notes).refusal(skill);
        yield refusal == null ? HookAnswer.NOTHING : HookAnswer.refusal(refusal);
      }
      case STOP -> {
        capture(hook, () -> new SessionCapture(input, hookProject, hook.agent()).stop());
        yield HookAnswer.NOTHING;
      }
      case COMPACTION, SESSION_END -> {
        if (changeMode == ChangeMode.COMMIT && !isOnlyChecking(hook, input)) {
          new SessionCapture(input, hookProject, hook.agent()).seal();
          notes.emptied();
        }
        yield HookAnswer.NOTHING;
      }
    };
  }

  /// Gemini CLI announces an automatic compression before every request, whether or not there will
  /// be one; an older installation has it call us.
  private static boolean isOnlyChecking(Hook hook, HookInput input) {
    return hook.agent() == Agent.GEMINI
        && hook.moment() == HookEvent.COMPACTION
        && !input.cause().equals("manual");
  }

  /// Qwen Code announces each request to the model as a prompt; without a text it holds the results
  /// of tools.
  private static boolean isToolResult(Hook hook, HookInput input) {
    return hook.agent() == Agent.QWEN && input.prompt().isEmpty();
  }

  private List<TypedCommand> commands(Hook hook, HookInput input, Path root) {
    var commands = TypedCommand.commandsIn(hook.agent(), input.prompt());
    if (!commands.isEmpty() || hook.agent() != Agent.GEMINI) {
      return commands;
    }
    var home = place.environment().get("HOME");
    var folders = home == null || home.isEmpty() ? List.of(root) : List.of(root, Path.of(home));
    var command = GeminiCommands.of(input.prompt(), folders);
    return command == null ? commands : List.of(command);
  }

  /// Captures the session. If that fails, the answer to the event stands all the same.
  private void capture(Hook hook, Runnable capture) {
    if (changeMode != ChangeMode.COMMIT) {
      return;
    }
    try {
      capture.run();
    } catch (StoreException | FormatException broken) {
      report("the session was not captured at " + hook.event() + ": " + broken.getMessage());
    }
  }

  private static HookAnswer start(HookInput input, HookProject hookProject, SessionNotes notes) {
    if (!input.cause().equals("fork")) {
      notes.emptied();
    }
    notes.tidy();
    var start = hookProject.start();
    return start.runs().isEmpty() && !begins(input)
        ? HookAnswer.NOTHING
        : HookAnswer.context(start.text());
  }

  private static boolean begins(Hook hook, HookInput input) {
    return hook.moment() == HookEvent.SESSION_START && begins(input);
  }

  /// Returns whether the session is a new one: a continued one has got its context before.
  private static boolean begins(HookInput input) {
    return switch (input.cause()) {
      case "resume", "compact", "fork" -> false;
      default -> true;
    };
  }

  private int deliver(HookReply.Reply reply) {
    try {
      if (!reply.out().isEmpty()) {
        out.write((reply.out() + "\n").getBytes(UTF_8));
        out.flush();
      }
      if (!reply.err().isEmpty()) {
        complain(reply.err());
      }
      return reply.exit();
    } catch (IOException gone) {
      complain("the answer could not be written: " + gone.getMessage());
      return reply.exit();
    }
  }

  /// Complains about a step, unless the time limit has been reported in its place.
  private void report(String message) {
    if (!late) {
      complain(message);
    }
  }

  /// Prints one line, with line breaks of the message escaped.
  private void complain(String message) {
    try {
      err.write((NAME + EscapedText.line(message) + "\n").getBytes(UTF_8));
      err.flush();
    } catch (IOException closed) {
      // The output was closed; the exit code is still valid.
    }
  }

  private static String agents() {
    var words = new StringBuilder();
    for (var agent : Agent.values()) {
      words.append(words.isEmpty() ? "" : ", ").append(agent.word());
    }
    return words.toString();
  }

  private static @Nullable String bugLocation(RuntimeException bug) {
    var frames = bug.getStackTrace();
    return frames.length == 0 ? "" : " at " + frames[0];
  }
}
