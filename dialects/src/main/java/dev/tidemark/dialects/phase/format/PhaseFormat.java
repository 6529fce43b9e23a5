package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.UnusableException;
import dev.tidemark.dialects.markdown.FrontMatter;
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

  public PhaseFormat(PhaseWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public DecodeResult<PhaseCheckpoint> decode(CheckpointId id, String document) {
    if (document.length() > CHARS_MAX) {
      throw new UnusableException("the document is longer than 1048576 characters");
    }
    var checkpoint = read(id, document);
    var damage = checkpoint.damage();
    return new DecodeResult<>(
        checkpoint,
        damage == null
            ? List.of()
            : List.of(new Notice(Notice.DAMAGED, PhaseLocator.FILE + ": " + damage)));
  }

  @Override
  public String encode(PhaseCheckpoint next, String previous) {
    return next.front().raw() + next.body();
  }

  /// A file without any of the keys, in front matter or elsewhere: other tools use the same name.
  @Override
  public boolean isForeign(String document) {
    if (document.isBlank()) {
      return false;
    }
    for (var key : PhaseKeys.ORDER) {
      if (document.contains(key + ":")) {
        return false;
      }
    }
    return true;
  }

  /// Reads a document of any size.
  public PhaseCheckpoint read(CheckpointId id, String document) {
    var front = FrontMatter.of(document);
    var body = document.substring(front.raw().length());
    var completed = front.text(PhaseKeys.COMPLETED_PHASE);
    var next = front.text(PhaseKeys.NEXT_PHASE);
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
    for (var key : PhaseKeys.ORDER) {
      boolean missing =
          key.equals(PhaseKeys.ACTIVE_SPEC) ? !front.has(key) : front.text(key) == null;
      if (PhaseKeys.isRequired(key) && missing) {
        return "the key " + key + " is missing";
      }
    }
    return null;
  }
}
