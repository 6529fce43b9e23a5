package dev.tidemark.app.hook;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.TypedCommand;
import dev.tidemark.brief.OpenRunsText;
import dev.tidemark.brief.OwnChanges;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Capture;
import dev.tidemark.history.Event;
import dev.tidemark.history.Goal;
import dev.tidemark.security.Secrets;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.fact.FileChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Automatic session capture: the user's prompts, the agent's to-do list, plan and last error, and
/// the changed files. It is recorded in the journal of the session's run, if it differs from the
/// last capture; the document stays unchanged.
///
/// Bounded: [Capture#CHARS_MAX] characters, secrets redacted, [#MILLIS_MAX] milliseconds for
/// reading outside of the store. Switched off by the setting `capture`.
final class SessionCapture {
  /// The time limit of reading the transcript and running git, together.
  static final int MILLIS_MAX = 150;

  /// The number of attempts under concurrent writes to the run: a session that ends has no time for
  /// more.
  private static final int ATTEMPTS = 5;

  private static final int PROMPTS_MAX = 4;
  private static final int PROMPT_CHARS = 300;
  private static final int TASKS_MAX = 15;
  private static final int TASK_CHARS = 80;
  private static final int PLAN_CHARS = 500;
  private static final int ERROR_CHARS = 300;
  private static final int CHANGES_MAX = 12;
  private static final int CHANGE_CHARS = 65;

  /// A shorter prompt, such as "go on", states no goal.
  private static final int GOAL_MIN = 15;

  private final HookInput input;
  private final HookProject hookProject;
  private final Agent agent;

  private final long deadline = System.nanoTime() + MILLIS_MAX * 1_000_000L;

  /// Whether it is known which run the session works on.
  private boolean single;

  private @Nullable Transcript transcript;

  /// The changes of the work tree, where they are told with each of several runs.
  private @Nullable List<FileChange> shared;

  SessionCapture(HookInput input, HookProject hookProject, Agent agent) {
    this.input = input;
    this.hookProject = hookProject;
    this.agent = agent;
  }

  /// Captures a prompt of the user.
  void prompt() {
    if (!input.prompt().isBlank() && TypedCommand.of(input.prompt()) == null) {
      record("prompt", false);
    }
  }

  /// Captures the end of a turn.
  void stop() {
    record("stop", false);
  }

  /// Captures where a session stands before its conversation is compacted or ends.
  void seal() {
    record(input.cause(), true);
  }

