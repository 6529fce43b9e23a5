package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSelection.Unclear;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.text.NearestWord;
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
/// fits only one run will do, open runs first. The unfinished runs are listed once, so a resolver
/// is for one call or event.
public final class RunResolver {
  /// The limit of runs that a refusal lists.
  private static final int LISTED_MAX = 8;

  private final RunRepository runRepository;
  private final String usual;
  private final List<Notice> notices = new ArrayList<>();
  private @Nullable RunOverview unfinished;

  /// Takes the runs to choose from and the project's usual dialect.
  public RunResolver(RunRepository runRepository, String usual) {
    this.runRepository = runRepository;
    this.usual = usual;
  }

  /// Returns the warnings about the runs resolved so far.
  public List<Notice> notices() {
    return List.copyOf(notices);
  }

  /// Returns the one unfinished run that belongs to a branch or, where none does, the only one.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public RunSelection onlyRunOfBranch(@Nullable String branch) {
    return onlyRunOfBranch(branch, unfinished());
  }

  private RunOverview unfinished() {
    var known = unfinished;
    if (known == null) {
      known = runRepository.overview(false);
      unfinished = known;
    }
    return known;
  }

  private RunSelection onlyRunOfBranch(@Nullable String branch, RunOverview runOverview) {
    var open = candidates(runOverview);
    if (open.size() > 1 && open.getFirst().state() == State.MISSING) {
      return new Unclear(
          new Blocker(
              Blocker.Kind.INVALID,
              MissingDocument.MISSING,
              open.size() + " runs are missing: " + names(open),
              "Bring them back: tidemark restore --all"));
    }
    var here = new ArrayList<RunSummary>();
    for (var runSummary : open) {
      if (mayBelongTo(branch, runSummary)) {
        here.add(runSummary);
      }
    }
    if (!here.isEmpty()) {
      return one(runOverview, "several runs are unfinished", here);
    }
    if (open.isEmpty()) {
      return new Nothing(
          Blocker.refused(
              "no-run",
              "there is no unfinished run here" + ended(runOverview),
              "Begin one: tidemark start implement/NAME, or choose: tidemark workflows"));
    }
    if (open.size() == 1) {
      var only = open.getFirst();
      notices.add(
          new Notice(
              "other-branch",
              "the last change of "
                  + only.id()
                  + " was made on branch "
                  + only.branch()
                  + "; checked out is "
                  + branch));
      return one(runOverview, "", open);
    }
    return noneChosen("no unfinished run belongs to branch " + branch, open);
  }

  /// Returns the run that ended last, as the end of a message; empty where none has.
  private String ended(RunOverview open) {
    RunSummary last = null;
    for (var run : open.omitted() == 0 ? open.runs() : runRepository.overview(true).runs()) {
      if (!run.open() && (last == null || changed(run).isAfter(changed(last)))) {
        last = run;
      }
    }
    return last == null ? "" : "; " + last.id() + " has ended";
  }

  /// Returns the unfinished runs to choose from: a run that is missing is none of them, unless all
  /// are.
  private static List<RunSummary> candidates(RunOverview runOverview) {
    var there = new ArrayList<RunSummary>();
    var missing = new ArrayList<RunSummary>();
    for (var runSummary : runOverview.runs()) {
      if (runSummary.state() == State.MISSING) {
        missing.add(runSummary);
      } else if (runSummary.open()) {
        there.add(runSummary);
      }
    }
    return there.isEmpty() ? missing : there;
  }

  /// Returns the unfinished runs that may belong to a branch; where none does, the only one.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public List<Run> openRunsOfBranch(@Nullable String branch) {
    return openRunsOfBranch(branch, Integer.MAX_VALUE, null);
  }

  /// Returns the same runs; of more than so many, those of a name and those that were changed last.
  public List<Run> openRunsOfBranch(@Nullable String branch, int most, @Nullable String name) {
    var here = new ArrayList<RunSummary>();
    var open = candidates(unfinished());
    for (var runSummary : open) {
      if (open.size() == 1 || mayBelongTo(branch, runSummary)) {
        here.add(runSummary);
      }
    }
    if (here.size() > most) {
      here.sort(
          (one, other) -> {
            boolean named = name != null && one.id().isNamedBy(name);
            return name == null || named == other.id().isNamedBy(name)
                ? changed(other).compareTo(changed(one))
                : named ? -1 : 1;
          });
    }
    var runs = new ArrayList<Run>();
    for (var runSummary : here.subList(0, Math.min(most, here.size()))) {
      var read = unfinished().read(runSummary.id());
      runs.add(read == null ? runRepository.inspect(runSummary.id()) : read);
    }
    return runs;
  }

  /// Returns all unfinished runs: those of a branch first, then the most recently changed first.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public List<RunSummary> recent(@Nullable String branch) {
    var open = new ArrayList<RunSummary>();
    for (var runSummary : unfinished().runs()) {
      if (runSummary.open()) {
        open.add(runSummary);
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

  private static Instant changed(RunSummary runSummary) {
    var updated = runSummary.updatedAt();
    return updated == null ? Instant.EPOCH : updated;
  }

  /// A run without a recorded branch may belong to any, and so may one that needs no start.
  private boolean mayBelongTo(@Nullable String branch, RunSummary runSummary) {
    var recorded = runSummary.branch();
    if (recorded == null || branch == null || recorded.equals(branch)) {
      return true;
    }
    var dialect = runRepository.dialect(runSummary.id().dialect());
    return dialect.isPresent() && dialect.get().locator().permanentRuns().contains(runSummary.id());
  }

  /// Returns the run for read-only verbs: the one unfinished run of a branch or, if all runs are
  /// finished, the only one.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public RunSelection shown(@Nullable String branch) {
    var runSelection = onlyRunOfBranch(branch);
    if (!(runSelection instanceof Nothing)) {
      return runSelection;
    }
    var finished = runRepository.overview(true);
    return finished.runs().isEmpty()
        ? runSelection
        : one(finished, "several runs are finished", finished.runs());
  }

  /// Returns the run to change: as [#existing] for words and [#onlyRunOfBranch] without. Without a
  /// match, a run that needs no start is used: the one with the full name or, without words, that
  /// of the default dialect.
  ///
  /// @param branch the branch checked out; absent when detached or outside git
  public RunSelection toChange(@Nullable String words, @Nullable String branch) {
    var runSelection = words == null ? onlyRunOfBranch(branch) : existing(words);
    if (!(runSelection instanceof Nothing)) {
      return runSelection;
    }
    int cut = words == null ? -1 : words.indexOf('/');
    var name = words == null || cut < 0 ? usual : words.substring(0, cut);
    var found = runRepository.dialect(name);
    if (found.isEmpty()) {
      return runSelection;
    }
    var dialect = found.get();
    var permanent = dialect.locator().permanentRuns();
    if (words == null) {
      return permanent.size() == 1 ? new Selected(dialect, permanent.getFirst()) : runSelection;
    }
    return cut > 0
            && naming(dialect, words.substring(cut + 1)) instanceof NameResolution.Named named
            && permanent.contains(named.id())
        ? new Selected(dialect, named.id())
        : runSelection;
  }

  /// Returns the existing run that the words mean; a document that is part of a run goes by its
  /// full name only.
  public RunSelection existing(String words) {
    int cut = words.indexOf('/');
    var part = cut < 0 ? Optional.<Dialect<?>>empty() : runRepository.part(words.substring(0, cut));
    if (part.isPresent()) {
      return named(part.get(), words.substring(cut + 1));
    }
    var exact = exact(words);
    if (exact.size() == 1) {
      var run = exact.getFirst();
      return new Selected(run.dialect(), run.id(), run);
    }
    runRepository.answered(exact);
    var candidates = new ArrayList<RunSummary>(exact.size());
    for (var run : exact) {
      candidates.add(RunSummary.of(run));
    }
    var choice = choose(read(exact), words, candidates);
    if (choice != null) {
      return choice;
    }
    var all = runRepository.overview(true);
    for (var runSummary : all.runs()) {
      if (runSummary.id().isNamedBy(words)) {
        candidates.add(runSummary);
      }
    }
    choice = choose(all, words, candidates);
    return choice == null
        ? new Nothing(Blocker.refused("no-run", "there is no run " + words, hint(all, words)))
        : choice;
  }

  private static String hint(RunOverview all, String words) {
    var names = new ArrayList<String>();
    for (var runSummary : all.runs()) {
      var item = runSummary.id().item();
      names.add(item == null ? runSummary.id().workflow() : item);
    }
    var nearest = NearestWord.find(words.substring(words.lastIndexOf('/') + 1), names);
    var list = "List the runs: tidemark list --all";
    return nearest == null
        ? list
        : "Did you mean " + all.runs().get(names.indexOf(nearest)).id() + "? " + list;
  }

  /// Returns the one that the words mean, open ones first; null if there is none at all.
  private @Nullable RunSelection choose(
      RunOverview runOverview, String words, List<RunSummary> found) {
    var open = new ArrayList<RunSummary>();
    for (var runSummary : found) {
      if (runSummary.open()) {
        open.add(runSummary);
      }
    }
    var candidates = open.isEmpty() ? found : open;
    if (candidates.isEmpty()) {
      return null;
    }
    return one(runOverview, "several runs are called " + words, candidates);
  }

  /// Returns the one there is, or why none was chosen.
  private RunSelection one(RunOverview runOverview, String otherwise, List<RunSummary> candidates) {
    return candidates.size() == 1
        ? selected(runOverview, candidates.getFirst())
        : noneChosen(otherwise, candidates);
  }

  private RunSelection selected(RunOverview runOverview, RunSummary runSummary) {
    var id = runSummary.id();
    var dialect = runRepository.dialect(id.dialect());
    if (dialect.isEmpty()) {
      throw new IllegalStateException("a run of no dialect: " + id);
    }
    return new Selected(dialect.get(), id, runOverview.read(id));
  }

  /// Returns that none was chosen, and why.
  private static RunSelection noneChosen(String reason, List<RunSummary> candidates) {
    return new Unclear(
        Blocker.refused(
            "which-run", reason + ": " + names(candidates), "Name one with --run NAME"));
  }

  private static String names(List<RunSummary> candidates) {
    var names = new StringBuilder();
    for (int i = 0; i < Math.min(LISTED_MAX, candidates.size()); i++) {
      names.append(i == 0 ? "" : ", ").append(candidates.get(i).id());
    }
    if (candidates.size() > LISTED_MAX) {
      names.append(" and ").append(candidates.size() - LISTED_MAX).append(" more");
    }
    return names.toString();
  }

  private static RunOverview read(List<Run> some) {
    var read = new HashMap<CheckpointId, Run>();
    for (var run : some) {
      read.put(run.id(), run);
    }
    return new RunOverview(List.of(), 0, read);
  }

  /// Returns the existing runs that the words name in full, with or without their dialect. A
  /// dialect that is named is the one that is meant.
  private List<Run> exact(String words) {
    var found = new ArrayList<Run>();
    int cut = words.indexOf('/');
    var first = cut < 0 ? words : words.substring(0, cut);
    if (cut > 0 && runRepository.names().contains(first)) {
      add(found, first, words.substring(cut + 1));
    }
    if (found.isEmpty()) {
      for (var name : runRepository.names()) {
        add(found, name, words);
      }
    }
    return found;
  }

  private void add(List<Run> found, String name, String words) {
    var dialect = runRepository.dialect(name);
    if (dialect.isPresent() && naming(dialect.get(), words) instanceof NameResolution.Named named) {
      var run = runRepository.find(named.id());
      if (run != null) {
        found.add(run);
      }
    }
  }

  /// Returns the run of that name, whether or not it exists yet.
  public RunSelection named(String words) {
    int cut = words.indexOf('/');
    var first = cut < 0 ? words : words.substring(0, cut);
    var dialect = runRepository.dialect(first);
    if (dialect.isPresent()) {
      return cut < 0
          ? new Unclear(
              Blocker.refused(
                  "no-workflow",
                  first + " is a format, not a workflow",
                  "List the workflows: tidemark workflows"))
          : named(dialect.get(), words.substring(cut + 1));
    }
    var elsewhere = nearElsewhere(first);
    if (elsewhere != null && exact(words).isEmpty()) {
      return new Unclear(
          Blocker.refused(
              "unknown-workflow",
              "there is no workflow \"" + first + "\"",
              "Did you mean " + elsewhere + "? See what can be started: tidemark workflows"));
    }
    return named(dialectFor(words), words);
  }

  /// Returns the workflow of another than the usual format that is spelled like the word, with its
  /// format; null if the word or one like it is a workflow of the usual format, or none is.
  private @Nullable String nearElsewhere(String word) {
    var own = new ArrayList<String>();
    var other = new ArrayList<String>();
    var formats = new ArrayList<String>();
    for (var definition : runRepository.workflows()) {
      if (definition.name().equals(word)) {
        return null;
      }
      if (definition.dialect().equals(usual)) {
        own.add(definition.name());
      } else {
        other.add(definition.name());
        formats.add(definition.dialect());
      }
    }
    var near = NearestWord.find(word, own) == null ? NearestWord.find(word, other) : null;
    return near == null ? null : formats.get(other.indexOf(near)) + "/" + near;
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
    var dialect = runRepository.dialect(only == null ? usual : only);
    return dialect.isPresent() ? dialect.get() : runRepository.dialects().getFirst();
  }

  /// Returns the dialect that alone defines the workflow; null if the usual one does, if none does
  /// or several do.
  private @Nullable String onlyDialectOf(String words) {
    int cut = words.indexOf('/');
    var workflow = cut < 0 ? words : words.substring(0, cut);
    String only = null;
    for (var definition : runRepository.workflows()) {
      if (definition.name().equals(workflow)) {
        if (only != null || definition.dialect().equals(usual)) {
          return null;
        }
        only = definition.dialect();
      }
    }
    return only;
  }

  private static RunSelection named(Dialect<?> dialect, String words) {
    var nameResolution = naming(dialect, words);
    return nameResolution instanceof NameResolution.Named named
        ? new Selected(dialect, named.id())
        : new Unclear(((NameResolution.Unnameable) nameResolution).blocker());
  }

  private static NameResolution naming(Dialect<?> dialect, String words) {
    int cut = words.indexOf('/');
    return cut < 0
        ? dialect.locator().name(words, null)
        : dialect.locator().name(words.substring(0, cut), words.substring(cut + 1));
  }
}
