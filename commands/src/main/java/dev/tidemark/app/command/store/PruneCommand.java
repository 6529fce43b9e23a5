package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.cli.terminal.ProgressLine;
import dev.tidemark.app.command.session.FoundRuns;
import dev.tidemark.app.command.session.ProblemCollector;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.PruneView;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Event;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.maintenance.StoreDiagnostic;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verb `prune`: removes recorded states, archives and temporary files beyond the retention.
/// Unfinished runs are left alone.
public final class PruneCommand {
  /// The least number of states kept for a run, whatever their age (R-004-94).
  private static final int KEEP_LEAST = 10;

  private final Session session;
  private final ParsedCommand parsedCommand;
  private final Set<String> moved = new HashSet<>();
  private final ProblemCollector problemCollector = new ProblemCollector();

  public PruneCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `prune`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "prune",
        CommandGroup.HISTORY,
        WRITES,
        "delete old states, files and archives of finished runs",
        List.of(Argument.run("all finished ones")),
        List.of(
            Option.value(
                "keep", "N", ValueKind.COUNT, "keep the newest N states of each run, at least 10"),
            Option.value(
                "older-than",
                "AGE",
                ValueKind.AGE,
                "delete what is older, with archives: 30d, 12h, 2w"),
            Option.flag("include-open", "include open runs")),
        List.of(
            new Example("tidemark prune --older-than 30d --dry-run", "show what would be deleted"),
            new Example("tidemark prune --keep 10", "keep ten states of each finished run")));
  }

  public ExitCode prune() {
    if (parsedCommand.value("run") != null) {
      var runSelection = session.selectShown();
      return runSelection instanceof Selected run
          ? prune(List.of(run.read(session.project().runs())))
          : session.selectionRefused(runSelection);
    }
    var foundRuns = FoundRuns.of(session.project(), false);
    problemCollector.addAll(foundRuns.unlisted());
    return prune(foundRuns.runs());
  }

  private ExitCode prune(List<Run> runs) {
    var settings = session.settings();
    int wanted = parsedCommand.count("keep", settings.retentionKeep());
    int keep = Math.max(KEEP_LEAST, wanted);
    if (keep > wanted) {
      session.screen().note("the newest " + keep + " states of a run are always kept");
    }
    var age = parsedCommand.age("older-than");
    var before = session.project().now().minus(age == null ? settings.retentionAge() : age);
    var pruned = new PruneView(session.changeMode() == ChangeMode.DRY_RUN, keep, before);
    var project = session.project();
    try (var progressLine =
        new ProgressLine(session.screen(), project::now, "pruning", runs.size())) {
      for (var run : runs) {
        if (run.open() && !parsedCommand.has("include-open")) {
          pruned.leave();
        } else {
          prune(run, pruned, age != null);
        }
        progressLine.step();
      }
    }
    if (age != null) {
      archives(before, pruned, runs);
      leftovers(pruned);
    }
    return problemCollector.showResults(session, pruned.json(), StyledLine.plain(pruned.lines()));
  }

  /// One run that cannot be pruned keeps no other from it.
  private void prune(Run run, PruneView pruned, boolean files) {
    try {
      pruned.add(past(run, pruned.keep(), pruned.before()));
      if (files) {
        file(run, pruned.before(), pruned);
      }
    } catch (StoreException failure) {
      problemCollector.add(failure);
    }
  }

  private PrunePlan past(Run run, int keep, Instant before) {
    var historyStore = session.project().history();
    var plan = historyStore.plan(run.id(), keep, before);
    if (plan.entries() > 0 && session.changeMode() == ChangeMode.COMMIT) {
      historyStore.prune(plan);
    }
    return plan;
  }

  /// The file of a run that ended long ago goes into the archive, where its protocol has one.
  private void file(Run run, Instant before, PruneView pruned) {
    var checkpoint = run.checkpoint();
    var changed = checkpoint == null ? Instant.MAX : checkpoint.updatedAt().orElse(Instant.MAX);
    boolean archived =
        run.dialect().locator().archiveFolder().isPresent() && session.settings().archiveKeep() > 0;
    if (run.open() || !archived || !changed.isBefore(before)) {
      return;
    }
    var project = session.project();
    var by = new Caller(session.actor(), ChangeMode.COMMIT);
    var copy =
        session.changeMode() == ChangeMode.COMMIT
            ? project.archiver().archive(run, by)
            : identicalArchive(run);
    copy.ifPresent(moved::add);
    pruned.file(run.dialect().locator().pathOf(run.id()));
  }

  /// Returns the archived copy with the document's content, which is reused when the document is
  /// archived.
  private Optional<String> identicalArchive(Run run) {
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
          boolean meant =
              parsedCommand.value("run") == null || copy.id().equals(runs.getFirst().id());
          if (meant && copy.at().isBefore(before)) {
            archive(copy, before, pruned);
          }
        }
      } catch (StoreException failure) {
        problemCollector.add(failure);
      }
    }
  }

  private void archive(Archived copy, Instant before, PruneView pruned) {
    try {
      if (!isFresh(copy, before)) {
        if (session.changeMode() == ChangeMode.COMMIT) {
          session.project().archives().remove(copy);
        }
        pruned.archive(copy.path());
      }
    } catch (StoreException failure) {
      problemCollector.add(failure);
    }
  }

  /// A copy that was made when its run ended takes the place of the document once that is moved: it
  /// is as old as the move, or the only copy would go with the file that it was made of.
  private boolean isFresh(Archived copy, Instant before) {
    if (moved.contains(copy.path())) {
      return true;
    }
    for (var entry : session.project().history().history(copy.id())) {
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
      problemCollector.add(failure);
    }
  }

  private void removeLeftovers(PruneView pruned) {
    var maintenance = session.project().maintenance();
    for (var diagnostic : maintenance.diagnose(session.project().runs().names())) {
      if (diagnostic.kind() == StoreDiagnostic.Kind.LEFT_OVER && diagnostic.isRepairable()) {
        boolean gone = session.changeMode() == ChangeMode.DRY_RUN || maintenance.repair(diagnostic);
        if (gone) {
          pruned.leftover(diagnostic.path());
        }
      }
    }
  }
}