  private void record(String cause, boolean seals) {
    boolean captures = hookProject.session().settings().isCapturing();
    if (!captures && !seals) {
      return;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        for (var run : runs()) {
          if (run.problem() == null) {
            record(run, cause, seals, captures);
          }
        }
        return;
      } catch (ConflictException lostRace) {
        if (attempt == ATTEMPTS) {
          throw lostRace;
        }
        hookProject.recheck();
      }
    }
  }

  /// The run that the session works on or, where that is unknown, all that it may work on: what it
  /// did is told with each.
  private List<Run> runs() {
    var run = hookProject.run();
    var open = run == null ? hookProject.runs() : List.of(run);
    single = open.size() == 1;
    return open.subList(0, Math.min(OpenRunsText.RUNS_MAX, open.size()));
  }

  private void record(Run run, String cause, boolean seals, boolean captures) {
    var project = hookProject.project();
    var worklog = run.document().evidence().worklog();
    var now = project.now();
    var events = new ArrayList<Event>();
    if (captures) {
      var known = worklog.capture();
      var read = transcript();
      var goal = goal(run, read);
      if (goal != null) {
        events.add(new Event.GoalStated(goal));
      }
      var capture = capture(run, read, now);
      if (known == null || !known.hasSameContent(capture)) {
        events.add(new Event.SessionCaptured(cause, capture));
      }
    }
    // A session without changes since its capture needs no seal.
    if (seals && (!captures || !events.isEmpty())) {
      var phase = run.inProgress(run.resumePoint());
      events.addFirst(new Event.SessionSealed(session(), cause, phase));
    }
    if (events.isEmpty()) {
      return;
    }
    var found = run.document();
    for (var event : events) {
      worklog = worklog.after(event, now, found.evidence().head().commit());
    }
    var evidence = found.evidence().with(worklog);
    var recordMetadata = new RecordMetadata(now, hookProject.actor(agent), events, evidence);
    project
        .store()
        .replace(
            DocumentWrite.note(run.id(), found.revision(), recordMetadata).ifUnchangedSince(found));
  }

  private String session() {
    var session = input.session();
    return session == null ? "" : session;
  }

  /// Returns the goal to record: the prompt that led to the start of the run or, where that is not
  /// known, the first one after it; null if there is a goal, or no such prompt.
  private @Nullable Goal goal(Run run, Transcript transcript) {
    if (run.goal() != null || !single) {
      return null;
    }
    var started = run.document().evidence().startedAt();
    String before = null;
    String after = null;
    for (var prompt : transcript.prompts()) {
      boolean goal = isGoal(prompt.text());
      boolean earlier = prompt.at() != null && started != null && !prompt.at().isAfter(started);
      if (goal && earlier) {
        before = prompt.text();
      } else if (goal && after == null) {
        after = prompt.text();
      }
    }
    var said = before != null ? before : after;
    if (said == null && isGoal(input.prompt())) {
      said = input.prompt();
    }
    return said == null ? null : new Goal(text(said, Goal.TEXT_MAX), true);
  }

  private static boolean isGoal(String prompt) {
    return prompt.length() >= GOAL_MIN && TypedCommand.of(prompt) == null;
  }

  private Capture capture(Run run, Transcript transcript, Instant now) {
    var known = run.document().evidence().worklog().capture();
    var phase = run.inProgress(run.resumePoint());
    // Parts missing in this session keep the values of the previous one.
    var before = known != null && Objects.equals(known.phase(), phase) ? known : null;
    var tasks = texts(transcript.tasks(), TASKS_MAX, TASK_CHARS);
    var plan = shortened(transcript.plan(), PLAN_CHARS);
    var error = shortened(transcript.error(), ERROR_CHARS);
    return new Capture(
        now,
        session(),
        phase,
        prompts(transcript, known),
        before != null && tasks.isEmpty() ? before.tasks() : tasks,
        before != null && plan == null ? before.plan() : plan,
        before != null && error == null && transcript.isEmpty() ? before.error() : error,
        changes(run));
  }

  private static @Nullable String shortened(@Nullable String text, int most) {
    return text == null ? null : text(text, most);
  }

  /// The transcript of this session or, without one, the previous capture and the typed prompt.
  private List<String> prompts(Transcript transcript, @Nullable Capture known) {
    var all = new ArrayList<String>();
    for (var prompt : transcript.prompts()) {
      all.add(text(prompt.text(), PROMPT_CHARS));
    }
    boolean same = known != null && known.session().equals(session());
    if (all.isEmpty() && known != null && same) {
      all.addAll(known.prompts());
    }
    var typed = text(input.prompt(), PROMPT_CHARS);
    if (!typed.isBlank() && !all.contains(typed)) {
      all.add(typed);
    }
    return List.copyOf(all.subList(Math.max(0, all.size() - PROMPTS_MAX), all.size()));
  }

  private Transcript transcript() {
    var read = transcript == null ? Transcript.read(input.transcript(), deadline) : transcript;
    transcript = read;
    return read;
  }

  private List<FileChange> changed(Run run) {
    int left = (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000L);
    if (single) {
      var start = run.document().evidence().worklog().phase();
      var changes = hookProject.changes(start == null ? null : start.commit(), left);
      var others = new ArrayList<>(hookProject.choices());
      others.removeIf(other -> other.id().equals(run.id()));
      return OwnChanges.of(run, changes, others);
    }
    var changes = shared == null ? hookProject.changes(null, left) : shared;
    shared = changes;
    return changes;
  }

  private List<String> changes(Run run) {
    var lines = new ArrayList<String>();
    for (var change : changed(run)) {
      if (lines.size() < CHANGES_MAX) {
        lines.add(text(change.line(), CHANGE_CHARS));
      }
    }
    return lines;
  }

  private static List<String> texts(List<String> all, int count, int chars) {
    var texts = new ArrayList<String>();
    for (int i = 0; i < Math.min(count, all.size()); i++) {
      texts.add(text(all.get(i), chars));
    }
    return texts;
  }

  /// Returns a text without secrets and without invisible characters, so long at most.
  private static String text(String text, int most) {
    var head = text.length() <= 4 * most ? text : text.substring(0, 4 * most);
    var safe = PlainText.of(Secrets.redacted(head)).strip();
    if (safe.length() <= most) {
      return safe;
    }
    int end = Character.isHighSurrogate(safe.charAt(most - 2)) ? most - 2 : most - 1;
    return safe.substring(0, end) + "\u2026";
  }
}
