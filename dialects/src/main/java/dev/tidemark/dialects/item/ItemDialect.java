package dev.tidemark.dialects.item;

import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.dialects.item.format.ItemWorkflows;

/// Composition root of the dialect.
public final class ItemDialect {
  private ItemDialect() {}

  /// Returns the dialect `item` as it is in a project.
  ///
  /// @param defined the workflows of the project; the built-in ones may be missing
  public static Dialect<ItemCheckpoint> of(Workflows defined) {
    var workflows = new ItemWorkflows(defined);
    var place = new ItemLocator(workflows.names());
    return new Dialect<>(
        ItemFormat.DIALECT,
        new ItemFormat(),
        new ItemRules(workflows, place),
        place,
        new ItemResumePolicy(workflows),
        new ItemValidator(workflows),
        Dialect.OnDamage.FAIL);
  }
}
