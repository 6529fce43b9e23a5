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
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.integrations.git.IgnoreFile;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs that prepare a project: `init` and `gitignore`.
public final class SetupCommands {
  private static final String COMMENT = "# State of agent workflows (local to this work tree)";

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
                "dialect",
                "NAME",
                ValueKind.suggested("state"),
                "the format of runs that name none")),
        List.of(new Example("tidemark init --dialect state", "set the project's default format")));
  }

  /// Creates `.tidemark` with the project's settings; existing files stay.
  public ExitCode init() throws IOException {
    var dialect = session.call().value("dialect");
    var chosen = dialect == null ? session.usualDialect() : dialect;
    if (session.project().runs().dialect(chosen).isEmpty()) {
      return session.problem(
          new ProblemView(
              ExitCode.USAGE.code(),
              "no-dialect",
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
    var exposed = new ArrayList<String>();
    for (var used : dialect == null ? dialectsInUse(session) : dialectsInUse(session, chosen)) {
      exposed.addAll(exposed(used));
    }
    if (!exposed.isEmpty()) {
      lines.add(
          String.join(", ", exposed)
              + (exposed.size() == 1
                  ? " is not ignored by git; add it with: tidemark gitignore"
                  : " are not ignored by git; add them with: tidemark gitignore"));
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("made", made)
            .add("dialect", chosen)
            .add("not_ignored", exposed)
            .build(),
        lines);
    return ExitCode.SUCCESS;
  }

  /// Specification of `gitignore`.
  public static CommandSpec gitignoreSpec() {
    return new CommandSpec(
        "gitignore",
        CommandGroup.SETUP,
        WRITES,
        "add the ignore rules for checkpoint files to git",
        List.of(),
        List.of(Option.flag("check", "only check; exit code 1 if a line is missing")),
        List.of(
            new Example("tidemark gitignore", "add the missing lines"),
            new Example("tidemark gitignore --check", "for a script")));
  }

  /// Adds the required rules to `.gitignore` (R-COM-13, R-004-47).
  public ExitCode gitignore() throws IOException {
    boolean check = session.call().has("check");
    boolean dry = check || session.changeMode() == ChangeMode.DRY_RUN;
    var edited = dry ? edited() : ignore();
    session.printNotices(edited.notices());
    var lines = new ArrayList<String>();
    for (var rule : rules(edited)) {
      lines.add((dry ? "missing: " : "added: ") + rule);
    }
    if (lines.isEmpty()) {
      lines.add(".gitignore has all it needs");
    }
    var json =
        JsonObject.builder()
            .add("ok", !check || edited.added().isEmpty())
            .add("dry_run", dry)
            .add(check ? "missing" : "added", rules(edited))
            .build();
    if (check) {
      session.show(json, lines);
    } else {
      session.confirm(json, lines);
    }
    return check && !edited.added().isEmpty() ? ExitCode.REFUSED : ExitCode.SUCCESS;
  }

  /// Writes the missing rules to `.gitignore`.
  IgnoreFile ignore() throws IOException {
    var edited = edited();
    if (!edited.added().isEmpty()) {
      Files.writeString(file(), edited.text());
    }
    return edited;
  }

  /// @throws dev.tidemark.store.StoreException.ForbiddenException if `.gitignore` resolves outside
  ///   the project
  private IgnoreFile edited() throws IOException {
    new ProjectFile(session.project().root()).check(".gitignore");
    var text = Files.exists(file()) ? BoundedFile.text(file()) : "";
    var added = new ArrayList<String>();
    var notices = new ArrayList<Notice>();
    for (var dialect : dialectsInUse(session)) {
      var lines = dialect.locator().ignoreLines();
      boolean own = !lines.isEmpty() && lines.getFirst().startsWith("#");
      var edited = IgnoreFile.with(text, own ? lines.getFirst() : COMMENT, exposed(dialect));
      text = edited.text();
      added.addAll(edited.added());
      notices.addAll(edited.notices());
    }
    return new IgnoreFile(text, added, notices);
  }

  private Path file() {
    return session.project().root().resolve(".gitignore");
  }

  private static List<String> rules(IgnoreFile edited) {
    return edited.added().stream().filter(line -> !line.startsWith("#")).toList();
  }

  /// Returns the folders and files of a dialect that should be ignored and are not; all of them if
  /// git fails.
  private List<String> exposed(Dialect<?> dialect) {
    var wanted = new ArrayList<String>();
    if (dialect.locator().tracking() == DocumentLocator.Tracking.IGNORED) {
      for (var line : dialect.locator().ignoreLines()) {
        if (!line.startsWith("#")) {
          wanted.add(line);
        }
      }
    }
    var asked = session.project().repository().ignored(wanted);
    var statuses = asked.orElse(List.of());
    var exposed = new ArrayList<String>();
    for (int i = 0; i < wanted.size(); i++) {
      if (!asked.isKnown() || statuses.get(i) != IgnoreStatus.IGNORED) {
        exposed.add(wanted.get(i));
      }
    }
    return exposed;
  }

  static List<Dialect<?>> dialectsInUse(Session session) {
    var settingValue = session.settings().of(SettingKey.DIALECT);
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
  private static boolean hasRuns(Session session, Dialect<?> dialect) {
    try {
      return session.project().runs().exist(dialect.name());
    } catch (StoreException closed) {
      FoundRuns.keep(closed, session.project(), new ArrayList<>());
      return true;
    }
  }
}
