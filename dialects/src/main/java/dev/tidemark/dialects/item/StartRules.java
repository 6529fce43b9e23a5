package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Slug;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change.StartRun;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.GitFile;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Start of a command (step 0): resume from the existing checkpoint, or begin without one.
/// Beginning writes nothing but the record.
final class StartRules {
  private final Matter matter;
  private final StartRun start;
  private final Neighbours others;
  private final Facts facts;

  StartRules(Matter matter, StartRun start, ItemPlace place) {
    this.matter = matter;
    this.start = start;
    this.facts = matter.facts();
    this.others = new Neighbours(matter.id(), place, facts);
  }

  /// Returns the facts that starting needs next.
  static List<Ask<?>> asks(
      CheckpointId id, @Nullable ItemCheckpoint before, ItemPlace place, Facts known) {
    var path = place.pathOf(id);
    var asks = new ArrayList<Ask<?>>();
    asks.add(new Ask.InGit(path));
    asks.add(new Ask.Exists(path));
    asks.addAll(new Neighbours(id, place, known).asks());
    if (before != null) {
      asks.addAll(ResumeLines.asks(before));
    } else if (known.details().has(Matter.FROM_GIT)) {
      asks.add(new Ask.Committed(path));
    }
    return asks;
  }

  /// Answers the change.
  ///
  /// @param unplanned why the phases are not known; absent if they are
  Outcome<ItemCheckpoint> outcome(@Nullable Blocker unplanned) {
    if (!start.phases().isEmpty()) {
      return Outcome.no(
          "phases-fixed",
          "the phases of a command are defined, never invented",
          "Define them in .tidemark/workflows/" + matter.id().workflow() + ".yaml");
    }
    var before = matter.before();
    var taken = before == null ? null : taken(before);
    if (taken != null) {
      return taken;
    }
    if (start.fresh()) {
      return unplanned == null ? afresh() : refused(unplanned);
    }
    if (before != null) {
      return resumed(before);
    }
    if (isLost()) {
      return recovered();
    }
    if (unplanned != null) {
      return refused(unplanned);
    }
    var same = matter.plan().isEmpty() ? null : others.onPlan(matter.plan());
    return same == null ? begun(Fate.UNTOUCHED, List.of()) : elsewhere(same);
  }

  private static Outcome<ItemCheckpoint> refused(Blocker blocker) {
    return new Outcome.Refusal<>(List.of(blocker), List.of());
  }

  /// Returns the item as documents spell it: formal ids and plans by their id, else as the user
  /// wrote it.
  private String item() {
    var raw = start.item();
    var id = String.valueOf(matter.id().item());
    if (raw == null || ItemPlace.isFormal(raw.strip()) || raw.strip().endsWith(".md")) {
      return id;
    }
    return Words.line(raw);
  }

  /// Two descriptions may have one slug; the second must take another.
  private @Nullable Outcome<ItemCheckpoint> taken(ItemCheckpoint before) {
    var there = before.header().item();
    var item = item();
    if (item.equals(matter.id().item()) || Words.line(there).equalsIgnoreCase(item)) {
      return null;
    }
    var other = Slug.of(item) + "-" + Sha256.hex(Utf8.encode(item)).substring(0, 4);
    return Outcome.no(
        "item-taken",
        matter.path() + " is about \"" + there + "\", not about \"" + item + "\"",
        "Call it " + matter.id().workflow() + "/" + other);
  }

  private Outcome<ItemCheckpoint> resumed(ItemCheckpoint before) {
    if (facts.details().has(Matter.CONTEXT)) {
      return Outcome.no(
          "context-fixed",
          "the key context is written when the checkpoint is made, and stays",
          "Record what has changed as a decision: tidemark note --decision TEXT");
    }
    var notices = matter.notices();
    var branch = matter.branch();
    var there = before.header().branch();
    if (!there.isEmpty() && !there.equals(branch)) {
      notices.add(
          new Notice(
              "other-branch",
              "the checkpoint was made on branch " + there + ", checked out is " + branch));
    }
    var file = file();
    if (file.changed() && (file.inHead() || file.inIndex())) {
      notices.add(new Notice("uncommitted", matter.path() + " has changes that are not committed"));
    }
    var said = ResumeLines.of(before, matter.defined(), matter.path(), facts);
    return new Outcome.Transition<>(before, List.of(), notices, said, List.of(), Fate.UNTOUCHED);
  }

