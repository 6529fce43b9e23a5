package dev.tidemark.app.command.verify;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.SignatureCheck;
import dev.tidemark.evidence.Verification.GateAnswer;
import dev.tidemark.evidence.Verification.Problem;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import org.jspecify.annotations.Nullable;

/// View of the receipt of a gate: who gave the verdict, how it is signed, and whether it counts.
/// The same for `verify`, `gate` and the dashboard.
///
/// @param answer the answer of the verification
record ReceiptView(GateAnswer answer) {
  /// Adds what is known of the receipt, with null for what is absent.
  JsonObject.Builder addTo(JsonObject.Builder json) {
    var axes = answer.axes();
    var signed = axes.signed();
    var receipt = receipt();
    return json.addOrNull("by", receipt == null ? null : receipt.proof().by().name())
        .addOrNull("at", receipt == null ? null : Timestamps.millis(receipt.proof().at()))
        .add("signed", signed.state().word())
        .addOrNull("key", signed.key().isEmpty() ? null : signed.key())
        .add("trusted", signed.isTrusted())
        .add("principals", signed.principals())
        .add("fresh", axes.fresh())
        .add("bound", axes.bound())
        .add("passed", axes.passed())
        .add("allowed", axes.allowed())
        .addOrNull("reason", answer.reason().isEmpty() ? null : answer.reason());
  }

  /// Returns a problem.
  static JsonObject json(Problem problem) {
    return JsonObject.builder()
        .add("code", problem.code())
        .addOrNull("path", problem.path().isEmpty() ? null : problem.path())
        .add("message", problem.message())
        .build();
  }

  private @Nullable Receipt receipt() {
    var file = answer.receipt();
    return file == null ? null : file.receipt();
  }

  /// Returns by whom the verdict was given and how it is signed, as a clause; empty without a
  /// receipt.
  String origin() {
    var receipt = receipt();
    if (receipt == null) {
      return "";
    }
    var given =
        switch (receipt.proof().claim()) {
          case Claim.CommandRun _ -> "run by ";
          case Claim.Report _ -> "imported by ";
          case Claim.Approval _ -> "approved by ";
          case Claim.ChangesRequested _ -> "changes requested by ";
          default -> "reviewed by ";
        };
    return given + quoted(receipt.proof().by().name()) + ", " + signature(answer.axes().signed());
  }

  /// Returns a name as it is, or in quotes where it could be taken for the words around it.
  private static String quoted(String name) {
    boolean plain = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      plain &= Character.isLetterOrDigit(c) || " .-_@+".indexOf(c) >= 0;
    }
    return plain ? name : JsonText.compact(JsonString.of(name));
  }

  private static String signature(SignatureCheck.Result signed) {
    var key = "signed with " + signed.key();
    return switch (signed.state()) {
      case UNSIGNED -> "unsigned";
      case INVALID -> "with a signature that is not valid";
      case SIGNED -> key + owner(signed);
      case TOUCHED -> key + owner(signed) + ", touched";
    };
  }

  private static String owner(SignatureCheck.Result signed) {
    return signed.isTrusted()
        ? " of " + String.join(" and ", signed.principals())
        : ", which the base branch does not allow";
  }

  /// Returns whether the receipt counts for the work tree, or why not.
  String validity() {
    return answer.axes().allowed() ? "valid for this tree" : "does not count: " + answer.reason();
  }
}
