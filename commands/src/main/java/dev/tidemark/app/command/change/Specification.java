package dev.tidemark.app.command.change;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import dev.tidemark.port.Issue;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Issue record of a run: the object `linear` of its document, and of the specification file of its
/// feature, `specs/FEATURE/spec.json`, where there is one (R-004-63).
final class Specification {
  static final String LINEAR = "linear";

  private static final String IDENTIFIER = "identifier";
  private static final String URL = "url";

  private final Path file;
  private final String path;

  private Specification(Path file, String path) {
    this.file = file;
    this.path = path;
  }

  /// Returns that of a feature; null where the project has none.
  static @Nullable Specification of(Path root, @Nullable String feature) throws IOException {
    var path = "specs/" + feature + "/spec.json";
    var file = root.resolve(path);
    return feature == null
            || !Files.isRegularFile(file)
            || !file.toRealPath().startsWith(root.toRealPath())
        ? null
        : new Specification(file, path);
  }

  /// Returns its path from the root.
  String path() {
    return path;
  }

  /// Returns why the issue cannot be recorded; empty if it can, as far as reading shows.
  String problem() {
    try {
      var reason = reason(BoundedFile.text(file));
      return reason.isEmpty() ? "" : problem(new IOException(reason));
    } catch (IOException failure) {
      return problem(failure);
    }
  }

  /// Returns the message of a failed update, with the reason.
  String problem(IOException failure) {
    return path + " cannot be updated: " + DiskReason.of(failure);
  }

  private static String reason(String text) {
    if (text.isBlank()) {
      return "it is empty";
    }
    try {
      if (!(JsonText.parse(text) instanceof JsonObject spec)) {
        return "it holds no object";
      }
      return isFree(spec) ? "" : "its field " + LINEAR + " is no object";
    } catch (JsonException damaged) {
      return "it is damaged at " + damaged.getMessage();
    }
  }

  private static boolean isFree(JsonObject spec) {
    var there = spec.find(LINEAR);
    return there == null || there instanceof JsonNull || there instanceof JsonObject;
  }

  /// Writes an issue into it. Everything else in it stays as it is.
  ///
  /// @return whether that changed anything
  /// @throws IOException if it cannot be updated; it is unchanged
  boolean writeIssue(Issue issue) throws IOException {
    var text = BoundedFile.text(file);
    var reason = reason(text);
    if (!reason.isEmpty()) {
      throw new IOException(reason);
    }
    var spec = (JsonObject) JsonText.parse(text);
    var linear = spec.object(LINEAR);
    var told = laidOver(linear == null ? JsonObject.EMPTY : linear, issue);
    if (told.equals(linear)) {
      return false;
    }
    new TextFileReplacement().replace(file, text, JsonSplice.apply(text, spec.with(LINEAR, told)));
    return true;
  }

  /// Returns the issue that a run is for; null if its document names none.
  static @Nullable Issue recorded(Session session, Selected run) {
    var there = session.project().runs().inspect(run.dialect(), run.id()).checkpoint();
    return there == null ? null : recorded(there);
  }

  private static @Nullable Issue recorded(Checkpoint checkpoint) {
    String identifier = null;
    String url = null;
    for (var documentField : checkpoint.details()) {
      if (documentField.name().equals(LINEAR + "." + IDENTIFIER)
          && Issue.isIdentifier(documentField.text())) {
        identifier = documentField.text();
      } else if (documentField.name().equals(LINEAR + "." + URL)) {
        url = documentField.text();
      }
    }
    return identifier == null ? null : new Issue(identifier, url);
  }

  static JsonObject issueJson(Issue issue) {
    return JsonObject.builder()
        .add(IDENTIFIER, issue.identifier())
        .addIfPresent(URL, issue.url())
        .build();
  }

  /// Merges an issue into the known fields; the address of another issue is dropped.
  private static JsonObject laidOver(JsonObject known, Issue issue) {
    boolean other = !issue.identifier().equals(known.string(IDENTIFIER));
    var told = other && issue.url() == null ? known.without(URL) : known;
    for (var member : issueJson(issue).members()) {
      told = told.with(member.key(), member.value());
    }
    return told;
  }
}
