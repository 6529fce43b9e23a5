package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Decoded;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.UnusableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Codec of phase checkpoints: Markdown with front matter.
///
/// A damaged document is a checkpoint too, because its readable part may decide a mandatory gate
/// (R-000-49).
public final class PhaseFormat implements Format<PhaseCheckpoint> {
  /// The name of the dialect in ids; never reused.
  public static final String DIALECT = "phase";

  private static final int CHARS_MAX = 1024 * 1024;

  private final PhaseWorkflows workflows;

  PhaseFormat(PhaseWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public Decoded<PhaseCheckpoint> decode(CheckpointId id, String document) {
    if (document.length() > CHARS_MAX) {
      throw new UnusableException("the document is longer than 1048576 characters");
    }
    var checkpoint = read(id, document);
    var damage = checkpoint.damage();
    return new Decoded<>(
        checkpoint,
        damage == null
            ? List.of()
            : List.of(new Notice("damaged", PhasePlace.FILE + ": " + damage)));
  }

  @Override
  public String encode(PhaseCheckpoint next, String previous) {
    return next.front().raw() + next.body();
  }

  /// A file without front matter and without any of the keys: other tools use the same name.
  @Override
  public boolean isForeign(String document) {
    if (document.isBlank() || !FrontMatter.of(document).raw().isEmpty()) {
      return false;
    }
    for (var key : Keys.ORDER) {
      if (document.contains(key + ":")) {
        return false;
      }
    }
    return true;
  }

  /// Reads a document of any size.
  PhaseCheckpoint read(CheckpointId id, String document) {
    var front = FrontMatter.of(document);
    var body = document.substring(front.raw().length());
    var completed = front.text(Keys.COMPLETED_PHASE);
    var next = front.text(Keys.NEXT_PHASE);
    var table = completed == null ? List.<PhaseName>of() : workflows.table(completed);
    if (table.isEmpty() && next != null) {
      table = workflows.table(next);
    }
    return new PhaseCheckpoint(id, table, front, body, damage(front));
  }

  private static @Nullable String damage(FrontMatter front) {
    if (front.problem() != null) {
      return front.problem();
    }
    for (var key : Keys.ORDER) {
      boolean missing = key.equals(Keys.ACTIVE_SPEC) ? !front.has(key) : front.text(key) == null;
      if (Keys.isRequired(key) && missing) {
        return "the key " + key + " is missing";
      }
    }
    return null;
  }
}
