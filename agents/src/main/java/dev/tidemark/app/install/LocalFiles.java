package dev.tidemark.app.install;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.library.Project;
import dev.tidemark.stores.file.path.ExcludeFile;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Files of an installation that hold a path of this machine, and their rules in git's
/// `info/exclude`: committed, they would start a program that other machines do not have.
final class LocalFiles {
  private final Project project;
  private final String program;
  private final List<String> local = new ArrayList<>();
  private final List<String> free = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /// @param program the path of this machine
  LocalFiles(Project project, String program) {
    this.project = project;
    this.program = program;
  }

  /// Adds a file of the project.
  void add(FileEdit edit) {
    if (!edit.file().startsWith(project.root())) {
      return;
    }
    var path = path(edit.file());
    var after = edit.after();
    boolean unchanged = edit.effect() == FileEdit.Effect.UNCHANGED;
    if (after != null && (after.contains(program) || !unchanged)) {
      local.add(path);
    }
    if (after == null || !after.contains(program)) {
      free.add(path);
    }
    if (!unchanged) {
      changed.add(path);
    }
  }

  /// Returns a warning for each file of an agent that git tracks with a path of this machine.
  static List<Diagnostic> tracked(Project project, String program) {
    var diagnostics = new ArrayList<Diagnostic>();
    for (var agent : Agent.values()) {
      var hooks = HookFile.project(agent, project.root());
      for (var file : List.of(hooks.file(), CompanionFiles.serverFile(hooks, project.root()))) {
        var path = project.root().relativize(file).toString().replace('\\', '/');
        if (hasPath(file, program) && isTracked(project, path)) {
          var warning =
              new Diagnostic(
                  Severity.WARNING,
                  "machine-path",
                  path,
                  "git tracks " + path + ", which has a path of this machine: " + program,
                  "Install it for the user: tidemark install "
                      + agent.word()
                      + " --uninstall && tidemark install "
                      + agent.word()
                      + " --user");
          if (!diagnostics.contains(warning)) {
            diagnostics.add(warning);
          }
        }
      }
    }
    return diagnostics;
  }

  /// Returns whether a file that can be read has the path.
  private static boolean hasPath(Path file, String program) {
    try {
      return Path.of(program).isAbsolute()
          && Files.isRegularFile(file)
          && BoundedFile.text(file).contains(program);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static boolean isTracked(Project project, String path) {
    return project
        .repository()
        .ignored(List.of(path))
        .orElse(List.of())
        .contains(IgnoreStatus.TRACKED);
  }

  private String path(Path file) {
    return project.root().relativize(file).toString().replace('\\', '/');
  }

  /// Adds the rules of the files with a path of this machine, or removes those of the others. A
  /// tracked file stays tracked whatever a rule says, and gets none.
  ///
  /// @param in whether the installation is made, not removed
  /// @param dry whether only to find out what there is to tell the user
  void exclude(boolean in, boolean dry) {
    var exclude = StateFolder.of(project.root()).excludeFile();
    if (exclude.isEmpty()) {
      return;
    }
    if (in) {
      add(exclude.get(), dry);
    } else if (!dry) {
      change(() -> exclude.get().remove(free));
    }
  }

  private void add(ExcludeFile exclude, boolean dry) {
    var statuses = project.repository().ignored(local).orElse(List.of());
    var rules = new ArrayList<String>();
    var visible = new ArrayList<String>();
    var tracked = new ArrayList<String>();
    for (int i = 0; i < local.size(); i++) {
      var status = i < statuses.size() ? statuses.get(i) : IgnoreStatus.IGNORED;
      (status == IgnoreStatus.TRACKED ? tracked : rules).add(local.get(i));
      if (status == IgnoreStatus.VISIBLE) {
        visible.add(local.get(i));
      }
    }
    tracked.retainAll(changed);
    if (dry || change(() -> exclude.add(rules))) {
      note((dry ? "would be " : "") + "left out of git by its info/exclude", visible);
    } else {
      tracked.addAll(visible);
    }
    note("keep out of git", tracked);
  }

  private interface Edit {
    boolean make() throws IOException;
  }

  /// The agent's files are in place; a rule that cannot be written is told to the user.
  private static boolean change(Edit edit) {
    try {
      return edit.make();
    } catch (IOException unwritable) {
      return false;
    }
  }

  private void note(String text, List<String> files) {
    if (!files.isEmpty()) {
      notes.add(text + ", with a path of this machine: " + String.join(", ", files));
    }
  }

  /// Returns what the user is told about them.
  List<String> notes() {
    return notes;
  }
}
