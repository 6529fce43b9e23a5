package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Place.Tracking;
import dev.tidemark.engine.Run;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.IgnoreStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The verb `doctor`: looks for what is wrong around the runs of a project, says what would help,
/// and with `--fix` does what is safe (R-USR-02).
final class Doctor {
  private final Session session;
  private final List<Complaint> complaints = new ArrayList<>();

  Doctor(Session session) {
    this.session = session;
  }

  ExitCode examine() throws IOException {
    boolean fix = session.call().has("fix") && !session.call().has("dry-run");
    git(fix);
    for (var run : session.project().runs().all()) {
      run(run, fix);
    }
    leftovers();
    var missing = new ProjectFile(session.project().root()).missing();
    boolean begun = Files.exists(session.project().root().resolve(".tidemark"));
    if (begun && missing.contains(".tidemark/.gitignore")) {
      complain(Weight.WARNING, "no-rules", "`.tidemark` has no .gitignore", "Run tidemark init.");
    }
    return report();
  }

  private void git(boolean fix) throws IOException {
    for (var dialect : InUse.of(session)) {
      var asked = session.project().repository().ignored(dialect.place().roots());
      if (!asked.isKnown()) {
        complain(
            Weight.WARNING,
            "git-unknown",
            "git could not be asked what it ignores: " + asked.reason(),
            "Install git, or check the repository.");
        return;
      }
      var statuses = asked.orElse(List.of());
      for (int i = 0; i < statuses.size(); i++) {
        tracking(dialect, dialect.place().roots().get(i), statuses.get(i), fix);
      }
    }
  }

  private void tracking(Dialect<?> dialect, String path, IgnoreStatus status, boolean fix)
      throws IOException {
    boolean ignored = dialect.place().tracking() == Tracking.IGNORED;
    if (ignored && status == IgnoreStatus.VISIBLE) {
      if (fix) {
        new Setup(session).ignore();
        complain(Weight.FIXED, "not-ignored", path + " was not ignored by git", "Nothing to do.");
      } else {
        complain(
            Weight.WARNING,
            "not-ignored",
            path + " is not ignored by git",
            "Run tidemark gitignore.");
      }
    } else if (ignored && status == IgnoreStatus.TRACKED) {
      complain(
          Weight.ERROR,
          "tracked",
          path + " is tracked by git, so ignoring it has no effect",
          "Run git rm --cached -r " + path);
    } else if (!ignored && status == IgnoreStatus.IGNORED) {
      complain(
          Weight.ERROR,
          "ignored",
          path + " is ignored by git, but belongs into its history",
          "Remove the rule; git check-ignore -v " + path + " names it.");
    }
  }

  private void run(Run run, boolean fix) {
    var path = run.dialect().place().pathOf(run.id());
    var problem = run.problem();
    if (problem != null) {
      complain(
          Weight.ERROR,
          "unreadable",
          path + ": " + problem,
          "Put a recorded state back: tidemark restore --run " + run.id());
    } else if (run.document().standing() == Standing.EDITED) {
      complain(
          Weight.NOTE,
          "edited-outside",
          path + " was changed outside Tidemark",
          "Nothing to do: the next change records it.");
    } else if (run.document().standing() == Standing.HALF_PUBLISHED) {
      halfPublished(run.id(), path, fix);
    }
    journal(run.id(), path);
  }

  private void halfPublished(CheckpointId id, String path, boolean fix) {
    var what = path + " is one step behind its journal, because a writer was stopped";
    if (fix) {
      session.project().store().repair(id);
      complain(Weight.FIXED, "repair-pending", what, "Nothing to do.");
    } else {
      complain(
          Weight.WARNING,
          "repair-pending",
          what,
          "The next change repairs it, or: tidemark doctor --fix");
    }
  }

  /// What is said of the document itself has been said above, with its own cure.
  private void journal(CheckpointId id, String path) {
    try {
      for (var problem : session.project().past().verify(id)) {
        if (problem.startsWith(path + " ")) {
          continue;
        }
        complain(
            Weight.ERROR,
            "journal",
            problem,
            "Restore the journal from a backup, or move it away to begin a new one.");
      }
    } catch (StoreException failure) {
      complain(Weight.ERROR, "journal", String.valueOf(failure.getMessage()), failure.hint());
    }
  }

  private void leftovers() throws IOException {
    for (var dialect : session.project().runs().dialects()) {
      for (var root : dialect.place().roots()) {
        var folder = session.project().root().resolve(root);
        if (!Files.isDirectory(folder)) {
          continue;
        }
        try (var files = Files.list(folder)) {
          for (var file : files.sorted().toList()) {
            leftover(root, file.getFileName().toString());
          }
        }
      }
    }
  }

  private void leftover(String folder, String name) {
    if (name.contains(".corrupt-")) {
      complain(
          Weight.NOTE,
          "set-aside",
          folder + name + " is an unreadable document that was set aside",
          "Delete it when you no longer need it.");
    } else if (name.endsWith(".tidemark-tmp")) {
      complain(
          Weight.NOTE,
          "left-over",
          folder + name + " was left by a writer that was stopped",
          "Nothing to do: the next change of that run removes it.");
    }
  }

  private void complain(Weight weight, String code, String text, String hint) {
    complaints.add(new Complaint(weight, code, text, hint));
  }

  private ExitCode report() {
    var json = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    boolean wrong = false;
    for (var complaint : complaints) {
      json.add(complaint.json());
      lines.add(complaint.word() + "  " + complaint.text());
      lines.add("  " + complaint.hint());
      wrong |= complaint.weight() == Weight.ERROR;
    }
    if (complaints.isEmpty()) {
      lines.add("all is well");
    }
    session.show(
        JsonObject.builder().add("ok", !wrong).add("findings", JsonArray.of(json)).build(), lines);
    return wrong ? ExitCode.REFUSED : ExitCode.SUCCESS;
  }

  /// How much a complaint matters.
  private enum Weight {
    NOTE,
    FIXED,
    WARNING,
    ERROR
  }

  /// One thing that is not as it should be.
  private record Complaint(Weight weight, String code, String text, String hint) {
    String word() {
      return weight.name().toLowerCase(Locale.ROOT);
    }

    JsonObject json() {
      return JsonObject.builder()
          .add("severity", word())
          .add("code", code)
          .add("text", text)
          .add("hint", hint)
          .build();
    }
  }
}
