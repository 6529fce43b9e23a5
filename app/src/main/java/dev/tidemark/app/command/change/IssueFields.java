package dev.tidemark.app.command.change;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Issue;
import org.jspecify.annotations.Nullable;

/// Issue record: in the object `linear` of a run's document, and of the specification of its
/// feature where there is one.
final class IssueFields {
  static final String LINEAR = "linear";
  private static final String IDENTIFIER = "identifier";
  private static final String URL = "url";

  private IssueFields() {}

  /// Returns the issue that a run is for; null if its document names none.
  static @Nullable Issue of(Session session, Selected run) {
    var there = session.project().runs().inspect(run.dialect(), run.id()).checkpoint();
    return there == null ? null : of(there);
  }

  private static @Nullable Issue of(Checkpoint checkpoint) {
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

  static JsonObject json(Issue issue) {
    return JsonObject.builder()
        .add(IDENTIFIER, issue.identifier())
        .addIfPresent(URL, issue.url())
        .build();
  }

  /// Merges an issue into the known fields; the address of another issue is dropped.
  static JsonObject laidOver(JsonObject known, Issue issue) {
    boolean other = !issue.identifier().equals(known.string(IDENTIFIER));
    var told = other && issue.url() == null ? known.without(URL) : known;
    for (var member : json(issue).members()) {
      told = told.with(member.key(), member.value());
    }
    return told;
  }
}
