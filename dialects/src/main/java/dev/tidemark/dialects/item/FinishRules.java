package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.OpenPhases;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.GitFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// End of a command: its checkpoint is removed (R-001-19).
final class FinishRules {
  private final ItemContext itemContext;
  private final ItemUpdate itemUpdate;

  FinishRules(ItemContext itemContext) {
    this.itemContext = itemContext;
    this.itemUpdate = new ItemUpdate(itemContext);
  }

  Outcome<ItemCheckpoint> finish() {
    boolean exists = itemContext.before() != null;
    if (!exists && itemContext.begun() == null) {
      return finishWithoutFile();
    }
    var phases = itemUpdate.checkpoint().with(itemUpdate.rows()).phases();
    var open = OpenPhases.blockers(itemContext.id(), phases);
    if (!open.isEmpty()) {
      return new Outcome.Refusal<>(open, List.of());
    }
    var events = List.<Event>of(new Event.WorkflowCompleted());
    var notices = new ArrayList<>(itemUpdate.notices());
    var after = after(itemContext.id());
    if (after != null) {
      notices.add(
          new Notice("next-command", itemContext.id() + " is finished; next comes " + after));
    }
    return new Outcome.Transition<>(
        null, events, notices, List.of(), effects(), exists ? Fate.REMOVED : Fate.UNTOUCHED);
  }

  /// Returns how the command is begun that usually follows; nothing is copied into it (R-USR-23).
  private static @Nullable String after(CheckpointId id) {
    var item = id.item();
    var next =
        switch (id.workflow()) {
          case "epic" -> "tidemark start item/feature/ID, once for each feature of it";
          case "feature" -> "tidemark start item/plan/" + item;
          case "plan" -> "tidemark start item/implement/" + item;
          default -> "";
        };
    return next.isEmpty() || item == null ? null : next;
  }

  /// There is nothing to finish, unless an earlier attempt got as far as staging the removal.
  private Outcome<ItemCheckpoint> finishWithoutFile() {
    var file = file().orElse(GitFile.UNKNOWN);
    var dialectOptions = itemContext.facts().options();
    boolean commits =
        !dialectOptions.has(ItemContext.BUNDLE) && !dialectOptions.has(ItemContext.NO_COMMIT);
    if (commits && file.inHead() && !file.inIndex()) {
      var notices = List.of(new Notice("staged", "the removal was staged; it is committed now"));
      return leaveDocument(notices, List.of(commit()));
    }
    var ask = FactQuery.NEWEST_START;
    boolean ended =
        itemContext.facts().has(ask)
            && itemContext.facts().get(ask).orElse(Optional.empty()).isPresent();
    return ended
        ? leaveDocument(
            List.of(new Notice("already-complete", itemContext.id() + " is finished already")),
            List.of())
        : Outcome.refusal(
            "no-checkpoint",
            "there is no checkpoint " + itemContext.path(),
            "List the runs: tidemark list --all");
  }

  private static Outcome<ItemCheckpoint> leaveDocument(List<Notice> notices, List<Effect> effects) {
    return new Outcome.Transition<>(null, List.of(), notices, List.of(), effects, Fate.UNTOUCHED);
  }

  private Fact<GitFile> file() {
    var ask = FactQuery.gitStatus(itemContext.path());
    return itemContext.facts().has(ask)
        ? itemContext.facts().get(ask)
        : Fact.known(GitFile.UNKNOWN);
  }

  /// An untracked file is only removed; if git cannot be queried, the later commit reports it.
  private List<Effect> effects() {
    var file = file();
    var known = file.orElse(GitFile.UNKNOWN);
    boolean tracked = !file.isKnown() || known.inHead() || known.inIndex();
    if (!tracked || itemContext.facts().options().has(ItemContext.NO_COMMIT)) {
      return List.of();
    }
    return itemContext.facts().options().has(ItemContext.BUNDLE)
        ? List.of(new Effect.StageRemoval(List.of(itemContext.path())))
        : List.of(commit());
  }

  private Effect commit() {
    var message = "checkpoint: " + itemContext.name() + " \u2014 complete, removing checkpoint";
    return new Effect.Commit(message, List.of(itemContext.path()));
  }
}
