package dev.tidemark.app.install;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.MarkedBlock;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// Merge driver of checkpoint files, in `.gitattributes`, which is committed, and in git's
/// configuration of the clone. A clone without the driver merges lines, and `tidemark merge` does
/// the rest.
final class GitInstallation {
  /// The name that `install` takes for it.
  static final String GIT = "git";

  private static final String ATTRIBUTES = ".gitattributes";
  private static final String DRIVER = "merge.tidemark.driver";
  private static final String NAME = "merge.tidemark.name";

  private final Session session;

  GitInstallation(Session session) {
    this.session = session;
  }

  /// Adds the merge driver, or removes it.
  ///
  /// @throws IOException if the disk fails
  ExitCode run() throws IOException {
    for (var option : List.of("user", "only")) {
      if (session.call().has(option)) {
        return session.misused(
            "agents-only",
            "--" + option + " is for agents, not for git",
            "Leave it out: tidemark install git");
      }
    }
    boolean in = !session.call().has("uninstall");
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var driver = in ? driver() : null;
    var edit = edit(in);
    if (!dry) {
      var repository = session.project().repository();
      var blockers = new ArrayList<>(repository.configure(DRIVER, driver));
      if (blockers.isEmpty()) {
        blockers.addAll(repository.configure(NAME, in ? "checkpoint files of Tidemark" : null));
      }
      if (!blockers.isEmpty()) {
        return session.refused("", new Refusal<>(blockers, List.of()));
      }
      edit.make();
      edit.finish();
    }
    var before = edit.before();
    var after = edit.after();
    var diff = FileEdit.diff(before == null ? "" : before, after == null ? "" : after);
    var lines = new ArrayList<String>();
    lines.add(ATTRIBUTES + ": " + (dry ? "would be " : "") + edit.effect().word());
    lines.addAll(dry ? diff : List.of());
    lines.add(
        "git config "
            + (driver == null ? "--unset-all " + DRIVER : DRIVER + ": " + driver)
            + (dry ? " (not yet)" : ""));
    if (in && !dry && edit.effect() != FileEdit.Effect.UNCHANGED) {
      lines.add("next: git add " + ATTRIBUTES + " and commit; each clone runs install git itself");
    }
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("file", ATTRIBUTES)
            .add("change", edit.effect().word())
            .add("diff", dry ? diff : List.of())
            .addOrNull("driver", driver)
            .build();
    session.show(json, lines);
    return ExitCode.SUCCESS;
  }

  /// If the program cannot merge, or is gone, git's own merge leaves the conflict.
  private String driver() {
    var program = new LauncherCommand(session.place()).words();
    return LauncherCommand.line(program, "merge", "driver")
        + " %O %A %B %P || { git merge-file -L ours -L base -L theirs %A %O %B; exit 1; }";
  }

  private FileEdit edit(boolean in) throws IOException {
    var named = session.project().root().resolve(ATTRIBUTES);
    var file = Files.exists(named) ? named.toRealPath() : named;
    var before = Files.exists(file) ? BoundedFile.text(file) : null;
    if (!in) {
      return new FileEdit(
          file, before, before == null ? null : MarkedBlock.TOML.textWithoutBlock(before));
    }
    var content = new StringBuilder();
    for (var dialect : session.project().runs().dialects()) {
      add(content, dialect);
    }
    for (var part : session.project().runs().parts()) {
      session.project().runs().part(part).ifPresent(dialect -> add(content, dialect));
    }
    return new FileEdit(file, before, MarkedBlock.TOML.with(before, content.toString()));
  }

  private static void add(StringBuilder content, Dialect<?> dialect) {
    for (var root : dialect.locator().roots()) {
      content.append(root).append(root.endsWith("/") ? "**" : "").append(" merge=tidemark\n");
    }
  }
}
