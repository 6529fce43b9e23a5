package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.cli.terminal.ProgressLine;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.Run;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.library.store.PostgresBackend;
import dev.tidemark.library.store.StoreMigration;
import dev.tidemark.library.store.WorktreeMirror;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs about stores: `store move` and `store sync`.
public final class StoreCommands {
  private static final String FILES = SettingKey.STORE.fallback();

  private final Session session;
  private final ParsedCommand parsedCommand;

  public StoreCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Prints the SQL that creates the tables and roles of a shared store.
  private ExitCode sql(@Nullable String address) {
    var known = address == null ? session.settings().sharedStore() : address;
    var script = PostgresBackend.sql(known == null ? "postgresql://localhost/tidemark" : known);
    session.show(
        JsonObject.builder().add("ok", true).add("sql", script).build(), script.lines().toList());
    return ExitCode.SUCCESS;
  }

  /// Specification of `store move`.
  public static CommandSpec moveSpec() {
    return new CommandSpec(
            "store move",
            CommandGroup.SETUP,
            WRITES,
            "move all runs to a shared store, or back to files",
            List.of(
                Argument.optional("STORE", ValueKind.TEXT, "files, or the address of a database")),
            List.of(
                Option.value(
                    "from", "STORE", ValueKind.TEXT, "the source; default: the configured store"),
                Option.flag("sql", "only print the SQL for the tables and roles of STORE")),
            List.of(
                new Example(
                    "tidemark store move \"postgresql://db/teams?schema=shop\" --dry-run",
                    "check first"),
                new Example("tidemark store move files", "back to files, byte for byte"),
                new Example("tidemark store move --sql", "for a database administrator")))
        .mode("sql", READS, List.of(), List.of("from"));
  }

