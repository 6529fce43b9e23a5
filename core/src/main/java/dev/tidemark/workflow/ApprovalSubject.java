package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Subject of an approval: the fields of the phase and the state of its files, for a digest.
///
/// @param name the phase
/// @param phase the phase in the checkpoint; absent if it has no entry
/// @param paths the files, from the project root, in order
public record ApprovalSubject(PhaseName name, @Nullable Phase phase, List<String> paths) {
  /// The option by which an interface passes the digest that was shown to the approver.
  public static final String SEEN = "seen";

  /// Returns the refusal of an approval whose subject is not the one that was shown.
  public static Blocker changedMeanwhile(PhaseName phase) {
    return Blocker.refused(
        "changed-meanwhile",
        phase + " has changed during the approval; nothing was approved",
        "Run approve again and check the new state");
  }

  /// Takes its own copy of the paths.
  public ApprovalSubject {
    paths = List.copyOf(paths);
  }

  /// Returns the subject of an approval: the phase's reported files, and the files that gates of
  /// the workflow add.
  public static ApprovalSubject of(GateContext gateContext, PhaseName name) {
    var phase = gateContext.find(name);
    var paths = new ArrayList<String>();
    if (phase != null) {
      for (var artifact : phase.artifacts()) {
        add(paths, artifact.path());
      }
    }
    for (var definition : gateContext.definition().phases()) {
      for (var gate : definition.gates()) {
        if (gate.condition() instanceof ApprovedByPerson it && it.approved().equals(name)) {
          for (var file : it.files()) {
            add(paths, gateContext.path(file));
          }
        }
      }
    }
    return new ApprovalSubject(name, phase, paths);
  }

  private static void add(List<String> paths, String path) {
    if (!paths.contains(path)) {
      paths.add(path);
    }
  }

  /// Returns the queries for the facts in the digest.
  public List<FactQuery<?>> asks() {
    var asks = new ArrayList<FactQuery<?>>();
    for (var path : paths) {
      asks.add(FactQuery.fileState(path));
    }
    return asks;
  }

  /// Returns the digest, files included: a missing file is a state of its own, and so is an
  /// unreadable one for each reason.
  public String digest(Facts facts) {
    var text = new StringBuilder();
    part(text, name.value());
    var summary = phase == null ? null : phase.summary();
    part(text, summary == null ? "" : summary.text());
    for (var path : paths) {
      var fact = facts.get(FactQuery.fileState(path));
      part(text, path);
      part(text, fact.isKnown() ? fact.orElse(Optional.empty()).orElse("none") : fact.reason());
    }
    return Sha256.hex(Utf8.encode(text.toString()));
  }

  /// Parts are delimited by their lengths, so that the encoding is unambiguous.
  private static void part(StringBuilder text, String part) {
    text.append(part.length()).append(':').append(part).append('\n');
  }
}
