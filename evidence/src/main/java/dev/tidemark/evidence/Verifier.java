package dev.tidemark.evidence;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.evidence.ReceiptPolicy.Approvals;
import dev.tidemark.evidence.SignatureCheck.Result;
import dev.tidemark.evidence.SignatureCheck.State;
import dev.tidemark.evidence.Verification.Axes;
import dev.tidemark.evidence.Verification.GateAnswer;
import dev.tidemark.evidence.Verification.Problem;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Verification of the receipts of a change against the policy of its base branch. Pure: it reads
/// nothing but its arguments.
public final class Verifier {
  /// The settings and definitions of a project: no change decides about itself.
  private static final String POLICY = ".tidemark";

  private final ReceiptPolicy policy;
  private final CommittedChange change;
  private final Map<String, String> before;
  private final List<Found> found = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private Verifier(ReceiptPolicy policy, CommittedChange change) {
    this.policy = policy;
    this.change = change;
    this.before = identities(change.before());
  }

  /// Receipt of the change.
  ///
  /// @param signed the result of its signature check
  /// @param old whether the base branch had it before the change
  /// @param removed whether an earlier commit of the change has it, and the last one does not
  private record Found(ReceiptFile file, Result signed, boolean old, boolean removed) {
    Receipt receipt() {
      return file.receipt();
    }
  }

  /// Verifies a change.
  ///
  /// @param signatures checks the signature of a receipt
  public static Verification verify(
      ReceiptPolicy policy, CommittedChange change, SignatureCheck signatures) {
    var verifier = new Verifier(policy, change);
    verifier.readReceipts(signatures);
    verifier.checkHistory();
    verifier.checkUncovered();
    var best = new Answers(List.of(), List.of());
    for (var workflow : policy.workflows()) {
      best = best.or(verifier.answers(workflow));
    }
    return new Verification(best.gates(), verifier.problems, best.unchecked());
  }

  /// Verifies the receipts of one run, without the rules about the change as a whole.
  ///
  /// @param policy with the workflow of the run
  /// @param signatures checks the signature of a receipt
  public static Verification verify(
      ReceiptPolicy policy, CommittedChange change, SignatureCheck signatures, String run) {
    var verifier = new Verifier(policy, change);
    verifier.readReceipts(signatures);
    var answers = new ArrayList<GateAnswer>();
    for (var workflow : policy.workflows()) {
      answers.addAll(verifier.answers(workflow, name(workflow), run));
    }
    return new Verification(answers, verifier.problems, List.of());
  }

  private static String name(WorkflowDefinition workflow) {
    return workflow.dialect() + "/" + workflow.name();
  }

  /// Answers of one run of a workflow.
  ///
  /// @param gates the gates that a receipt can answer; none before there are any answers
  /// @param unchecked the other gates
  private record Answers(List<GateAnswer> gates, List<String> unchecked) {
    /// Returns the ones that come closer: these, or others.
    Answers or(Answers other) {
      return gates.isEmpty() || other.score() > score() ? other : this;
    }

    private int score() {
      int score = 0;
      boolean refuses = false;
      for (var answer : gates) {
        var axes = answer.axes();
        score += axes.allowed() ? 100 : 0;
        score += (axes.fresh() ? 1 : 0) + (axes.bound() ? 1 : 0) + (axes.readable() ? 1 : 0);
        refuses |= answer.refuses();
      }
      return refuses ? score : Integer.MAX_VALUE;
    }
  }

  private static Map<String, String> identities(List<CommittedFile> files) {
    var identities = new HashMap<String, String>();
    for (var file : files) {
      identities.put(file.path(), file.mode() + " " + file.object());
    }
    return identities;
  }

  private static boolean isIn(Map<String, String> files, CommittedFile file) {
    return (file.mode() + " " + file.object()).equals(files.get(file.path()));
  }

