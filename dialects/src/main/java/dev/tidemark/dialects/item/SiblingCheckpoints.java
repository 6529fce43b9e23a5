package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFrontMatter;
import dev.tidemark.dialects.item.format.ItemHeader;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sibling checkpoints: the other checkpoints of the same command.
final class SiblingCheckpoints {
  private final CheckpointId id;
  private final ItemLocator place;
  private final Facts facts;

  SiblingCheckpoints(CheckpointId id, ItemLocator place, Facts facts) {
    this.id = id;
    this.place = place;
    this.facts = facts;
  }

  /// Returns the facts needed next.
  List<FactQuery<?>> asks() {
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(new FactQuery.Files(ItemLocator.FOLDER));
    for (var other : ids()) {
      asks.add(new FactQuery.Text(place.pathOf(other)));
    }
    return asks;
  }

  private List<CheckpointId> ids() {
    var ask = new FactQuery.Files(ItemLocator.FOLDER);
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
  List<CheckpointId> about(String item) {
    var twins = new ArrayList<CheckpointId>();
    for (var other : ids()) {
      if (item.equals(ItemFrontMatter.valueOf(text(other), ItemHeader.ITEM))) {
        twins.add(other);
      }
    }
    return twins;
  }

  /// Returns the checkpoint under another name that works on the same plan, or null.
  @Nullable ItemCheckpoint onPlan(String plan) {
    for (var other : ids()) {
      var there = PlanFinder.ofDocument(other, text(other));
      if (there != null && plan.equals(PlanFinder.ofContext(there))) {
        return there;
      }
    }
    return null;
  }

  private String text(CheckpointId other) {
    var ask = new FactQuery.Text(place.pathOf(other));
    return facts.has(ask) ? facts.get(ask).orElse(Optional.empty()).orElse("") : "";
  }
}
