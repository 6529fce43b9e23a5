package dev.tidemark.engine.delivery;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.Announcement.State;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Builds the webhook announcements of journal entries, for events that subscribers can select.
final class EventAnnouncements {
  private static final String ISSUE = "linear.identifier";

  private final HistoryStore historyStore;

  EventAnnouncements(HistoryStore historyStore) {
    this.historyStore = historyStore;
  }

  /// Returns the announcements of an entry, in the order of its events.
  List<Announcement> of(Dialect<?> dialect, HistoryEntry entry) {
    var all = new ArrayList<Announcement>();
    Checkpoint then = null;
    boolean decoded = false;
    for (int i = 0; i < entry.events().size(); i++) {
      var event = entry.events().get(i);
      var word = word(event);
      if (word == null) {
        continue;
      }
      if (!decoded) {
        then = checkpointAfter(dialect, entry);
        decoded = true;
      }
      var name = event.phase();
      var occasion =
          entry.run() + "\n" + entry.sequence() + "\n" + i + "\n" + entry.at() + entry.revision();
      all.add(
          new Announcement(
              Sha256.uuid(occasion),
              entry.run(),
              entry.at(),
              word,
              name == null ? null : name.value(),
              state(event, phase(then, name), then)));
    }
    return all;
  }

  private @Nullable Checkpoint checkpointAfter(Dialect<?> dialect, HistoryEntry entry) {
    var text = historyStore.stateAt(entry.run(), entry.sequence());
    try {
      return text.isEmpty() ? null : dialect.format().decode(entry.run(), text.get()).checkpoint();
    } catch (FormatException unreadable) {
      return null;
    }
  }

  private static @Nullable String word(Event event) {
    return switch (event.kind()) {
      case PHASE_STARTED, PHASE_COMPLETED, PHASE_FAILED, PHASE_SKIPPED -> event.kind().word();
      case WORKFLOW_COMPLETED -> "checkpoint.completed";
      case RUNNER_ENDED ->
          switch (((Event.RunnerEnded) event).status()) {
            case "done" -> "run.done";
            case "waiting" -> "run.waiting";
            default -> "run.failed";
          };
      default -> null;
    };
  }

  private static @Nullable Phase phase(@Nullable Checkpoint then, @Nullable PhaseName name) {
    for (var phase : then == null ? List.<Phase>of() : then.phases()) {
      if (phase.name().equals(name)) {
        return phase;
      }
    }
    return null;
  }

  private static State state(Event event, @Nullable Phase phase, @Nullable Checkpoint then) {
    var created = new ArrayList<String>();
    var modified = new ArrayList<String>();
    for (var artifact : phase == null ? List.<Artifact>of() : phase.artifacts()) {
      (artifact.kind() == Artifact.Kind.MODIFIED ? modified : created).add(artifact.path());
    }
    return new State(
        status(event),
        summary(event, phase),
        created,
        modified,
        then == null ? null : then.commit().orElse(null),
        issue(then));
  }

  private static String status(Event event) {
    return switch (event.kind()) {
      case PHASE_STARTED -> "in_progress";
      case PHASE_FAILED -> "failed";
      case PHASE_SKIPPED -> "skipped";
      case RUNNER_ENDED -> ((Event.RunnerEnded) event).status();
      default -> "complete";
    };
  }

  private static @Nullable String summary(Event event, @Nullable Phase phase) {
    if (event instanceof Event.PhaseFailed failed && !failed.reason().isEmpty()) {
      return failed.reason();
    }
    if (event instanceof Event.RunnerEnded ended) {
      return reasons(ended);
    }
    if (event instanceof Event.PhaseSkipped skipped && !skipped.reason().isEmpty()) {
      return skipped.reason();
    }
    var summary = phase == null ? null : phase.summary();
    return summary == null ? null : summary.text();
  }

  /// Returns what stands in the way of a runner, each with its remedy; null if nothing does.
  private static @Nullable String reasons(Event.RunnerEnded ended) {
    var reasons = new StringJoiner("\n");
    for (var blocker : ended.details().objects("blockers")) {
      if (blocker.string("reason") != null) {
        reasons.add(blocker.string("reason") + "\nhint: " + blocker.string("hint"));
      }
    }
    return reasons.length() == 0 ? null : reasons.toString();
  }

  private static @Nullable String issue(@Nullable Checkpoint then) {
    if (then != null) {
      for (var documentField : then.details()) {
        if (documentField.name().equals(ISSUE)) {
          return documentField.text();
        }
      }
    }
    return null;
  }
}
