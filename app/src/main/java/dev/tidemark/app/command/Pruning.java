package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Progress;
import dev.tidemark.app.view.PruneView;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.store.Flaw;
import dev.tidemark.store.PrunePlan;
import java.time.Instant;
import java.util.List;

/// The verb `prune`: clears away what nobody needs any more. Unfinished runs are left alone.
final class Pruning {
  /// How many states a run keeps at least, whatever their age (R-004-94).
  private static final int KEEP_LEAST = 10;

  private final Session session;
  private final Call call;

  Pruning(Session session) {
    this.session = session;
    this.call = session.call();
  }

  ExitCode prune() {
    var runs = session.project().runs().all();
    if (call.value("run") != null) {
      var selection = session.selectShown();
      if (!(selection instanceof Selected run)) {
        return session.unclear(selection);
      }
      runs = List.of(run.read(session.project().runs()));
    }
    return prune(runs);
  }

  private ExitCode prune(List<Run> runs) {
    var settings = session.settings();
    int wanted = call.count("keep", settings.retentionKeep());
    int keep = Math.max(KEEP_LEAST, wanted);
    if (keep > wanted) {
      session.screen().note("the newest " + keep + " states of a run are always kept");
    }
    var age = call.age("older-than");
    var before = session.project().now().minus(age == null ? settings.retentionAge() : age);
    var pruned = new PruneView(session.mode() == Mode.DRY_RUN, keep, before);
    var project = session.project();
    try (var progress = new Progress(session.screen(), project::now, "pruning", runs.size())) {
      for (var run : runs) {
        if (run.open() && !call.has("include-open")) {
          pruned.leave();
        } else {
          pruned.add(past(run, keep, before));
          if (age != null) {
            file(run, before, pruned);
          }
        }
        progress.step();
      }
    }
    if (age != null) {
      archives(before, pruned, runs);
      leftovers(pruned);
    }
    session.show(pruned.json(), pruned.lines());
    return ExitCode.SUCCESS;
  }

  private PrunePlan past(Run run, int keep, Instant before) {
    var past = session.project().past();
    var plan = past.plan(run.id(), keep, before);
    if (plan.entries() > 0 && session.mode() == Mode.COMMIT) {
      past.prune(plan);
    }
    return plan;
  }

  /// The file of a run that ended long ago goes into the archive, where its protocol has one.
  private void file(Run run, Instant before, PruneView pruned) {
    var checkpoint = run.checkpoint();
    var changed = checkpoint == null ? Instant.MAX : checkpoint.updatedAt().orElse(Instant.MAX);
    boolean archived =
        run.dialect().place().archives().isPresent() && session.settings().archiveKeep() > 0;
    if (run.open() || !archived || !changed.isBefore(before)) {
      return;
    }
    if (session.mode() == Mode.COMMIT) {
      var by = new By(session.actor(), Mode.COMMIT);
      session.project().retiring().retire(run, by);
    }
    pruned.file(run.dialect().place().pathOf(run.id()));
  }

  private void archives(Instant before, PruneView pruned, List<Run> runs) {
    var archives = session.project().archives();
    for (var dialect : session.project().runs().names()) {
      for (var copy : archives.list(dialect)) {
        boolean meant = call.value("run") == null || copy.id().equals(runs.getFirst().id());
        if (meant && copy.at().isBefore(before)) {
          if (session.mode() == Mode.COMMIT) {
            archives.remove(copy);
          }
          pruned.archive(copy.path());
        }
      }
    }
  }

  /// What stopped writers left. Lock files are not among it: they are never removed.
  private void leftovers(PruneView pruned) {
    var upkeep = session.project().upkeep();
    for (var flaw : upkeep.flaws(session.project().runs().names())) {
      if (flaw.kind() == Flaw.Kind.LEFT_OVER && flaw.mendable()) {
        boolean gone = session.mode() == Mode.DRY_RUN || upkeep.mend(flaw);
        if (gone) {
          pruned.leftover(flaw.path());
        }
      }
    }
  }
}
