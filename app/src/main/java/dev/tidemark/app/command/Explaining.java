package dev.tidemark.app.command;

import dev.tidemark.app.cli.Completion;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Help;
import dev.tidemark.app.cli.Release;
import dev.tidemark.app.view.Problem;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;

/// The verbs that explain Tidemark itself: `help`, `completion`, `version`.
final class Explaining {
  private final Session session;

  Explaining(Session session) {
    this.session = session;
  }

  ExitCode help() {
    var code = Help.print(session.call(), session.screen());
    if (code == ExitCode.USAGE && session.screen().look().json()) {
      var name = String.join(" ", session.call().arguments());
      var problem =
          new Problem(code.code(), "usage", "there is no verb " + name, "See: tidemark help");
      session.screen().json(JsonText.compact(problem.json()));
    }
    return code;
  }

  ExitCode completion() {
    var shell = session.call().required("SHELL");
    var script = Completion.script(shell);
    if (session.screen().look().json()) {
      var json = JsonObject.builder().add("shell", shell).add("script", script).build();
      session.screen().json(JsonText.compact(json));
      return ExitCode.SUCCESS;
    }
    session.screen().raw(script.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return ExitCode.SUCCESS;
  }

  ExitCode version() {
    var java = System.getProperty("java.vendor", "") + " " + Runtime.version();
    session.show(
        JsonObject.builder().add("tidemark", Release.VERSION).add("java", java.strip()).build(),
        List.of("tidemark " + Release.VERSION, "java " + java.strip()));
    return ExitCode.SUCCESS;
  }
}