  private GitFile file() {
    return facts.get(new Ask.InGit(matter.path())).orElse(GitFile.UNKNOWN);
  }

  private boolean exists() {
    return facts.get(new Ask.Exists(matter.path())).orElse(false);
  }

  private boolean isLost() {
    var file = file();
    return !exists() && file.inHead() && file.inIndex();
  }

  /// The work tree lost the file, the last commit has it: the user decides whether that becomes the
  /// recovery point.
  private Outcome<ItemCheckpoint> recovered() {
    var path = matter.path();
    if (!facts.details().has(Matter.FROM_GIT)) {
      var blocker =
          new Blocker(
              Blocker.Kind.ASK,
              Matter.FROM_GIT,
              path + " is missing, but the last commit has it. Restore it?",
              "Restore it with --yes, or begin again with --fresh");
      return refused(blocker);
    }
    var ask = new Ask.Committed(path);
    var text = facts.has(ask) ? facts.get(ask).orElse(Optional.empty()).orElse("") : "";
    try {
      var after = new ItemFormat().decode(matter.id(), text).checkpoint();
      var said = ResumeLines.of(after, matter.defined(), path, facts);
      // Byte for byte as committed, including unknown content.
      var effects = List.<Effect>of(new Effect.PutFile(path, text));
      return new Outcome.Transition<>(
          after, List.of(), matter.notices(), said, effects, Fate.UNTOUCHED);
    } catch (FormatException damaged) {
      return refused(
          new Blocker(
              Blocker.Kind.INVALID,
              "unreadable",
              path + " as committed cannot be read: " + damaged.getMessage(),
              "Begin again with --fresh"));
    }
  }

  private Outcome<ItemCheckpoint> elsewhere(ItemCheckpoint same) {
    var notices = matter.notices();
    notices.add(
        new Notice(
            "same-plan",
            matter.plan()
                + " is being worked on already; go on with --run "
                + CommandLines.word(same.id().toString())));
    var path = ItemPlace.FOLDER + "/" + same.id().workflow() + "-" + same.id().item() + ".md";
    var said = ResumeLines.of(same, matter.defined(), path, facts);
    return new Outcome.Transition<>(null, List.of(), notices, said, List.of(), Fate.UNTOUCHED);
  }

  /// A tracked file is removed with its deletion staged, but not committed (R-001-09).
  private Outcome<ItemCheckpoint> afresh() {
    var effects = new ArrayList<Effect>();
    var twins = new ArrayList<Effect>();
    var paths = new ArrayList<String>();
    var file = file();
    if (file.inHead() || file.inIndex()) {
      paths.add(matter.path());
    }
    var before = matter.before();
    for (var twin : others.about(before == null ? item() : before.header().item())) {
      var ended = List.<Event>of(new Event.WorkflowCompleted());
      twins.add(new Effect.ReplaceDocument(twin, null, ended));
      paths.add(ItemPlace.FOLDER + "/" + twin.workflow() + "-" + twin.item() + ".md");
    }
    if (!paths.isEmpty()) {
      effects.add(new Effect.StageRemoval(paths));
    }
    effects.addAll(twins);
    return begun(exists() ? Fate.REMOVED : Fate.UNTOUCHED, effects);
  }

  private Outcome<ItemCheckpoint> begun(Fate fate, List<Effect> effects) {
    var phases = new ArrayList<PhaseName>();
    for (var row : matter.defined()) {
      phases.add(row.phase());
    }
    var event = new Event.WorkflowStarted(phases, item(), words());
    var begun = matter.begun();
    boolean same = fate == Fate.UNTOUCHED && begun != null && begun.how().equals(event);
    List<Event> events = same ? List.of() : List.of(event);
    return new Outcome.Transition<>(null, events, matter.notices(), List.of(), effects, fate);
  }

  private Map<String, List<String>> words() {
    var words = new HashMap<String, List<String>>();
    if (!matter.plan().isEmpty()) {
      words.put(Matter.PLAN, List.of(matter.plan()));
    }
    var goal = start.goal();
    if (goal != null) {
      words.put(Matter.GOAL, List.of(goal));
    }
    var context = facts.details().values(Matter.CONTEXT);
    if (!context.isEmpty()) {
      words.put(Matter.CONTEXT, List.copyOf(context));
    }
    return words;
  }
}
