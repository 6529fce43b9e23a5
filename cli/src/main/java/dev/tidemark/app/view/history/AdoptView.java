package dev.tidemark.app.view.history;

import dev.tidemark.app.view.run.RunView;
import dev.tidemark.app.view.run.ShownBase;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.diff.ExternalEdit;
import dev.tidemark.engine.run.ForeignFile;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of adopted documents: those found in a project, and the result of each.
public final class AdoptView {
  /// The limit of skipped files named per kind.
  private static final int PASSED_OVER_MAX = 10;

  private final ShownBase shownBase;
  private final boolean dryRun;
  private final List<Found> found = new ArrayList<>();
  private final List<String> passedOver = new ArrayList<>();
  private final List<ForeignFile> foreign = new ArrayList<>();

  /// Takes the context of ages, and whether nothing was recorded.
  public AdoptView(ShownBase shownBase, boolean dryRun) {
    this.shownBase = shownBase;
    this.dryRun = dryRun;
  }

  /// Result of a document.
  public enum Result {
    /// It is the beginning of a journal now.
    ADOPTED("adopted", "recorded as the beginning of its journal"),
    /// It was edited since the last record, and that is recorded now.
    EDIT_ADOPTED("edit-adopted", "recorded as an edit"),
    /// There was nothing to record.
    KNOWN("known", "already recorded"),
    /// It cannot be read, so nothing was recorded.
    UNREADABLE("unreadable", "cannot be read, so nothing was recorded"),
    /// It can be read, but the journal could not be written.
    NOT_RECORDED("not-recorded", "could not be recorded");

    private final String word;
    private final String text;

    Result(String word, String text) {
      this.word = word;
      this.text = text;
    }
  }

  /// Document found.
  ///
  /// @param run the decoded run
  /// @param result its result
  /// @param edit how it was edited since the last record; absent if it was not
  /// @param findings the number of a validator's problems
  /// @param trouble why nothing was recorded; absent if that is no wonder
  /// @param hint the remedy; empty for none
  public record Found(
      Run run,
      Result result,
      @Nullable ExternalEdit edit,
      int findings,
      @Nullable String trouble,
      String hint) {}

  /// Adds a document.
  public void add(Found one) {
    found.add(one);
  }

  /// Adds a file beside the documents that belongs to no run.
  public void passOver(String path) {
    passedOver.add(path);
  }

  /// Adds a file that has the name of a checkpoint file and is no run.
  public void passOverForeign(ForeignFile foreignFile) {
    foreign.add(foreignFile);
  }

  private List<String> passedOver() {
    var all = new ArrayList<>(passedOver);
    all.addAll(foreign(false));
    all.addAll(foreign(true));
    return all;
  }

  private List<String> foreign(boolean copies) {
    var paths = new ArrayList<String>();
    for (var foreignFile : foreign) {
      if ((foreignFile.original() != null) == copies) {
        paths.add(foreignFile.path());
      }
    }
    return paths;
  }

  /// Returns whether every document is recorded.
  public boolean complete() {
    return !hasResult(Result.UNREADABLE) && !hasResult(Result.NOT_RECORDED);
  }

  /// Returns whether any document could not be read.
  public boolean unreadable() {
    return hasResult(Result.UNREADABLE);
  }

  private boolean hasResult(Result result) {
    for (var one : found) {
      if (one.result() == result) {
        return true;
      }
    }
    return false;
  }

  /// Returns `{"ok", "dry_run", "found": [...], "passed_over": [...]}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var one : found) {
      all.add(json(one));
    }
    return JsonObject.builder()
        .add("ok", complete())
        .add("dry_run", dryRun)
        .add("found", JsonArray.of(all))
        .add("passed_over", passedOver())
        .build();
  }

  private JsonObject json(Found one) {
    var id = one.run().id();
    var view = new RunView(one.run(), shownBase);
    var position = view.position();
    var json =
        JsonObject.builder()
            .add("run", id.toString())
            .add("format", id.dialect())
            .add("workflow", id.workflow())
            .addOrNull("item", id.item())
            .add("path", one.run().dialect().locator().pathOf(id))
            .add("result", one.result().word)
            .add("state", view.state())
            .addOrNull("phase", position.next())
            .add("phase_number", position.number())
            .add("phases", view.total())
            .add("findings", one.findings());
    var externalEdit = one.edit();
    if (externalEdit != null) {
      json.add("edit", EditView.json(externalEdit));
    }
    return json.addIfPresent("problem", one.trouble())
        .addIfPresent("hint", one.hint().isEmpty() ? null : one.hint())
        .build();
  }

  /// Returns the documents found, for people.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var one : found) {
      lines.add(one.run().dialect().locator().pathOf(one.run().id()));
      lines.add("  " + understood(one));
      lines.addAll(resultLines(one));
    }
    passedOver(lines, passedOver, "its name is not that of a run");
    passedOver(lines, foreign(false), "it is not a checkpoint of this format");
    passedOver(lines, foreign(true), "it is a copy of the file of a run");
    if (found.isEmpty()) {
      lines.add("no checkpoint files found; list the workflows: tidemark workflows");
    } else if (dryRun) {
      lines.add("nothing was written");
    }
    return lines;
  }

  /// A folder may hold hundreds of them.
  private static void passedOver(List<String> lines, List<String> paths, String why) {
    for (var path : paths.subList(0, Math.min(PASSED_OVER_MAX, paths.size()))) {
      lines.add(path + " is skipped: " + why);
    }
    int more = paths.size() - PASSED_OVER_MAX;
    if (more > 0) {
      lines.add(more + " more are skipped: " + why + " (all of them: tidemark adopt --json)");
    }
  }

  private String understood(Found one) {
    var id = one.run().id();
    var view = new RunView(one.run(), shownBase);
    var name = named(id);
    if (one.run().checkpoint() == null) {
      return name;
    }
    return name + ": " + view.state() + ", " + positionText(view.position());
  }

  private static String positionText(RunSummary.Position at) {
    if (at.next() == null) {
      return at.total() == 0 ? "no phases yet" : "all of " + at.total() + " phases done";
    }
    return at.number() == 0
        ? "next is " + at.next()
        : "phase " + at.number() + " of " + at.total() + " (" + at.next() + ")";
  }

  private static String named(CheckpointId id) {
    var item = id.item();
    return id.dialect() + ", workflow " + id.workflow() + (item == null ? "" : ", item " + item);
  }

  private List<String> resultLines(Found one) {
    var lines = new ArrayList<String>();
    boolean would =
        dryRun && (one.result() == Result.ADOPTED || one.result() == Result.EDIT_ADOPTED);
    lines.add("  " + (would ? "would be " : "") + one.result().text);
    var externalEdit = one.edit();
    if (externalEdit != null && externalEdit.kind() != ExternalEdit.Kind.FOUND) {
      lines.add("  edited outside Tidemark: " + EditView.text(externalEdit));
    }
    if (one.trouble() != null) {
      lines.add("  " + one.trouble());
    }
    if (one.findings() > 0 && one.trouble() == null) {
      lines.add(
          "  "
              + one.findings()
              + (one.findings() == 1 ? " finding" : " findings")
              + " about its form: "
              + CommandLines.of("validate", one.run().id()));
    }
    if (!one.hint().isEmpty()) {
      lines.add("  " + one.hint());
    }
    return lines;
  }
}
