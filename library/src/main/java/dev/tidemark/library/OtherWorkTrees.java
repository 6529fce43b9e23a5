package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator.Tracking;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.integrations.git.GitRepository;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.path.WorkTree;
import dev.tidemark.stores.journal.DocumentBytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Other work trees: the runs of the other work trees of a repository, also of removed ones, of its
/// superproject and of its submodules, for reading. There are none where runs are in a shared
/// store, and for a process that may change one run only.
public final class OtherWorkTrees {
  private final Project here;
  private final Project.Builder settings;

  OtherWorkTrees(Project here, Project.Builder settings) {
    this.here = here;
    this.settings = settings;
  }

  /// Runs of another work tree.
  ///
  /// @param tree the work tree
  /// @param project the work tree as a project, for reading
  /// @param runs the summaries of its runs, ordered by id
  /// @param problem why they cannot be read; absent if they can
  public record TreeRuns(
      WorkTree tree, Project project, List<RunSummary> runs, @Nullable StoreException problem) {}

  /// Run of another work tree.
  ///
  /// @param tree the work tree
  /// @param project the work tree as a project, for reading
  /// @param run the run
  public record TreeRun(WorkTree tree, Project project, Run run) {}

  /// Returns the other work trees. No run is read.
  ///
  /// @throws StoreException if git's files cannot be read
  public List<WorkTree> list() {
    return settings.only == null ? here.backend().otherWorkTrees() : List.of();
  }

  /// Opens another work tree for reading. One that was removed has the files of this one around its
  /// runs.
  public Project open(WorkTree tree) {
    var repository = here.repository();
    var root = tree.isRemoved() ? here.root() : tree.root();
    var git =
        repository instanceof GitRepository own
            ? own.at(root)
            : new GitRepository(new ProjectRoot(root, ProjectRoot.Origin.OPTION), Map.of());
    var builder = new Project.Builder(settings, root, git);
    builder.removed = tree.isRemoved() ? tree : null;
    return builder.open();
  }

  /// Returns the other work trees with their runs. A checkpoint file that git has brought into a
  /// work tree without its journal counts for nothing there.
  ///
  /// @param all whether finished runs are wanted too
  /// @param wanted the work trees whose runs are read
  /// @throws StoreException if git's files cannot be read
  public List<TreeRuns> runs(boolean all, Predicate<WorkTree> wanted) {
    var runs = new ArrayList<TreeRuns>();
    for (var tree : list()) {
      if (!wanted.test(tree)) {
        continue;
      }
      var project = open(tree);
      try {
        var own = new ArrayList<RunSummary>();
        for (var runSummary : project.runs().overview(all).runs()) {
          if ((all || runSummary.open()) && !isCheckedOut(runSummary)) {
            own.add(runSummary);
          }
        }
        runs.add(new TreeRuns(tree, project, own, null));
      } catch (StoreException unreadable) {
        runs.add(new TreeRuns(tree, project, List.of(), unreadable));
      }
    }
    return runs;
  }

  private boolean isCheckedOut(RunSummary runSummary) {
    var dialect = here.runs().dialect(runSummary.id().dialect()).orElse(null);
    return runSummary.last() == null
        && dialect != null
        && dialect.locator().tracking() != Tracking.IGNORED;
  }

  /// Returns the runs of other work trees that a name means, those of existing work trees first,
  /// then those with the newest change.
  ///
  /// @param usual the dialect that is meant where none is named
  /// @throws StoreException if git's files cannot be read
  public List<TreeRun> find(String name, String usual) {
    var found = new ArrayList<TreeRun>();
    for (var tree : list()) {
      var project = open(tree);
      try {
        if (new RunResolver(project.runs(), usual).existing(name) instanceof Selected selected) {
          found.add(new TreeRun(tree, project, selected.read(project.runs())));
        }
      } catch (StoreException unreadable) {
        // Another one may have it; `list` reports the problem.
      }
    }
    found.sort(
        (one, other) -> {
          boolean removed = one.tree().isRemoved();
          return removed == other.tree().isRemoved()
              ? changed(other).compareTo(changed(one))
              : removed ? 1 : -1;
        });
    return found;
  }

  private static Instant changed(TreeRun run) {
    var last = run.run().document().last();
    return last == null ? Instant.EPOCH : last.at();
  }

  /// Copies a run of a removed work tree into this one, byte for byte: journal and document, and
  /// those of its parts. The journals are then moved aside in the state folder of the removed work
  /// tree; nothing is deleted. An interrupted call can be repeated.
  ///
  /// @param dry whether everything is only checked
  /// @return the paths of the files that were made here, or would be
  /// @throws ConflictException if this work tree has something else of the run; nothing was done
  /// @throws DamagedException if a journal contradicts itself; nothing was done
  /// @throws StoreException if a disk fails; what was copied stays
  public List<String> take(TreeRun run, boolean dry) {
    var items = items(run);
    var target = transfer(here);
    for (var id : ids(run)) {
      for (var item : target.itemsOf(id)) {
        if (!Item.hasSameItems(List.of(item), only(items, item.path()))) {
          throw new ConflictException(id);
        }
      }
    }
    var settled = target.withTornLinesSplit(items).items();
    var problems = target.problems(settled);
    if (!problems.isEmpty()) {
      throw new DamagedException(
          "the journal of " + run.run().id(),
          String.join("; ", problems),
          "See the intact part: tidemark history --run " + run.run().id());
    }
    var taken = new ArrayList<String>();
    if (dry) {
      target.missing(settled).forEach(item -> taken.add(item.path()));
      return taken;
    }
    target.importItems(settled).forEach(item -> taken.add(item.path()));
    for (var id : ids(run)) {
      run.project().backend().forget(id, here.history().verifyTail(id, 1).entries());
    }
    return taken;
  }

  private static List<Item> only(List<Item> items, String path) {
    var only = new ArrayList<Item>();
    for (var item : items) {
      if (item.path().equals(path)) {
        only.add(item);
      }
    }
    return only;
  }

  /// Returns the run and its parts.
  private static List<CheckpointId> ids(TreeRun run) {
    var ids = new ArrayList<CheckpointId>();
    ids.add(run.run().id());
    run.project().runs().partsOf(run.run()).forEach(part -> ids.add(part.id()));
    return ids;
  }

  private static List<Item> items(TreeRun run) {
    var project = run.project();
    var items = new ArrayList<Item>();
    for (var id : ids(run)) {
      items.addAll(transfer(project).itemsOf(id));
      var document = project.store().find(id).orElse(null);
      var text = document == null || !document.exists() ? null : document.text();
      if (text != null) {
        var path = project.runs().pathOf(id);
        items.add(new Item(Kind.DOCUMENT, id, path, DocumentBytes.bytes(id, text)));
      }
    }
    return items;
  }

  private static Transfer transfer(Project project) {
    var dialects = new ArrayList<>(project.runs().names());
    dialects.addAll(project.runs().parts());
    return project.backend().transfer(dialects);
  }
}
