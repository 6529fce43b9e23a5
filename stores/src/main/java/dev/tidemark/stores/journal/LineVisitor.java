package dev.tidemark.stores.journal;

import dev.tidemark.stores.journal.record.JournalLine;

/// Visitor of the records of a journal, oldest first.
public interface LineVisitor {
  /// Takes a record that fits the one before.
  void visit(JournalLine line);
}