  /// Moves all runs to another store, and has the project use it.
  public ExitCode move() throws IOException {
    var target = parsedCommand.argument("STORE");
    if (parsedCommand.has("sql")) {
      return sql(target);
    }
    if (target == null) {
      return session.misused(
          "no-store",
          "store move needs STORE: files, or the address of a database",
          "Name it: tidemark store move STORE");
    }
    var said = parsedCommand.value("from");
    for (var store : said == null ? List.of(target) : List.of(said, target)) {
      if (!SettingKey.STORE.accepts(store)) {
        var hint = "Give " + SettingKey.STORE.expected() + ".";
        return session.misused("bad-store", "runs cannot be kept in that store", hint);
      }
    }
    if (!target.equals(FILES)) {
      PostgresBackend.checkTls(target, session.place().environment());
    }
    var untrusted = untrusted(said, target);
    if (untrusted != null) {
      return session.problem(untrusted);
    }
    var source = said == null ? word(session.settings()) : said;
    if (source.equals(target)) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "same-store",
              "runs are kept there already",
              "If a move was interrupted at its end, name the source with --from."));
    }
    var from = opened(source);
    var ids = ids(from);
    if (session.changeMode() == ChangeMode.COMMIT) {
      moved(from, opened(target), target, ids);
    }
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    session.confirm(moved(dry, target, ids), moveLines(dry, target, ids));
    return ExitCode.SUCCESS;
  }

  /// An agent moves runs only between stores that its user has trusted.
  private @Nullable ProblemView untrusted(@Nullable String from, String to) {
    var trust = new TrustCommand(session);
    var settings = session.settings();
    for (var store : new String[] {from, to}) {
      boolean open =
          store != null && !store.equals(FILES) && !trust.isTrusted(store) && trust.isAgent();
      if (open) {
        return new ProblemView(
            ExitCode.DECISION.code(),
            "untrusted",
            "an agent runs this, and the user has not trusted that store",
            "Ask the user to run it: tidemark store move STORE");
      }
    }
    return from != null || settings.untrustedStore() == null
        ? null
        : new ProblemView(
            ExitCode.REFUSED.code(),
            "untrusted",
            "the shared store that the project names is not trusted yet",
            "Let the user look at it and trust it: tidemark trust");
  }

  private static String word(Settings settings) {
    var shared = settings.sharedStore();
    return shared == null ? FILES : shared;
  }

  private Project opened(String store) {
    var place = session.place();
    var variables = new HashMap<>(place.environment());
    variables.put(SettingKey.STORE.variable(), store);
    var there = place.with(variables);
    return there.opener().open(parsedCommand, there).project();
  }

  private static List<CheckpointId> ids(Project project) {
    var ids = new ArrayList<CheckpointId>();
    for (Run run : project.runs().withParts()) {
      ids.add(run.id());
    }
    return ids;
  }

  /// Nothing leaves its old place before the setting is changed, and that not before everything is
  /// in the new place.
  private void moved(Project from, Project to, String target, List<CheckpointId> ids)
      throws IOException {
    StoreMigration storeMigration = from.migration(to);
    try (var progressLine = progress("moving", ids.size())) {
      for (var id : ids) {
        storeMigration.copy(id);
        progressLine.step();
      }
    }
    storeMigration.copyAuxiliaryFiles();
    new ProjectFile(from.root()).set(SettingKey.STORE, target);
    if (!target.equals(FILES)) {
      new TrustCommand(session).trustGivenSetting(SettingKey.STORE, target);
    }
    storeMigration.removeFromSource(ids);
    if (!word(session.settings()).equals(target)
        && session.place().environment().containsKey(SettingKey.STORE.variable())) {
      session.screen().note(SettingKey.STORE.variable() + " still has another value here");
    }
  }

  private ProgressLine progress(String what, int total) {
    return new ProgressLine(session.screen(), session.project()::now, what, total);
  }

  /// Specification of `store sync`.
  public static CommandSpec syncSpec() {
    return new CommandSpec(
        "store sync",
        CommandGroup.SETUP,
        WRITES,
        "update files from a shared store, report differences",
        List.of(Argument.run("all")),
        List.of(Option.flag("take-files", "record the files where they differ")),
        List.of(
            new Example("tidemark store sync --dry-run", "compare only"),
            new Example(
                "tidemark store sync implement/auth --take-files", "keep an external edit")));
  }

  /// Updates the files of a shared store's runs, and lists those that cannot be updated.
  public ExitCode sync() {
    var worktreeMirror = session.project().mirror().orElse(null);
    if (worktreeMirror == null) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-copies",
              "runs are kept in files here, so their files are no copies",
              "Keep them in a shared store: tidemark help postgres"));
    }
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    boolean take = parsedCommand.has("take-files");
    var states = new ArrayList<Copy>();
    boolean differs = false;
    for (var run : session.project().runs().withParts()) {
      var named = parsedCommand.value("run");
      if (named == null || names(named, run)) {
        var state = state(worktreeMirror, run, take, dry);
        differs |= state == WorktreeMirror.State.DIFFERS;
        states.add(new Copy(run.id(), worktreeMirror.path(run.id()), state.name()));
      }
    }
    session.confirm(synced(dry, states), syncLines(states));
    return differs ? ExitCode.REFUSED : ExitCode.SUCCESS;
  }

  private static boolean names(String named, Run run) {
    return run.id().toString().equals(named) || run.id().toString().endsWith("/" + named);
  }

  private WorktreeMirror.State state(
      WorktreeMirror worktreeMirror, Run run, boolean take, boolean dry) {
    var state = worktreeMirror.state(run.id());
    if (dry || state == WorktreeMirror.State.SAME) {
      return state;
    }
    if (state == WorktreeMirror.State.DIFFERS) {
      return take ? worktreeMirror.take(run.id(), session.actor(), session.project().now()) : state;
    }
    return worktreeMirror.refresh(run.id());
  }

  /// File of a run in a shared store.
  ///
  /// @param run which run
  /// @param path where the file is
  /// @param state how it compares with the document
  private record Copy(CheckpointId run, String path, String state) {}

  /// Returns `{"ok", "dry_run", "store", "runs"}`.
  private static JsonObject moved(boolean dry, String store, List<CheckpointId> runs) {
    var names = new ArrayList<String>();
    runs.forEach(run -> names.add(run.toString()));
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("store", store)
        .add("runs", names)
        .build();
  }

  /// Returns the same as a line.
  private static List<String> moveLines(boolean dry, String store, List<CheckpointId> runs) {
    var count = runs.size() + (runs.size() == 1 ? " run" : " runs");
    return List.of(
        dry
            ? count + " would be moved to " + store
            : count + " moved to " + store + ", compared byte for byte; it is used from now on");
  }

  /// Returns `{"ok", "dry_run", "files": [{"run", "path", "state"}]}`.
  private static JsonObject synced(boolean dry, List<Copy> copies) {
    var files = new ArrayList<JsonObject>();
    boolean fine = true;
    for (var copy : copies) {
      fine &= !copy.state().equals("DIFFERS");
      files.add(
          JsonObject.builder()
              .add("run", copy.run().toString())
              .add("path", copy.path())
              .add("state", copy.state().toLowerCase(Locale.ROOT))
              .build());
    }
    return JsonObject.builder()
        .add("ok", fine)
        .add("dry_run", dry)
        .add("files", JsonArray.of(files))
        .build();
  }

  /// Returns the same, one line for each file that is not as it was.
  private static List<String> syncLines(List<Copy> copies) {
    var lines = new ArrayList<String>();
    for (var copy : copies) {
      var line =
          switch (copy.state()) {
            case "DIFFERS" ->
                " was edited here, and the edit is not in the store; --take-files records it";
            case "STALE" -> " is behind the store";
            case "REFRESHED" -> " brought up to date";
            case "TAKEN" -> " recorded as it is here";
            default -> "";
          };
      if (!line.isEmpty()) {
        lines.add(copy.path() + line);
      }
    }
    if (lines.isEmpty()) {
      lines.add("every file is as the store has it");
    }
    return lines;
  }
}
