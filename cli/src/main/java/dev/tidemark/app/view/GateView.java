package dev.tidemark.app.view;

import dev.tidemark.app.view.run.Views;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.GateState;
import dev.tidemark.history.Proof;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// View of gates and their conditions.
public final class GateView {
  private static final String INDENT = " ".repeat(12);

  private GateView() {}

  /// Receipt of a gate in the work tree.
  ///
  /// @param json its typed fields
  /// @param lines by whom and how it is signed, and whether it counts
  public record Receipt(JsonObject json, List<String> lines) {
    /// Takes its own copy of the lines.
    public Receipt {
      lines = List.copyOf(lines);
    }
  }

  /// Receipts of the gates of a run in the work tree.
  ///
  /// @param byGate those of the gates that have one
  /// @param problems what keeps others from being judged, as `verify` has it
  public record Receipts(Map<Gate, Receipt> byGate, List<JsonObject> problems) {
    /// Without receipts.
    public static final Receipts NONE = new Receipts(Map.of(), List.of());

    /// Takes its own copies.
    public Receipts {
      byGate = Map.copyOf(byGate);
      problems = List.copyOf(problems);
    }
  }

  /// Returns `{"ok": true, "run": ..., "gates": [...]}`.
  public static JsonObject json(String run, List<GateState> states, Receipts receipts) {
    var gates = new ArrayList<Json>(states.size());
    boolean ok = true;
    for (var state : states) {
      gates.add(json(state, receipts.byGate().get(state.gate())));
      ok &= state.isOpen();
    }
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", run)
            .add("open", ok)
            .add("gates", JsonArray.of(gates));
    if (!receipts.problems().isEmpty()) {
      json.add("problems", JsonArray.of(receipts.problems()));
    }
    return json.build();
  }

  private static JsonObject json(GateState state, @Nullable Receipt receipt) {
    var gate = state.gate();
    var json =
        JsonObject.builder()
            .add("name", gate.name())
            .add("phase", state.phase().value())
            .add("at", word(gate.moment()))
            .add("mandatory", gate.mandatory())
            .add("open", state.isOpen())
            .add("asks", gate.condition().text())
            .add("blockers", Views.blockers(state.blockers()))
            .add("inputs", state.inputs());
    var proof = state.proof();
    if (proof != null) {
      json.add("proof", json(proof));
    }
    if (receipt != null) {
      json.add("receipt", receipt.json());
    }
    return json.build();
  }

  private static JsonObject json(Proof proof) {
    return JsonObject.builder()
        .add("at", Timestamps.millis(proof.at()))
        .add("by", proof.by().name())
        .add("claim", Views.claimJson(proof.claim()))
        .build();
  }

  private static String word(Gate.Moment moment) {
    return moment.name().toLowerCase(Locale.ROOT);
  }

  /// Returns the gates, phase by phase.
  public static List<StyledLine> lines(String run, List<GateState> states, Receipts receipts) {
    var lines = new ArrayList<StyledLine>();
    lines.add(new StyledLine().add(run + (states.isEmpty() ? " has no gates" : "")));
    String phase = "";
    for (var state : states) {
      if (!state.phase().value().equals(phase)) {
        phase = state.phase().value();
        lines.add(new StyledLine().add(phase));
      }
      lines.addAll(lines(state, receipts.byGate().get(state.gate())));
    }
    return lines;
  }

  private static List<StyledLine> lines(GateState state, @Nullable Receipt receipt) {
    var gate = state.gate();
    var lines = new ArrayList<StyledLine>();
    var when =
        switch (gate.moment()) {
          case ENTER -> "";
          case DONE -> " at the end";
          case BOTH -> " at the beginning and the end";
        };
    var force = gate.mandatory() ? "" : " (advisory)";
    var style = state.isOpen() ? Style.GOOD : Style.BAD;
    var text =
        (state.isOpen() ? "  open    " : "  closed  ")
            + gate.name()
            + when
            + force
            + (state.isOpen() ? ": " : ", needs: ")
            + gate.condition().text();
    lines.add(StyledLine.of(style, text).row());
    for (var blocker : state.blockers()) {
      lines.add(new StyledLine().add(INDENT + blocker.reason()));
      lines.add(new StyledLine().add(INDENT + blocker.hint()));
    }
    var proof = state.proof();
    if (proof != null) {
      var said = proof.by() + ": " + Views.claim(proof.claim());
      lines.add(new StyledLine().add(INDENT + Timestamps.seconds(proof.at()) + " " + said));
    }
    for (var line : receipt == null ? List.<String>of() : receipt.lines()) {
      lines.add(new StyledLine().add(INDENT + line));
    }
    return lines;
  }

  /// Returns the verdict of the ship gate.
  public static JsonObject json(ShipJudgement judgement, boolean forced) {
    return JsonObject.builder()
        .add("ok", judgement.isOpen() || forced)
        .add("gate", "ship")
        .add("open", judgement.isOpen())
        .add("forced", forced)
        .addOrNull("commit", judgement.commit())
        .addOrNull("source", judgement.source())
        .add("blockers", Views.blockers(judgement.blockers()))
        .add("bullets", judgement.objections())
        .add("notices", Views.notices(judgement.notices()))
        .build();
  }

  /// Returns the bullets of a closed gate, or that it is open (R-004-83, R-004-84).
  public static List<String> lines(ShipJudgement judgement) {
    var lines = new ArrayList<String>();
    if (judgement.isOpen()) {
      var commit = judgement.commit();
      lines.add("ship gate: approved" + (commit == null ? "" : " at " + Head.abbreviated(commit)));
    }
    for (var bullet : judgement.objections()) {
      lines.add("- " + bullet);
    }
    return lines;
  }
}
