package dev.tidemark.history;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Evidence of a run from the journal: facts that its document has no fields for.
///
/// For fields of its format the document is authoritative; for all of these, the journal. Every
/// record of the journal carries the newest evidence, so reading its tail suffices.
///
/// @param startedAt when the run was started through an engine; absent for adopted documents
/// @param head the git HEAD at the last change made through an engine
/// @param proofs recorded claims, the newest last; only the newest of each kind and subject
/// @param files fingerprints of reported files, from the completion of each phase; only the newest
///   of each file
/// @param worklog goal, notes and captured sessions that the document has no place for
public record Evidence(
    @Nullable Instant startedAt,
    Head head,
    List<Proof> proofs,
    List<Fingerprint> files,
    Worklog worklog) {
  /// The evidence of a document that is not recorded yet.
  public static final Evidence NONE = new Evidence(null, Head.NONE, List.of(), List.of());

  /// Takes its own copies of the lists.
  public Evidence {
    proofs = List.copyOf(proofs);
    files = List.copyOf(files);
  }

  /// The empty evidence.
  public Evidence(
      @Nullable Instant startedAt, Head head, List<Proof> proofs, List<Fingerprint> files) {
    this(startedAt, head, proofs, files, Worklog.EMPTY);
  }

  /// The evidence without claims and reported files.
  public Evidence(@Nullable Instant startedAt, Head head) {
    this(startedAt, head, List.of(), List.of());
  }

  /// Returns whether nothing is recorded.
  public boolean isEmpty() {
    return startedAt == null
        && head.equals(Head.NONE)
        && proofs.isEmpty()
        && files.isEmpty()
        && worklog.isEmpty();
  }

  /// Returns this evidence with proofs added, each in place of the one it supersedes.
  public Evidence with(List<Proof> newer) {
    if (newer.isEmpty()) {
      return this;
    }
    var all = new ArrayList<Proof>();
    for (var known : proofs) {
      if (!isSuperseded(known.claim(), newer)) {
        all.add(known);
      }
    }
    all.addAll(newer);
    return new Evidence(startedAt, head, all, files, worklog);
  }

  /// Returns this evidence with another work log.
  public Evidence with(Worklog other) {
    return new Evidence(startedAt, head, proofs, files, other);
  }

  /// Returns the proof of a kind of claim about something; null if there is none.
  ///
  /// @param word the [word][Claim#word] of the kind
  public @Nullable Proof proof(String word, String subject) {
    for (var proof : proofs) {
      if (isAbout(proof.claim(), word, subject)) {
        return proof;
      }
    }
    return null;
  }

  /// Returns whether the definition of the workflow had gates when the run was started.
  public boolean startedWithGates() {
    var start = new Claim.GatePassed(null, false, null);
    return proof(start.word(), start.subject()) != null;
  }

  private static boolean isSuperseded(Claim claim, List<Proof> newer) {
    for (var proof : newer) {
      var word = proof.claim().word();
      var subject = proof.claim().subject();
      if (isAbout(claim, word, subject)
          || (answers(claim.word()) && answers(word) && claim.subject().equals(subject))) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether claims of this kind answer the question for approval: of a phase only the last
  /// answer counts.
  private static boolean answers(String word) {
    return word.equals(Claim.Approval.WORD) || word.equals(Claim.ChangesRequested.WORD);
  }

  private static boolean isAbout(Claim claim, String word, String subject) {
    return claim.word().equals(word) && claim.subject().equals(subject);
  }
}
