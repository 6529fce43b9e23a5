package dev.tidemark.app.hook;

import dev.tidemark.app.hook.event.HookAnswer;
import dev.tidemark.app.hook.event.TypedCommand;
import dev.tidemark.engine.run.Run;
import dev.tidemark.library.ContextUse;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.change.Change.SetGate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers to prompts and commands: a refusal of a command whose phase a gate forbids, a warning
/// before a command in phases, or once, when the context fills up (R-001-24), and the reminders.
///
/// Reminders are added to a prompt of the user and never to the end of a turn: an agent that is
/// reminded there continues, and its last message replaces the answer.
final class PromptHook {
  private static final String SHIP = SetGate.SHIP;

  private final HookProject hookProject;
  private final SessionNotes notes;

  PromptHook(HookProject hookProject, SessionNotes notes) {
    this.hookProject = hookProject;
    this.notes = notes;
  }

  /// Answers an event that holds the commands of the user, and nothing but them.
  HookAnswer command(List<TypedCommand> commands, @Nullable String promptId) {
    boolean phased = false;
    for (var command : commands) {
      var refusal = refusal(command);
      if (refusal != null) {
        boolean forces = command.name().equals(SHIP) && command.isForced();
        return HookAnswer.refusal(
            forces ? refusal + "." + HookMessages.promptCannotForce() : refusal);
      }
      phased |= isPhased(command);
    }
    return phased ? beforePhases(promptId) : fillingUp();
  }

  /// Answers a prompt of the user, which may hold commands.
  ///
  /// @param text the prompt; where it names one of several runs, the session is bound to that one
  ///   and gets its brief
  HookAnswer prompt(List<TypedCommand> commands, @Nullable String promptId, String text) {
    var named = commands.isEmpty() ? named(text) : null;
    var answer = named == null ? command(commands, promptId) : HookAnswer.context(bound(named));
    if (!commands.isEmpty() || answer.context() != null) {
      return answer;
    }
    var phase = phaseReminder();
    var edits = editReminder();
    return phase == null && edits == null ? answer : new HookAnswer(phase, null, edits);
  }

  /// Returns the one of several open runs that a prompt names, if the session is not bound to it
  /// yet; null for none.
  private @Nullable Run named(String text) {
    if (text.indexOf('/') < 0 || hookProject.runs().size() < 2) {
      return null;
    }
    Run found = null;
    int at = 0;
    while (at < text.length()) {
      int end = wordEnd(text, at);
      var word = withoutPoint(text.substring(at, end));
      var run = word.indexOf('/') > 0 ? HookProject.named(hookProject.runs(), word) : null;
      if (run != null && found != null && !run.id().equals(found.id())) {
        return null;
      }
      found = run == null ? found : run;
      at = end + 1;
    }
    return found == null || found.id().toString().equals(notes.run()) ? null : found;
  }

  /// Returns where the word of a prompt that begins here ends; the place itself where none does.
  private static int wordEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '/' || c == '.' || c == '-' || c == '_';
  }

  /// The point behind a name ends a sentence.
  private static String withoutPoint(String word) {
    return word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
  }

  private String bound(Run run) {
    notes.bind(run.id().toString());
    hookProject.bind(run.id().toString());
    notes.first("prompted");
    return hookProject.brief(run);
  }

  /// Returns the message for the model: the phase in progress, once for each phase, unless this is
  /// the first prompt of the session, which has the brief; null for none.
  private @Nullable String phaseReminder() {
    boolean first = notes.first("prompted");
    var run = first ? null : hookProject.run();
    var phase = run == null ? null : run.inProgress(run.resumePoint());
    if (run == null || phase == null || !notes.first("phase " + run.id() + " " + phase)) {
      return null;
    }
    var name = HookMessages.quotedName(phase.value());
    var id = HookMessages.quotedName(run.id().toString());
    return "phase "
        + name
        + " of "
        + id
        + " is in progress. When it is finished: tidemark done "
        + name
        + " --run "
        + id
        + " --summary \"...\". No action is needed until then; this reminder appears once.";
  }

  /// Returns the message for the user: the externally edited checkpoint files, once for each run;
  /// null for none.
  private @Nullable String editReminder() {
    var text = new StringBuilder();
    for (var run : hookProject.runs()) {
      boolean edited = run.document().syncState() == SyncState.EDITED && !run.isMissing();
      if (edited && notes.first("edited " + run.id())) {
        text.append(text.isEmpty() ? "" : "\n").append(edit(run));
      }
    }
    return text.isEmpty() ? null : text.toString();
  }

  private static String edit(Run run) {
    return HookMessages.quotedName(run.dialect().locator().pathOf(run.id()))
        + " was edited externally; a verdict or approval in it opens no gate."
        + " What changed: tidemark history --run "
        + HookMessages.quotedName(run.id().toString());
  }

  /// Returns why a command is not begun now, by the user or by the model; null if it may be.
  @Nullable String refusal(TypedCommand command) {
    boolean ships = command.name().equals(SHIP);
    for (var run : hookProject.allRuns()) {
      var checkpoint = run.checkpoint();
      var phase = checkpoint == null ? null : command.phaseOf(run, checkpoint.phases());
      if (phase != null) {
        // A phase of that name has gates of its own.
        ships &= run.id().workflow().equals(SHIP);
        var shut = hookProject.shut(run, phase);
        if (!shut.isEmpty()) {
          return HookMessages.gateClosed(run.id(), shut);
        }
      }
    }
    return ships ? shipGate(command) : null;
  }

  private boolean isPhased(TypedCommand command) {
    for (var run : hookProject.allRuns()) {
      var checkpoint = run.checkpoint();
      if (checkpoint != null && command.phaseOf(run, checkpoint.phases()) != null) {
        return true;
      }
    }
    return false;
  }

  /// Returns why shipping is refused now (R-USR-18); null if it is allowed, or unknown, or if this
  /// project has no runs with reviews: then the command belongs to another tool.
  private @Nullable String shipGate(TypedCommand command) {
    var judgement = hookProject.shipping(command.subject());
    return judgement == null || judgement.isOpen() ? null : HookMessages.shipGateClosed(judgement);
  }

  /// A command in phases is warned of each time, but only by the first of the events of one prompt.
  private HookAnswer beforePhases(@Nullable String promptId) {
    var warning = warning(notes.used());
    if (warning == null) {
      return HookAnswer.NOTHING;
    }
    boolean again = promptId != null && !notes.first("prompt " + promptId);
    notes.first(threshold(notes.used()));
    return again ? HookAnswer.NOTHING : HookAnswer.forModelAndUser(warning);
  }

  /// Returns a warning the first time that a session is seen beyond 60 and beyond 80 percent.
  private HookAnswer fillingUp() {
    int used = notes.used();
    var warning = warning(used);
    return warning != null && notes.first(threshold(used))
        ? HookAnswer.forModelAndUser(warning)
        : HookAnswer.NOTHING;
  }

  private static String threshold(int used) {
    return used >= 80 ? "context 80" : "context 60";
  }

  private @Nullable String warning(int used) {
    boolean item =
        used >= 80
            && hookProject.runs().stream().anyMatch(run -> run.id().dialect().equals("item"));
    var warnings = used < 0 ? List.<String>of() : ContextUse.warnings(used, item);
    return warnings.isEmpty() ? null : String.join("\n", warnings);
  }
}
