package dev.tidemark.testkit;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialect.merge.TreeMerge;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON codec and validator of the [toy dialect][ToyDialects], version 1.
final class ToyFormat implements Format<ToyCheckpoint>, Validator {
  private static final String VERSION = "version";
  private static final FactQuery<List<FileFact>> FOLDER = FactQuery.files(ToyDialects.TOY);

  private static final TreeMerge.Status STATUS =
      new TreeMerge.Status(
          ToyCheckpoint.STATUS,
          List.of("pending", "in_progress", "failed", "skipped", "complete"),
          Map.of("failed", "failed", "skipped", "skipped", "complete", "done"),
          List.of(ToyCheckpoint.ERROR),
          null,
          null);

  /// Rules of a merge.
  private static final TreeMerge.Schema SCHEMA =
      new TreeMerge.Schema() {
        @Override
        public TreeMerge.Rule rule(List<String> path) {
          return switch (path.getLast()) {
            case ToyCheckpoint.UPDATED, ToyCheckpoint.COMPLETED -> TreeMerge.Rule.LATEST;
            case ToyCheckpoint.CURRENT, ToyCheckpoint.COMMIT -> TreeMerge.Rule.LEADER;
            default -> TreeMerge.Rule.CONFLICT;
          };
        }

        @Override
        public TreeMerge.@Nullable Status status(List<String> path) {
          return path.size() == 2 && path.getFirst().equals(ToyCheckpoint.PHASES) ? STATUS : null;
        }

        @Override
        public @Nullable PhaseName phase(List<String> path) {
          return path.size() > 1 ? new PhaseName(path.get(1)) : null;
        }
      };

  @Override
  public DecodeResult<ToyCheckpoint> decode(CheckpointId id, String document) {
    var root = root(document);
    var version = root.find(VERSION);
    if (version instanceof JsonNumber number && number.isWhole(1)) {
      return new DecodeResult<>(new ToyCheckpoint(id, root), List.of());
    }
    throw new UnknownVersionException(String.valueOf(version), version instanceof JsonNumber);
  }

  private static JsonObject root(String document) {
    try {
      if (JsonText.parse(document) instanceof JsonObject root) {
        return root;
      }
    } catch (JsonException problem) {
      throw new UnreadableException(String.valueOf(problem.getMessage()));
    }
    throw new UnusableException("expected a JSON object");
  }

  /// A document that is no object is that of another tool.
  @Override
  public Attribution attribution(String document) {
    try {
      var root = root(document);
      return Attribution.of(root.string(ToyCheckpoint.WORKFLOW), root.string(ToyCheckpoint.ITEM));
    } catch (UnusableException other) {
      return Attribution.FOREIGN;
    } catch (UnreadableException damaged) {
      return Attribution.UNKNOWN;
    }
  }

  @Override
  public String encode(ToyCheckpoint next, String previous) {
    return JsonSplice.apply(previous, next.root());
  }

  @Override
  public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = decode(id, ours).checkpoint().root();
    var other = decode(id, theirs).checkpoint().root();
    var before = base == null ? null : decode(id, base).checkpoint().root();
    var treeMerge = new TreeMerge(SCHEMA, TreeMerge.lead(one, other, ToyCheckpoint.UPDATED));
    var merged = treeMerge.merge(before, one, other);
    return Result.of(
        JsonSplice.apply(ours, one, MergeConflict.into(merged, treeMerge.conflicts())));
  }

  @Override
  public String decide(
      CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
    var root = decode(id, document).checkpoint().root();
    return JsonSplice.apply(document, root, TreeMerge.decide(SCHEMA, root, conflicts, ours));
  }

  @Override
  public List<SchemaViolation> validate(String document) {
    try {
      var workflow = root(document).find(ToyCheckpoint.WORKFLOW);
      return workflow instanceof JsonString
          ? List.of()
          : List.of(error("$.workflow", "must be a string", String.valueOf(workflow)));
    } catch (UnreadableException | UnusableException problem) {
      return List.of(error("$", "must be a JSON object", String.valueOf(problem.getMessage())));
    }
  }

  /// Asks for the files of the folder `toy`, then for those of each folder in it.
  @Override
  public List<FactQuery<?>> queries(Facts known) {
    var asks = new ArrayList<FactQuery<?>>();
    asks.add(FOLDER);
    for (int i = 0; i < asks.size(); i++) {
      for (var file : files(asks.get(i), known)) {
        if (file.folder()) {
          asks.add(FactQuery.files(file.path()));
        }
      }
    }
    return asks;
  }

  private static List<FileFact> files(FactQuery<?> factQuery, Facts known) {
    return factQuery.kind() == FactQuery.Kind.FILES && known.has(factQuery)
        ? known.get(FactQuery.files(factQuery.subject())).orElse(List.of())
        : List.of();
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    for (var factQuery : queries(facts)) {
      if (!factQuery.equals(FOLDER)
          && factQuery.kind() == FactQuery.Kind.FILES
          && files(factQuery, facts).isEmpty()) {
        var cure = List.<Effect>of(new Effect.RemoveFolders(List.of(factQuery.subject())));
        var text = factQuery.subject() + " is empty";
        diagnostics.add(
            new FileDiagnostic(
                Diagnostic.Severity.WARNING, "empty-folder", text, "Remove it", cure));
      }
    }
    return diagnostics;
  }

  private static SchemaViolation error(String path, String rule, String value) {
    return new SchemaViolation(Diagnostic.Severity.ERROR, path, rule, value);
  }
}
