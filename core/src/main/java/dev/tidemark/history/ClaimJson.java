package dev.tidemark.history;

import static dev.tidemark.history.Fields.addPhase;
import static dev.tidemark.history.Fields.part;
import static dev.tidemark.history.Fields.phase;
import static dev.tidemark.history.Fields.text;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// JSON codec of claims, in journals and output: `{"claim": "verdict", "gate": "review", ...}`.
public final class ClaimJson {
  private ClaimJson() {}

  /// Returns the claim as JSON, with all its fields.
  public static JsonObject of(Claim claim) {
    var json = JsonObject.builder().add("claim", claim.word());
    // No switch over types: it would be linked at run time, in hooks too.
    if (claim instanceof Claim.Verdict it) {
      json.add("gate", it.gate()).add("passed", it.passed()).add("blockers", it.blockers());
      position(json, it.position());
    } else if (claim instanceof Claim.CommandRun it) {
      json.add("gate", it.gate()).add("command", it.command()).add("exit", it.exit());
      position(json, it.position());
      json.addIfPresent("program", it.program());
    } else if (claim instanceof Claim.Report it) {
      json.add("gate", it.gate()).add("passed", it.passed());
      report(json, it);
      position(json, it.position());
    } else if (claim instanceof Claim.Approval it) {
      addPhase(json, it.phase()).add("how", it.method()).add("digest", it.digest());
      if (!it.files().isEmpty()) {
        json.add("files", it.files());
      }
    } else if (claim instanceof Claim.ChangesRequested it) {
      addPhase(json, it.phase()).add("how", it.method()).add("comment", it.comment());
    } else if (claim instanceof Claim.Bypass it) {
      json.add("gate", it.gate()).add("reason", it.reason());
      position(json, it.position());
    } else if (claim instanceof Claim.GateCleared it) {
      addPhase(json, it.phase()).addIfPresent("commit", it.commit());
      json.addIfPresent("definition", it.definition());
    } else {
      var it = (Claim.GatePassed) claim;
      addPhase(json, it.phase()).add("ended", it.ended()).addIfPresent("commit", it.commit());
      json.addIfPresent("definition", it.definition());
    }
    return json.build();
  }

  /// Returns the claim that was written so; null for one that only a newer version understands.
  public static @Nullable Claim read(JsonObject json) {
    var word = json.string("claim");
    try {
      return word == null ? null : read(word, json);
    } catch (Fields.Missing newer) {
      return null;
    }
  }

  private static @Nullable Claim read(String word, JsonObject json) {
    var position = new TreePosition(json.string("commit"), json.string("tree"));
    return switch (word) {
      case Claim.Verdict.WORD ->
          new Claim.Verdict(
              text(json, "gate"), json.isTrue("passed"), json.strings("blockers"), position);
      case Claim.CommandRun.WORD -> {
        var exit = json.number("exit");
        int code = exit == null ? -1 : (int) exit.wholeValue().orElse(-1);
        yield new Claim.CommandRun(
            text(json, "gate"), json.strings("command"), code, position, json.string("program"));
      }
      case Claim.Report.WORD -> {
        var report = report(text(json, "gate"), json, position);
        yield report.passed() == json.isTrue("passed") ? report : null;
      }
      case Claim.Approval.WORD ->
          new Claim.Approval(
              phase(json), text(json, "how"), text(json, "digest"), json.strings("files"));
      case Claim.ChangesRequested.WORD ->
          new Claim.ChangesRequested(phase(json), text(json, "how"), text(json, "comment"));
      case Claim.Bypass.WORD ->
          new Claim.Bypass(text(json, "gate"), text(json, "reason"), position);
      case Claim.GateCleared.WORD ->
          new Claim.GateCleared(phase(json), json.string("commit"), json.string("definition"));
      case Claim.GatePassed.WORD ->
          new Claim.GatePassed(
              phase(json, "phase"),
              json.isTrue("ended"),
              json.string("commit"),
              json.string("definition"));
      default -> null;
    };
  }

  /// Adds what was read in reports, without the gate and the tree.
  public static void report(JsonObject.Builder json, Claim.Report report) {
    var counts = JsonObject.builder();
    report.counts().forEach(counts::add);
    var files = new ArrayList<Json>();
    for (var file : report.files()) {
      files.add(
          JsonObject.builder()
              .add("path", file.path())
              .add("sha256", file.sha256())
              .addIfPresent("signer", file.signer())
              .build());
    }
    json.add("requirement", report.requirement())
        .add("blockers", report.blockers())
        .add("counts", counts.build())
        .add("tools", report.tools())
        .add("reports", JsonArray.of(files));
  }

  /// Returns the result of reports that was written so.
  public static Claim.Report report(String gate, JsonObject json, TreePosition position) {
    var counts = new LinkedHashMap<String, Long>();
    for (var member : part(json, "counts").members()) {
      if (member.value() instanceof JsonNumber number && number.wholeValue().isPresent()) {
        counts.put(member.key(), number.wholeValue().getAsLong());
      }
    }
    var files = new ArrayList<Claim.ReportFile>();
    for (var file : json.objects("reports")) {
      var path = file.string("path");
      var sha256 = file.string("sha256");
      if (path != null && sha256 != null) {
        files.add(new Claim.ReportFile(path, sha256, file.string("signer")));
      }
    }
    return new Claim.Report(
        gate,
        json.strings("requirement"),
        json.strings("blockers"),
        counts,
        json.strings("tools"),
        files,
        position);
  }

  private static void position(JsonObject.Builder json, TreePosition treePosition) {
    json.addIfPresent("commit", treePosition.commit()).addIfPresent("tree", treePosition.tree());
  }
}
