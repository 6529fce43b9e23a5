package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.DiffView;
import dev.tidemark.app.view.DiffView.Side;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.Edits;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.Revision;
import org.jspecify.annotations.Nullable;

/// The verb `diff`: compares two saves of a run, or a save and the current document.
final class Comparing {
  private final Session session;
  private final Call call;

  Comparing(Session session) {
    this.session = session;
    this.call = session.call();
  }

  ExitCode diff() {
    var selection = session.selectShown();
    if (!(selection instanceof Selected selected)) {
      return session.unclear(selection);
    }
    var run = selected.read(session.project().runs());
    var saves = new Saves(session.project().past().history(run.id()));
    long from = call.has("from") ? call.count("from", 0) : usual(run, saves);
    long to = call.count("to", 0);
    for (long asked : new long[] {from, to}) {
      if (!saves.has(asked)) {
        return session.problem(NoState.entry(run.id(), asked, saves.newest()));
      }
    }
    var before = recorded(run.id(), saves, from);
    if (before == null) {
      return session.problem(NoState.at(run.id(), from, saves));
    }
    var after = call.has("to") ? recorded(run.id(), saves, to) : now(run);
    if (after == null) {
      return session.problem(call.has("to") ? NoState.at(run.id(), to, saves) : NoState.now(run));
    }
    return shown(run, before, after);
  }

  /// Returns the default base of a comparison: the previous save.
  private long usual(Run run, Saves saves) {
    if (call.has("to")) {
      return saves.before(Math.min(call.count("to", 0), saves.newest()));
    }
    return isEdited(run.document()) ? saves.newest() : saves.before(saves.newest());
  }

  static boolean isEdited(Document document) {
    return document.standing() == Standing.EDITED || document.standing() == Standing.UNRECORDED;
  }

  /// Returns the state after an entry; absent if it is not recorded any more, or was no text.
  private @Nullable Side recorded(CheckpointId id, Saves saves, long entry) {
    if (entry == 0) {
      return new Side(0L, null, null);
    }
    var at = saves.entry(entry).at();
    if (saves.revision(entry).equals(Revision.NONE)) {
      return new Side(entry, at, null);
    }
    var text = session.project().past().at(id, entry);
    return text.map(state -> new Side(entry, at, state)).orElse(null);
  }

  /// Returns the current document; absent if it is no text, or cannot be read.
  private static @Nullable Side now(Run run) {
    var document = run.document();
    if (!document.exists()) {
      return run.problem() == null ? new Side(null, null, null) : null;
    }
    return document.text() == null ? null : new Side(null, null, document.text());
  }

  private ExitCode shown(Run run, Side before, Side after) {
    boolean all = call.has("all");
    var path = run.dialect().place().pathOf(run.id());
    var edit = Edits.between(run.dialect(), run.id(), before.text(), after.text());
    var view = new DiffView(before, after, edit, all);
    var json = view.json(run.id().toString(), path);
    if (!call.has("unified")) {
      session.show(json, view.lines());
      return ExitCode.SUCCESS;
    }
    var unified = view.unified(path);
    var with = JsonObject.builder();
    json.members().forEach(member -> with.add(member.key(), member.value()));
    with.add("unified", unified.isEmpty() ? "" : String.join("\n", unified) + "\n");
    session.show(with.build(), unified);
    return ExitCode.SUCCESS;
  }
}
