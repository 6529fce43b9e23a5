package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Preview;
import dev.tidemark.workflow.Preview.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;

/// The verb `gate preview`: what a preview deployment means for shipping (R-004-87).
final class Previewing {
  private static final String CONFIGURATION = ".claude/config/integrations.json";

  private final Session session;

  Previewing(Session session) {
    this.session = session;
  }

  /// Says what follows from a deployment.
  ///
  /// @throws IOException if the configuration cannot be read
  ExitCode judge() throws IOException {
    var word = session.call().value("status");
    var status = word == null ? Status.UNKNOWN : Status.valueOf(word.toUpperCase(Locale.ROOT));
    var answer = preview().of(status);
    var blocker = answer.blocker();
    if (blocker != null) {
      new Shipping(session).block(blocker);
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", blocker == null)
            .add("dry_run", session.call().has("dry-run"))
            .add("status", status.name().toLowerCase(Locale.ROOT))
            .addOrNull("blocker", blocker)
            .add("said", answer.said())
            .build(),
        List.of(answer.said()));
    if (blocker != null) {
      session.screen().problem(blocker, "Mend it, then review again: tidemark gate set");
    }
    return blocker == null ? ExitCode.SUCCESS : ExitCode.GATE;
  }

  private Preview preview() throws IOException {
    var file = session.project().root().resolve(CONFIGURATION);
    if (!Files.exists(file)) {
      return Preview.OFF;
    }
    try {
      var vercel =
          JsonText.parse(Files.readString(file)) instanceof JsonObject root
              ? root.object("vercel")
              : null;
      return vercel == null
          ? Preview.OFF
          : new Preview(
              isOn(vercel, "enabled", false),
              isOn(vercel, "wait_for_preview", true),
              isOn(vercel, "require_preview_success", false));
    } catch (JsonException damaged) {
      throw new InputException(
          CONFIGURATION + " is no JSON: " + damaged.getMessage(), "Mend the file.");
    }
  }

  private static boolean isOn(JsonObject object, String key, boolean otherwise) {
    var value = object.find(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof JsonBoolean on) {
      return on.value();
    }
    throw new InputException(
        CONFIGURATION + ": vercel." + key + " is neither true nor false", "Mend the file.");
  }
}
