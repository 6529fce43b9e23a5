package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.run.Run;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `restore --from ours|theirs`: restores one side of a git merge; the other stays in the history.
final class MergeSide {
  private final Session session;

  MergeSide(Session session) {
    this.session = session;
  }

  /// Returns why no earlier state of a run is put back: two sides of a merge would become one
  /// without a choice of the user. Null where git merges nothing.
  static @Nullable ProblemView refusal(Run run) {
    return run.diverged()
        ? new ProblemView(
            ExitCode.INVALID.code(),
            "merge-conflict",
            run.dialect().locator().pathOf(run.id()) + ": " + run.problem(),
            Divergence.hint(run.id()))
        : null;
  }

  /// Puts the side that the user names into place.
  ExitCode take(Dialect<?> dialect, CheckpointId id) {
    boolean ours = "ours".equals(session.call().value("from"));
    var path = dialect.locator().pathOf(id);
    var sides = sides(path);
    if (sides == null) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-merge",
              "git is not merging "
                  + path
                  + ", and HEAD is no merge commit that changed both sides",
              "See the states that are recorded: " + CommandLines.of("history", id)));
    }
    try {
      var by = new Caller(session.actor(), session.mode());
      session.project().checkpoints().takeSide(dialect, id, sides, ours, by);
    } catch (FormatException unreadable) {
      return session.problem(
          ProblemView.of(unreadable, path + " of " + (ours ? "ours" : "theirs")));
    }
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
    var side = ours ? "ours" : "theirs";
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", id.toString())
            .add("path", path)
            .add("side", side)
            .add("dry_run", dry)
            .build();
    var what =
        path + (dry ? " would get the side " : " has the side ") + side + "; the history has both";
    session.confirm(
        json, List.of(what, "next: git add " + CommandLines.word(path) + " and commit"));
    return ExitCode.SUCCESS;
  }

  private @Nullable MergeSides sides(String path) {
    var found = session.project().repository().merged(new FactQuery.Merged(path, true));
    var sides = found.orElse(Optional.empty()).orElse(null);
    return sides != null && sides.differ() ? sides : null;
  }
}
