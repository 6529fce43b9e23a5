package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Line;
import dev.tidemark.app.cli.Progress;
import dev.tidemark.app.view.PruneView;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.DamagedException;
import dev.tidemark.store.Flaw;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.StoreException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verb `prune`: removes recorded states, archives and temporary files beyond the retention.
/// Unfinished runs are left alone.
final class Pruning {
  /// The least number of states kept for a run, whatever their age (R-004-94).
  private static final int KEEP_LEAST = 10;

  private final Session session;
  private final Call call;
  private final Set<String> moved = new HashSet<>();
  private final Setbacks setbacks = new Setbacks();

  Pruning(Session session) {
    this.session = session;
    this.call = session.call();
  }

  ExitCode prune() {
    if (call.value("run") != null) {
      var selection = session.selectShown();
      return selection instanceof Selected run
          ? prune(List.of(run.read(session.project().runs())))
          : session.unclear(selection);
    }
    var found = Found.of(session.project(), false);
    setbacks.addAll(found.unlisted());
    return prune(found.runs());
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
          prune(run, pruned, age != null);
        }
        progress.step();
      }
    }
    if (age != null) {
      archives(before, pruned, runs);
      leftovers(pruned);
    }
    return setbacks.tell(session, pruned.json(), Line.plain(pruned.lines()));
  }

  /// One run that cannot be pruned keeps no other from it.
  private void prune(Run run, PruneView pruned, boolean files) {
    try {
      pruned.add(past(run, pruned.keep(), pruned.before()));
      if (files) {
        file(run, pruned.before(), pruned);
      }
    } catch (StoreException failure) {
      setbacks.add(failure);
    }
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
    var project = session.project();
    var by = new By(session.actor(), Mode.COMMIT);
    var copy = session.mode() == Mode.COMMIT ? project.retiring().retire(run, by) : same(run);
    copy.ifPresent(moved::add);
    pruned.file(run.dialect().place().pathOf(run.id()));
  }

  /// Returns the archived copy with the document's content, which is reused when the document is
  /// archived.
  private Optional<String> same(Run run) {
    var archives = session.project().archives();
    for (var copy : archives.list(run.id().dialect())) {
      if (copy.id().equals(run.id()) && isSame(copy, run.document().text())) {
        return Optional.of(copy.path());
      }
    }
    return Optional.empty();
  }

  private boolean isSame(Archived copy, @Nullable String text) {
    try {
      return session.project().archives().read(copy).equals(text);
    } catch (DamagedException unreadable) {
      return false;
    }
  }

  private void archives(Instant before, PruneView pruned, List<Run> runs) {
    var archives = session.project().archives();
    for (var dialect : session.project().runs().names()) {
      try {
        for (var copy : archives.list(dialect)) {
          boolean meant = call.value("run") == null || copy.id().equals(runs.getFirst().id());
          if (meant && copy.at().isBefore(before)) {
            archive(copy, before, pruned);
          }
        }
      } catch (StoreException failure) {
        setbacks.add(failure);
      }
    }
  }

  private void archive(Archived copy, Instant before, PruneView pruned) {
    try {
      if (!isFresh(copy, before)) {
        if (session.mode() == Mode.COMMIT) {
          session.project().archives().remove(copy);
        }
        pruned.archive(copy.path());
      }
    } catch (StoreException failure) {
      setbacks.add(failure);
    }
  }

  /// A copy that was made when its run ended takes the place of the document once that is moved: it
  /// is as old as the move, or the only copy would go with the file that it was made of.
  private boolean isFresh(Archived copy, Instant before) {
    if (moved.contains(copy.path())) {
      return true;
    }
    for (var entry : session.project().past().history(copy.id())) {
      if (!entry.at().isBefore(before)
          && entry.events().contains(new Event.Archived(copy.path()))) {
        return true;
      }
    }
    return false;
  }

  /// Remains of interrupted writers. Lock files are not among it: they are never removed.
  private void leftovers(PruneView pruned) {
    try {
      removeLeftovers(pruned);
    } catch (StoreException failure) {
      setbacks.add(failure);
    }
  }

  private void removeLeftovers(PruneView pruned) {
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
