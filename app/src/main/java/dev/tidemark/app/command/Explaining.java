package dev.tidemark.app.command;

import dev.tidemark.app.cli.Completion;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Help;
import dev.tidemark.json.JsonObject;
import java.util.List;

/// The verbs that explain Tidemark itself: `help`, `completion`, `version`.
final class Explaining {
  private static final String VERSION = "0.1.0";

  private final Session session;

  Explaining(Session session) {
    this.session = session;
  }

  ExitCode help() {
    return Help.print(session.call(), session.screen());
  }

  ExitCode completion() {
    var script = Completion.script(session.call().required("SHELL"));
    session.screen().raw(script.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return ExitCode.SUCCESS;
  }

  ExitCode version() {
    var java = System.getProperty("java.vendor", "") + " " + Runtime.version();
    session.show(
        JsonObject.builder().add("tidemark", VERSION).add("java", java.strip()).build(),
        List.of("tidemark " + VERSION, "java " + java.strip()));
    return ExitCode.SUCCESS;
  }
}
