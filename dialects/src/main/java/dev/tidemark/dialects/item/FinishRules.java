package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.GitFile;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// End of a command: its checkpoint is removed (R-001-19).
final class FinishRules {
  private final Matter matter;
  private final Draft draft;

  FinishRules(Matter matter) {
    this.matter = matter;
    this.draft = new Draft(matter);
  }

  Outcome<ItemCheckpoint> finish() {
    boolean exists = matter.before() != null;
    if (!exists && matter.begun() == null) {
      return absent();
    }
    var open = new ArrayList<Row>();
    for (var row : draft.rows()) {
      if (!row.isDone()) {
        open.add(row);
      }
    }
    if (!open.isEmpty() && !matter.facts().details().has(Matter.FORCE)) {
      return Outcome.no(
          "open-phases",
          "not every phase is done: " + Rows.labels(open),
          "Complete the phases, or end the command all the same with --force");
    }
    var events = List.<Event>of(new Event.WorkflowCompleted());
    var told = new ArrayList<>(draft.told());
    var after = after(matter.id());
    if (after != null && open.isEmpty()) {
      told.add(new Notice("next-command", matter.id() + " is finished; next comes " + after));
    }
    return new Outcome.Transition<>(
        null, events, told, List.of(), effects(), exists ? Fate.REMOVED : Fate.UNTOUCHED);
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
  private Outcome<ItemCheckpoint> absent() {
    var file = file().orElse(GitFile.UNKNOWN);
    var details = matter.facts().details();
    boolean commits = !details.has(Matter.BUNDLE) && !details.has(Matter.NO_COMMIT);
    if (commits && file.inHead() && !file.inIndex()) {
      var notices = List.of(new Notice("staged", "the removal was staged; it is committed now"));
      return untouched(notices, List.of(commit()));
    }
    var ask = Ask.Begun.HOW;
    boolean ended =
        matter.facts().has(ask) && matter.facts().get(ask).orElse(Optional.empty()).isPresent();
    return ended
        ? untouched(
            List.of(new Notice("already-complete", matter.id() + " is finished already")),
            List.of())
        : Outcome.no(
            "no-checkpoint",
            "there is no checkpoint " + matter.path(),
            "See the runs there are: tidemark list --all");
  }

  private static Outcome<ItemCheckpoint> untouched(List<Notice> notices, List<Effect> effects) {
    return new Outcome.Transition<>(null, List.of(), notices, List.of(), effects, Fate.UNTOUCHED);
  }

  private Fact<GitFile> file() {
    var ask = new Ask.InGit(matter.path());
    return matter.facts().has(ask) ? matter.facts().get(ask) : Fact.known(GitFile.UNKNOWN);
  }

  /// An untracked file is only removed; if git cannot be queried, the later commit reports it.
  private List<Effect> effects() {
    var file = file();
    var known = file.orElse(GitFile.UNKNOWN);
    boolean tracked = !file.isKnown() || known.inHead() || known.inIndex();
    if (!tracked || matter.facts().details().has(Matter.NO_COMMIT)) {
      return List.of();
    }
    return matter.facts().details().has(Matter.BUNDLE)
        ? List.of(new Effect.StageRemoval(List.of(matter.path())))
        : List.of(commit());
  }

  private Effect commit() {
    var message = "checkpoint: " + matter.name() + " \u2014 complete, removing checkpoint";
    return new Effect.Commit(message, List.of(matter.path()));
  }
}
