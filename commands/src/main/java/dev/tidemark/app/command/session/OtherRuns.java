package dev.tidemark.app.command.session;

import dev.tidemark.app.view.run.OtherTreesView;
import dev.tidemark.app.view.run.OtherTreesView.Entry;
import dev.tidemark.app.view.run.ShownBase;
import dev.tidemark.brief.OtherTreeRun;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.library.OtherWorkTrees.TreeRun;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.path.WorkTree;
import dev.tidemark.stores.file.path.WorkTree.Kind;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.fact.CommitRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Runs of the other work trees of a session's project. They are read where they are shown only,
/// and what cannot be read of them is a notice: it never stops the work in this one.
public final class OtherRuns {
  private final Session session;

  /// Takes the session to look from.
  public OtherRuns(Session session) {
    this.session = session;
  }

  /// Returns the view of the runs of all other work trees.
  ///
  /// @param all whether finished runs are wanted too
  public OtherTreesView view(boolean all) {
    return view(entries(all, _ -> true));
  }

  /// Returns the view of the open runs of the superproject and of the submodules.
  public OtherTreesView related() {
    return view(entries(false, tree -> tree.kind() != Kind.WORK_TREE));
  }

  /// Returns the other work trees of the repository in which a run is open.
  ///
  /// @param name the full name of the run
  public List<OtherTreeRun> namedAlike(String name) {
    var alike = new ArrayList<OtherTreeRun>();
    for (var entry : entries(false, tree -> tree.kind() == Kind.WORK_TREE)) {
      if (entry.run().summary().id().toString().equals(name)) {
        alike.add(entry.run());
      }
    }
    return alike;
  }

  private OtherTreesView view(List<Entry> entries) {
    var here = session.seen();
    // Whether a branch has moved on is for its own work tree to tell.
    var shownBase = new ShownBase(here.now(), Head.NONE, _ -> true, here.zone());
    return new OtherTreesView(entries, shownBase);
  }

  private List<Entry> entries(boolean all, Predicate<WorkTree> wanted) {
    var entries = new ArrayList<Entry>();
    if (session.settings().untrustedStore() != null) {
      return entries;
    }
    try {
      for (var others : session.project().otherWorkTrees().runs(all, wanted)) {
        var problem = others.problem();
        if (problem != null) {
          session
              .screen()
              .note(
                  "the runs of the work tree "
                      + others.tree().root()
                      + " cannot be read: "
                      + problem.getMessage());
        }
        for (var runSummary : others.runs()) {
          var path = others.project().runs().pathOf(runSummary.id());
          entries.add(new Entry(shown(others.tree(), runSummary), path));
        }
      }
    } catch (StoreException unreadable) {
      session.screen().note("other work trees cannot be listed: " + unreadable.getMessage());
    }
    return entries;
  }

  private static OtherTreeRun shown(WorkTree tree, RunSummary runSummary) {
    return new OtherTreeRun(
        runSummary, tree.kind().words(), tree.root().toString(), tree.branch(), tree.isRemoved());
  }

  /// Returns a run that is shown with its place.
  public static OtherTreeRun shown(TreeRun run) {
    return shown(run.tree(), RunSummary.of(run.run()));
  }

  /// Returns the run of another work tree that the call names; null if this one has it, or none.
  ///
  /// @param here what the name means in this work tree
  /// @throws InputException if several other work trees have one of that name
  public @Nullable TreeRun named(RunSelection here) {
    var name = session.call().value("run");
    if (name == null || !(here instanceof Nothing) || session.settings().untrustedStore() != null) {
      return null;
    }
    var found = session.project().otherWorkTrees().find(name, session.usualDialect());
    var existing = new ArrayList<TreeRun>();
    for (var run : found) {
      if (!run.tree().isRemoved()) {
        existing.add(run);
      }
    }
    if (existing.size() > 1) {
      throw ambiguous(name, existing);
    }
    checkSame(name, existing.isEmpty() ? found : existing);
    return found.isEmpty() ? null : found.getFirst();
  }

  /// Returns why no run was chosen: where only another work tree has the named run, its place.
  ///
  /// @throws InputException if several other work trees have one of that name
  Blocker located(Nothing nothing) {
    var found = named(nothing);
    if (found == null) {
      return nothing.blocker();
    }
    var shown = shown(found);
    return new Blocker(
        nothing.blocker().kind(),
        nothing.blocker().code(),
        shown.summary().id() + " is in " + shown.place(),
        (shown.isRemoved() ? "Take it into this work tree: " : "Work at it there: ")
            + shown.command());
  }

  /// Checks that a name means the same run in all work trees.
  ///
  /// @throws InputException if it does not
  public static void checkSame(String name, List<TreeRun> found) {
    for (var run : found) {
      if (!run.run().id().equals(found.getFirst().run().id())) {
        throw ambiguous(name, found);
      }
    }
  }

  private static InputException ambiguous(String name, List<TreeRun> found) {
    var places = new ArrayList<String>();
    found.forEach(run -> places.add(run.run().id() + " in " + shown(run).place()));
    return new InputException(
        "several work trees have a run " + name + ": " + String.join(", ", places),
        "Go to one of them, or name the run in full: tidemark list --all");
  }

  /// Returns the context of views of another work tree.
  public ShownBase seen(TreeRun run) {
    var here = session.seen();
    var project = run.project();
    return new ShownBase(
        here.now(),
        project.head(),
        commit ->
            project.repository().since(commit).orElse(CommitRelation.diverged(0)).isContained(),
        here.zone());
  }

  /// Returns the line above a run of another work tree.
  public static String heading(TreeRun run) {
    return "run of " + shown(run).place();
  }

  /// Returns the line below a run of another work tree.
  public static String remedy(TreeRun run) {
    var shown = shown(run);
    return (shown.isRemoved() ? "take it into this work tree: " : "work at it there: ")
        + shown.command();
  }
}
