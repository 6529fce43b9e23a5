package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.ApproverCheck;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ApprovalView;
import dev.tidemark.app.view.ApprovedFile;
import dev.tidemark.app.view.history.EditView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Interactive approval: shows a phase to a person and records their approval of exactly that
/// content.
final class ApprovalDialog {
  /// The option with the comment.
  private static final String REQUEST = "request-changes";

  /// The limit of characters of all files together; further files are only named.
  private static final int SHOWN = 60_000;

  /// The newest edits only: an approval depends on the current state.
  private static final int EDITS_MAX = 3;

  private final Session session;

  ApprovalDialog(Session session) {
    this.session = session;
  }

  /// Returns the approval that a change requires, if it is the only blocker and the user can give
  /// it at once; else null.
  Change.@Nullable ApprovePhase awaited(Dialect<?> dialect, CheckpointId id, Refusal<?> no) {
    var first = no.blockers().getFirst();
    var phase = first.phase();
    boolean can =
        no.blockers().size() == 1
            && session.changeMode() == ChangeMode.COMMIT
            && session.prompt().isInteractive()
            && new ApproverCheck(session).consent() != null;
    if (!can || phase == null) {
      return null;
    }
    return new Change.ApprovePhase(dialect.rules().phaseKey(id, null, phase).phase());
  }

  /// Shows the subject of an approval, asks, and records a yes.
  ///
  /// @param made prints the result, also of a dry run, and returns the exit code
  <C extends Checkpoint> ExitCode of(
      Dialect<C> dialect,
      CheckpointId id,
      Change.ApprovePhase change,
      Function<ChangeResult<C>, ExitCode> made) {
    var trial =
        new Caller(session.actor(), ChangeMode.DRY_RUN, new DialectOptions(session.details()));
    var changeResult = session.project().checkpoints().apply(dialect, id, change, trial);
    if (changeResult.outcome() instanceof Refusal<C> no) {
      return session.refused(id.toString(), no);
    }
    var parsedCommand = session.call();
    var comment = parsedCommand.name().equals("approve") ? parsedCommand.value(REQUEST) : null;
    if (session.changeMode() == ChangeMode.DRY_RUN && comment == null) {
      return made.apply(changeResult);
    }
    var shown = new ApprovalView((Transition<C>) changeResult.outcome(), change.phase());
    if (comment == null && shown.digest().isEmpty()) {
      // Approved already, exactly as it is.
      return made.apply(changeResult);
    }
    var approverCheck = new ApproverCheck(session);
    var approvalEvidence = approverCheck.consent();
    if (approvalEvidence == null) {
      return session.refused(
          id.toString(), new Refusal<>(List.of(approverCheck.refusal()), List.of()));
    }
    var phase = dialect.rules().phaseKey(id, null, shown.name()).phase();
    if (comment != null) {
      return request(dialect, id, phase, comment, approvalEvidence);
    }
    if (approvalEvidence == ApprovalEvidence.TERMINAL) {
      var changes = changes(session.project(), dialect, id, shown);
      session.printFormatLines(shown.lines(id, files(session.project(), shown), changes));
      var typed = session.prompt().line("Approve " + change.phase() + "? [y/N]");
      var said = typed == null ? "" : typed.toLowerCase(Locale.ROOT);
      if (!said.equals("y") && !said.equals("yes")) {
        boolean no = said.equals("n") || said.equals("no");
        var line = no ? session.prompt().line("Required changes? (empty: decide later)") : null;
        if (line != null) {
          return request(dialect, id, phase, line, approvalEvidence);
        }
        session.screen().printConfirmation("not approved");
        return ExitCode.REFUSED;
      }
    }
    var details = new HashMap<>(session.details());
    details.put(ApprovalSubject.SEEN, List.of(seen(shown)));
    var by =
        new Caller(
            session.actor(),
            ChangeMode.COMMIT,
            new DialectOptions(details),
            null,
            approvalEvidence);
    var receipts = new ReceiptWriter(session);
    var claim =
        new Claim.Approval(shown.name(), approvalEvidence.word(), seen(shown), shown.files());
    var unsigned = receipts.sign(dialect, id, phase.value(), claim);
    if (unsigned != null) {
      return session.refused(id.toString(), new Refusal<>(List.of(unsigned), List.of()));
    }
    var approved = session.project().checkpoints().apply(dialect, id, change, by);
    if (approved.outcome() instanceof Refusal<C> no) {
      return session.refused(id.toString(), no);
    }
    var ended = made.apply(approved);
    writeReceipt(receipts, dialect, id, phase);
    return ended;
  }

  private static void writeReceipt(
      ReceiptWriter receipts, Dialect<?> dialect, CheckpointId id, PhaseName phase) {
    var words = List.of(Claim.Approval.WORD, Claim.ChangesRequested.WORD);
    receipts.write(dialect, id, phase.value(), words);
  }