  /// Reads every file of the folder: what no receipt is must not be there, as no tree covers it.
  private void readReceipts(SignatureCheck signatures) {
    for (var file : change.head()) {
      boolean below = file.isBelow(policy.folder()) || file.path().equals(policy.folder());
      if (!below || file.isPlaceholder()) {
        continue;
      }
      try {
        found.add(read(file, signatures));
      } catch (UnreadableReceiptException unreadable) {
        var message = file.path() + " is not a receipt: " + unreadable.getMessage();
        problems.add(new Problem("receipt-unreadable", file.path(), message, true));
      }
    }
    for (var text : change.earlier()) {
      readEarlier(text, signatures);
    }
  }

  /// Reads a receipt that the change has removed: one that refuses still does, and no other counts.
  private void readEarlier(String text, SignatureCheck signatures) {
    try {
      var file = ReceiptFile.of(policy.folder(), text);
      if (!file.receipt().passed()) {
        var signed = signatures.check(file.envelope(), file.receipt());
        found.add(new Found(file, signed, false, true));
      }
    } catch (UnreadableReceiptException removed) {
      // It was no receipt, and is no longer there.
    }
  }

  private Found read(CommittedFile file, SignatureCheck signatures)
      throws UnreadableReceiptException {
    if (!file.isPlain()) {
      throw new UnreadableReceiptException("it is not a plain file (mode " + file.mode() + ")");
    }
    var receipt = ReceiptFile.read(policy.folder(), file.path(), file.text());
    var signed = signatures.check(receipt.envelope(), receipt.receipt());
    return new Found(receipt, signed, isIn(before, file), false);
  }

  /// Receipts of the base branch are there, and as they were.
  private void checkHistory() {
    var head = identities(change.head());
    for (var file : change.before()) {
      if (file.isBelow(policy.folder()) && !file.isPlaceholder() && !isIn(head, file)) {
        boolean gone = !head.containsKey(file.path());
        problems.add(
            new Problem(
                gone ? "receipt-removed" : "receipt-rewritten",
                file.path(),
                file.path() + (gone ? " is removed" : " is rewritten") + " by the change",
                false));
      }
    }
  }

  /// Settings and definitions are as before, and beside them nothing was added but documents and
  /// empty `.gitkeep` files.
  private void checkUncovered() {
    var head = identities(change.head());
    var base = identities(change.base());
    var policies = new TreeSet<String>();
    for (var file : change.head()) {
      if (file.isBelow(policy.folder()) || isIn(before, file) || isIn(base, file)) {
        continue;
      }
      if (file.isBelow(POLICY)) {
        policies.add(file.path());
      } else if (!isDocument(file)) {
        var message = file.path() + " is covered by no receipt: only checkpoint files belong there";
        problems.add(new Problem("uncovered-content", file.path(), message, false));
      }
    }
    for (var file : change.before()) {
      if (file.isBelow(POLICY) && !head.containsKey(file.path()) && base.containsKey(file.path())) {
        policies.add(file.path());
      }
    }
    for (var path : policies) {
      var message = path + " is changed by the change itself, and decides about later ones";
      problems.add(new Problem("policy-changed", path, message, false));
    }
  }

  private static boolean isDocument(CommittedFile file) {
    boolean known = file.path().endsWith(".md") || file.path().endsWith(".json");
    return (known && file.isPlain()) || file.isPlaceholder();
  }

  private static List<String> unchecked(WorkflowDefinition workflow) {
    var names = new ArrayList<String>();
    for (var phase : workflow.phases()) {
      for (var gate : phase.gates()) {
        if (Receipt.Kind.of(gate) == null) {
          names.add(gate.name() + " of " + phase.name());
        }
      }
    }
    return names;
  }

  /// Returns the answers of the run that comes closest.
  private Answers answers(WorkflowDefinition workflow) {
    var name = name(workflow);
    var runs = new TreeSet<String>(Comparator.reverseOrder());
    for (var receipt : found) {
      var run = receipt.receipt().run();
      if (run.equals(name) || run.startsWith(name + "/")) {
        runs.add(run);
      }
    }
    var unchecked = unchecked(workflow);
    var best = new Answers(answers(workflow, name, null), unchecked);
    for (var run : runs) {
      best = best.or(new Answers(answers(workflow, name, run), unchecked));
    }
    return best;
  }

