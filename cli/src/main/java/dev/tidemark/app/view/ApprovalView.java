package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.ArrayList;
import java.util.List;

/// View of an approval's subject, for the approver.
///
/// @param yes the transition of an approval
/// @param phase the phase, as it was named
public record ApprovalView(Transition<?> yes, PhaseName phase) {
  /// Returns the digest of the approved content; empty if the change approves nothing.
  public String digest() {
    var claim = claim();
    return claim == null ? "" : claim.digest();
  }

  /// Returns the phase that is approved, as the document spells it.
  public PhaseName name() {
    var claim = claim();
    return claim == null ? phase : claim.phase();
  }

  /// Returns the files that the approval covers.
  public List<String> files() {
    var claim = claim();
    return claim == null ? List.of() : claim.files();
  }

  private Claim.@org.jspecify.annotations.Nullable Approval claim() {
    for (var event : yes.events()) {
      if (event instanceof Event.EvidenceRecorded it && it.claim() instanceof Claim.Approval a) {
        return a;
      }
    }
    return null;
  }

  /// Returns the phase's summary; empty if there is none.
  private String summary() {
    Checkpoint checkpoint = yes.after();
    if (checkpoint != null) {
      for (var known : checkpoint.phases()) {
        var summary = known.name().equals(name()) ? known.summary() : null;
        if (summary != null) {
          return summary.text();
        }
      }
    }
    return "";
  }

  /// Returns the decisions made in the phase.
  private List<String> decisions() {
    var decisions = new ArrayList<String>();
    Checkpoint checkpoint = yes.after();
    if (checkpoint != null) {
      for (var decision : checkpoint.decisions()) {
        if (decision.phase().equals(name())) {
          decisions.add(decision.text());
        }
      }
    }
    return decisions;
  }

  /// Returns the run, the phase's summary, and the files with their content.
  ///
  /// @param files those that the approval covers
  /// @param changes the changes since the phase was completed or approved, one sentence each
  public List<String> lines(CheckpointId id, List<ApprovedFile> files, List<String> changes) {
    var json = json(JsonObject.builder().add("run", id.toString()).build(), files, changes);
    return lines(json, name().value(), digest());
  }

  /// Returns the lines of an approval that is shown as JSON.
  ///
  /// @param shown the run, and the fields that [#json] adds
  private static List<String> lines(JsonObject shown, String phase, String digest) {
    var lines = new ArrayList<String>();
    lines.add(shown.string("run") + ": " + phase + "  (" + Head.abbreviated(digest) + ")");
    String.valueOf(shown.string("summary")).lines().forEach(line -> lines.add("  " + line));
    for (var decision : shown.strings("decisions")) {
      lines.add("  decision: " + decision);
    }
    for (var change : shown.strings("changes")) {
      lines.add("  changed: " + change);
    }
    for (var file : shown.objects("files")) {
      lines.addAll(ApprovedFile.lines(file));
    }
    return lines;
  }

  /// Returns the same as JSON, beside the fields of the change.
  public JsonObject json(JsonObject change, List<ApprovedFile> files, List<String> changes) {
    var all = new ArrayList<JsonObject>();
    for (var file : files) {
      all.add(file.json());
    }
    return change
        .with("summary", JsonString.of(summary()))
        .with("decisions", JsonArray.ofStrings(decisions()))
        .with("changes", JsonArray.ofStrings(changes))
        .with("files", JsonArray.of(all));
  }
}
