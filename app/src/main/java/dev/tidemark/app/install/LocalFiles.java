package dev.tidemark.app.install;

import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.library.Project;
import dev.tidemark.stores.file.path.ExcludeFile;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.io.IOException;
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
