package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Subject of an approval: the fields of the phase and the bytes of its files, for a digest.
///
/// @param name the phase
/// @param phase the phase in the checkpoint; absent if it has no entry
/// @param paths the files, from the project root, in order
public record ApprovalSubject(PhaseName name, @Nullable Phase phase, List<String> paths) {
  /// The option by which an interface passes the digest that was shown to the approver.
  public static final String SEEN = "seen";

  /// Takes its own copy of the paths.
  public ApprovalSubject {
    paths = List.copyOf(paths);
  }

  /// Returns what an approval of a phase is about: the files that the phase reports, and those that
  /// gates of the workflow want approved with it.
  public static ApprovalSubject of(Situation situation, PhaseName name) {
    var phase = situation.find(name);
    var paths = new ArrayList<String>();
    if (phase != null) {
      for (var artifact : phase.artifacts()) {
        add(paths, artifact.path());
      }
    }
    for (var definition : situation.known().definition().phases()) {
      for (var gate : definition.gates()) {
        if (gate.condition() instanceof ApprovedByPerson it && it.approved().equals(name)) {
          for (var file : it.files()) {
            add(paths, situation.path(file));
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

  /// Returns the questions whose answers the digest is made of.
  public List<Ask<?>> asks() {
    var asks = new ArrayList<Ask<?>>();
    for (var path : paths) {
      asks.add(new Ask.Digest(path));
    }
    return asks;
  }

  /// Returns what names exactly this, files included: a file that is gone is another state, and one
  /// that cannot be read another for each reason why.
  public String digest(Facts facts) {
    var text = new StringBuilder();
    part(text, name.value());
    var summary = phase == null ? null : phase.summary();
    part(text, summary == null ? "" : summary.text());
    for (var path : paths) {
      var fact = facts.get(new Ask.Digest(path));
      part(text, path);
      part(text, fact.isKnown() ? fact.orElse(Optional.empty()).orElse("none") : fact.reason());
    }
    return Sha256.hex(Utf8.encode(text.toString()));
  }

  /// Parts are told apart by their lengths, so that none can pose as two.
  private static void part(StringBuilder text, String part) {
    text.append(part.length()).append(':').append(part).append('\n');
  }
}
