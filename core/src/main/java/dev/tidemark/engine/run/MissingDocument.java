package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.DialectOptions;
import org.jspecify.annotations.Nullable;

/// Missing document: what it means that a document is absent. One that was never recorded is new;
/// one whose format removes it at the end of a run, and whose phases are over, has ended; any other
/// is missing, and so is every run whose journal was removed.
public final class MissingDocument {
  /// The code of the blocker.
  public static final String MISSING = "missing";

  private MissingDocument() {}

  /// Returns a document as the engine understands it: one that another program has removed at the
  /// end of its run, as the format demands, is as if it had been removed through the store.
  ///
  /// @param historyStore read only if the document was removed
  public static Document interpreted(
      Dialect<?> dialect, CheckpointId id, Document document, HistoryStore historyStore) {
    if (document.syncState() != SyncState.EDITED
        || document.exists()
        || !dialect.locator().isRemovedAtEnd()
        || !hasEnded(dialect, id, document, historyStore)) {
      return document;
    }
    var evidence = new Evidence(null, document.evidence().head());
    return new Document(
        document.text(),
        document.revision(),
        SyncState.RECORDED,
        evidence,
        document.sequence(),
        document.last());
  }

  private static boolean hasEnded(
      Dialect<?> dialect, CheckpointId id, Document document, HistoryStore historyStore) {
    try {
      var text = historyStore.stateAt(id, document.sequence()).orElse("");
      return !text.isEmpty() && isOver(dialect.format().decode(id, text).checkpoint());
    } catch (StoreException | FormatException unreadable) {
      return false;
    }
  }

  private static boolean isOver(Checkpoint checkpoint) {
    for (var phase : checkpoint.phases()) {
      if (phase.status() != PhaseStatus.COMPLETE && phase.status() != PhaseStatus.SKIPPED) {
        return checkpoint.finished();
      }
    }
    return true;
  }

  /// Returns why a change is refused that would begin a missing run anew; null if it is not
  /// missing, or the change is a new start on purpose, or one that brings the document back.
  public static @Nullable Blocker blocker(
      Dialect<?> dialect,
      CheckpointId id,
      Document document,
      Change change,
      DialectOptions options) {
    boolean replaceable = document.evidence().worklog().abandoned() != null;
    boolean wanted =
        change instanceof Change.StartRun start
            && (start.fresh() || replaceable || recovers(dialect, options));
    return document.isMissing() && !wanted ? blocker(dialect, id, document) : null;
  }

  private static boolean recovers(Dialect<?> dialect, DialectOptions options) {
    for (var option : dialect.rules().recoveries()) {
      if (options.has(option)) {
        return true;
      }
    }
    return false;
  }

  /// Returns what is missing of a run, and how to bring it back.
  public static Blocker blocker(Dialect<?> dialect, CheckpointId id, Document document) {
    return new Blocker(
        Blocker.Kind.INVALID, MISSING, reason(dialect, id, document), hint(id, document));
  }

  private static boolean isJournalGone(Document document) {
    return document.syncState() == SyncState.JOURNAL_GONE || document.sequence() == 0;
  }

  /// Returns what is missing, in one sentence.
  public static String reason(Dialect<?> dialect, CheckpointId id, Document document) {
    var path = dialect.locator().pathOf(id);
    if (!isJournalGone(document)) {
      return id + " is missing: " + path + " was removed outside Tidemark";
    }
    return id
        + " is missing: its journal was removed"
        + (document.exists() ? "" : ", and " + path + " with it");
  }

  /// Returns the commands that end the state.
  public static String hint(CheckpointId id, Document document) {
    var anew = "tidemark start " + CommandLines.word(id.toString()) + " --fresh";
    if (!isJournalGone(document)) {
      return "Bring it back: " + CommandLines.of("restore", id) + "; or begin anew: " + anew;
    }
    return document.exists()
        ? "Restore the journal from a backup; or go on without its evidence: tidemark adopt"
        : "Restore both from a backup; or begin anew: " + anew;
  }
}
