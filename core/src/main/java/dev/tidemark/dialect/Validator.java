package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.List;

/// Schema validator of a dialect: checks a document and its surroundings. Pure.
@FunctionalInterface
public interface Validator {
  /// Returns all violations, in the order of the document; empty if there are none.
  ///
  /// Never throws: a text that cannot be read at all is a violation too.
  List<SchemaViolation> validate(String document);

  /// Returns the violations of a document that was read before, without reading it again where that
  /// is enough.
  ///
  /// @param read the decoded document
  default List<SchemaViolation> validate(String document, Checkpoint read) {
    return validate(document);
  }

  /// Returns the facts needed to diagnose the surroundings of the documents. Called repeatedly with
  /// the known facts, until no new fact is requested.
  default List<FactQuery<?>> queries(Facts known) {
    return List.of();
  }

  /// Returns the problems around the documents: leftovers, missing programs, unusable files of the
  /// format.
  ///
  /// @param facts answers to all that was asked
  default List<FileDiagnostic> diagnose(Facts facts) {
    return List.of();
  }
}