  private <C extends Checkpoint> ExitCode request(
      Dialect<C> dialect,
      CheckpointId id,
      PhaseName phase,
      String comment,
      ApprovalEvidence approvalEvidence) {
    if (comment.isBlank()) {
      return session.misused(
          "no-comment", "the comment must not be blank", "Describe the required changes.");
    }
    if (session.changeMode() == ChangeMode.COMMIT) {
      var by =
          new Caller(
              session.actor(), ChangeMode.COMMIT, DialectOptions.NONE, null, approvalEvidence);
      var blockers = session.project().gates().requestChanges(dialect, id, phase, comment, by);
      if (!blockers.isEmpty()) {
        return session.refused(id.toString(), new Refusal<>(blockers, List.of()));
      }
    }
    var json =
        JsonObject.builder()
            .add("run", id.toString())
            .add("phase", phase.value())
            .add("changes_requested", comment)
            .add("dry_run", session.changeMode() == ChangeMode.DRY_RUN)
            .build();
    session.confirm(json, List.of(id + ": changes of " + phase + " requested"));
    writeReceipt(new ReceiptWriter(session), dialect, id, phase);
    return ExitCode.SUCCESS;
  }

  /// Returns the files that an approval covers, as they are now. Together they are bounded too:
  /// later files are named with their sizes only.
  static List<ApprovedFile> files(Project project, ApprovalView shown) {
    var files = new ArrayList<ApprovedFile>();
    int left = SHOWN;
    for (var path : shown.files()) {
      var print = project.fingerprint(path).orElse(Optional.empty());
      long size = print.isEmpty() ? -1 : print.get().size();
      var text = project.text(path);
      var content = text.orElse(Optional.empty());
      if (content.isPresent() && left > 0) {
        var file = ApprovedFile.of(path, size, content.get());
        left -= content.get().length();
        files.add(file);
      } else {
        var missing = text.isKnown() ? "does not exist" : text.reason();
        var why = content.isPresent() ? "too much to show at once" : missing;
        files.add(new ApprovedFile(path, size, null, why));
      }
    }
    return files;
  }

  /// Returns the digest of the shown content: of this call, or of an earlier one by the same
  /// caller.
  private String seen(ApprovalView shown) {
    var parsedCommand = session.call();
    var before =
        parsedCommand.name().equals("approve") ? parsedCommand.value(ApprovalSubject.SEEN) : null;
    return before == null ? shown.digest() : before;
  }

  /// Returns one sentence for each change.
  static <C extends Checkpoint> List<String> changes(
      Project project, Dialect<C> dialect, CheckpointId id, ApprovalView shown) {
    var changes = new ArrayList<String>();
    var found = project.runs().inspect(dialect, id).document();
    var earlier = found.evidence().proof(Claim.Approval.WORD, shown.name().value());
    if (earlier != null) {
      changes.add("approved by " + approverAndTime(earlier) + ", and not the same any more");
    }
    var past = project.history().history(id);
    var externalEdits = new ExternalEdits(project.history());
    var recorded = externalEdits.of(dialect, id, past);
    var told = new ArrayList<String>();
    for (var entry : past) {
      var externalEdit = recorded.get(entry.sequence());
      if (externalEdit != null && isAfter(entry, earlier == null ? null : earlier.at())) {
        told.add(
            "edited outside Tidemark before "
                + timeText(entry.at())
                + ": "
                + EditView.text(externalEdit));
      }
    }
    externalEdits
        .pending(dialect, id, found)
        .ifPresent(
            externalEdit -> told.add("edited outside Tidemark: " + EditView.text(externalEdit)));
    changes.addAll(told.subList(Math.max(0, told.size() - EDITS_MAX), told.size()));
    for (var path : shown.files()) {
      var was = reported(found.evidence().files(), path);
      var is = project.fingerprint(path).orElse(Optional.empty()).orElse(null);
      if (was != null && (is == null || !Objects.equals(was.digest(), is.digest()))) {
        changes.add(path + " has changed since the phase was done");
      }
    }
    return changes;
  }

  private static boolean isAfter(HistoryEntry entry, @Nullable Instant time) {
    return entry.sequence() > 1 && (time == null || entry.at().isAfter(time));
  }

  private static String approverAndTime(Proof earlier) {
    return earlier.by() + " at " + timeText(earlier.at());
  }

  private static String timeText(Instant time) {
    return Timestamps.seconds(time);
  }

  private static @Nullable Fingerprint reported(List<Fingerprint> files, String path) {
    for (var file : files) {
      if (file.path().equals(path) && file.origin() == null) {
        return file;
      }
    }
    return null;
  }
}
