package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run of a model, in memory: the engine, the format and the rules are those of the product. A
/// model copies it before each move.
public final class ModelRun {
  /// A person at work.
  public static final Actor ANN = new Actor(Actor.Kind.PERSON, "ann", null, null, 0);

  private static final Caller BY_ANN = Caller.of(ANN);

  private final Dialect<?> dialect;
  private final CheckpointId id;
  private final MemoryStore store;

  /// A run of which nothing is stored.
  public ModelRun(Dialect<?> dialect, CheckpointId id) {
    this(dialect, id, new MemoryStore());
  }

  private ModelRun(Dialect<?> dialect, CheckpointId id, MemoryStore store) {
    this.dialect = dialect;
    this.id = id;
    this.store = store;
  }

  /// Returns the same run, whose changes this one does not see.
  public ModelRun copy() {
    return new ModelRun(dialect, id, store.copy());
  }

  /// Asks for a change; returns whether it was made.
  public boolean apply(ProjectContext projectContext, Change change) {
    return apply(projectContext, change, BY_ANN);
  }

  /// Asks for a change; returns whether it was made.
  public boolean apply(ProjectContext projectContext, Change change, Caller by) {
    return apply(projectContext, id, change, by);
  }

  /// Asks for a change of another run; returns whether it was made.
  boolean apply(ProjectContext projectContext, CheckpointId other, Change change) {
    return apply(projectContext, other, change, BY_ANN);
  }

  private boolean apply(
      ProjectContext projectContext, CheckpointId which, Change change, Caller by) {
    try {
      return new Checkpoints(store, store, projectContext)
              .apply(dialect, which, change, by)
              .outcome()
          instanceof Transition<?>;
    } catch (FormatException damaged) {
      return false;
    }
  }

  /// Asks for a change; returns why it was refused, nothing if it was made.
  List<Blocker> refusal(ProjectContext projectContext, Change change) {
    try {
      return new Checkpoints(store, store, projectContext)
                  .apply(dialect, id, change, BY_ANN)
                  .outcome()
              instanceof Refusal<?> no
          ? no.blockers()
          : List.of();
    } catch (FormatException damaged) {
      return List.of(Blocker.refused("damaged", String.valueOf(damaged.getMessage()), ""));
    }
  }

  /// Returns the run, which can be read.
  public Run run() {
    var document = store.find(id).orElseThrow();
    var checkpoint = dialect.format().decode(id, String.valueOf(document.text())).checkpoint();
    return new Run(dialect, id, checkpoint, document, null, List.of(), null);
  }

  /// Records a claim; returns whether it was recorded.
  boolean prove(ProjectContext projectContext, Claim claim) {
    try {
      new GateEvaluator(store, store, projectContext).recordClaim(dialect, id, claim, BY_ANN);
      return true;
    } catch (FormatException damaged) {
      return false;
    }
  }

  /// Puts a recorded state back, if there is one that can be read.
  public void restore(ProjectContext projectContext, long entry) {
    try {
      new Checkpoints(store, store, projectContext).restore(dialect, id, entry, BY_ANN);
    } catch (FormatException unreadable) {
      // Nothing was written.
    }
  }

  /// Replaces the file with an editor.
  ///
  /// @param text null to remove it
  public void edit(@Nullable String text) {
    store.edit(id, text);
  }

  /// Returns what is stored, other runs included.
  MemoryStore store() {
    return store;
  }

  /// Returns the file; null if there is none.
  public @Nullable String text() {
    var found = store.find(id);
    return found.isEmpty() || !found.get().exists() ? null : found.get().text();
  }

  /// Returns what the journal knows.
  public Evidence evidence() {
    return store.find(id).map(Document::evidence).orElse(Evidence.NONE);
  }

  /// Returns the texts that are recorded, the oldest first; empty for a file that was gone.
  public List<String> past() {
    var texts = new ArrayList<String>();
    for (var entry : store.history(id)) {
      texts.add(store.stateAt(id, entry.sequence()).orElse(""));
    }
    return texts;
  }
}
