package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.DivergedException;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Revision;
import dev.tidemark.text.ConflictMarkers;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starting state of a change: the decoded document or, if it is damaged, the newest recorded state
/// that can be read.
///
/// @param checkpoint the starting checkpoint; absent if there is none
/// @param document the document as it was found
/// @param text the document to write over; empty if there is nothing
/// @param damage the damage of the current document; absent if there is none
/// @param notices the warnings
/// @param joined the phases that the checkpoint has and the document has not yet: the workflow has
///   got them since the run was started
public record LoadedState<C extends Checkpoint>(
    @Nullable C checkpoint,
    Document document,
    String text,
    @Nullable Damage damage,
    List<Notice> notices,
    List<PhaseName> joined) {
  /// A state that no phase joins.
  LoadedState(
      @Nullable C checkpoint,
      Document document,
      String text,
      @Nullable Damage damage,
      List<Notice> notices) {
    this(checkpoint, document, text, damage, notices, List.of());
  }

  /// The absent document.
  public static final Document NOTHING =
      new Document("", Revision.NONE, SyncState.UNRECORDED, Evidence.NONE, 0);

  /// The code of the notice about a journal that was removed.
  public static final String JOURNAL_GONE = "journal-gone";

  /// The limit of recorded states that are tried.
  private static final int STATES_MAX = 20;

  /// Damage of a document, and the entry from which work continues; 0 for a new start.
  public record Damage(String path, String problem, long sequence) {}

  /// Reads a document, with fallback to recorded states where the dialect allows it. A file that is
  /// no document of a run is not replaced, unless the rules decide about damage.
  ///
  /// @param change what the document is read for: a new start may replace any content
  /// @throws dev.tidemark.dialect.FormatException if it cannot be read and must not be replaced
  public static <C extends Checkpoint> LoadedState<C> of(
      Dialect<C> dialect,
      CheckpointId id,
      Change change,
      Document found,
      HistoryStore historyStore) {
    if (!found.exists()) {
      return new LoadedState<>(null, found, "", null, syncNotices(dialect, id, found));
    }
    boolean decides = dialect.onDamage() == OnDamage.DECIDE;
    var foreignFile = decides ? null : foreign(dialect, id, found);
    try {
      var text = text(found);
      var decodeResult = dialect.format().decode(id, text);
      if (foreignFile != null) {
        throw new UnusableException(foreignFile.reason());
      }
      var notices = new ArrayList<>(decodeResult.notices());
      notices.addAll(syncNotices(dialect, id, found));
      return new LoadedState<>(decodeResult.checkpoint(), found, text, null, notices);
    } catch (UnreadableException damaged) {
      if (foreignFile != null) {
        throw new UnusableException(foreignFile.reason());
      }
      boolean afresh = change instanceof Change.StartRun start && start.fresh();
      if (dialect.onDamage() == OnDamage.FAIL && !afresh) {
        throw damaged;
      }
      if (dialect.onDamage() == OnDamage.SET_ASIDE) {
        return lastGood(dialect, id, found, historyStore, damaged);
      }
      return new LoadedState<>(null, found, "", damage(dialect, id, damaged, 0), List.of());
    }
  }

  /// Returns the starting state from a document that was decoded already.
  @SuppressWarnings("unchecked") // the checkpoint was decoded by the run's own dialect
  public static <C extends Checkpoint> LoadedState<C> of(Run run) {
    var notices = new ArrayList<Notice>();
    for (var notice : run.notices()) {
      // Told by the verbs that read; a change tells the phases that it adds.
      if (!notice.code().equals(DefinitionChange.CODE)) {
        notices.add(notice);
      }
    }
    return new LoadedState<>(
        (C) run.checkpoint(),
        run.document(),
        text(run.document()),
        null,
        notices,
        run.checkpoint() == null ? List.of() : run.planned());
  }

  /// Returns the state with the phases that joined the run since it was started.
  public LoadedState<C> joined(
      Dialect<C> dialect, HistoryStore historyStore, @Nullable WorkflowDefinition definition) {
    if (checkpoint == null) {
      return this;
    }
    var added = RunRepository.added(historyStore, checkpoint, document, definition);
    var with = RunRepository.joined(dialect, checkpoint, definition, added);
    return new LoadedState<>(with, document, text, damage, notices, added);
  }

  private static <C extends Checkpoint> LoadedState<C> lastGood(
      Dialect<C> dialect,
      CheckpointId id,
      Document found,
      HistoryStore historyStore,
      UnreadableException damaged) {
    var entries = historyStore.history(id);
    int oldest = Math.max(0, entries.size() - STATES_MAX);
    for (int i = entries.size() - 1; i >= oldest; i--) {
      long sequence = entries.get(i).sequence();
      var text = historyStore.stateAt(id, sequence).orElse("");
      var good = text.isEmpty() ? null : readable(dialect, id, text);
      if (good != null) {
        var damage = damage(dialect, id, damaged, sequence);
        return new LoadedState<>(good, found, text, damage, List.of());
      }
    }
    return new LoadedState<>(null, found, "", damage(dialect, id, damaged, 0), List.of());
  }

  private static Damage damage(
      Dialect<?> dialect, CheckpointId id, UnreadableException damaged, long sequence) {
    var path = dialect.locator().pathOf(id);
    return new Damage(path, String.valueOf(damaged.getMessage()), sequence);
  }

  private static <C extends Checkpoint> @Nullable C readable(
      Dialect<C> dialect, CheckpointId id, String text) {
    try {
      return dialect.format().decode(id, text).checkpoint();
    } catch (UnreadableException alsoDamaged) {
      return null;
    }
  }

  /// Returns whether a newer version has written a document.
  static boolean isNewer(Dialect<?> dialect, CheckpointId id, Document document) {
    try {
      rejectNewer(dialect, id, document);
      return false;
    } catch (UnknownVersionException newer) {
      return true;
    }
  }

  /// Accepts everything but a document of a newer version, which no older state may overwrite
  /// (R-USR-21): a damaged one may be replaced.
  ///
  /// @throws UnknownVersionException if a newer version has written the document
  public static void rejectNewer(Dialect<?> dialect, CheckpointId id, Document document) {
    var text = document.text();
    if (!document.exists() || text == null) {
      return;
    }
    try {
      dialect.format().decode(id, text);
    } catch (UnknownVersionException unknown) {
      if (unknown.isNewer()) {
        throw unknown;
      }
    } catch (FormatException damaged) {
      // A state that was readable once takes precedence.
    }
  }

  /// Returns why a file is no document of a run; null if it is one, or may be one. A file that has
  /// a journal is the document of its run.
  static @Nullable ForeignFile foreign(Dialect<?> dialect, CheckpointId id, Document document) {
    var text = document.text();
    if (document.syncState() != SyncState.UNRECORDED || !document.exists() || text == null) {
      return null;
    }
    var attribution = dialect.format().attribution(text);
    var original = dialect.locator().originalOf(id, attribution).orElse(null);
    return attribution.foreign() || original != null
        ? new ForeignFile(dialect, dialect.locator().pathOf(id), original)
        : null;
  }

  /// Returns a document's text.
  ///
  /// @throws UnreadableException if it is no text
  /// @throws DivergedException if git left a merge conflict in it
  public static String text(Document document) {
    var text = document.text();
    if (text == null) {
      throw new UnreadableException("the bytes are not UTF-8 text");
    }
    int conflict = ConflictMarkers.line(text);
    if (conflict > 0) {
      throw new DivergedException(conflict);
    }
    return text;
  }

  /// Returns the warning about the sync state of a document; none if it is in sync, or has no
  /// journal.
  public static List<Notice> syncNotices(Dialect<?> dialect, CheckpointId id, Document document) {
    var path = dialect.locator().pathOf(id);
    return switch (document.syncState()) {
      case RECORDED, UNRECORDED -> List.of();
      case JOURNAL_GONE -> List.of(new Notice(JOURNAL_GONE, journalGone(id, path, document)));
      case EDITED -> List.of(document.exists() ? changed(path) : removed(path));
      case HALF_PUBLISHED ->
          List.of(
              new Notice(
                  "repair-pending",
                  path + " is one step behind its journal; the next change brings it up to date"));
    };
  }

  /// Returns that the journal of a run was removed, in one sentence.
  public static String journalGone(CheckpointId id, String path, Document document) {
    return "the journal of "
        + id
        + " was removed; "
        + path
        + (document.exists() ? " alone proves nothing" : " is gone too");
  }

  private static Notice changed(String path) {
    var text = path + " was changed outside Tidemark; the change is kept";
    return new Notice("edited-outside", text);
  }

  private static Notice removed(String path) {
    var text = path + " was removed outside Tidemark; its content is in the history";
    return new Notice("removed-outside", text);
  }

  /// Returns the one line with the quarantined file and the entry from which work continues
  /// (decision of R-004-36).
  public Notice setAside(String kept) {
    var what = damage == null ? "" : damage.path() + " cannot be read (" + damage.problem() + ")";
    long sequence = damage == null ? 0 : damage.sequence();
    var from = sequence == 0 ? "nothing recorded, so from a new one" : "history entry " + sequence;
    return new Notice("set-aside", what + "; kept as " + kept + ", going on from " + from);
  }

  /// Returns the date as it is put into file names: `20261121T013000Z`.
  public static String fileStamp(Instant at) {
    var text = Timestamps.seconds(at);
    var stamp = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '-' && c != ':') {
        stamp.append(c);
      }
    }
    return stamp.toString();
  }
}
