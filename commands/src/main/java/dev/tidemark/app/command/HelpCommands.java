package dev.tidemark.app.command;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.help.Help;
import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.CommandTable;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.demo.DemoRepository;
import dev.tidemark.app.demo.Tour;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verbs that explain Tidemark itself: `help`, which also prints the versions, and `tour`.
public final class HelpCommands {
  private final Session session;
  private final CommandTable table;

  /// @param table the verbs to explain
  public HelpCommands(Session session, CommandTable table) {
    this.session = session;
    this.table = table;
  }

  /// Specification of `help`.
  public static CommandSpec helpSpec() {
    return new CommandSpec(
            "help",
            CommandGroup.SETUP,
            READS,
            "explain a verb or a topic, or list the verbs",
            List.of(
                Argument.rest(
                    "VERB",
                    ValueKind.verbs(Help.topics()),
                    "a verb or a topic; topics: tidemark help")),
            List.of(Option.flag("all", "list all verbs; of a topic, print the whole page")),
            List.of(
                new Example("tidemark help", "the daily verbs"),
                new Example("tidemark help --all", "all verbs"),
                new Example("tidemark help done", "one verb; the same as tidemark done --help"),
                new Example("tidemark help gates", "a topic"),
                new Example("tidemark help options", "the options of every verb")))
        .byServer();
  }

  /// Prints help, or the versions for `--version`.
  public ExitCode help() {
    if (session.call().has("version") && !session.call().has("help")) {
      return version();
    }
    var code = Help.print(table, session.call(), session.screen(), words());
    if (code == ExitCode.USAGE && session.screen().look().json()) {
      var name = String.join(" ", session.call().arguments());
      var problemView =
          new ProblemView(code.code(), "usage", "there is no verb " + name, "tidemark help --all");
      session.screen().json(problemView.json());
    }
    return code;
  }

  /// Returns the words of options that the format of the open run takes, or of the one named with
  /// `--run`; null where none is determined: help is for a broken project as well. A shared store
  /// is not connected to for it.
  private @Nullable Set<String> words() {
    if (!Help.dependsOnFormat(table, session.call())) {
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
          named == null ? names.onlyRunOfBranch(project.head().branch()) : names.existing(named);
      return runSelection instanceof Selected run ? run.dialect().rules().options() : null;
    } catch (FormatException | StoreException | SettingsException | InputException unusable) {
      return null;
    }
  }

  private ExitCode version() {
    var java = System.getProperty("java.vendor", "") + " " + Runtime.version();
    session.show(
        JsonObject.builder()
            .add("tidemark", ProgramVersion.VERSION)
            .add("java", java.strip())
            .build(),
        List.of("tidemark " + ProgramVersion.VERSION, "java " + java.strip()));
    return ExitCode.SUCCESS;
  }

  /// Specification of `tour`.
  public static CommandSpec tourSpec() {
    return new CommandSpec(
        "tour",
        CommandGroup.SETUP,
        READS,
        "demonstrate crash, resume and restore",
        List.of(),
        List.of(),
        List.of(new Example("tidemark tour", "in a temporary project, under 30 seconds")));
  }

  /// Gives the tour.
  public ExitCode tour() throws IOException {
    var place = session.place();
    try (var demoRepository =
        new DemoRepository(session.screen(), place.program().get(), place.environment())) {
      return new Tour(session.screen(), demoRepository).walk();
    }
  }
}
