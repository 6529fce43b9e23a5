import org.jspecify.annotations.NullMarked;

/// Evidence that travels with a commit: receipts of verdicts, their signatures, and their
/// verification.
@NullMarked
module dev.tidemark.evidence {
  requires transitive dev.tidemark;
  requires java.xml;
  requires static transitive org.jspecify;

  exports dev.tidemark.evidence;
  exports dev.tidemark.evidence.report;
  exports dev.tidemark.evidence.signature;
}
