package dev.tidemark.engine;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Naming;
import dev.tidemark.engine.Selection.Nothing;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.engine.Selection.Unclear;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says which run a user means by `implement/auth`, by `auth` or by nothing at all.
///
/// A full name is `dialect/workflow[/item]`; the dialect may be left out. Any shorter form that
/// fits only one run will do, open runs first.
public final class RunNames {
  /// How many runs a refusal lists.
  private static final int LISTED_MAX = 8;

  private final Runs runs;
  private final String usual;

  /// Takes the runs to choose from and the project's usual dialect.
  public RunNames(Runs runs, String usual) {
    this.runs = runs;
    this.usual = usual;
  }

  /// Returns the one unfinished run that belongs to a branch.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public Selection only(@Nullable String branch) {
    var open = new ArrayList<Run>();
    var here = new ArrayList<Run>();
    for (var run : runs.all()) {
      if (run.open()) {
        open.add(run);
        if (run.mayBelongTo(branch)) {
          here.add(run);
        }
      }
    }
    if (here.size() == 1) {
      return selected(here.getFirst());
    }
    if (open.isEmpty()) {
      return new Nothing(
          Blocker.refused(
              "no-run", "there is no unfinished run here", "Begin one: tidemark start WORKFLOW"));
    }
    return here.isEmpty()
        ? unclear("no unfinished run belongs to branch " + branch, open)
        : unclear("several runs are unfinished", here);
  }

  /// Returns the run to look at: the one unfinished run that belongs to a branch or, where all runs
  /// are finished, the only one there is.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public Selection shown(@Nullable String branch) {
    var selection = only(branch);
    if (!(selection instanceof Nothing)) {
      return selection;
    }
    var finished = runs.all();
    return finished.isEmpty() ? selection : one("several runs are finished", finished);
  }

  /// Returns the run to change: as [#existing] for words and [#only] without. Where there is none,
  /// a run that needs no start will do: the one named in full or, without words, that of the usual
  /// dialect.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public Selection toChange(@Nullable String words, @Nullable String branch) {
    var selection = words == null ? only(branch) : existing(words);
    if (!(selection instanceof Nothing)) {
      return selection;
    }
    for (var dialect : runs.dialects()) {
      var standing = dialect.place().standing();
      var prefix = dialect.name() + "/";
      if (words == null && dialect.name().equals(usual) && standing.size() == 1) {
        return new Selected(dialect, standing.getFirst());
      }
      if (words != null
          && words.startsWith(prefix)
          && naming(dialect, words.substring(prefix.length())) instanceof Naming.Named named
          && standing.contains(named.id())) {
        return new Selected(dialect, named.id());
      }
    }
    return selection;
  }

  /// Returns the existing run that the words mean; a document that is part of a run goes by its
  /// full name only.
  public Selection existing(String words) {
    for (var dialect : runs.parts()) {
      var prefix = dialect.name() + "/";
      if (words.startsWith(prefix)) {
        return named(dialect, words.substring(prefix.length()));
      }
    }
    var all = runs.all();
    var exact = new ArrayList<Run>();
    for (var run : all) {
      if (means(words, run)) {
        exact.add(run);
      }
    }
    var choice = choose(words, exact);
    if (choice != null) {
      return choice;
    }
    var similar = new ArrayList<Run>();
    for (var run : all) {
      if (("/" + run.id() + "/").contains("/" + words + "/")) {
        similar.add(run);
      }
    }
    choice = choose(words, similar);
    return choice == null
        ? new Nothing(
            Blocker.refused(
                "no-run",
                "there is no run " + words,
                "See the runs there are: tidemark list --all"))
        : choice;
  }

  /// Returns the run of that name, whether or not it exists yet.
  public Selection named(String words) {
    int cut = words.indexOf('/');
    var first = cut < 0 ? words : words.substring(0, cut);
    var dialect = runs.dialect(first);
    if (dialect.isPresent()) {
      return cut < 0
          ? new Unclear(
              Blocker.refused(
                  "no-workflow",
                  first + " is a dialect, not a workflow",
                  "Name the workflow too: " + first + "/WORKFLOW"))
          : named(dialect.get(), words.substring(cut + 1));
    }
    return named(dialectFor(words), words);
  }

  private Dialect<?> dialectFor(String words) {
    var open = new ArrayList<Run>();
    if (runs.dialects().size() > 1) {
      for (var run : runs.all()) {
        if (run.open() && means(words, run)) {
          open.add(run);
        }
      }
    }
    if (open.size() == 1) {
      return open.getFirst().dialect();
    }
    var dialect = runs.dialect(usual);
    return dialect.isPresent() ? dialect.get() : runs.dialects().getFirst();
  }

  private static Selection named(Dialect<?> dialect, String words) {
    var naming = naming(dialect, words);
    return naming instanceof Naming.Named named
        ? new Selected(dialect, named.id())
        : new Unclear(((Naming.Unnameable) naming).blocker());
  }

  private static Naming naming(Dialect<?> dialect, String words) {
    int cut = words.indexOf('/');
    return cut < 0
        ? dialect.place().name(words, null)
        : dialect.place().name(words.substring(0, cut), words.substring(cut + 1));
  }

  private static boolean means(String words, Run run) {
    var prefix = run.id().dialect() + "/";
    var rest = words.startsWith(prefix) ? words.substring(prefix.length()) : words;
    return naming(run.dialect(), rest) instanceof Naming.Named named && named.id().equals(run.id());
  }

  private static @Nullable Selection choose(String words, List<Run> found) {
    var open = new ArrayList<Run>();
    for (var run : found) {
      if (run.open()) {
        open.add(run);
      }
    }
    var candidates = open.isEmpty() ? found : open;
    if (candidates.isEmpty()) {
      return null;
    }
    return one("several runs are called " + words, candidates);
  }

  private static Selection one(String otherwise, List<Run> candidates) {
    return candidates.size() == 1
        ? selected(candidates.getFirst())
        : unclear(otherwise, candidates);
  }

  private static Selection selected(Run run) {
    return new Selected(run.dialect(), run.id());
  }

  private static Selection unclear(String reason, List<Run> candidates) {
    var names = new StringBuilder();
    for (int i = 0; i < Math.min(LISTED_MAX, candidates.size()); i++) {
      names.append(i == 0 ? "" : ", ").append(candidates.get(i).id());
    }
    if (candidates.size() > LISTED_MAX) {
      names.append(" and ").append(candidates.size() - LISTED_MAX).append(" more");
    }
    return new Unclear(
        Blocker.refused("which-run", reason + ": " + names, "Say which one with --run NAME"));
  }
}