  private List<GateAnswer> answers(WorkflowDefinition workflow, String name, @Nullable String run) {
    var answers = new ArrayList<GateAnswer>();
    var asked = new TreeSet<String>();
    for (var phase : workflow.phases()) {
      for (var gate : phase.gates()) {
        if (Receipt.Kind.of(gate) != null && asked.add(Receipt.definition(gate))) {
          answers.add(answer(name, run, phase.name().value(), gate));
        }
      }
    }
    return answers;
  }

  private GateAnswer answer(String workflow, @Nullable String run, String phase, Gate gate) {
    Judged best = null;
    for (var receipt : found) {
      var it = receipt.receipt();
      if (it.run().equals(run)
          && it.gate().equals(gate.name())
          && it.kind() == Receipt.Kind.of(gate)) {
        var judged = judged(receipt, gate);
        best = best == null ? judged : best.or(judged);
      }
    }
    if (best == null) {
      return new GateAnswer(workflow, run, phase, gate, null, Axes.NOTHING, "there is no receipt");
    }
    return new GateAnswer(
        workflow, run, phase, gate, best.found.file(), best.axes(), best.reason());
  }

  /// Receipt with its answers.
  ///
  /// @param stale why it is not fresh; empty if it is
  /// @param unbound why it is not bound; empty if it is
  /// @param unsigned why its signature does not suffice; empty if it does
  /// @param contradicted whether another receipt of the same time has another verdict
  private record Judged(
      Found found, String stale, String unbound, String unsigned, boolean contradicted) {
    boolean counts() {
      return stale.isEmpty() && unbound.isEmpty();
    }

    /// Returns the one that decides: of those that count the newest, else the one that comes
    /// closest.
    Judged or(Judged other) {
      if (counts() != other.counts()) {
        return counts() ? this : other;
      }
      if (unbound.isEmpty() != other.unbound.isEmpty()) {
        return unbound.isEmpty() ? this : other;
      }
      var mine = found.receipt();
      var theirs = other.found.receipt();
      int order = mine.proof().at().compareTo(theirs.proof().at());
      if (order == 0 && mine.passed() != theirs.passed()) {
        var refusing = mine.passed() ? other : this;
        return new Judged(
            refusing.found, refusing.stale, refusing.unbound, refusing.unsigned, true);
      }
      return order >= 0 ? this : other;
    }

    Axes axes() {
      boolean passed = found.receipt().passed();
      return new Axes(
          true,
          found.signed(),
          stale.isEmpty(),
          unbound.isEmpty(),
          passed,
          passed && counts() && unsigned.isEmpty() && !contradicted);
    }

    String reason() {
      if (!unbound.isEmpty() || !stale.isEmpty()) {
        return unbound.isEmpty() ? stale : unbound;
      }
      if (contradicted) {
        return "two receipts of the same time contradict each other";
      }
      var failure = failure(found.receipt().proof().claim());
      if (found.removed()) {
        return failure + "; the change has removed this receipt: " + found.file().path();
      }
      return failure.isEmpty() ? unsigned : failure;
    }
  }

  private static String failure(Claim claim) {
    return switch (claim) {
      case Claim.CommandRun run ->
          run.exit() == 0
              ? ""
              : run.exit() < 0
                  ? "the command did not come to its end"
                  : "the command failed with exit code " + run.exit();
      case Claim.Verdict verdict ->
          verdict.passed() && verdict.blockers().isEmpty()
              ? ""
              : "the review did not pass"
                  + (verdict.blockers().isEmpty()
                      ? ""
                      : ": " + String.join("; ", verdict.blockers()));
      case Claim.Report report ->
          report.passed() ? "" : "the report did not pass: " + String.join("; ", report.blockers());
      case Claim.ChangesRequested asked -> "changes were requested: " + asked.comment();
      default -> "";
    };
  }

