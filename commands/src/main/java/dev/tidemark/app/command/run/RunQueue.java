package dev.tidemark.app.command.run;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.change.ClaimCommands;
import dev.tidemark.app.command.change.SharedQueue;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.integrations.git.RunBranch;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.runner.RunDefinition;
import dev.tidemark.runner.RunOptions;
import dev.tidemark.runner.RunSettings;
import dev.tidemark.worker.QueueEntry;
import dev.tidemark.worker.Tags;
import dev.tidemark.worker.WorkQueue;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Adds a run to the queue of the shared store, after its files have been pushed to its branch, or
/// takes it out again.
public final class RunQueue {
  /// How many files a message names.
  private static final int FILES_SHOWN = 5;

  private static final String TAGS = "tags";

  private final Session session;
  private final Selected selected;

  RunQueue(Session session, Selected selected) {
    this.session = session;
    this.selected = selected;
  }

  /// Returns the tags in a text such as `gpu,linux`.
  ///
  /// @throws InputException if one is none
  public static List<String> tags(@Nullable String text) {
    var tags = new ArrayList<String>();
    for (var word : text == null ? new String[0] : text.split(",", -1)) {
      var tag = word.strip();
      if (!RunSettings.isTag(tag)) {
        throw new InputException(
            "`" + tag + "` is no tag: expected small letters, digits, `.`, `_` and `-`",
            "Write them so: --tags gpu,linux");
      }
      tags.add(tag);
    }
    if (tags.size() > Tags.MOST) {
      throw tooMany(tags.size());
    }
    return tags;
  }

  private static InputException tooMany(int tags) {
    return new InputException(
        "there are " + tags + " tags, and " + Tags.MOST + " at most are possible",
        "Leave some out.");
  }

  /// Returns the tags that the user has given when the run was queued.
  static List<String> ownTags(JsonObject options) {
    var tags = new ArrayList<String>();
    var words = options.array(TAGS);
    for (var word : words == null ? JsonArray.EMPTY.elements() : words.elements()) {
      if (word instanceof JsonString tag) {
        tags.add(tag.value());
      }
    }
    return tags;
  }

  /// Adds the run.
  ExitCode add(RunOptions options, RunDefinition definition) throws IOException {
    var call = session.call();
    var own = tags(call.value(TAGS));
    var needed = new TreeSet<>(own);
    var phase = selected.read(session.project().runs()).currentPhase();
    if (phase != null) {
      needed.addAll(definition.tags(phase));
    }
    if (needed.size() > Tags.MOST) {
      throw tooMany(needed.size());
    }
    var after = after(call.value("after"));
    int priority = priority(call.value("priority"));
    var id = selected.id();
    try (var queue = SharedQueue.open(session)) {
      if (queue == null) {
        return ClaimCommands.notShared(session);
      }
      var branch = branch();
      var blocker = publish(branch);
      if (blocker != null) {
        return session.refused(id.toString(), new Refusal<>(List.of(blocker), List.of()));
      }
      var stored =
          JsonObject.builder().add(TAGS, JsonArray.ofStrings(own)).build().withAll(options.json());
      var entry = QueueEntry.of(id, List.copyOf(needed), stored);
      if (!queue.add(entry, after, priority)) {
        return session.problem(
            new ProblemView(
                ExitCode.REFUSED.code(),
                "at-work",
                "a worker is working at " + id,
                "Follow it: " + CommandLines.of("history", id)));
      }
      session.confirm(
          JsonObject.builder()
              .add("ok", true)
              .add("run", id.toString())
              .add("branch", branch.name())
              .add(TAGS, JsonArray.ofStrings(entry.tags()))
              .add("priority", priority)
              .build(),
          List.of(
              id + ": queued; its files are on the branch " + branch.name(),
              "see: tidemark list --queue"));
      return ExitCode.SUCCESS;
    }
  }

  private RunBranch branch() {
    return new RunBranch(session.project().root(), session.place().environment(), selected.id());
  }

  /// Takes the run out, unless a worker is working at it.
  ExitCode remove() {
    var id = selected.id();
    try (var queue = SharedQueue.open(session)) {
      if (queue == null) {
        return ClaimCommands.notShared(session);
      }
      boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
      if (!(dry ? isQueued(queue) : queue.remove(id))) {
        return session.problem(
            new ProblemView(
                ExitCode.REFUSED.code(),
                "not-queued",
                id + " is not driven by a runner here; it is not queued, or a worker has it",
                "See: tidemark list --queue"));
      }
      session.confirm(
          JsonObject.builder().add("ok", true).add("run", id.toString()).build(),
          List.of(id + ": not queued any more; its files are on the branch " + branch().name()));
      return ExitCode.SUCCESS;
    }
  }

  private boolean isQueued(WorkQueue queue) {
    for (var listed : queue.entries()) {
      if (listed.entry().run().equals(selected.id())) {
        return listed.worker() == null;
      }
    }
    return false;
  }

  /// Pushes the commit that is checked out to the branch of the run, unless workers have gone on
  /// from there already.
  ///
  /// @return what stands in the way; null if nothing does
  private @Nullable Blocker publish(RunBranch branch) {
    var head = session.head().commit();
    if (head == null) {
      return Blocker.refused(
          "no-commit",
          "workers begin with a commit, and there is none",
          "Commit the files of the project");
    }
    try {
      var worktrees = session.project().worktrees(session.place().environment());
      var changed = worktrees.changed(head, worktrees.snapshot());
      if (!changed.isEmpty()) {
        var shown = changed.subList(0, Math.min(FILES_SHOWN, changed.size()));
        return Blocker.refused(
            "uncommitted",
            "workers begin with a commit, and these files differ from it: "
                + String.join(", ", shown)
                + (changed.size() > FILES_SHOWN ? ", …" : ""),
            "Commit them, or stash them");
      }
      var tip = branch.fetch();
      if (tip == null || (!tip.equals(head) && branch.follows(head, tip))) {
        branch.push(head, tip);
      } else if (!branch.follows(tip, head)) {
        return Blocker.refused(
            "diverged-branch",
            "the branch " + branch.name() + " has commits of workers that are not in this branch",
            "Take them first: git merge " + RunBranch.REMOTE + "/" + branch.name());
      }
      return null;
    } catch (IOException failure) {
      return Blocker.refused(
          "not-pushed",
          "the files of the run cannot be pushed: " + failure.getMessage(),
          "Workers fetch them from the remote repository " + RunBranch.REMOTE);
    }
  }

  private static Duration after(@Nullable String text) {
    var after = text == null ? Duration.ZERO : RunSettings.duration(text);
    if (after == null) {
      throw new InputException(
          "--after takes a number and a unit (90s, 30m, 4h), not " + text,
          "Write it so: --after 4h");
    }
    return after;
  }

  private static int priority(@Nullable String text) {
    try {
      int priority = text == null ? 0 : Integer.parseInt(text);
      if (priority == (short) priority) {
        return priority;
      }
    } catch (NumberFormatException none) {
      // It is none.
    }
    throw new InputException(
        "--priority takes a whole number from -32768 to 32767, not " + text,
        "Write it so: --priority 10");
  }
}
