package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The verbs about the services of a project: `integrations init`.
public final class IntegrationsCommand {
  private final Session session;

  public IntegrationsCommand(Session session) {
    this.session = session;
  }

  /// Specification of `integrations init`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "integrations init",
        CommandGroup.INTEGRATIONS,
        WRITES,
        "create a sample integrations.json",
        List.of(),
        List.of(),
        List.of(
            new Example(
                "tidemark integrations init",
                ".claude/config/integrations.json, if there is none")));
  }

  /// Writes the template if there is no configuration (R-004-60).
  ///
  /// @throws IOException if the disk refuses
  public ExitCode init() throws IOException {
    var file = session.project().root().resolve(Integrations.FILE);
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
    boolean made = !Files.exists(file);
    if (made && !dry) {
      Files.createDirectories(file.getParent());
      try {
        Files.writeString(file, Integrations.SAMPLE, StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException others) {
        made = false;
      }
    }
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("path", Integrations.FILE)
            .add("made", made)
            .build();
    session.confirm(
        json,
        made
            ? List.of(
                (dry ? "would make " : "made ") + Integrations.FILE,
                "linear.team is a sample: put the name of your own team there")
            : List.of(Integrations.FILE + " is there already; it stays as it is"));
    return ExitCode.SUCCESS;
  }
}
