package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Naming;
import dev.tidemark.engine.Selection.Nothing;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.engine.Selection.Unclear;
import dev.tidemark.workflow.Blocker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Run resolver: finds the run for `implement/auth`, for `auth`, or without a name.
///
/// A full name is `dialect/workflow[/item]`; the dialect may be left out. Any shorter form that
/// fits only one run will do, open runs first.
public final class RunNames {
  private final Runs runs;
  private final String usual;
  private final List<Notice> notices = new ArrayList<>();

  /// Takes the runs to choose from and the project's usual dialect.
  public RunNames(Runs runs, String usual) {
    this.runs = runs;
    this.usual = usual;
  }

  /// Returns the warnings about the runs resolved so far.
  public List<Notice> notices() {
    return List.copyOf(notices);
  }

  /// Returns the one unfinished run that belongs to a branch or, where none does, the only one.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public Selection only(@Nullable String branch) {
    return only(branch, runs.overview(false));
  }

  private Selection only(@Nullable String branch, Overview overview) {
    var open = new ArrayList<Glance>();
    var here = new ArrayList<Glance>();
    for (var glance : overview.runs()) {
      if (glance.open()) {
        open.add(glance);
        if (mayBelongTo(branch, glance)) {
          here.add(glance);
        }
      }
    }
    if (!here.isEmpty()) {
      return candidates(overview).one("several runs are unfinished", here);
    }
    if (open.isEmpty()) {
      return new Nothing(
          Blocker.refused(
              "no-run",
              "there is no unfinished run here",
              "See what can be started: tidemark workflows list"));
    }
    if (open.size() == 1) {
      var only = open.getFirst();
      notices.add(
          new Notice(
              "other-branch",
              "the last change of "
                  + only.id()
                  + " was made on branch "
                  + only.trace().branch()
                  + "; checked out is "
                  + branch));
      return candidates(overview).one("", open);
    }
    return Candidates.unclear("no unfinished run belongs to branch " + branch, open);
  }

  /// Returns the unfinished runs that may belong to a branch; where none does, the only one.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public List<Run> here(@Nullable String branch) {
    var overview = runs.overview(false);
    var here = new ArrayList<Run>();
    for (var glance : overview.runs()) {
      if (overview.runs().size() == 1 || mayBelongTo(branch, glance)) {
        var read = overview.read(glance.id());
        here.add(read == null ? runs.inspect(glance.id()) : read);
      }
    }
    return here;
  }

  /// Returns all unfinished runs: those of a branch first, then the most recently changed first.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public List<Glance> recent(@Nullable String branch) {
    var open = new ArrayList<Glance>();
    for (var glance : runs.overview(false).runs()) {
      if (glance.open()) {
        open.add(glance);
      }
    }
    open.sort(
        (one, other) -> {
          boolean here = mayBelongTo(branch, one);
          return here == mayBelongTo(branch, other)
              ? changed(other).compareTo(changed(one))
              : here ? -1 : 1;
        });
    return open;
  }

  private static Instant changed(Glance glance) {
    var updated = glance.trace().updatedAt();
    return updated == null ? Instant.EPOCH : updated;
  }

  /// A run without a recorded branch may belong to any, and so may one that needs no start.
  private boolean mayBelongTo(@Nullable String branch, Glance glance) {
    var recorded = glance.trace().branch();
    if (recorded == null || branch == null || recorded.equals(branch)) {
      return true;
    }
    var dialect = runs.dialect(glance.id().dialect());
    return dialect.isPresent() && dialect.get().place().standing().contains(glance.id());
  }

  /// Returns the run for read-only verbs: the one unfinished run of a branch or, if all runs are
  /// finished, the only one.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public Selection shown(@Nullable String branch) {
    var selection = only(branch);
    if (!(selection instanceof Nothing)) {
      return selection;
    }
    var finished = runs.overview(true);
    return finished.runs().isEmpty()
        ? selection
        : candidates(finished).one("several runs are finished", finished.runs());
  }

  /// Returns the run to change: as [#existing] for words and [#only] without. Without a match, a
  /// run that needs no start is used: the one with the full name or, without words, that of the
  /// default dialect.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public Selection toChange(@Nullable String words, @Nullable String branch) {
    var selection = words == null ? only(branch) : existing(words);
    if (!(selection instanceof Nothing)) {
      return selection;
    }
    int cut = words == null ? -1 : words.indexOf('/');
    var name = words == null || cut < 0 ? usual : words.substring(0, cut);
    var found = runs.dialect(name);
    if (found.isEmpty()) {
      return selection;
    }
    var dialect = found.get();
    var standing = dialect.place().standing();
    if (words == null) {
      return standing.size() == 1 ? new Selected(dialect, standing.getFirst()) : selection;
    }
    return cut > 0
            && naming(dialect, words.substring(cut + 1)) instanceof Naming.Named named
            && standing.contains(named.id())
        ? new Selected(dialect, named.id())
        : selection;
  }

  /// Returns the existing run that the words mean; a document that is part of a run goes by its
  /// full name only.
  public Selection existing(String words) {
    int cut = words.indexOf('/');
    var part = cut < 0 ? Optional.<Dialect<?>>empty() : runs.part(words.substring(0, cut));
    if (part.isPresent()) {
      return named(part.get(), words.substring(cut + 1));
    }
    var exact = exact(words);
    if (exact.size() == 1) {
      var run = exact.getFirst();
      return new Selected(run.dialect(), run.id(), run);
    }
    runs.answered(exact);
    var candidates = new ArrayList<Glance>(exact.size());
    for (var run : exact) {
      candidates.add(Glance.of(run));
    }
    var choice = candidates(read(exact)).choose(words, candidates);
    if (choice != null) {
      return choice;
    }
    var all = runs.overview(true);
    for (var glance : all.runs()) {
      if (("/" + glance.id() + "/").contains("/" + words + "/")) {
        candidates.add(glance);
      }
    }
    choice = candidates(all).choose(words, candidates);
    return choice == null
        ? new Nothing(
            Blocker.refused(
                "no-run",
                "there is no run " + words,
                "See the runs there are: tidemark list --all"))
        : choice;
  }

  private Candidates candidates(Overview overview) {
    return new Candidates(runs, overview);
  }

  private static Overview read(List<Run> some) {
    var read = new HashMap<CheckpointId, Run>();
    for (var run : some) {
      read.put(run.id(), run);
    }
    return new Overview(List.of(), 0, read);
  }

  /// Returns the existing runs that the words name in full, with or without their dialect. A
  /// dialect that is named is the one that is meant.
  private List<Run> exact(String words) {
    var found = new ArrayList<Run>();
    int cut = words.indexOf('/');
    var first = cut < 0 ? words : words.substring(0, cut);
    if (cut > 0 && runs.names().contains(first)) {
      add(found, first, words.substring(cut + 1));
    }
    if (found.isEmpty()) {
      for (var name : runs.names()) {
        add(found, name, words);
      }
    }
    return found;
  }

  private void add(List<Run> found, String name, String words) {
    var dialect = runs.dialect(name);
    if (dialect.isPresent() && naming(dialect.get(), words) instanceof Naming.Named named) {
      var run = runs.find(named.id());
      if (run != null) {
        found.add(run);
      }
    }
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
                  first + " is a format, not a workflow",
                  "See what can be started: tidemark workflows list"))
          : named(dialect.get(), words.substring(cut + 1));
    }
    return named(dialectFor(words), words);
  }

  private Dialect<?> dialectFor(String words) {
    var open = new ArrayList<Run>();
    for (var run : exact(words)) {
      if (run.open()) {
        open.add(run);
      }
    }
    if (open.size() == 1) {
      return open.getFirst().dialect();
    }
    var only = onlyDialectOf(words);
    var dialect = runs.dialect(only == null ? usual : only);
    return dialect.isPresent() ? dialect.get() : runs.dialects().getFirst();
  }

  /// Returns the dialect that alone defines the workflow; null if the usual one does, if none does
  /// or several do.
  private @Nullable String onlyDialectOf(String words) {
    int cut = words.indexOf('/');
    var workflow = cut < 0 ? words : words.substring(0, cut);
    String only = null;
    for (var definition : runs.workflows()) {
      if (definition.name().equals(workflow)) {
        if (only != null || definition.dialect().equals(usual)) {
          return null;
        }
        only = definition.dialect();
      }
    }
    return only;
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
}
