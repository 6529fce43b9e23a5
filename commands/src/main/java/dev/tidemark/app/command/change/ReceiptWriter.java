package dev.tidemark.app.command.change;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.Receipt.FileDigest;
import dev.tidemark.evidence.Statement;
import dev.tidemark.evidence.signature.SshSignatures;
import dev.tidemark.history.Proof;
import dev.tidemark.integrations.git.GitSigner;
import dev.tidemark.port.Signer.Result.NotSigned;
import dev.tidemark.port.Signer.Result.Signed;
import dev.tidemark.store.Document;
import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Receipt writer: a file for each recorded verdict, if the project wants receipts. A verdict that
/// no receipt can be written of stays recorded in the journal, and a note tells why.
///
/// A receipt is signed before its verdict is recorded: without the signature nothing is recorded.
final class ReceiptWriter {
  private final Session session;

  /// The signed receipts, by the digest of the gate's definition.
  private final Map<String, SignedReceipt> signed = new HashMap<>();

  ReceiptWriter(Session session) {
    this.session = session;
  }

  /// Signed receipt of a claim that is not recorded yet.
  private record SignedReceipt(Receipt receipt, Envelope envelope) {}

  /// Gate that a claim decides.
  ///
  /// @param phase its phase
  private record Decided(String phase, Gate gate) {}

  /// Signs the receipts of a claim that is about to be recorded, if the project wants that. What
  /// the claim is about must not have changed, neither before the signature nor while it was made.
  ///
  /// @param subject the subject of the claim: a gate, or an approved phase
  /// @return why it must not be recorded; null if it may
  @Nullable Blocker sign(Dialect<?> dialect, CheckpointId id, String subject, Claim claim) {
    if (session.changeMode() != ChangeMode.COMMIT || !session.settings().signsReceipts()) {
      return null;
    }
    var environment = session.place().environment();
    var signer = new GitSigner(session.root(), environment, session.prompt().isInteractive());
    var proof = new Proof(session.project().now(), session.actor(), claim);
    long sequence = session.project().runs().inspect(dialect, id).document().sequence();
    for (var decided : decided(id, subject, claim)) {
      var changed = changed(dialect, id, claim);
      if (changed != null) {
        return changed;
      }
      var possible = receipt(dialect, id, decided, proof, sequence);
      var receipt = possible.orElse(Optional.empty());
      if (receipt.isEmpty()) {
        return Blocker.refused(
            "no-receipt",
            "gate "
                + decided.gate.name()
                + " needs a signed receipt, and none can be written: "
                + possible.reason(),
            "Remove the cause, or without receipts: tidemark config receipts off");
      }
      var envelope = new Envelope(Statement.of(receipt.get()), List.of());
      switch (signer.sign(envelope.signedBytes(), SshSignatures.NAMESPACE)) {
        case NotSigned not -> {
          return not.blocker();
        }
        case Signed made -> {
          var enclosed = envelope.signed(made.signature());
          if (enclosed.isEmpty()) {
            return Blocker.refused(
                "not-signed",
                "the signature that ssh-keygen made is not valid",
                "Use a key that Tidemark verifies: Ed25519, ECDSA, RSA from 2048 bits, or sk-");
          }
          signed.put(receipt.get().definition(), new SignedReceipt(receipt.get(), enclosed.get()));
        }
      }
    }
    return signed.isEmpty() ? null : changed(dialect, id, claim);
  }

  /// Returns that the subject of a claim is not what it was; null if it is.
  private @Nullable Blocker changed(Dialect<?> dialect, CheckpointId id, Claim claim) {
    if (claim instanceof Claim.Approval approval) {
      return isOf(approval, files(approval), dialect, id)
          ? null
          : ApprovalSubject.changedMeanwhile(approval.phase());
    }
    return position(claim).equals(session.project().gates().position())
        ? null
        : Blocker.refused(
            "changed-meanwhile",
            "the work tree has changed during the review; nothing was set",
            "Review the new state and run gate set again");
  }

  /// Writes the receipts of the claim that was just recorded: one for each gate that it decides.
  ///
  /// @param subject the subject of the claim: a gate, or an approved phase
  /// @param words the kinds of claims about it
  void write(Dialect<?> dialect, CheckpointId id, String subject, List<String> words) {
    var folder = session.settings().receipts();
    if (folder == null || session.changeMode() != ChangeMode.COMMIT) {
      return;
    }
    var document = session.project().runs().inspect(dialect, id).document();
    var proof = newest(document, subject, words);
    if (proof == null) {
      return;
    }
    for (var decided : decided(id, subject, proof.claim())) {
      var ready = signed.get(Receipt.definition(decided.gate));
      String why;
      if (ready == null) {
        var possible = receipt(dialect, id, decided, proof, document.sequence());
        var receipt = possible.orElse(Optional.empty());
        why =
            receipt.isEmpty()
                ? possible.reason()
                : write(
                    folder, receipt.get(), new Envelope(Statement.of(receipt.get()), List.of()));
      } else {
        why =
            ready.receipt.proof().claim().equals(proof.claim())
                ? write(folder, ready.receipt, ready.envelope)
                : "what was recorded is not what was signed";
      }
      if (!why.isEmpty()) {
        session.screen().note("no receipt of gate " + decided.gate.name() + " was written: " + why);
      }
    }
  }

