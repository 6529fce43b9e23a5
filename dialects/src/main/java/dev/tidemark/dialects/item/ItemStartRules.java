package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.ItemFrontMatter;
import dev.tidemark.dialects.item.format.ItemHeader;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.history.Event;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Slug;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Start of a command (step 0): resume from the existing checkpoint, or begin without one.
/// Beginning writes nothing but the record.
final class ItemStartRules {
  private final ItemContext itemContext;
  private final StartRun start;
  private final ItemLocator place;
  private final Facts facts;

  ItemStartRules(ItemContext itemContext, StartRun start, ItemLocator place) {
    this.itemContext = itemContext;
    this.start = start;
    this.facts = itemContext.facts();
    this.place = place;
  }

  /// Returns the facts that starting needs next.
  static List<FactQuery<?>> asks(
      CheckpointId id, @Nullable ItemCheckpoint before, ItemLocator place, Facts known) {
    var path = place.pathOf(id);
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FactQuery.gitStatus(path));
    asks.add(FactQuery.exists(path));
    asks.addAll(siblingAsks(id, place, known));
    if (before != null) {
      asks.addAll(ItemResumePolicy.asks(before));
    } else if (known.options().has(ItemContext.FROM_GIT)) {
      asks.add(FactQuery.textAtHead(path));
    }
    return asks;
  }

  /// Answers the change.
  ///
  /// @param unplanned why the phases are not known; absent if they are
  Outcome<ItemCheckpoint> outcome(@Nullable Blocker unplanned) {
    if (!start.phases().isEmpty()) {
      return Outcome.refusal(
          "phases-fixed",
          "the phases of a command are defined, never invented",
          "Define them in .tidemark/workflows/" + itemContext.id().workflow() + ".yaml");
    }
    var before = itemContext.before();
    var taken = before == null ? null : taken(before);
    if (taken != null) {
      return taken;
    }
    if (start.fresh()) {
      return unplanned == null ? startFresh() : refused(unplanned);
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
    var same = itemContext.plan().isEmpty() ? null : siblingOnPlan(itemContext.plan());
    return same == null ? startRun(Fate.UNTOUCHED, List.of()) : referToOtherRun(same);
  }

  private static Outcome<ItemCheckpoint> refused(Blocker blocker) {
    return new Outcome.Refusal<>(List.of(blocker), List.of());
  }

  /// Returns the item as documents spell it: formal ids and plans by their id, else as the user
  /// wrote it.
  private String item() {
    var raw = start.item();
    var id = String.valueOf(itemContext.id().item());
    if (raw == null || ItemLocator.isFormal(raw.strip()) || raw.strip().endsWith(".md")) {
      return id;
    }
    return MarkdownSafeText.line(raw);
  }

  /// Two descriptions may have one slug; the second must take another.
  private @Nullable Outcome<ItemCheckpoint> taken(ItemCheckpoint before) {
    var there = before.header().item();
    var item = item();
    if (item.equals(itemContext.id().item())
        || MarkdownSafeText.line(there).equalsIgnoreCase(item)) {
      return null;
    }
    var other = Slug.of(item) + "-" + Sha256.hex(Utf8.encode(item)).substring(0, 4);
    return Outcome.refusal(
        "item-taken",
        itemContext.path() + " is about \"" + there + "\", not about \"" + item + "\"",
        "Call it " + itemContext.id().workflow() + "/" + other);
  }

  private Outcome<ItemCheckpoint> resumed(ItemCheckpoint before) {
    if (facts.options().has(ItemContext.CONTEXT)) {
      return Outcome.refusal(
          "context-fixed",
          "the key context is written when the checkpoint is made, and stays",
          "Record the change as a decision: tidemark note --decision TEXT");
    }
    var given = facts.options().value(ItemContext.PLAN);
    var plan = PlanFinder.ofContext(before);
    if (given != null && plan != null && !given.equals(plan)) {
      return Outcome.refusal(
          "other-plan",
          itemContext.id() + " is open with another plan: " + plan,
          "Leave --plan out, or begin again with --fresh");
    }
    var notices = itemContext.notices();
    var branch = itemContext.branch();
    var there = before.header().branch();
    if (!there.isEmpty() && !there.equals(branch)) {
      notices.add(
          new Notice(
              "other-branch",
              "the checkpoint was made on branch " + there + ", checked out is " + branch));
    }
    var file = file();
    if (file.changed() && (file.inHead() || file.inIndex())) {
      notices.add(
          new Notice("uncommitted", itemContext.path() + " has changes that are not committed"));
    }
    var formatLines =
        ItemResumePolicy.lines(before, itemContext.defined(), itemContext.path(), facts);
    return new Outcome.Transition<>(
        before, List.of(), notices, formatLines, List.of(), Fate.UNTOUCHED);
  }

  private GitFile file() {
    return facts.get(FactQuery.gitStatus(itemContext.path())).orElse(GitFile.UNKNOWN);
  }

  private boolean exists() {
    return facts.get(FactQuery.exists(itemContext.path())).orElse(false);
  }

  private boolean isLost() {
    var file = file();
    return !exists() && file.inHead() && file.inIndex();
  }

  /// The work tree lost the file, the last commit has it: the user decides whether that becomes the
  /// recovery point.
  private Outcome<ItemCheckpoint> recovered() {
    var path = itemContext.path();
    if (!facts.options().has(ItemContext.FROM_GIT)) {
      var blocker =
          new Blocker(
              Blocker.Kind.ASK,
              ItemContext.FROM_GIT,
              path + " is missing, but the last commit has it. Restore it?",
              "Restore it with --yes, or begin again with --fresh");
      return refused(blocker);
    }
    var ask = FactQuery.textAtHead(path);
    var text = facts.has(ask) ? facts.get(ask).orElse(Optional.empty()).orElse("") : "";
    try {
      var after = new ItemFormat().decode(itemContext.id(), text).checkpoint();
      var formatLines = ItemResumePolicy.lines(after, itemContext.defined(), path, facts);
      // Byte for byte as committed, including unknown content.
      var effects = List.<Effect>of(new Effect.PutFile(path, text));
      return new Outcome.Transition<>(
          after, List.of(), itemContext.notices(), formatLines, effects, Fate.UNTOUCHED);
    } catch (FormatException damaged) {
      return refused(
          new Blocker(
              Blocker.Kind.INVALID,
              "unreadable",
              path + " as committed cannot be read: " + damaged.getMessage(),
              "Begin again with --fresh"));
    }
  }

  private Outcome<ItemCheckpoint> referToOtherRun(ItemCheckpoint same) {
    var notices = itemContext.notices();
    notices.add(
        new Notice(
            "same-plan",
            itemContext.plan()
                + " is being worked on already; go on with --run "
                + CommandLines.word(same.id().toString())));
    var path = ItemLocator.FOLDER + "/" + same.id().workflow() + "-" + same.id().item() + ".md";
    var formatLines = ItemResumePolicy.lines(same, itemContext.defined(), path, facts);
    return new Outcome.Transition<>(
        null, List.of(), notices, formatLines, List.of(), Fate.UNTOUCHED);
  }

  /// A tracked file is removed with its deletion staged, but not committed (R-001-09).
  private Outcome<ItemCheckpoint> startFresh() {
    var effects = new ArrayList<Effect>();
    var twins = new ArrayList<Effect>();
    var paths = new ArrayList<String>();
    var file = file();
    if (file.inHead() || file.inIndex()) {
      paths.add(itemContext.path());
    }
    var before = itemContext.before();
    for (var twin : siblingsAbout(before == null ? item() : before.header().item())) {
      var ended = List.<Event>of(new Event.WorkflowCompleted());
      twins.add(new Effect.ReplaceDocument(twin, null, ended));
      paths.add(ItemLocator.FOLDER + "/" + twin.workflow() + "-" + twin.item() + ".md");
    }
    if (!paths.isEmpty()) {
      effects.add(new Effect.StageRemoval(paths));
    }
    effects.addAll(twins);
    return startRun(exists() ? Fate.REMOVED : Fate.UNTOUCHED, effects);
  }

  private Outcome<ItemCheckpoint> startRun(Fate fate, List<Effect> effects) {
    var phases = new ArrayList<PhaseName>();
    for (var phaseRow : itemContext.defined()) {
      phases.add(phaseRow.phase());
    }
    var event = new Event.WorkflowStarted(phases, item(), words());
    var begun = itemContext.begun();
    boolean same = fate == Fate.UNTOUCHED && begun != null && begun.event().equals(event);
    List<Event> events = same ? List.of() : List.of(event);
    var notices = itemContext.notices();
    if (fate == Fate.REMOVED) {
      var undo = CommandLines.of("undo", itemContext.id());
      notices.add(
          new Notice("replaced", itemContext.path() + " is in the history; back to it: " + undo));
    }
    return new Outcome.Transition<>(null, events, notices, List.of(), effects, fate);
  }

  private Map<String, List<String>> words() {
    var words = new HashMap<String, List<String>>();
    if (!itemContext.plan().isEmpty()) {
      words.put(ItemContext.PLAN, List.of(itemContext.plan()));
    }
    var goal = start.goal();
    if (goal != null) {
      words.put(ItemContext.GOAL, List.of(goal));
    }
    var context = facts.options().values(ItemContext.CONTEXT);
    if (!context.isEmpty()) {
      words.put(ItemContext.CONTEXT, List.copyOf(context));
    }
    return words;
  }

  /// Returns the facts needed next.
  private static List<FactQuery<?>> siblingAsks(CheckpointId id, ItemLocator place, Facts facts) {
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FactQuery.files(ItemLocator.FOLDER));
    for (var other : siblings(id, place, facts)) {
      asks.add(FactQuery.fileText(place.pathOf(other)));
    }
    return asks;
  }

  /// Returns the other checkpoints of the same command.
  private static List<CheckpointId> siblings(CheckpointId id, ItemLocator place, Facts facts) {
    var ask = FactQuery.files(ItemLocator.FOLDER);
    var ids = new ArrayList<CheckpointId>();
    if (facts.has(ask)) {
      for (var file : facts.get(ask).orElse(List.<FileFact>of())) {
        var other = file.folder() ? null : place.idOf(file.path()).orElse(null);
        if (other != null && other.workflow().equals(id.workflow()) && !other.equals(id)) {
          ids.add(other);
        }
      }
    }
    return ids;
  }

  /// Returns the checkpoints under other names that are about the same item.
  private List<CheckpointId> siblingsAbout(String item) {
    var twins = new ArrayList<CheckpointId>();
    for (var other : siblings(itemContext.id(), place, facts)) {
      if (item.equals(ItemFrontMatter.valueOf(text(other), ItemHeader.ITEM))) {
        twins.add(other);
      }
    }
    return twins;
  }

  /// Returns the checkpoint under another name that works on the same plan, or null; a copy of a
  /// file is none.
  private @Nullable ItemCheckpoint siblingOnPlan(String plan) {
    for (var other : siblings(itemContext.id(), place, facts)) {
      var text = text(other);
      boolean copy = place.originalOf(other, new ItemFormat().attribution(text)).isPresent();
      var there = copy ? null : PlanFinder.ofDocument(other, text);
      if (there != null && plan.equals(PlanFinder.ofContext(there))) {
        return there;
      }
    }
    return null;
  }

  private String text(CheckpointId other) {
    var ask = FactQuery.fileText(place.pathOf(other));
    return facts.has(ask) ? facts.get(ask).orElse(Optional.empty()).orElse("") : "";
  }
}
