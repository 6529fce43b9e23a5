package dev.tidemark.engine;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Secrets;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.SecretPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks for secrets in what somebody wants recorded, before anything else is done with it.
///
/// Every text of a change comes by here, whatever the dialect and whatever the door. Names of
/// workflows, items, phases and files stay as they are: they are how a run is found.
final class Discretion {
  /// What nests deeper than documents may is refused anyway.
  private static final int DEPTH_MAX = 300;

  private final SecretPolicy policy;
  private final List<String> kinds = new ArrayList<>();

  Discretion(SecretPolicy policy) {
    this.policy = policy;
  }

  /// Returns the change as it may be recorded.
  Change change(Change change) {
    if (change instanceof Change.CompletePhase done) {
      return new Change.CompletePhase(done.phase(), report(done.report()));
    }
    if (change instanceof Change.StartPhase start) {
      return new Change.StartPhase(start.phase(), report(start.report()));
    }
    if (change instanceof Change.AmendPhase amend) {
      return new Change.AmendPhase(
          amend.phase(), report(amend.report()), notes(amend.notes()), notes(amend.resolved()));
    }
    if (change instanceof Change.FailPhase fail) {
      return new Change.FailPhase(fail.phase(), text(fail.reason()), report(fail.report()));
    }
    if (change instanceof Change.SkipPhase skip) {
      return new Change.SkipPhase(skip.phase(), text(skip.reason()));
    }
    if (change instanceof Change.StartRun start) {
      var goal = start.goal();
      return goal == null
          ? start
          : new Change.StartRun(
              start.workflow(),
              start.item(),
              start.phases(),
              start.fresh(),
              start.any(),
              text(goal));
    }
    if (change instanceof Change.StateGoal state) {
      return new Change.StateGoal(text(state.goal()));
    }
    if (change instanceof Change.SetGate set) {
      return new Change.SetGate(text(set.gate()), set.judgement(), texts(set.blockers()));
    }
    if (change instanceof Change.ForceGate force) {
      return new Change.ForceGate(text(force.gate()), text(force.reason()));
    }
    return document(change);
  }

  private Change document(Change change) {
    if (change instanceof Change.ChangeTask task) {
      var reason = task.reason() == null ? null : text(task.reason());
      return new Change.ChangeTask(task.step(), text(task.task()), reason, task.phase());
    }
    if (change instanceof Change.MergePhase merge) {
      var data = (JsonObject) json(merge.data(), "", 0);
      return new Change.MergePhase(
          merge.phase(), data, (JsonObject) json(merge.run(), "", 0), merge.item());
    }
    if (change instanceof Change.KeepReport keep) {
      return new Change.KeepReport(text(keep.source()), (JsonObject) json(keep.report(), "", 0));
    }
    if (change instanceof Change.SaveDocument save) {
      return new Change.SaveDocument((JsonObject) json(save.document(), "", 0), save.item());
    }
    return change;
  }

  /// Returns what was said beyond the change, as it may be recorded.
  Details details(Details details) {
    var words = details.words();
    if (words.isEmpty()) {
      return details;
    }
    var safe = new HashMap<String, List<String>>();
    for (var word : words) {
      safe.put(word, texts(details.values(word)));
    }
    return new Details(safe);
  }

  /// Returns what is to be told; empty if there was nothing.
  List<Notice> notices() {
    if (kinds.isEmpty()) {
      return List.of();
    }
    var text =
        policy == SecretPolicy.REDACT
            ? "what looks like a secret is not recorded: " + String.join(", ", kinds)
            : "this looks like a secret, and is recorded as it is: " + String.join(", ", kinds);
    return List.of(new Notice("secret", text));
  }

  /// Returns why nothing may be recorded; null if it may.
  @Nullable Blocker blocker() {
    return kinds.isEmpty() || policy != SecretPolicy.REFUSE
        ? null
        : Blocker.refused(
            "secret",
            "this looks like a secret: " + String.join(", ", kinds),
            "Leave it out, or say where it is kept; `secrets: warn` in .tidemark/config.yaml"
                + " records it all the same");
  }

  private PhaseReport report(PhaseReport report) {
    var said = report.summary();
    var summary = said == null ? null : new ContextSummary(text(said.text()));
    var task = report.task();
    return new PhaseReport(
        summary, report.artifacts(), texts(report.decisions()), task == null ? null : text(task));
  }

  private List<Note> notes(List<Note> notes) {
    var safe = new ArrayList<Note>(notes.size());
    for (var note : notes) {
      safe.add(new Note(note.kind(), note.phase(), text(note.text())));
    }
    return safe;
  }

  private List<String> texts(List<String> texts) {
    var safe = new ArrayList<String>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      safe.add(text(texts.get(i)));
    }
    return safe;
  }

  private String text(String text) {
    var found = Secrets.in(text);
    for (var secret : found) {
      if (!kinds.contains(secret.kind())) {
        kinds.add(secret.kind());
      }
    }
    return found.isEmpty() || policy != SecretPolicy.REDACT ? text : Secrets.redacted(text);
  }

  /// Looks at all strings of a tree. What stands under a key is looked at together with the key,
  /// for a password is known by its name only.
  private Json json(Json json, String key, int depth) {
    if (json instanceof JsonString string) {
      var named = key + ": " + string.value();
      var safe = key.isEmpty() ? text(string.value()) : text(named).substring(key.length() + 2);
      return safe.equals(string.value()) ? json : JsonString.of(safe);
    }
    if (depth > DEPTH_MAX) {
      return json;
    }
    if (json instanceof JsonObject object) {
      return object(object, depth + 1);
    }
    if (json instanceof JsonArray array) {
      var elements = new ArrayList<Json>(array.size());
      boolean same = true;
      for (int i = 0; i < array.size(); i++) {
        var element = array.get(i);
        var safe = json(element, "", depth + 1);
        same &= isSame(safe, element);
        elements.add(safe);
      }
      return same ? json : JsonArray.of(elements);
    }
    return json;
  }

  private Json object(JsonObject object, int depth) {
    JsonObject safe = object;
    var members = object.members();
    for (int i = 0; i < members.size(); i++) {
      JsonMember member = members.get(i);
      var value = json(member.value(), member.key(), depth);
      if (!isSame(value, member.value())) {
        safe = safe.with(member.key(), value);
      }
    }
    return safe;
  }

  /// Unchanged parts come back as they are; comparing them by content would cost a walk each.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Json one, Json other) {
    return one == other;
  }
}
