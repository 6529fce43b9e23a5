package dev.tidemark.app.command;

import dev.tidemark.app.settings.WholeFile;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import dev.tidemark.world.Issue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where an issue is written down: in the object `linear` of a run's document, and of the
/// specification of its feature where there is one.
final class Issues {
  static final String LINEAR = "linear";
  private static final String IDENTIFIER = "identifier";
  private static final String URL = "url";

  private Issues() {}

  /// Returns the issue that a run is for; null if its document names none.
  static @Nullable Issue of(Session session, Selected run) {
    var there = session.project().runs().inspect(run.dialect(), run.id()).checkpoint();
    return there == null ? null : of(there);
  }

  private static @Nullable Issue of(Checkpoint checkpoint) {
    String identifier = null;
    String url = null;
    for (var detail : checkpoint.details()) {
      if (detail.name().equals(LINEAR + "." + IDENTIFIER) && Issue.isIdentifier(detail.text())) {
        identifier = detail.text();
      } else if (detail.name().equals(LINEAR + "." + URL)) {
        url = detail.text();
      }
    }
    return identifier == null ? null : new Issue(identifier, url);
  }

  static JsonObject json(Issue issue) {
    return JsonObject.builder()
        .add(IDENTIFIER, issue.identifier())
        .addIfPresent(URL, issue.url())
        .build();
  }

  /// Writes an issue into the specification of a feature. Everything else in it stays as it is.
  ///
  /// @return its path from the root; null where there is none, it names the issue already, or is
  ///   none that could be changed
  /// @throws IOException if the disk refuses; the file is as before
  static @Nullable String specify(Path root, String feature, Issue issue) throws IOException {
    var path = "specs/" + feature + "/spec.json";
    var file = root.resolve(path);
    if (!Files.isRegularFile(file) || !file.toRealPath().startsWith(root.toRealPath())) {
      return null;
    }
    var text = Files.readString(file);
    try {
      if (!(JsonText.parse(text) instanceof JsonObject spec)) {
        return null;
      }
      var linear = spec.object(LINEAR);
      var told = linear == null ? JsonObject.EMPTY : linear;
      for (var member : json(issue).members()) {
        told = told.with(member.key(), member.value());
      }
      if (told.equals(linear)) {
        return null;
      }
      new WholeFile().replace(file, text, JsonSplice.apply(text, spec.with(LINEAR, told)));
      return path;
    } catch (JsonException damaged) {
      return null;
    }
  }
}
