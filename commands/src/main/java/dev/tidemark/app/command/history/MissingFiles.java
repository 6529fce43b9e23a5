package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.Run;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/// Restoration of every missing file: `restore --all`. Files of runs that cannot be brought back
/// are named, and hinder no other.
final class MissingFiles {
  private final Session session;
  private final List<JsonObject> restored = new ArrayList<>();
  private final List<JsonObject> left = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  MissingFiles(Session session) {
    this.session = session;
  }

  ExitCode restore() {
    var runs = session.project().runs();
    for (var run : runs.all()) {
      if (run.isMissing()) {
        restore(run);
      }
    }
    var whole = runs.all();
    for (var name : runs.parts()) {
      for (var part : runs.of(name)) {
        if (part.isMissing() && isNeeded(part, whole)) {
          restore(part);
        }
      }
    }
    if (lines.isEmpty()) {
      lines.add("no file is missing");
    }
    var json =
        JsonObject.builder()
            .add("ok", left.isEmpty())
            .add("restored", JsonArray.of(restored))
            .add("left", JsonArray.of(left))
            .add("dry_run", session.changeMode() == ChangeMode.DRY_RUN)
            .build();
    session.confirm(json, lines);
    return left.isEmpty() ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  /// A part of a run that has ended stays away.
  private boolean isNeeded(Run part, List<Run> runs) {
    var historyStore = session.project().history();
    var saveHistory = new SaveHistory(historyStore.history(part.id()));
    long entry = new LastGoodState(historyStore, saveHistory).entry(part.dialect(), part.id());
    var text = entry == 0 ? "" : historyStore.stateAt(part.id(), entry).orElse("");
    if (text.isEmpty()) {
      return false;
    }
    try {
      var checkpoint = part.dialect().format().decode(part.id(), text).checkpoint();
      for (var run : runs) {
        var whole = run.checkpoint();
        if (whole != null && checkpoint.isPartOf(whole)) {
          return true;
        }
      }
      return false;
    } catch (FormatException unreadable) {
      return false;
    }
  }

  private void restore(Run run) {
    var path = run.dialect().locator().pathOf(run.id());
    try {
      long entry = restored(run);
      if (entry > 0) {
        boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
        var what = dry ? " would be put back to history entry " : " is put back to history entry ";
        lines.add(path + what + entry);
        restored.add(
            JsonObject.builder()
                .add("run", run.id().toString())
                .add("path", path)
                .add("entry", entry)
                .build());
        return;
      }
      left(run, path, "missing", MissingDocument.reason(run.dialect(), run.id(), run.document()));
    } catch (FormatException unreadable) {
      left(run, path, "unreadable", String.valueOf(unreadable.getMessage()));
    } catch (StoreException failure) {
      left(run, path, ProblemView.of(failure).code(), String.valueOf(failure.getMessage()));
    }
  }

  private long restored(Run run) {
    var historyStore = session.project().history();
    var saveHistory = new SaveHistory(historyStore.history(run.id()));
    long entry = new LastGoodState(historyStore, saveHistory).entry(run.dialect(), run.id());
    if (entry == 0 || run.document().exists()) {
      return 0;
    }
    var by = new Caller(session.actor(), session.changeMode());
    var checkpoint = session.project().checkpoints().restore(run.dialect(), run.id(), entry, by);
    return checkpoint.isPresent() ? entry : 0;
  }

  private void left(Run run, String path, String code, String why) {
    lines.add(path + " is not put back: " + why);
    left.add(
        JsonObject.builder()
            .add("run", run.id().toString())
            .add("path", path)
            .add("code", code)
            .add("message", why)
            .add("hint", MissingDocument.hint(run.id(), run.document()))
            .build());
  }
}
