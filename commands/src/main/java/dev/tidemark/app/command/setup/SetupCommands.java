package dev.tidemark.app.command.setup;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.FoundRuns;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verb `init`, which prepares a project.
public final class SetupCommands {
  private final Session session;

  public SetupCommands(Session session) {
    this.session = session;
  }

  /// Specification of `init`.
  public static CommandSpec initSpec() {
    return new CommandSpec(
            "init",
            CommandGroup.SETUP,
            WRITES,
            "set up the project: folder, settings, ignore rules",
            List.of(),
            List.of(
                Option.value(
                    "format",
                    "NAME",
                    ValueKind.suggested("state"),
                    "the format of runs that name none"),
                Option.flag("integrations", "instead: a sample .claude/config/integrations.json")),
            List.of(
                new Example("tidemark init --format state", "set the project's default format"),
                new Example("tidemark init --integrations", "before Linear or Vercel is set up")))
        .mode("integrations", WRITES, List.of(), List.of("format"));
  }

  /// Creates `.tidemark` with the project's settings, and adds rules to `.gitignore`; existing
  /// files and lines stay.
  public ExitCode init() throws IOException {
    if (session.call().has("integrations")) {
      return writeSample();
    }
    var dialect = session.call().value("format");
    var chosen = dialect == null ? session.usualDialect() : dialect;
    if (session.project().runs().dialect(chosen).isEmpty()) {
      return session.problem(
          new ProblemView(
              ExitCode.USAGE.code(),
              "no-format",
              "there is no format " + chosen,
              "See `tidemark help init`."));
    }
    var file = new ProjectFile(session.project().root());
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    file.check();
    var made = dry ? file.missing() : file.make(chosen, dialect != null);
    var lines = new ArrayList<String>();
    for (var path : made) {
      lines.add((dry ? "would make " : "made ") + path);
    }
    lines.add("runs without a format in their name use " + chosen);
    var rules = new IgnoreRules(session);
    var edited =
        rules.edited(dialect == null ? dialectsInUse(session) : dialectsInUse(session, chosen));
    if (!dry) {
      rules.write(edited);
    }
    session.printNotices(edited.notices());
    for (var rule : IgnoreRules.added(edited)) {
      lines.add((dry ? "would add to .gitignore: " : "added to .gitignore: ") + rule);
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("made", made)
            .add("format", chosen)
            .add("ignored", IgnoreRules.added(edited))
            .build(),
        lines);
    return ExitCode.SUCCESS;
  }

  /// Writes a sample of the integrations if there is none (R-004-60).
  ///
  /// @throws IOException if the disk refuses
  private ExitCode writeSample() throws IOException {
    var file = session.project().root().resolve(Integrations.FILE);
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
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

  static List<Dialect<?>> dialectsInUse(Session session) {
    var settingValue = session.settings().of(SettingKey.FORMAT);
    var configured = settingValue.origin().equals("default") ? null : settingValue.value();
    var used = dialectsInUse(session, configured);
    return used.isEmpty() ? dialectsInUse(session, settingValue.value()) : used;
  }

  /// Returns those that have runs, and one that has been chosen.
  static List<Dialect<?>> dialectsInUse(Session session, @Nullable String chosen) {
    var used = new ArrayList<Dialect<?>>();
    for (var dialect : session.project().runs().dialects()) {
      if (hasRuns(session, dialect) || dialect.name().equals(chosen)) {
        used.add(dialect);
      }
    }
    return used;
  }

  /// A dialect that cannot be listed may have runs.
  static boolean hasRuns(Session session, Dialect<?> dialect) {
    try {
      return session.project().runs().exist(dialect.name());
    } catch (StoreException closed) {
      FoundRuns.keep(closed, session.project(), new ArrayList<>());
      return true;
    }
  }
}
