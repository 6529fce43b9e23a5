package dev.tidemark.app.command.setup;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.LineStyles;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/// What a doctor has to say, and what was cured on the way.
final class DiagnosticReport {
  private final Path root;
  private final boolean fix;
  private final List<Path> reported = new ArrayList<>();
  private final List<Complaint> complaints = new ArrayList<>();

  /// @param root the root of the project
  /// @param fix whether to cure what can be cured safely
  DiagnosticReport(Path root, boolean fix) {
    this.root = root;
    this.fix = fix;
  }

  /// How much a complaint matters.
  enum Weight {
    NOTE,
    FIXED,
    WARNING,
    ERROR
  }

  /// Adds what only the user can cure.
  void complain(Weight weight, String code, String text, String hint) {
    complaints.add(new Complaint(weight, code, text, hint, false));
  }

  /// Adds what can be cured safely, and cures it where that is wanted.
  ///
  /// @param done what the cure does, as a sentence in the past tense
  /// @param cure returns whether it helped
  void cure(Complaint complaint, String done, BooleanSupplier cure) {
    try {
      boolean cured = fix && cure.getAsBoolean();
      complaints.add(cured ? complaint.cured(done) : complaint);
    } catch (StoreException | UncheckedIOException failure) {
      complaints.add(complaint.uncured("Not cured: " + failure.getMessage()));
    }
  }

  /// Adds what a store could not do; the rest is looked at all the same.
  void failed(StoreException failure) {
    reported(failure);
    var problemView = ProblemView.of(failure);
    complain(Weight.ERROR, problemView.code(), problemView.message(), problemView.hint());
  }

  /// Remembers that a file or folder was reported.
  void reported(String path) {
    reported.add(root.resolve(path));
  }

  /// Remembers that the file of a failure was reported.
  void reported(StoreException failure) {
    if (failure.getCause() instanceof FileSystemException cause && cause.getFile() != null) {
      reported(cause.getFile());
    }
  }

  /// Returns whether a file or folder, or anything below it, was reported already.
  boolean isReported(String path) {
    var wanted = root.resolve(path);
    for (var known : reported) {
      if (known.startsWith(wanted)) {
        return true;
      }
    }
    return false;
  }

  ExitCode report(Session session) {
    var json = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    boolean wrong = false;
    boolean curable = false;
    for (var complaint : complaints) {
      json.add(complaint.json());
      lines.add(complaint.word() + "  " + complaint.text());
      lines.add("  " + complaint.hint());
      wrong |= complaint.weight() == Weight.ERROR;
      curable |= complaint.fixable();
    }
    if (complaints.isEmpty()) {
      lines.add("all is well");
    } else if (curable && !fix) {
      lines.add("tidemark doctor --fix cures: " + curable());
    }
    session.show(
        JsonObject.builder().add("ok", !wrong).add("findings", JsonArray.of(json)).build(),
        lines,
        LineStyles::doctor);
    return wrong ? ExitCode.REFUSED : ExitCode.SUCCESS;
  }

  private String curable() {
    var codes = new ArrayList<String>();
    for (var complaint : complaints) {
      if (complaint.fixable() && !codes.contains(complaint.code())) {
        codes.add(complaint.code());
      }
    }
    return String.join(", ", codes);
  }

  /// One thing that is not as it should be.
  ///
  /// @param weight how much it matters
  /// @param code a stable word for scripts
  /// @param text what is wrong
  /// @param hint what would help
  /// @param fixable whether it can be cured safely, and is not yet
  record Complaint(Weight weight, String code, String text, String hint, boolean fixable) {
    /// Something that can be cured safely.
    Complaint(Weight weight, String code, String text, String hint) {
      this(weight, code, text, hint, true);
    }

    Complaint cured(String done) {
      return new Complaint(Weight.FIXED, code, text, done, false);
    }

    Complaint uncured(String why) {
      return new Complaint(weight, code, text, why, true);
    }

    String word() {
      return weight.name().toLowerCase(Locale.ROOT);
    }

    JsonObject json() {
      return JsonObject.builder()
          .add("severity", word())
          .add("code", code)
          .add("text", text)
          .add("hint", hint)
          .add("fixable", fixable)
          .build();
    }
  }
}
