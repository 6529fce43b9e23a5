package dev.tidemark.engine.context;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Document;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.text.ConflictMarkers;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MergeSides.Side;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lost update through a git merge: the two sides of the merge completed or decided something, and
/// the file as it is now lacks it.
///
/// @param ours the changes of our side since the common base, and the missing ones of them
/// @param theirs the same of the other side
/// @param finished whether the merge is committed
public record Divergence(Part ours, Part theirs, boolean finished) {
  private static final String REMOVED = "removed the file, which is the end of the run there";

  /// One side of the merge.
  ///
  /// @param name `ours` or `theirs`, as git names the sides
  /// @param commit the commit that holds it, abbreviated; empty where unknown
  /// @param did the phases completed and the decisions made since the common base, in words
  /// @param missing those of them that the file lacks now
  public record Part(String name, String commit, List<String> did, List<String> missing) {
    /// Takes its own copies of the lists.
    public Part {
      did = List.copyOf(did);
      missing = List.copyOf(missing);
    }

    /// Returns the changes of the side, in words.
    public String text() {
      var what = did.isEmpty() ? "no phase or decision" : String.join(", ", did);
      return name + (commit.isEmpty() ? "" : " (" + commit + ")") + ": " + what;
    }
  }

  /// Returns the changes that a merge lost in the file of a run; null if there are none, or if the
  /// user has chosen a side already. Of a format whose files git ignores, a merge counts only if it
  /// has left conflict markers, or if one side has removed the file.
  ///
  /// @param historyStore read only if something is missing
  public static @Nullable Divergence of(
      ProjectContext projectContext, HistoryStore historyStore, Dialect<?> dialect, Run run) {
    return of(projectContext, historyStore, dialect, run.id(), run.document());
  }

  public static @Nullable Divergence of(
      ProjectContext projectContext,
      HistoryStore historyStore,
      Dialect<?> dialect,
      CheckpointId id,
      Document document) {
    var text = document.text();
    boolean conflict = text != null && ConflictMarkers.line(text) > 0;
    boolean ignored = dialect.locator().tracking() == DocumentLocator.Tracking.IGNORED;
    if (!document.exists()) {
      return null;
    }
    // Of a format that git ignores, only a merge under way can have removed the file.
    boolean asked = !ignored || conflict;
    boolean committed = asked && hasMoved(projectContext, document);
    var ask = FactQuery.mergeSides(dialect.locator().pathOf(id), committed);
    var git = projectContext.fetch(ask).orElse(Optional.empty());
    var sides = git.isPresent() || conflict ? MergeSides.of(git, text) : null;
    if (sides == null || (!asked && !sides.isRemovedBySide())) {
      return null;
    }
    var found = of(dialect, id, conflict ? null : text, sides);
    return found == null || isDecided(historyStore.history(id), sides) ? null : found;
  }

  private static boolean hasMoved(ProjectContext projectContext, Document document) {
    var saved = document.evidence().head().commit();
    var head = projectContext.fetch(FactQuery.HEAD).orElse(Head.NONE).commit();
    return saved == null || !saved.equals(head);
  }

  /// Returns whether the user has taken one of these two sides, or they were merged.
  public static boolean isDecided(List<HistoryEntry> history, MergeSides sides) {
    boolean one = false;
    boolean other = false;
    boolean taken = false;
    for (var entry : history) {
      for (var event : entry.events()) {
        if (event instanceof Event.MergeSideRecorded side) {
          boolean our = isSide(side, "ours", sides.ours());
          boolean their = isSide(side, "theirs", sides.theirs());
          one |= our;
          other |= their;
          taken |= side.taken() && (our || their);
        } else if (event instanceof Event.MergeRecorded merged
            && merged.ours().equals(parent(sides.ours()))
            && merged.theirs().equals(parent(sides.theirs()))) {
          return true;
        }
      }
    }
    return taken && (sides.isRemovedBySide() || (one && other));
  }

  private static boolean isSide(Event.MergeSideRecorded event, String name, Side side) {
    return event.side().equals(name) && event.commit().equals(side.commit());
  }

  /// Returns a side as the record of a merge names it.
  public static Event.MergeRecorded.Parent parent(Side side) {
    var text = side.text();
    var bytes = (text == null ? "" : text).getBytes(UTF_8);
    return new Event.MergeRecorded.Parent(side.commit(), Sha256.hex(bytes));
  }

  /// Compares a file with the two sides of a merge.
  ///
  /// @param text the file as it is now; absent if it cannot be read, as with conflict markers
  /// @return null if nothing of either side is missing
  public static @Nullable Divergence of(
      Dialect<?> dialect, CheckpointId id, @Nullable String text, MergeSides sides) {
    if (!sides.differ() && !sides.isRemovedBySide()) {
      return null;
    }
    var base = facts(dialect, id, sides.base().text());
    var now = facts(dialect, id, text);
    var ours = part("ours", sides.ours(), facts(dialect, id, sides.ours().text()), base, now);
    var theirs =
        part("theirs", sides.theirs(), facts(dialect, id, sides.theirs().text()), base, now);
    boolean lost =
        sides.isRemovedBySide() || !ours.missing().isEmpty() || !theirs.missing().isEmpty();
    return lost ? new Divergence(ours, theirs, sides.finished()) : null;
  }

  private static Part part(
      String name, Side side, List<String> facts, List<String> base, List<String> now) {
    if (side.text() == null) {
      return new Part(name, side.commit(), List.of(REMOVED), List.of(REMOVED));
    }
    var did = without(facts, base);
    return new Part(name, side.commit(), did, without(did, now));
  }

  private static List<String> without(List<String> facts, List<String> known) {
    var rest = new ArrayList<>(facts);
    rest.removeAll(known);
    return rest;
  }

  /// Returns the completed phases and decisions in a version of the file.
  private static List<String> facts(Dialect<?> dialect, CheckpointId id, @Nullable String text) {
    var facts = new ArrayList<String>();
    var checkpoint = text == null ? null : decoded(dialect, id, text);
    if (checkpoint == null) {
      return facts;
    }
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        facts.add(phase.name() + " complete");
      }
    }
    for (var decision : checkpoint.decisions()) {
      facts.add("decided: " + decision.text());
    }
    return facts;
  }

  private static @Nullable Checkpoint decoded(Dialect<?> dialect, CheckpointId id, String text) {
    try {
      return dialect.format().decode(id, text).checkpoint();
    } catch (FormatException unreadable) {
      return null;
    }
  }

  /// Returns the changes of each side, in one sentence.
  public String text() {
    return (finished ? "the merge commit lost progress; " : "git has not finished a merge; ")
        + ours.text()
        + "; "
        + theirs.text();
  }

  /// Returns the stable word for scripts.
  public String code() {
    return finished ? "merge-lost" : "merge-conflict";
  }

  /// Returns why no change is recorded on top of it.
  public Blocker blocker(CheckpointId id) {
    return new Blocker(Blocker.Kind.INVALID, code(), id + ": " + text(), hint(id));
  }

  /// Returns how to resolve it.
  public static String hint(CheckpointId id) {
    return "Merge both sides: "
        + CommandLines.of("merge", id)
        + ", or take one side: "
        + CommandLines.of("restore --from theirs", id)
        + " (or ours)";
  }
}
