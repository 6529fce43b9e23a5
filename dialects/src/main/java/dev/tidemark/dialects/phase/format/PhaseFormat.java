package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialects.markdown.FrontMatter;
import dev.tidemark.text.NearestWord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location and codec of the one phase checkpoint of a project: `.claude-checkpoint.md` in its root
/// (R-000-01), Markdown with front matter. Whichever of its workflows is named, it is the same run.
///
/// A damaged document is a checkpoint too, because its readable part may decide a mandatory gate
/// (R-000-49).
public final class PhaseFormat implements Format<PhaseCheckpoint>, DocumentLocator {
  /// The name of the dialect in ids; never reused.
  public static final String DIALECT = "phase";

  private static final int CHARS_MAX = 1024 * 1024;
  public static final String COMPLETED_PHASE = "completed_phase";
  public static final String COMPLETED_AT = "completed_at";
  public static final String NEXT_PHASE = "next_phase";
  public static final String NEXT_COMMAND = "next_command";
  public static final String BRANCH = "branch";
  public static final String ACTIVE_SPEC = "active_spec";
  public static final String REVIEW_STATUS = "review_status";
  public static final String PLAN_STATUS = "plan_status";
  public static final String STEP_PROGRESS = "step_progress";
  public static final String CLEAR_RECOMMENDED = "clear_recommended";
  public static final String CLEAR_REASON = "clear_reason";

  /// All keys, in the order in which they are written.
  public static final List<String> KEYS =
      List.of(
          COMPLETED_PHASE,
          COMPLETED_AT,
          NEXT_PHASE,
          NEXT_COMMAND,
          BRANCH,
          ACTIVE_SPEC,
          REVIEW_STATUS,
          PLAN_STATUS,
          STEP_PROGRESS,
          CLEAR_RECOMMENDED,
          CLEAR_REASON);

  /// The file, from the project root.
  public static final String FILE = ".claude-checkpoint.md";

  /// The quarantine folder of unreliable documents, in the state folder.
  public static final String ASIDE = ".tidemark/set-aside";

  /// The run, for any name.
  public static final CheckpointId ID = new CheckpointId(PhaseFormat.DIALECT, "dev", null);

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
            : List.of(new Notice(Notice.DAMAGED, PhaseFormat.FILE + ": " + damage)));
  }

  @Override
  public String encode(PhaseCheckpoint next, String previous) {
    return next.front().raw() + next.body();
  }

  @Override
  public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = reliable(id, ours);
    var other = reliable(id, theirs);
    var before = base == null ? null : decode(id, base).checkpoint();
    before = before == null || before.damage() != null ? null : before;
    return new HandoffMerge(before, one, other).merge();
  }

  @Override
  public PhaseCheckpoint noted(PhaseCheckpoint checkpoint, Note note) {
    return checkpoint.withBody(Sections.withNote(checkpoint.body(), note));
  }

  private PhaseCheckpoint reliable(CheckpointId id, String document) {
    var checkpoint = decode(id, document).checkpoint();
    var damage = checkpoint.damage();
    if (damage != null) {
      throw new UnreadableException(damage);
    }
    return checkpoint;
  }

  @Override
  public String decide(
      CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
    return HandoffMerge.decided(reliable(id, document), conflicts, ours);
  }

  /// A file without any of the keys, in front matter or elsewhere: other tools use the same name.
  @Override
  public Attribution attribution(String document) {
    if (document.isBlank()) {
      return Attribution.UNKNOWN;
    }
    for (var key : KEYS) {
      if (document.contains(key + ":")) {
        return Attribution.UNKNOWN;
      }
    }
    return Attribution.FOREIGN;
  }

  /// Reads a document of any size.
  public PhaseCheckpoint read(CheckpointId id, String document) {
    var front = FrontMatter.of(document);
    var body = document.substring(front.raw().length());
    var completed = front.text(COMPLETED_PHASE);
    var next = front.text(NEXT_PHASE);
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
    for (var key : KEYS) {
      boolean missing = key.equals(ACTIVE_SPEC) ? !front.hasKey(key) : front.text(key) == null;
      if (isRequired(key) && missing) {
        return "the key " + key + " is missing";
      }
    }
    return null;
  }

  /// Returns whether every checkpoint has the key.
  public static boolean isRequired(String key) {
    return !key.equals(REVIEW_STATUS) && !key.equals(PLAN_STATUS) && !key.equals(STEP_PROGRESS);
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    if (!workflows.names().contains(workflow)) {
      var near = NearestWord.find(workflow, workflows.names());
      return NameResolution.refused(
          "there is no workflow " + workflow + " of phases",
          near == null
              ? "Name one of " + String.join(", ", workflows.names())
              : "Did you mean " + near + "?");
    }
    if (item != null && !item.isEmpty()) {
      return NameResolution.refused(
          "there is one phase checkpoint in a project, and none about " + item,
          "Leave the name out: " + PhaseFormat.DIALECT + "/" + workflow);
    }
    return new NameResolution.Named(ID);
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    return path.equals(FILE) ? Optional.of(ID) : Optional.empty();
  }

  @Override
  public boolean isRemovedAtEnd() {
    return true;
  }

  @Override
  public List<String> roots() {
    return List.of(FILE);
  }

  @Override
  public List<String> ignoreLines() {
    return List.of(
        "# Workflow state (ephemeral, not project documentation)",
        FILE,
        GateFile.REVIEW,
        GateFile.TEST);
  }

  @Override
  public List<CheckpointId> permanentRuns() {
    return List.of(ID);
  }

  @Override
  public List<String> quarantineFolders() {
    return List.of(ASIDE);
  }
}
