package dev.tidemark.app.command.setup;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
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

/// Report of `doctor`: the diagnostics, and whether each was repaired.
final class DiagnosticReport {
  private final Path root;
  private final boolean fix;
  private final List<Path> reported = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();

  /// @param root the root of the project
  /// @param fix whether to repair what can be repaired safely
  DiagnosticReport(Path root, boolean fix) {
    this.root = root;
    this.fix = fix;
  }

  /// Returns whether what can be repaired safely is.
  boolean isRepairing() {
    return fix;
  }

  /// Adds a problem that only the user can repair, and whose message names its subject.
  void add(Severity severity, String code, String message, String hint) {
    add(new Diagnostic(severity, code, "", message, hint));
  }

  /// Adds a problem that only the user can repair.
  void add(Diagnostic diagnostic) {
    entries.add(new Entry(diagnostic, false, diagnostic.hint(), false));
  }

  /// Adds a problem that can be repaired safely, and repairs it where that is wanted.
  ///
  /// @param done what the repair does, as a sentence in the past tense
  /// @param repair returns whether it helped
  void repair(Diagnostic diagnostic, String done, BooleanSupplier repair) {
    try {
      boolean repaired = fix && repair.getAsBoolean();
      entries.add(new Entry(diagnostic, repaired, repaired ? done : diagnostic.hint(), !repaired));
    } catch (StoreException | UncheckedIOException failure) {
      entries.add(new Entry(diagnostic, false, "Not cured: " + failure.getMessage(), true));
    }
  }

  /// Adds what a store could not do; the rest is looked at all the same.
  void failed(StoreException failure) {
    reported(failure);
    var problemView = ProblemView.of(failure);
    add(Severity.ERROR, problemView.code(), problemView.message(), problemView.hint());
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
    var lines = new ArrayList<StyledLine>();
    boolean wrong = false;
    boolean curable = false;
    for (var entry : entries) {
      json.add(entry.json());
      lines.add(StyledLine.of(entry.style(), entry.word() + "  " + entry.diagnostic().message()));
      lines.add(new StyledLine().add("  " + entry.hint()));
      wrong |= !entry.repaired() && entry.diagnostic().severity() == Severity.ERROR;
      curable |= entry.fixable();
    }
    if (entries.isEmpty()) {
      lines.add(StyledLine.of(Style.GOOD, "all is well"));
    } else if (curable && !fix) {
      lines.add(new StyledLine().add("tidemark doctor --fix cures: " + fixableCodes()));
    }
    session.paint(
        JsonObject.builder().add("ok", !wrong).add("findings", JsonArray.of(json)).build(), lines);
    return wrong ? ExitCode.REFUSED : ExitCode.SUCCESS;
  }

  private String fixableCodes() {
    var codes = new ArrayList<String>();
    for (var entry : entries) {
      if (entry.fixable() && !codes.contains(entry.diagnostic().code())) {
        codes.add(entry.diagnostic().code());
      }
    }
    return String.join(", ", codes);
  }

  /// Diagnostic in the report.
  ///
  /// @param repaired whether it was repaired
  /// @param hint what would help, or what the repair has done
  /// @param fixable whether it can be repaired safely, and was not
  private record Entry(Diagnostic diagnostic, boolean repaired, String hint, boolean fixable) {
    String word() {
      return repaired ? "fixed" : diagnostic.severity().name().toLowerCase(Locale.ROOT);
    }

    Style style() {
      if (repaired) {
        return Style.GOOD;
      }
      return switch (diagnostic.severity()) {
        case ERROR -> Style.BAD;
        case WARNING -> Style.DOUBTFUL;
        case NOTE -> Style.PLAIN;
      };
    }

    JsonObject json() {
      return JsonObject.builder()
          .add("severity", word())
          .add("code", diagnostic.code())
          .add("text", diagnostic.message())
          .add("hint", hint)
          .add("fixable", fixable)
          .build();
    }
  }
}
