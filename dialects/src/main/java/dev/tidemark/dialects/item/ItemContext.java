package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.item.format.ContextNotes;
import dev.tidemark.dialects.item.format.ItemBody;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemHeader;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.dialects.item.format.ItemStatus;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.history.RunStart;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decision context of a change: the run, the defined phases of its command, and the facts.
///
/// @param id which run it is
/// @param path where its document is
/// @param before the run as it stands; absent if it has no document yet
/// @param defined the currently defined phases; none if unknown
/// @param plan the plan that has the phases; empty if they are elsewhere
/// @param facts the facts
record ItemContext(
    CheckpointId id,
    String path,
    @Nullable ItemCheckpoint before,
    List<PhaseRow> defined,
    String plan,
    Facts facts) {
  /// Words of the callers that mean something here.
  static final String PLAN = "plan";

  static final String CONTEXT = "context";
  static final String GOAL = "goal";
  static final String STATE = "state";
  static final String SKIP_TO = "skip-to";
  static final String BUNDLE = "bundle";
  static final String NO_COMMIT = "no-commit";
  static final String FROM_GIT = "from-git";

  static final String KEEP = ItemLocator.FOLDER + "/.gitkeep";

  /// The length of an abbreviated commit.
  private static final int DIGITS = 7;

  /// Returns the name of the run in commit messages.
  String name() {
    return id.workflow() + " " + id.item();
  }

  String timestamp() {
    return Timestamps.seconds(facts.now());
  }

  /// Returns how the run was begun, if it was and has not ended since.
  @Nullable RunStart begun() {
    var ask = FactQuery.NEWEST_START;
    var begun = facts.has(ask) ? facts.get(ask).orElse(Optional.empty()).orElse(null) : null;
    return begun == null || begun.ended() ? null : begun;
  }

  /// Returns the checkpoint to change: the one there is, its table as defined now, or a new one.
  ItemCheckpoint base() {
    var there = before;
    if (there != null) {
      return there.with(PhaseRows.merged(there.rows(), defined));
    }
    var begun = begun();
    var started = begun == null ? timestamp() : Timestamps.seconds(begun.at());
    var item = begun == null ? null : begun.event().item();
    var rows = new ArrayList<>(defined);
    if (!rows.isEmpty()) {
      rows.set(0, rows.getFirst().open(ItemStatus.IN_PROGRESS));
    }
    var itemHeader =
        new ItemHeader(
            id.workflow(),
            item == null ? String.valueOf(id.item()) : item,
            branch(),
            started,
            timestamp(),
            ItemStatus.IN_PROGRESS.word(),
            "",
            "");
    var itemBody = new ItemBody(List.of(), "", List.of(), List.of(), context(begun));
    return new ItemCheckpoint(id, itemHeader, rows, itemBody);
  }

  private List<String> context(@Nullable RunStart begun) {
    var entries = new ArrayList<String>();
    if (!plan.isEmpty()) {
      entries.add("Plan: `" + plan + "`");
    }
    var goal = begun == null ? null : begun.event().words().get(GOAL);
    if (goal != null && !goal.isEmpty()) {
      entries = new ArrayList<>(ContextNotes.withGoal(entries, goal.getFirst()));
    }
    var notes = begun == null ? null : begun.event().words().get(CONTEXT);
    for (var entry : notes == null ? List.<String>of() : notes) {
      add(entries, entry);
    }
    for (var entry : facts.options().values(CONTEXT)) {
      add(entries, entry);
    }
    return entries;
  }

  private static void add(List<String> entries, String entry) {
    var line = MarkdownSafeText.line(entry);
    if (!line.isEmpty() && !entries.contains(line)) {
      entries.add(line);
    }
  }

  /// Returns the current branch, in the words of the format.
  String branch() {
    var head = facts.get(FactQuery.HEAD).orElse(Head.NONE);
    var branch = head.branch();
    if (branch != null) {
      return branch;
    }
    var commit = head.commit();
    return commit == null
        ? "not a git repo"
        : "detached at " + commit.substring(0, Math.min(DIGITS, commit.length()));
  }

  /// Returns the warnings that are independent of the change.
  List<Notice> notices() {
    var notices = new ArrayList<Notice>();
    var ask = FactQuery.ignored(path);
    var ignored = facts.has(ask) ? facts.get(ask).orElse(IgnoreStatus.VISIBLE) : null;
    if (ignored == IgnoreStatus.IGNORED) {
      notices.add(
          new Notice(
              "ignored",
              path
                  + " is ignored by git, but checkpoints survive only if they are committed; take"
                  + " the rule out (git check-ignore --verbose "
                  + CommandLines.word(path)
                  + " names it)"));
    }
    var there = before;
    if (there != null) {
      oddFields(there, notices);
      differences(there, notices);
    }
    return notices;
  }

  /// Warns about front matter that the format does not allow. Fields derived from the table are
  /// corrected by the next write.
  private void oddFields(ItemCheckpoint there, List<Notice> notices) {
    var itemHeader = there.header();
    var odd = new ArrayList<String>();
    if (!itemHeader.command().equals(id.workflow())) {
      odd.add(unexpectedValueText(ItemHeader.COMMAND, itemHeader.command(), id.workflow()));
    }
    var item = String.valueOf(id.item());
    if (ItemLocator.isFormal(item) && !itemHeader.item().strip().equalsIgnoreCase(item)) {
      odd.add(unexpectedValueText(ItemHeader.ITEM, itemHeader.item(), item));
    }
    if (!itemHeader.status().equals(ItemStatus.IN_PROGRESS.word())) {
      odd.add(
          unexpectedValueText(
              ItemHeader.STATUS, itemHeader.status(), ItemStatus.IN_PROGRESS.word()));
    }
    if (there.phaseNumbered(itemHeader.currentPhase()).isEmpty()) {
      odd.add(
          unexpectedValueText(
              ItemHeader.CURRENT_PHASE, itemHeader.currentPhase(), "the number of a phase"));
    }
    if (!YamlScalar.isNumber(itemHeader.totalPhases())) {
      odd.add(
          unexpectedValueText(
              ItemHeader.TOTAL_PHASES, itemHeader.totalPhases(), PhaseRows.highest(there.rows())));
    }
    if (!odd.isEmpty()) {
      notices.add(new Notice("odd-field", path + ": " + String.join("; ", odd)));
    }
  }

  private static String unexpectedValueText(String key, String value, String expected) {
    return key + " is " + (value.isBlank() ? "missing" : value) + ", expected " + expected;
  }

  private void differences(ItemCheckpoint there, List<Notice> notices) {
    var added = new ArrayList<String>();
    for (var phaseRow : defined) {
      if (PhaseRows.named(there.rows(), phaseRow.name()) == null) {
        added.add(phaseRow.name());
      }
    }
    var foreign = PhaseRows.names(PhaseRows.foreign(there.rows(), defined));
    if (!added.isEmpty() || !foreign.isEmpty()) {
      notices.add(
          new Notice(
              "phases-differ",
              "the phases of "
                  + id.workflow()
                  + " have changed; new: "
                  + (added.isEmpty() ? "none" : String.join(", ", added))
                  + "; no longer defined, but kept: "
                  + (foreign.isEmpty() ? "none" : String.join(", ", foreign))));
    }
  }

  /// Returns the effects of a write: the folder's own file where the folder is new, and a commit.
  ///
  /// @param message of the commit; absent to write without one
  List<Effect> effects(@Nullable String message) {
    var effects = new ArrayList<Effect>();
    var folder = FactQuery.files(ItemLocator.FOLDER);
    if (facts.has(folder)
        && facts.get(folder).isKnown()
        && isNew(facts.get(folder).orElse(List.of()))) {
      effects.add(new Effect.PutFile(KEEP, ""));
    }
    if (message != null && !facts.options().has(NO_COMMIT)) {
      effects.add(new Effect.Commit(message, List.of(path, KEEP)));
    }
    return effects;
  }

  /// A writer that was killed may have made the folder, and a temporary file in it.
  private static boolean isNew(List<FileFact> files) {
    for (var file : files) {
      if (!file.path().endsWith(".tidemark-tmp")) {
        return false;
      }
    }
    return true;
  }

  /// Returns the message of a commit about a phase.
  String message(PhaseRow phaseRow, String what) {
    return "checkpoint: " + name() + " \u2014 phase " + phaseRow.number() + " " + what;
  }
}
