package dev.tidemark.app.command.verify;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.view.GateView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.evidence.CommittedChange;
import dev.tidemark.evidence.CommittedFile;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.ReceiptFile;
import dev.tidemark.evidence.ReceiptPolicy;
import dev.tidemark.evidence.ReceiptPolicy.Approvals;
import dev.tidemark.evidence.SignatureCheck;
import dev.tidemark.evidence.UnreadableReceiptException;
import dev.tidemark.evidence.Verification;
import dev.tidemark.evidence.Verification.GateAnswer;
import dev.tidemark.evidence.Verification.Problem;
import dev.tidemark.evidence.Verifier;
import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.integrations.git.GitObjects;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.PhaseDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Receipts of a run in the work tree, judged as [Verifier] judges those of a commit: against the
/// content of the work tree, with the signers of the base branch.
public final class RunReceipts {
  private static final String PLAIN = "100644";
  private static final String LINK = "120000";

  private final Session session;
  private final CheckpointId run;
  private final String folder;
  private final GitObjects objects;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<Gate, GateView.Receipt> views = new HashMap<>();

  private RunReceipts(Session session, CheckpointId run, String folder) {
    this.session = session;
    this.run = run;
    this.folder = folder;
    this.objects = new GitObjects(session.root(), session.place().environment());
  }

  /// Reads and judges the receipts of a run.
  ///
  /// @param folder the folder of receipts, from the project root
  public static GateView.Receipts of(Session session, CheckpointId run, String folder) {
    var receipts = new RunReceipts(session, run, folder);
    receipts.judge();
    var problems = new ArrayList<JsonObject>();
    receipts.problems.forEach(problem -> problems.add(ReceiptView.json(problem)));
    return new GateView.Receipts(receipts.views, problems);
  }

  private void judge() {
    var workflow = session.project().workflows().find(run.dialect(), run.workflow());
    var files = files();
    if (workflow.isEmpty() || files.isEmpty()) {
      return;
    }
    var before = List.<CommittedFile>of();
    var approvals = Approvals.ANY;
    var signers = AllowedSigners.parse("", "", ZoneOffset.UTC);
    Set<String> committed = Set.of();
    try {
      var head = objects.commit("HEAD");
      committed = head.isEmpty() ? committed : committed(head.get(), files);
      boolean decides = files.stream().anyMatch(this::isDecidedByBase);
      var branch = decides ? PolicyReader.branch(objects, null) : Optional.<String>empty();
      var base = branch.isEmpty() ? branch : objects.commit(branch.get());
      if (head.isPresent() && base.isPresent()) {
        before = before(head.get(), base.get());
        var reader = new PolicyReader(objects, base.get());
        approvals = reader.approvals();
        signers = reader.signers(approvals);
      }
    } catch (IOException failure) {
      problem("unverifiable", "the commits cannot be read: " + DiskReason.of(failure));
    } catch (InputException wrong) {
      problem("no-policy", String.valueOf(wrong.getMessage()));
    }
    var change =
        new CommittedChange(
            "the work tree", tree(), files, before, List.of(), List.of(), this::digest);
    var policy = new ReceiptPolicy(folder, List.of(workflow.get()), approvals);
    var verification =
        Verifier.verify(policy, change, SignatureCheck.with(signers), run.toString());
    problems.addAll(verification.problems());
    show(workflow.get().phases(), verification, committed);
  }

  /// Returns whether the base branch decides about a receipt, by its signers or its policy on
  /// approvals. For others it is not read: each look-up is a process.
  private boolean isDecidedByBase(CommittedFile file) {
    try {
      var text = file.text();
      var read = ReceiptFile.read(folder, file.path(), text == null ? null : Utf8.encode(text));
      boolean approval = read.receipt().kind() == Receipt.Kind.APPROVAL;
      return approval || !read.envelope().signatures().isEmpty();
    } catch (UnreadableReceiptException unreadable) {
      return false;
    }
  }

  private List<CommittedFile> files() {
    var path = Receipt.folder(folder, run.toString());
    try {
      return files(session.project().root(), path);
    } catch (IOException failure) {
      problem("receipt-unreadable", path + " cannot be read: " + DiskReason.of(failure));
      return List.of();
    }
  }

