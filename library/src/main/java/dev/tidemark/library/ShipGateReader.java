package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialects.state.ship.ShipGate;
import dev.tidemark.dialects.state.ship.ShipSource;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.fact.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ship gate reader: collects the verdict files of the ship gate.
final class ShipGateReader {
  private static final String FOLDER = ".claude/state";
  private static final String LOOP = FOLDER + "/loop-state.json";
  private static final String DIALECT = "state";

  private final CheckpointStore store;
  private final DialectLayout layout;
  private final DefaultProjectContext context;

  ShipGateReader(CheckpointStore store, DialectLayout layout, DefaultProjectContext context) {
    this.store = store;
    this.layout = layout;
    this.context = context;
  }

  /// Returns the files whose content decides.
  static List<CheckpointId> runs(String item) {
    var runs = new ArrayList<CheckpointId>();
    for (var workflow : List.of("ship", "review")) {
      if (!item.isEmpty()) {
        runs.add(new CheckpointId(DIALECT, workflow, item));
      }
      runs.add(new CheckpointId(DIALECT, workflow, null));
    }
    return runs;
  }

  Fact<ShipJudgement> judge(String item, boolean trustsFiles) {
    try {
      var sources = new ArrayList<ShipSource>();
      boolean recorded = false;
      for (var run : runs(item)) {
        var source = source(run);
        recorded |= source != null && source.recorded();
        if (source != null) {
          sources.add(source);
        }
      }
      var loop = loop(recorded);
      if (loop != null) {
        sources.add(loop);
      }
      var tree = context.fetch(FactQuery.TREE);
      var commit = context.head().orElse(Head.NONE).commit();
      var now = new TreePosition(commit, tree.isKnown() ? tree.orElse("") : null);
      return Fact.known(ShipGate.judge(sources, now, trustsFiles, item.isEmpty() ? null : item));
    } catch (StoreException failure) {
      return Fact.unknown(String.valueOf(failure.getMessage()));
    }
  }

  private @Nullable ShipSource source(CheckpointId run) {
    var document = store.find(run).orElse(null);
    if (document == null) {
      return null;
    }
    var origin = run.workflow().equals("ship") ? Origin.SHIP : Origin.REVIEW;
    boolean recorded = document.syncState() != SyncState.UNRECORDED;
    var path = layout.pathOf(run);
    var text = document.exists() ? document.text() : "{}";
    return new ShipSource(path, origin, text, modifiedAt(path), document.evidence(), recorded);
  }

  private @Nullable ShipSource loop(boolean recorded) {
    var text = context.fetch(FactQuery.fileText(LOOP));
    if (text.isKnown() && text.orElse(Optional.empty()).isEmpty()) {
      return null;
    }
    var content = text.orElse(Optional.empty()).orElse(null);
    return new ShipSource(LOOP, Origin.LOOP, content, modifiedAt(LOOP), Evidence.NONE, recorded);
  }

  private Instant modifiedAt(String path) {
    for (var file : context.fetch(FactQuery.files(FOLDER)).orElse(List.of())) {
      if (file.path().equals(path)) {
        return file.modifiedAt();
      }
    }
    return Instant.EPOCH;
  }
}
