package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gate context: the run, its evidence and the facts that a gate may use.
///
/// @param id which run is meant
/// @param phase the phase of the gate
/// @param checkpoint the run as it stands; absent if it has no document
/// @param evidence the recorded evidence
/// @param recorded whether there is a journal of the run at all
/// @param trustsFiles whether a verdict in a file counts without a recorded one
/// @param definition the workflow as it is defined
/// @param facts the world, as far as it was asked for
public record GateContext(
    CheckpointId id,
    PhaseName phase,
    @Nullable Checkpoint checkpoint,
    Evidence evidence,
    boolean recorded,
    boolean trustsFiles,
    WorkflowDefinition definition,
    Facts facts) {
  /// The configuration of the services.
  static final FactQuery<Optional<String>> SERVICES = FactQuery.fileText(ServicePolicy.FILE);

  /// Returns whether a verdict counts that stands in a file and in no journal.
  boolean believesFiles() {
    return trustsFiles || !recorded;
  }

  /// Returns the state of a phase; null if the checkpoint has no such phase.
  public @Nullable Phase find(PhaseName name) {
    if (checkpoint != null) {
      for (var candidate : checkpoint.phases()) {
        if (candidate.name().equals(name)) {
          return candidate;
        }
      }
    }
    return null;
  }

  /// Returns a path with the run's item in place of `{item}`.
  String path(String pattern) {
    var item = id.item();
    return pattern.replace("{item}", item == null ? id.workflow() : item);
  }

  /// Returns the policy of the service gates, from the fact [#SERVICES]; unknown where the file
  /// cannot be understood.
  Fact<ServicePolicy> services() {
    var text = facts.get(SERVICES);
    return text.isKnown()
        ? ServicePolicy.of(text.orElse(Optional.empty()).orElse("{}"))
        : Fact.unknown(text.reason());
  }

  /// Returns why a gate of a service stays closed where the configuration cannot be understood.
  static List<Blocker> unknownServices(String reason) {
    return List.of(
        Blocker.refused(
            "gate-unknown",
            "the services of the project cannot be determined: " + reason,
            "Correct " + ServicePolicy.FILE + ", then look: tidemark webhooks --test --dry-run"));
  }

  /// Returns why a recorded result does not count for the current content of the work tree, from
  /// the fact [FactQuery#TREE]; nothing if it does.
  ///
  /// @param position the position of the result
  /// @param code the code of the blocker if the result is about another tree
  /// @param question the relation of result and tree, as in `the review was about`
  /// @param statement the same with the tree that was recorded
  /// @param hint how to get a result for the current tree
  List<Blocker> otherTree(
      TreePosition position, String code, String question, String statement, String hint) {
    var current = facts.get(FactQuery.TREE);
    var recorded = position.tree();
    if (!current.isKnown() || recorded == null) {
      var why = current.isKnown() ? "none was recorded" : current.reason();
      var reason = "cannot determine whether " + question + " this tree: " + why;
      return List.of(Blocker.refused("gate-unknown", reason, hint));
    }
    var tree = current.orElse("");
    if (recorded.equals(tree)) {
      return List.of();
    }
    var reason =
        statement
            + " tree "
            + Head.abbreviated(recorded)
            + ", but the current work tree is "
            + Head.abbreviated(tree);
    return List.of(Blocker.refused(code, reason, hint));
  }

  /// Returns the answer to a question if it is known by now, else the given one.
  <T> T answer(FactQuery<T> factQuery, T otherwise) {
    return facts.has(factQuery) ? facts.get(factQuery).orElse(otherwise) : otherwise;
  }
}
