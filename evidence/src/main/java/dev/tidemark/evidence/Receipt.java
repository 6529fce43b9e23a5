package dev.tidemark.evidence;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Slug;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.Reviewed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Receipt of a verdict: what was recorded of one gate of a run, for which git tree.
///
/// @param run the id of the run
/// @param phase the phase of the gate
/// @param gate the name of the gate
/// @param definition the digest of the gate's definition, see [#definition(Gate)]
/// @param position the git tree of the content, without checkpoints and receipts, and the commit
///   that was checked out
/// @param files the approved files; none for other gates
/// @param proof the recorded claim
/// @param sequence the number of the newest journal entry of the run at that time
public record Receipt(
    String run,
    String phase,
    String gate,
    String definition,
    TreePosition position,
    List<FileDigest> files,
    Proof proof,
    long sequence) {
  private static final int HASH_DIGITS = 12;

  /// Takes its own copy of the files.
  public Receipt {
    files = List.copyOf(files);
  }

  /// Kind of gate that a receipt can answer.
  public enum Kind {
    COMMAND("command"),
    REVIEW("review"),
    APPROVAL("approval"),
    REPORT("report");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// Returns the word of the kind.
    public String word() {
      return word;
    }

    /// Returns the kind of a gate; null for one whose condition no verdict decides.
    public static @Nullable Kind of(Gate gate) {
      return switch (gate.condition()) {
        case CommandSucceeded command -> COMMAND;
        case Reviewed review -> REVIEW;
        case ApprovedByPerson approval -> APPROVAL;
        case ReportPassed report -> REPORT;
        default -> null;
      };
    }
  }

  /// Digest of an approved file.
  ///
  /// @param path its path from the project root
  /// @param sha256 the SHA-256 of its bytes, in hex
  public record FileDigest(String path, String sha256) {}

  /// Returns the kind of gate that it is about.
  public Kind kind() {
    return switch (proof.claim()) {
      case Claim.CommandRun command -> Kind.COMMAND;
      case Claim.Approval approval -> Kind.APPROVAL;
      case Claim.ChangesRequested changes -> Kind.APPROVAL;
      case Claim.Report report -> Kind.REPORT;
      default -> Kind.REVIEW;
    };
  }

  /// Returns whether the verdict opens the gate.
  public boolean passed() {
    return switch (proof.claim()) {
      case Claim.CommandRun run -> run.exit() == 0;
      case Claim.Verdict verdict -> verdict.passed() && verdict.blockers().isEmpty();
      case Claim.Report report -> report.passed();
      case Claim.Approval approval -> true;
      default -> false;
    };
  }

  /// Returns the git tree; empty if there is none.
  public String tree() {
    var tree = position.tree();
    return tree == null ? "" : tree;
  }

  /// Returns the file's path, from the project root: another content has another name.
  ///
  /// @param folder the folder of receipts
  /// @param payload the statement in the file
  public String path(String folder, String payload) {
    var name = Slug.of(phase) + "-" + Slug.of(gate);
    var hash = Sha256.hex(Utf8.encode(payload)).substring(0, HASH_DIGITS);
    return folder(folder, run) + "/" + name + "-" + hash + ".json";
  }

  /// Returns the path of a run's folder, whose name has the parts of its id.
  ///
  /// @param folder the folder of receipts
  public static String folder(String folder, String run) {
    var name = new StringBuilder();
    for (var part : run.split("/", -1)) {
      name.append(name.isEmpty() ? "" : "-").append(Slug.of(part));
    }
    return folder + "/" + name;
  }

  /// Returns the digest of a gate's condition with everything in it: an edit of the command, of its
  /// time limit or of the approved files makes it another one.
  public static String definition(Gate gate) {
    var parts = new ArrayList<String>();
    switch (gate.condition()) {
      case CommandSucceeded it -> {
        parts.addAll(List.of(Kind.COMMAND.word, gate.name(), it.timeoutSeconds() + " s"));
        parts.addAll(it.command());
      }
      case Reviewed it -> {
        var file = it.file();
        parts.addAll(List.of(Kind.REVIEW.word, gate.name(), file == null ? "" : file));
      }
      case ApprovedByPerson it -> {
        parts.addAll(List.of(Kind.APPROVAL.word, gate.name(), it.approved().value()));
        parts.addAll(it.files());
      }
      case ReportPassed it -> {
        parts.addAll(List.of(Kind.REPORT.word, gate.name()));
        parts.addAll(it.requirement());
      }
      default -> parts.add(gate.name());
    }
    return Sha256.hex(Utf8.encode(JsonText.compact(JsonArray.ofStrings(parts))));
  }
}
