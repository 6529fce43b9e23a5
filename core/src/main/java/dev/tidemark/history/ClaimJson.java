package dev.tidemark.history;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON codec of claims, in journals and output: `{"claim": "verdict", "gate": "review", ...}`.
public final class ClaimJson {
  private static final String CLAIM = "claim";
  private static final String GATE = "gate";
  private static final String PHASE = "phase";
  private static final String COMMIT = "commit";
  private static final String TREE = "tree";
  private static final String PASSED = "passed";
  private static final String BLOCKERS = "blockers";
  private static final String COMMAND = "command";
  private static final String EXIT = "exit";
  private static final String PROGRAM = "program";
  private static final String REQUIREMENT = "requirement";
  private static final String COUNTS = "counts";
  private static final String TOOLS = "tools";
  private static final String REPORTS = "reports";
  private static final String PATH = "path";
  private static final String SHA_256 = "sha256";
  private static final String SIGNER = "signer";
  private static final String HOW = "how";
  private static final String DIGEST = "digest";
  private static final String FILES = "files";
  private static final String COMMENT = "comment";
  private static final String REASON = "reason";
  private static final String ENDED = "ended";
  private static final String DEFINITION = "definition";

  private ClaimJson() {}

  /// Returns the claim as JSON, with all its fields.
  public static JsonObject of(Claim claim) {
    var json = JsonObject.builder().add(CLAIM, claim.word());
    // No switch over types: it would be linked at run time, on the way of every step.
    if (claim instanceof Claim.Verdict it) {
      json.add(GATE, it.gate()).add(PASSED, it.passed()).add(BLOCKERS, it.blockers());
      position(json, it.position());
    } else if (claim instanceof Claim.CommandRun it) {
      json.add(GATE, it.gate()).add(COMMAND, it.command()).add(EXIT, it.exit());
      position(json, it.position());
      json.addIfPresent(PROGRAM, it.program());
    } else if (claim instanceof Claim.Report it) {
      json.add(GATE, it.gate()).add(PASSED, it.passed());
      report(json, it);
      position(json, it.position());
    } else if (claim instanceof Claim.Approval it) {
      json.add(PHASE, it.phase().value()).add(HOW, it.method()).add(DIGEST, it.digest());
      if (!it.files().isEmpty()) {
        json.add(FILES, it.files());
      }
    } else if (claim instanceof Claim.ChangesRequested it) {
      json.add(PHASE, it.phase().value()).add(HOW, it.method()).add(COMMENT, it.comment());
    } else if (claim instanceof Claim.Bypass it) {
      json.add(GATE, it.gate()).add(REASON, it.reason());
      position(json, it.position());
    } else if (claim instanceof Claim.GateCleared it) {
      json.add(PHASE, it.phase().value()).addIfPresent(COMMIT, it.commit());
      json.addIfPresent(DEFINITION, it.definition());
    } else {
      var it = (Claim.GatePassed) claim;
      var phase = it.phase();
      json.addIfPresent(PHASE, phase == null ? null : phase.value());
      json.add(ENDED, it.ended()).addIfPresent(COMMIT, it.commit());
      json.addIfPresent(DEFINITION, it.definition());
    }
    return json.build();
  }

  /// Returns the claim that was written so; null for one that only a newer version understands.
  public static @Nullable Claim read(JsonObject json) {
    var word = json.string(CLAIM);
    var gate = json.string(GATE);
    var name = json.string(PHASE);
    var phase = name == null || name.isBlank() ? null : new PhaseName(name);
    var treePosition = new TreePosition(json.string(COMMIT), json.string(TREE));
    if (gate != null && Claim.Verdict.WORD.equals(word)) {
      return new Claim.Verdict(gate, json.isTrue(PASSED), json.strings(BLOCKERS), treePosition);
    }
    if (gate != null && Claim.CommandRun.WORD.equals(word)) {
      var exit = json.number(EXIT);
      int code = exit == null ? -1 : (int) exit.wholeValue().orElse(-1);
      return new Claim.CommandRun(
          gate, json.strings(COMMAND), code, treePosition, json.string(PROGRAM));
    }
    if (gate != null && Claim.Report.WORD.equals(word)) {
      var report = report(gate, json, treePosition);
      return report.passed() == json.isTrue(PASSED) ? report : null;
    }
    var reason = json.string(REASON);
    if (gate != null && reason != null && Claim.Bypass.WORD.equals(word)) {
      return new Claim.Bypass(gate, reason, treePosition);
    }
    var how = json.string(HOW);
    var digest = json.string(DIGEST);
    if (phase != null && how != null && digest != null && Claim.Approval.WORD.equals(word)) {
      return new Claim.Approval(phase, how, digest, json.strings(FILES));
    }
    var comment = json.string(COMMENT);
    if (phase != null
        && how != null
        && comment != null
        && Claim.ChangesRequested.WORD.equals(word)) {
      return new Claim.ChangesRequested(phase, how, comment);
    }
    if (phase != null && Claim.GateCleared.WORD.equals(word)) {
      return new Claim.GateCleared(phase, json.string(COMMIT), json.string(DEFINITION));
    }
    return Claim.GatePassed.WORD.equals(word)
        ? new Claim.GatePassed(
            phase, json.isTrue(ENDED), json.string(COMMIT), json.string(DEFINITION))
        : null;
  }

  /// Adds what was read in reports, without the gate and the tree.
  public static void report(JsonObject.Builder json, Claim.Report report) {
    var counts = JsonObject.builder();
    report.counts().forEach(counts::add);
    var files = new ArrayList<Json>();
    for (var file : report.files()) {
      files.add(
          JsonObject.builder()
              .add(PATH, file.path())
              .add(SHA_256, file.sha256())
              .addIfPresent(SIGNER, file.signer())
              .build());
    }
    json.add(REQUIREMENT, report.requirement())
        .add(BLOCKERS, report.blockers())
        .add(COUNTS, counts.build())
        .add(TOOLS, report.tools())
        .add(REPORTS, JsonArray.of(files));
  }

  /// Returns the result of reports that was written so.
  public static Claim.Report report(String gate, JsonObject json, TreePosition position) {
    var counts = new LinkedHashMap<String, Long>();
    var counted = json.object(COUNTS);
    for (var member : counted == null ? JsonObject.EMPTY.members() : counted.members()) {
      if (member.value() instanceof JsonNumber number && number.wholeValue().isPresent()) {
        counts.put(member.key(), number.wholeValue().getAsLong());
      }
    }
    var files = new ArrayList<Claim.ReportFile>();
    var listed = json.array(REPORTS);
    for (var element : listed == null ? List.<Json>of() : listed.elements()) {
      if (element instanceof JsonObject file) {
        var path = file.string(PATH);
        var sha256 = file.string(SHA_256);
        if (path != null && sha256 != null) {
          files.add(new Claim.ReportFile(path, sha256, file.string(SIGNER)));
        }
      }
    }
    return new Claim.Report(
        gate,
        json.strings(REQUIREMENT),
        json.strings(BLOCKERS),
        counts,
        json.strings(TOOLS),
        files,
        position);
  }

  private static void position(JsonObject.Builder json, TreePosition treePosition) {
    json.addIfPresent(COMMIT, treePosition.commit()).addIfPresent(TREE, treePosition.tree());
  }
}
