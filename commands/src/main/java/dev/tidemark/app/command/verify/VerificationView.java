package dev.tidemark.app.command.verify;

import dev.tidemark.app.view.text.ColumnLayout;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.Verification;
import dev.tidemark.evidence.Verification.GateAnswer;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/// View of a verification: lines, JSON, and a table in Markdown for the summary of a build.
///
/// @param verification the result
/// @param head the verified commit
/// @param base the commit of the base branch
/// @param tree the git tree of the commit, without checkpoints and receipts
/// @param reran whether the commands were repeated
record VerificationView(
    Verification verification, String head, String base, String tree, boolean reran) {
  private static final List<String> COLUMNS =
      List.of("gate", "receipt", "signed", "trusted", "fresh", "bound", "passed", "allowed");

  JsonObject json() {
    var gates = new ArrayList<JsonObject>();
    for (var answer : verification.gates()) {
      gates.add(json(answer));
    }
    var problems = new ArrayList<JsonObject>();
    verification.problems().forEach(problem -> problems.add(ReceiptView.json(problem)));
    return JsonObject.builder()
        .add("ok", verification.isAllowed())
        .add("complete", verification.isComplete())
        .add("commit", head)
        .add("base", base)
        .add("tree", tree)
        .add("rerun", reran)
        .add("gates", JsonArray.of(gates))
        .add("problems", JsonArray.of(problems))
        .add("unchecked", verification.unchecked())
        .build();
  }

  private static JsonObject json(GateAnswer answer) {
    var kind = Receipt.Kind.of(answer.gate());
    var receipt = answer.receipt();
    var json =
        JsonObject.builder()
            .add("workflow", answer.workflow())
            .addOrNull("run", answer.run())
            .add("phase", answer.phase())
            .add("gate", answer.gate().name())
            .add("kind", kind == null ? "" : kind.word())
            .add("mandatory", answer.gate().mandatory())
            .addOrNull("receipt", receipt == null ? null : receipt.path())
            .add("readable", answer.axes().readable());
    return new ReceiptView(answer).addTo(json).build();
  }

  List<StyledLine> lines() {
    var lines = new ArrayList<StyledLine>();
    lines.add(new StyledLine().add(title()));
    var rows = new ArrayList<String[]>();
    rows.add(COLUMNS.toArray(new String[0]));
    for (var answer : verification.gates()) {
      rows.add(row(answer).toArray(new String[0]));
    }
    boolean header = true;
    for (var line : new ColumnLayout(rows).lines()) {
      lines.add(StyledLine.of(header ? Style.FAINT : Style.PLAIN, line).row());
      header = false;
    }
    origins().forEach(origin -> lines.add(new StyledLine().add(origin)));
    if (!verification.unchecked().isEmpty()) {
      lines.add(new StyledLine().add("not answered by receipts: " + unchecked()));
    }
    return lines;
  }

  /// Returns one sentence for each receipt: by whom, and signed with which key of whom.
  private List<String> origins() {
    var origins = new ArrayList<String>();
    for (var answer : verification.gates()) {
      var origin = new ReceiptView(answer).origin();
      if (!origin.isEmpty()) {
        origins.add(answer.gate().name() + ": " + origin);
      }
    }
    return origins;
  }

  private String title() {
    return "commit "
        + Head.abbreviated(head)
        + " against base "
        + Head.abbreviated(base)
        + ", tree "
        + Head.abbreviated(tree);
  }

  private String unchecked() {
    return String.join(", ", verification.unchecked());
  }

  private static List<String> row(GateAnswer answer) {
    var axes = answer.axes();
    var run = answer.run();
    var name = (run == null ? answer.workflow() : run) + " " + answer.gate().name();
    return List.of(
        name + (answer.gate().mandatory() ? "" : " (advisory)"),
        axes.readable() ? "found" : "missing",
        axes.readable() ? axes.signed().state().word() : "-",
        axes.readable() ? word(axes.signed().isTrusted()) : "-",
        axes.readable() ? word(axes.fresh()) : "-",
        axes.readable() ? word(axes.bound()) : "-",
        axes.readable() ? word(axes.passed()) : "-",
        word(axes.allowed()));
  }

  private static String word(boolean answer) {
    return answer ? "yes" : "no";
  }

  /// Returns one sentence for each thing that forbids the change.
  List<String> reasons() {
    var reasons = new ArrayList<String>();
    for (var problem : verification.problems()) {
      reasons.add(problem.message());
    }
    for (var answer : verification.gates()) {
      if (answer.refuses()) {
        reasons.add("gate " + answer.gate().name() + " of " + subject(answer) + answer.reason());
      }
    }
    return reasons;
  }

  private static String subject(GateAnswer answer) {
    var run = answer.run();
    return (run == null ? answer.workflow() : run) + ": ";
  }

  /// Returns a table in Markdown. What comes from the change cannot add markup to it.
  String markdown() {
    var text = new StringBuilder("### Tidemark: ");
    var verdict = verification.isAllowed() ? "allowed" : "refused";
    text.append(verification.isComplete() ? verdict : "cannot be checked").append("\n\n");
    text.append(title()).append("\n\n");
    text.append("| ").append(String.join(" | ", COLUMNS)).append(" |\n");
    text.append("|").append("---|".repeat(COLUMNS.size())).append('\n');
    for (var answer : verification.gates()) {
      text.append('|');
      for (var cell : row(answer)) {
        text.append(' ').append(escaped(cell)).append(" |");
      }
      text.append('\n');
    }
    text.append('\n');
    for (var origin : origins()) {
      text.append("- ").append(escaped(origin)).append('\n');
    }
    for (var reason : reasons()) {
      text.append("- ").append(escaped(reason)).append('\n');
    }
    if (!verification.unchecked().isEmpty()) {
      text.append("- not answered by receipts: ").append(escaped(unchecked())).append('\n');
    }
    return text.append('\n').toString();
  }

  private static String escaped(String text) {
    var plain = PlainText.line(text);
    var escaped = new StringBuilder();
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        default -> {
          if ("\\`*_[]|~#@".indexOf(c) >= 0 || plain.startsWith("://", i)) {
            escaped.append("&#").append((int) c).append(';');
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }
}