  private List<Decided> decided(CheckpointId id, String subject, Claim claim) {
    var decided = new ArrayList<Decided>();
    var known = new HashSet<String>();
    var defined = session.project().workflows().find(id.dialect(), id.workflow());
    for (var phase : defined.isEmpty() ? List.<PhaseDefinition>of() : defined.get().phases()) {
      for (var gate : phase.gates()) {
        boolean decides =
            gate.condition() instanceof ApprovedByPerson approval
                ? approval.approved().value().equals(subject) && isApproval(claim)
                : gate.name().equals(subject) && !isApproval(claim);
        if (decides && Receipt.Kind.of(gate) != null && known.add(Receipt.definition(gate))) {
          decided.add(new Decided(phase.name().value(), gate));
        }
      }
    }
    return decided;
  }

  private static boolean isApproval(Claim claim) {
    return claim instanceof Claim.Approval || claim instanceof Claim.ChangesRequested;
  }

  private static @Nullable Proof newest(Document document, String subject, List<String> words) {
    Proof newest = null;
    for (var word : words) {
      var proof = document.evidence().proof(word, subject);
      if (proof != null && (newest == null || proof.at().isAfter(newest.at()))) {
        newest = proof;
      }
    }
    return newest;
  }

  /// Returns the receipt; unknown if there can be none.
  private Fact<Optional<Receipt>> receipt(
      Dialect<?> dialect, CheckpointId id, Decided decided, Proof proof, long sequence) {
    var position = position(proof.claim());
    var content = position.tree();
    if (content == null) {
      return Fact.unknown("the work tree is unknown");
    }
    var tree = session.project().commitTree(content);
    if (!tree.isKnown()) {
      return Fact.unknown(tree.reason());
    }
    var files = files(proof.claim());
    if (proof.claim() instanceof Claim.Approval approval && !isOf(approval, files, dialect, id)) {
      return Fact.unknown("the approved files have changed since");
    }
    return Fact.known(
        Optional.of(
            new Receipt(
                id.toString(),
                decided.phase,
                decided.gate.name(),
                Receipt.definition(decided.gate),
                new TreePosition(position.commit(), tree.orElse("")),
                files,
                proof,
                sequence)));
  }

  private TreePosition position(Claim claim) {
    return switch (claim) {
      case Claim.CommandRun run -> run.position();
      case Claim.Verdict verdict -> verdict.position();
      case Claim.Report report -> report.position();
      default -> session.project().gates().position();
    };
  }

  private List<FileDigest> files(Claim claim) {
    var files = new ArrayList<FileDigest>();
    if (claim instanceof Claim.Approval approval) {
      for (var path : approval.files()) {
        var digest = session.project().fileState(path).orElse(Optional.empty());
        digest.ifPresent(sha256 -> files.add(new FileDigest(path, sha256)));
      }
    }
    return files;
  }

  /// Returns whether an approval is about these very files: they may have changed while a person
  /// looked at them, and back again.
  private <C extends Checkpoint> boolean isOf(
      Claim.Approval approval, List<FileDigest> files, Dialect<C> dialect, CheckpointId id) {
    var answers = new HashMap<FactQuery<?>, Fact<?>>();
    for (var file : files) {
      answers.put(FactQuery.fileState(file.path()), Fact.known(Optional.of(file.sha256())));
    }
    var facts = new Facts(session.project().now(), SummaryLimit.DEFAULT, answers);
    var candidates = new ArrayList<@Nullable Phase>();
    candidates.add(null);
    session
        .project()
        .checkpoints()
        .load(dialect, id)
        .ifPresent(it -> candidates.addAll(it.checkpoint().phases()));
    for (var phase : candidates) {
      var subject = new ApprovalSubject(approval.phase(), phase, approval.files());
      boolean named = phase == null || phase.name().equals(approval.phase());
      if (named && subject.digest(facts).equals(approval.digest())) {
        return files.size() == approval.files().size();
      }
    }
    return false;
  }

  /// Returns why it could not be written; empty if it was.
  private String write(String folder, Receipt receipt, Envelope envelope) {
    var payload = envelope.payload();
    var path = receipt.path(folder, payload);
    var project = new ProjectFile(session.project().root());
    if (!project.isInside(path)) {
      return folder + " leads out of the project";
    }
    try {
      project.create(path, envelope.text());
      session.screen().note("receipt " + path);
      return "";
    } catch (IOException failure) {
      return path + ": " + DiskReason.of(failure);
    }
  }
}
