package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.history.ClaimJson;
import dev.tidemark.history.Event;
import dev.tidemark.history.EventJson;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.Secrets;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;

/// Shared parts of the views.
public final class Views {
  private Views() {}

  /// Returns notices as `[{"code", "text"}]`.
  public static JsonArray notices(List<Notice> notices) {
    var all = new ArrayList<JsonObject>();
    for (var notice : notices) {
      all.add(JsonObject.builder().add("code", notice.code()).add("text", notice.text()).build());
    }
    return JsonArray.of(all);
  }

  /// Returns the notices, and one more if HEAD has moved since the save (R-004-15).
  public static List<Notice> withStaleness(List<Notice> notices, Staleness staleness) {
    var sentence = staleness.sentence();
    if (sentence.isEmpty()) {
      return notices;
    }
    var all = new ArrayList<>(notices);
    all.add(new Notice("stale", sentence));
    return all;
  }

  /// Returns blockers as `[{"kind", "code", "reason", "hint"}]`.
  public static JsonArray blockers(List<Blocker> blockers) {
    var all = new ArrayList<JsonObject>();
    for (var blocker : blockers) {
      all.add(
          JsonObject.builder()
              .add("kind", word(blocker.kind()))
              .add("code", blocker.code())
              .add("reason", Secrets.redacted(blocker.reason()))
              .add("hint", Secrets.redacted(blocker.hint()))
              .build());
    }
    return JsonArray.of(all);
  }

  /// Returns `{"kind", "name"}` of an actor, and version and host where known.
  public static JsonObject actor(Actor actor) {
    return JsonObject.builder()
        .add("kind", actor.kind().word())
        .add("name", actor.name())
        .addIfPresent("version", actor.version())
        .addIfPresent("host", actor.host())
        .build();
  }

  /// Returns events as [EventJson] writes them, and their evidence as [Views] does.
  public static JsonArray events(List<Event> events) {
    var all = new ArrayList<JsonObject>();
    for (var event : events) {
      var json = EventJson.of(event);
      // Only an approval has more than its JSON in the journal.
      boolean approves =
          event instanceof Event.EvidenceRecorded it && it.claim() instanceof Claim.Approval;
      all.add(approves ? json.with("evidence", evidence(event)) : json);
    }
    return JsonArray.of(all);
  }

  private static JsonObject evidence(Event event) {
    return claimJson(((Event.EvidenceRecorded) event).claim());
  }

  private static String word(Blocker.Kind kind) {
    return switch (kind) {
      case ASK, CONFIRM, OFFER -> "ask";
      case USAGE -> "usage";
      case REFUSED -> "refused";
      case GATE -> "gate";
      case INVALID -> "invalid";
    };
  }

  /// Returns the lines of a text that was made here: each is printed as a line of its own. Unlike
  /// for [String#lines()], a carriage return ends none.
  public static List<String> lines(String text) {
    var lines = new ArrayList<String>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }

  /// Returns the claim, as a short clause.
  public static String claim(Claim claim) {
    return switch (claim) {
      case Claim.Verdict it ->
          "gate "
              + it.gate()
              + (it.passed() ? " passed" : " failed")
              + (it.blockers().isEmpty() ? "" : ": " + String.join("; ", it.blockers()))
              + tree(it.position());
      case Claim.CommandRun it -> {
        var how = it.exit() < 0 ? " did not end" : " ended with " + it.exit();
        var program = it.program() == null ? "" : ": " + it.program();
        yield "command of gate " + it.gate() + how + tree(it.position()) + program;
      }
      case Claim.Report it ->
          "report of gate "
              + it.gate()
              + (it.passed() ? " passed" : " failed: " + String.join("; ", it.blockers()))
              + tree(it.position());
      case Claim.Approval it -> {
        // A dry run does not ask, so how it would be approved is unknown.
        var how = it.method().isEmpty() ? "" : it.method() + ", ";
        yield it.phase() + " approved (" + how + "unsigned, " + abbreviated(it.digest()) + ")";
      }
      case Claim.ChangesRequested it ->
          "changes of " + it.phase() + " requested (" + it.method() + "): " + it.comment();
      case Claim.Bypass it -> "went on through gate " + it.gate() + ": " + it.reason();
      case Claim.GateCleared it -> "gates of " + it.phase() + " evaluated afterwards: open";
      case Claim.GatePassed it ->
          "gates of " + (it.phase() == null ? "the run" : it.phase()) + " passed";
    };
  }

  /// Returns the claim in the form of [ClaimJson]; for an approval also that it is unsigned.
  public static JsonObject claimJson(Claim claim) {
    var json = ClaimJson.of(claim);
    return claim instanceof Claim.Approval ? json.with("signed", JsonBoolean.of(false)) : json;
  }

  private static String tree(TreePosition treePosition) {
    var tree = treePosition.tree();
    return tree == null ? "" : " (tree " + abbreviated(tree) + ")";
  }

  private static String abbreviated(String hash) {
    return Head.abbreviated(hash);
  }
}