  private void problem(String code, String message) {
    problems.add(new Problem(code, "", message, true));
  }

  /// Returns the files of a run's folder in the work tree; none where a link leads out of it. A
  /// link is no plain file, wherever it leads.
  ///
  /// @param folder from the project root
  /// @throws IOException if they cannot be read
  public static List<CommittedFile> files(Path root, String folder) throws IOException {
    var files = new ArrayList<CommittedFile>();
    var place = root.resolve(folder);
    if (!Files.isDirectory(place) || !new ProjectFile(root).isInside(folder)) {
      return files;
    }
    try (var list = Files.list(place)) {
      for (var file : list.sorted().toList()) {
        boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        var bytes =
            plain && Files.size(file) <= ReceiptFile.BYTES_MAX ? BoundedFile.bytes(file) : null;
        var text = bytes == null ? null : Utf8.decode(bytes).orElse(null);
        var path = folder + "/" + file.getFileName();
        files.add(new CommittedFile(path, plain ? PLAIN : LINK, "", text));
      }
    }
    return files;
  }

  /// Returns the paths of the files that a commit has with the same content.
  private Set<String> committed(String commit, List<CommittedFile> files) throws IOException {
    var entries = objects.entries(commit, List.of(Receipt.folder(folder, run.toString())));
    entries.removeIf(it -> !it.mode().equals(PLAIN) || it.size() > ReceiptFile.BYTES_MAX);
    var blobs = objects.blobs(entries.stream().map(GitObjects.Entry::object).toList());
    var texts = new HashMap<String, String>();
    for (var file : files) {
      var text = file.text();
      if (text != null) {
        texts.put(file.path(), text);
      }
    }
    var same = new HashSet<String>();
    for (var entry : entries) {
      var bytes = blobs.get(entry.object());
      var text = texts.get(entry.path());
      if (bytes != null && text != null && Arrays.equals(bytes, Utf8.encode(text))) {
        same.add(entry.path());
      }
    }
    return same;
  }

  /// Returns the receipts that the base branch had before this change; none where there is no
  /// change, because HEAD is in the base branch.
  private List<CommittedFile> before(String head, String base) throws IOException {
    var before = new ArrayList<CommittedFile>();
    var shared = objects.mergeBase(head, base);
    if (shared.isPresent() && !shared.get().equals(head)) {
      for (var entry : objects.entries(shared.get(), List.of(folder))) {
        before.add(new CommittedFile(entry.path(), entry.mode(), "", null));
      }
    }
    return before;
  }

  /// Returns the git tree of the work tree; empty if it is not known.
  private String tree() {
    var content = session.project().gates().position().tree();
    return content == null ? "" : session.project().commitTree(content).orElse("");
  }

  private Optional<String> digest(String path) {
    return session.project().fileState(path).orElse(Optional.empty());
  }

  private void show(
      List<PhaseDefinition> phases, Verification verification, Set<String> committed) {
    var answers = new HashMap<String, GateAnswer>();
    for (var answer : verification.gates()) {
      answers.put(Receipt.definition(answer.gate()), answer);
    }
    for (var phase : phases) {
      for (var gate : phase.gates()) {
        var answer = Receipt.Kind.of(gate) == null ? null : answers.get(Receipt.definition(gate));
        var receipt = answer == null ? null : answer.receipt();
        if (answer != null && receipt != null) {
          boolean known = committed.contains(receipt.path());
          views.put(gate, view(new ReceiptView(answer), receipt, known));
        }
      }
    }
  }

  private static GateView.Receipt view(ReceiptView view, ReceiptFile file, boolean committed) {
    var json =
        JsonObject.builder()
            .add("path", file.path())
            .add("kind", file.receipt().kind().word())
            .add("committed", committed)
            .add("tree", file.receipt().tree());
    var state = committed ? "committed, " : "not committed, ";
    return new GateView.Receipt(
        view.addTo(json).build(), List.of("receipt: " + view.origin(), state + view.validity()));
  }
}