  private Judged judged(Found receipt, Gate gate) {
    return new Judged(
        receipt,
        stale(receipt, gate),
        unbound(receipt.receipt(), gate),
        unsigned(receipt, gate),
        false);
  }

  private String unsigned(Found receipt, Gate gate) {
    var signed = receipt.signed();
    if (signed.state() == State.INVALID) {
      return "its signature is not valid: " + signed.defect();
    }
    boolean approval = Receipt.Kind.of(gate) == Receipt.Kind.APPROVAL;
    if (!approval || policy.approvals() == Approvals.ANY) {
      return "";
    }
    if (policy.approvals() == Approvals.TOUCH) {
      return signed.isTrustedTouch()
          ? ""
          : "the approval is not signed by an allowed key with a touch";
    }
    return signed.isTrusted() ? "" : "the approval is not signed by an allowed key";
  }

  private static String unbound(Receipt receipt, Gate gate) {
    return receipt.definition().equals(Receipt.definition(gate)) && hasWordsOf(receipt, gate)
        ? ""
        : "it was recorded for another definition of the gate";
  }

  /// The words of the gate stand beside the digest that covers them.
  private static boolean hasWordsOf(Receipt receipt, Gate gate) {
    if (gate.condition() instanceof CommandSucceeded it) {
      return receipt.proof().claim() instanceof Claim.CommandRun run
          && run.command().equals(it.command());
    }
    if (gate.condition() instanceof ReportPassed it) {
      return receipt.proof().claim() instanceof Claim.Report report
          && report.requirement().equals(it.requirement());
    }
    if (gate.condition() instanceof ApprovedByPerson it) {
      return switch (receipt.proof().claim()) {
        case Claim.Approval given -> given.phase().equals(it.approved());
        case Claim.ChangesRequested asked -> asked.phase().equals(it.approved());
        default -> false;
      };
    }
    return true;
  }

  /// A command or a review is about one tree. An approval is about its files; one without files,
  /// and one that an earlier change brought, is about its tree too. A request for changes holds
  /// until a later approval.
  private String stale(Found found, Gate gate) {
    var receipt = found.receipt();
    boolean sameTree = receipt.tree().equals(change.tree());
    if (receipt.proof().claim() instanceof Claim.ChangesRequested) {
      return "";
    }
    if (gate.condition() instanceof ApprovedByPerson approval) {
      var files = staleFiles(receipt, approval);
      if (!files.isEmpty() || sameTree) {
        return files;
      }
      if (found.old()) {
        return "it was given for an earlier change, which is merged";
      }
      if (!receipt.files().isEmpty()) {
        return "";
      }
    }
    return sameTree
        ? ""
        : "it is about tree "
            + Head.abbreviated(receipt.tree())
            + ", "
            + change.name()
            + (change.tree().isEmpty()
                ? " is not readable"
                : " has " + Head.abbreviated(change.tree()));
  }

  private String staleFiles(Receipt receipt, ApprovedByPerson approval) {
    var approved = new HashMap<String, String>();
    for (var file : receipt.files()) {
      approved.put(file.path(), file.sha256());
      var now = change.digests().apply(file.path());
      if (now.isEmpty()) {
        return file.path() + " was approved, and is not in " + change.name();
      }
      if (!now.get().equals(file.sha256())) {
        return file.path() + " has changed since it was approved";
      }
    }
    for (var pattern : approval.files()) {
      var path = path(pattern, receipt.run());
      if (!approved.containsKey(path)) {
        return "the approval does not cover " + path;
      }
    }
    return "";
  }

  /// Returns a path of a definition for a run: with its item in place of `{item}`.
  private static String path(String pattern, String run) {
    int workflow = run.indexOf('/') + 1;
    int item = run.indexOf('/', workflow) + 1;
    return pattern.replace("{item}", run.substring(item == 0 ? workflow : item));
  }
}
