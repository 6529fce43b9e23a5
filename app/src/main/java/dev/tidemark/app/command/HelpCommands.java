package dev.tidemark.app.command;

import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.cli.help.Help;
import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verbs that explain Tidemark itself: `help`, `completion`, `version`.
final class HelpCommands {
  private final Session session;

  HelpCommands(Session session) {
    this.session = session;
  }

  ExitCode help() {
    var code = Help.print(session.call(), session.screen(), words());
    if (code == ExitCode.USAGE && session.screen().look().json()) {
      var name = String.join(" ", session.call().arguments());
      var problemView =
          new ProblemView(code.code(), "usage", "there is no verb " + name, "tidemark help --all");
      session.screen().json(JsonText.compact(problemView.json()));
    }
    return code;
  }

  /// Returns the words of options that the format of the open run takes, or of the one named with
  /// `--run`; null where none is determined: help is for a broken project as well. A shared store
  /// is not connected to for it.
  private @Nullable Set<String> words() {
    if (!Help.dependsOnFormat(session.call())) {
      return null;
    }
    try {
      var opened = session.place().opener().open(session.call(), session.place());
      if (opened.settings().sharedStore() != null) {
        return null;
      }
      var project = opened.project();
      var names = new RunResolver(project.runs(), opened.settings().dialect());
      var named = session.call().value("run");
      var runSelection =
          named == null ? names.only(project.head().branch()) : names.existing(named);
      return runSelection instanceof Selected run ? run.dialect().rules().options() : null;
    } catch (FormatException | StoreException | SettingsException | InputException unusable) {
      return null;
    }
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
        JsonObject.builder()
            .add("tidemark", ProgramVersion.VERSION)
            .add("java", java.strip())
            .build(),
        List.of("tidemark " + ProgramVersion.VERSION, "java " + java.strip()));
    return ExitCode.SUCCESS;
  }
}
