package dev.tidemark.app.command.verify;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.command.session.TrustItems;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.evidence.CommittedChange;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.ReceiptPolicy;
import dev.tidemark.evidence.SignatureCheck;
import dev.tidemark.evidence.Verification;
import dev.tidemark.evidence.Verifier;
import dev.tidemark.evidence.signature.AllowedSigners;
import dev.tidemark.integrations.git.GitObjects;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.library.Project;
import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The verb `verify`: judges a commit by its receipts. Git objects are read and nothing else: no
/// journal, no work tree, no setting of the checkout; the policy comes from the base branch.
public final class VerifyCommand {
  private final Session session;
  private final ProjectRoot root;
  private final GitObjects objects;

  public VerifyCommand(Session session) {
    this.session = session;
    this.root = session.root();
    this.objects = new GitObjects(root, session.place().environment());
  }

  /// Specification of `verify`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "verify",
        CommandGroup.GATES,
        READS,
        "verify the receipts of a commit against its base branch",
        List.of(Argument.optional("COMMIT", ValueKind.NAME, "the commit; default: HEAD")),
        List.of(
            Option.value("base", "REF", ValueKind.NAME, "the base branch; default: that of origin"),
            Option.flag("rerun", "repeat the commands of gates and compare their results"),
            Option.value(
                "summary", "FILE", ValueKind.FILES, "append the result to a file, in Markdown")),
        List.of(
            new Example(
                "tidemark verify", "what is checked out, against the default branch of origin"),
            new Example("tidemark verify --base origin/main --json", "for a program"),
            new Example("tidemark verify --rerun", "repeat the commands; their words need trust")));
  }

  public ExitCode verify() {
    try {
      return verified();
    } catch (UncheckedIOException failure) {
      return unreadable(Objects.requireNonNull(failure.getCause()));
    } catch (IOException failure) {
      return unreadable(failure);
    }
  }

  private ExitCode unreadable(IOException failure) {
    return unverifiable(
        "unverifiable",
        "the commits cannot be read: " + DiskReason.of(failure),
        "Fetch them with their history: git fetch --unshallow");
  }

  private ExitCode unverifiable(String code, String message, String hint) {
    return session.problem(new ProblemView(ExitCode.INVALID.code(), code, message, hint));
  }

  private ExitCode verified() throws IOException {
    var named = session.call().argument("COMMIT");
    var branch = PolicyReader.branch(objects, session.call().value("base"));
    var heads = references(named);
    var bases = references(branch.orElse(null));
    if (heads.size() > 1 || bases.size() > 1) {
      var meant = heads.size() > 1 ? heads : bases;
      return unverifiable(
          "ambiguous-reference",
          (heads.size() > 1 ? named : branch.get()) + " may be each of " + String.join(", ", meant),
          "Name the one that is meant in full");
    }
    var head = objects.commit(heads.isEmpty() ? "HEAD" : heads.getFirst());
    var base = bases.isEmpty() ? Optional.<String>empty() : objects.commit(bases.getFirst());
    if (head.isEmpty() || base.isEmpty()) {
      var missing = head.isEmpty() ? (named == null ? "HEAD" : named) : branch.orElse("the base");
      return unverifiable(
          "no-commit",
          "this clone has no commit " + missing,
          "Fetch it, or name the base branch: tidemark verify --base REF");
    }
    var before = objects.mergeBase(head.get(), base.get());
    if (before.isEmpty()) {
      return noMergeBase(head.get(), base.get());
    }
    if (objects.isShallow()) {
      if (objects.isCutOff(base.get(), head.get())) {
        return shallow("commits of the change are not in it");
      }
      session.screen().note("this clone is shallow: older commits are not looked at");
    }
    ReceiptPolicy policy;
    AllowedSigners signers;
    try {
      var reader = new PolicyReader(objects, base.get());
      policy = reader.read();
      signers = reader.signers(policy.approvals());
    } catch (InputException wrong) {
      return unverifiable("no-policy", String.valueOf(wrong.getMessage()), wrong.hint());
    }
    for (var problem : signers.diagnostics()) {
      session.screen().note(problem.subject() + ": " + problem.message());
    }
    var excluded = Project.at(root.folder()).receipts(policy.folder()).open().excluded();
    var change =
        new ChangeReader(objects, excluded, policy.folder())
            .read(head.get(), before.get(), base.get());
    var verification = Verifier.verify(policy, change, SignatureCheck.with(signers));
    if (!session.call().has("rerun")) {
      return shown(verification, head.get(), base.get(), change);
    }
    return rerun(verification, head.get(), base.get(), change);
  }

  /// Returns the full names that a name may mean, or the name itself; none without a name.
  private List<String> references(@Nullable String name) throws IOException {
    var meant = name == null ? List.<String>of() : objects.references(name);
    return name == null || !meant.isEmpty() ? meant : List.of(name);
  }

  private ExitCode noMergeBase(String head, String base) throws IOException {
    var commits = Head.abbreviated(head) + " and " + Head.abbreviated(base);
    return objects.isShallow()
        ? shallow("the commit that " + commits + " share is not in it")
        : unverifiable(
            "no-merge-base",
            commits + " share no commit",
            "Name the branch that the change is for: tidemark verify --base REF");
  }

  private ExitCode shallow(String missing) {
    return unverifiable(
        "shallow",
        "this clone is shallow: " + missing,
        "Fetch it: git fetch --unshallow (in GitHub Actions: fetch-depth: 0)");
  }

  private ExitCode rerun(
      Verification verification, String head, String base, CommittedChange change) {
    var project = session.project();
    var content = project.gates().position().tree();
    var tree = content == null ? null : project.commitTree(content);
    if (tree == null || !tree.orElse("").equals(change.tree())) {
      return unverifiable(
          "other-content",
          "the work tree does not have the content of " + Head.abbreviated(head),
          "Check it out first: git switch --detach " + head);
    }
    var trust = new TrustCommand(session);
    for (var command : GateRerun.commands(verification)) {
      if (!trust.allows(TrustItems.of(command))) {
        var blocker = TrustItems.untrusted(command);
        return session.refused("", new Refusal<>(List.of(blocker), List.of()));
      }
    }
    for (var answer : verification.gates()) {
      if (Receipt.Kind.of(answer.gate()) == Receipt.Kind.REPORT) {
        var gate = answer.gate().name();
        session.screen().note("gate " + gate + " is not repeated: its report was imported");
      }
    }
    var problems = new GateRerun(session).problems(verification);
    return shown(verification.and(problems), head, base, change);
  }

  private ExitCode shown(
      Verification verification, String head, String base, CommittedChange change) {
    boolean reran = session.call().has("rerun");
    var view = new VerificationView(verification, head, base, change.tree(), reran);
    var summary = session.call().value("summary");
    if (summary != null && !appended(summary, view.markdown())) {
      return ExitCode.REFUSED;
    }
    session.paint(view.json(), view.lines());
    for (var reason : view.reasons()) {
      session.screen().problem(reason, "");
    }
    if (!verification.isComplete()) {
      return ExitCode.INVALID;
    }
    return verification.isAllowed() ? ExitCode.SUCCESS : ExitCode.GATE;
  }

  private boolean appended(String summary, String text) {
    try {
      var file = session.place().folder().resolve(summary);
      Files.writeString(file, text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return true;
    } catch (IOException failure) {
      var message = "the summary was not written: " + DiskReason.located(failure);
      session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(), "io", message, "Check the disk and its permissions."));
      return false;
    }
  }
}
