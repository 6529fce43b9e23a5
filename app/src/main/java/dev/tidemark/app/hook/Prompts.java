package dev.tidemark.app.hook;

import dev.tidemark.library.ContextUse;
import dev.tidemark.workflow.Change.SetGate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is said to a prompt: no to a command whose phase a gate forbids, and a warning before a
/// command in phases, or once, when the context fills up (R-001-24).
final class Prompts {
  private static final String SHIP = SetGate.SHIP;

  private final Desk desk;
  private final SessionNotes notes;

  Prompts(Desk desk, SessionNotes notes) {
    this.desk = desk;
    this.notes = notes;
  }

  HookAnswer answer(HookInput input) {
    var command = TypedCommand.of(input.prompt());
    if (command == null) {
      return fillingUp(notes);
    }
    boolean phased = false;
    boolean ships = command.name().equals(SHIP);
    for (var run : desk.runs()) {
      var checkpoint = run.checkpoint();
      if (checkpoint == null) {
        continue;
      }
      var phase = command.phaseOf(run, checkpoint.phases());
      if (phase != null) {
        phased = true;
        // A phase of that name has gates of its own.
        ships &= run.id().workflow().equals(SHIP);
        var shut = desk.shut(run, phase);
        if (!shut.isEmpty()) {
          return HookAnswer.refusal(Gatekeeping.sentence(run.id(), shut));
        }
      }
    }
    var closed = ships ? shipGate(command) : null;
    if (closed != null) {
      return HookAnswer.refusal(closed);
    }
    return phased ? beforePhases(input) : fillingUp(notes);
  }

  /// Returns why nothing is shipped now (R-USR-18); null if something is, or nobody can tell, or
  /// this project has no runs that are reviewed: then the command is somebody else's.
  private @Nullable String shipGate(TypedCommand command) {
    var judgement = desk.shipping(command.subject());
    return judgement == null || judgement.isOpen() ? null : Gatekeeping.ship(judgement);
  }

  /// A command in phases is warned of each time, but only by the first of the events of one prompt.
  private HookAnswer beforePhases(HookInput input) {
    var warning = warning(notes.used());
    if (warning == null) {
      return HookAnswer.NOTHING;
    }
    var prompt = input.promptId();
    boolean again = prompt != null && !notes.first("prompt " + prompt);
    notes.first(threshold(notes.used()));
    return again ? HookAnswer.NOTHING : HookAnswer.both(warning);
  }

  /// Returns a warning the first time that a session is seen beyond 60 and beyond 80 percent.
  static HookAnswer fillingUp(SessionNotes notes) {
    int used = notes.used();
    var warning = warning(used);
    return warning != null && notes.first(threshold(used))
        ? HookAnswer.both(warning)
        : HookAnswer.NOTHING;
  }

  private static String threshold(int used) {
    return used >= 80 ? "context 80" : "context 60";
  }

  private static @Nullable String warning(int used) {
    var warnings = used < 0 ? List.<String>of() : ContextUse.warnings(used);
    return warnings.isEmpty() ? null : String.join("\n", warnings);
  }
}
