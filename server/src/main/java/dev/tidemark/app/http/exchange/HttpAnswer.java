package dev.tidemark.app.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.view.CommandResult;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;

/// Complete HTTP response.
///
/// @param status the status code
/// @param type the media type; empty without a body
/// @param text the body
public record HttpAnswer(int status, String type, String text) {
  static final String JSON = "application/json";

  public static HttpAnswer json(int status, Json json) {
    return new HttpAnswer(status, JSON, EscapedText.json(JsonText.compact(json)) + "\n");
  }

  public static HttpAnswer problem(int status, ProblemView problemView) {
    return json(status, problemView.json());
  }

  /// Returns the response of a command: its document, with the status for its exit code.
  public static HttpAnswer of(CommandResult ran) {
    var document = ran.json();
    if (ran.isBug() || document == null) {
      var message = ran.diagnostics().strip();
      return problem(500, new ProblemView(CommandResult.BUG, "bug", message, "Please report it."));
    }
    return json(status(ran.exit(), document), document);
  }

  private static int status(int exit, JsonObject document) {
    return switch (exit) {
      case 0 -> 200;
      case 2 -> 400;
      case 3 -> 423;
      case 4 -> 428;
      case 5 -> code(document, 422);
      default -> code(document, 409);
    };
  }

  /// An unknown run is 404, not 409, for its own address.
  private static int code(JsonObject document, int usual) {
    if (document.array("runs") != null) {
      // A list of results, although an entry cannot be read.
      return 200;
    }
    var error = document.object("error");
    var blockers = document.array("blockers");
    var first = blockers == null || blockers.size() == 0 ? null : blockers.elements().getFirst();
    var told = error == null && first instanceof JsonObject blocker ? blocker : error;
    var code = told == null ? null : told.string("code");
    return switch (code == null ? "" : code) {
      case "no-run", "no-phase", "no-state", "no-attempt", "unnamed-file" -> 404;
      case "busy", "unavailable" -> 503;
      default -> usual;
    };
  }

  byte[] bytes() {
    return text.getBytes(UTF_8);
  }
}
