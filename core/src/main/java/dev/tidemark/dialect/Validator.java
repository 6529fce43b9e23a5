package dev.tidemark.dialect;

import java.util.List;

/// Checks a document against the contract of its protocol. Pure.
@FunctionalInterface
public interface Validator {
  /// Returns all findings, in the order of the document; empty if there are none.
  ///
  /// Never throws: a text that cannot be read at all is a finding too.
  List<Finding> validate(String document);
}
