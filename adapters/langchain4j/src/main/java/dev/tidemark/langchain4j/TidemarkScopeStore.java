package dev.tidemark.langchain4j;

import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopeSerializer;
import dev.langchain4j.agentic.scope.AgenticScopeStore;
import dev.langchain4j.agentic.scope.DefaultAgenticScope;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.KeyedRuns;
import dev.tidemark.library.KeyedRuns.PhaseMove;
import dev.tidemark.library.KeyedRuns.Snapshot;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException.ConflictException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/// Store of agentic scopes of LangChain4j: one run `state/langchain4j/<agent>%2F<memory>` for each
/// agent and memory id, one journal entry for each save, one phase for each agent that was invoked.
///
/// A scope is saved only over the version that it was loaded from or saved as: if another process
/// has saved that memory since, the save is refused. The registry of LangChain4j ignores the answer
/// of a store, so every failure is an exception. A registry keeps the scope whose save was refused:
/// agents that are built anew have a new registry, which loads the saved one. Ephemeral scopes,
/// which no later process can name, are not saved. Safe for use by many threads.
public final class TidemarkScopeStore implements AgenticScopeStore {
  /// The command of the runs.
  public static final String COMMAND = "langchain4j";

  private static final String AGENT = "agent_id";
  private static final String SCOPE = "scope";

  private final KeyedRuns runs;

  /// The version that a scope was loaded from or saved as. One without a version is new: it is
  /// saved only where there is none.
  private final Map<DefaultAgenticScope, String> versions = new WeakHashMap<>();

  /// Takes the project of the runs.
  public TidemarkScopeStore(Project project) {
    this.runs = new KeyedRuns(project, COMMAND);
  }

  /// Saves a scope. When it returns, the scope survives a crash of the machine.
  ///
  /// @return true
  /// @throws ConflictException if the memory was saved or deleted by others since the scope was
  ///   loaded; nothing was written
  /// @throws IllegalStateException if the scope was refused, for its size or a secret; nothing was
  ///   written
  @Override
  public synchronized boolean save(AgenticScopeKey key, DefaultAgenticScope scope) {
    var document =
        (JsonObject) JsonText.parse(AgenticScopeSerializer.toJson(scope), Integer.MAX_VALUE);
    if ("EPHEMERAL".equals(document.string("kind"))) {
      return true;
    }
    var base = runs.read(name(key));
    var known = versions.getOrDefault(scope, "");
    if (!known.equals(runs.version(base))) {
      throw new ConflictException(base.id());
    }
    var state = runs.state(base).with(AGENT, key.agentId()).with(SCOPE, document);
    versions.put(scope, runs.write(base, state, moves(base.document(), scope)));
    return true;
  }

  /// Returns the scope of a key, as it was saved last.
  @Override
  public synchronized Optional<DefaultAgenticScope> load(AgenticScopeKey key) {
    var snapshot = runs.read(name(key));
    var scope = scope(snapshot);
    if (scope != null) {
      versions.put(scope, runs.version(snapshot));
    }
    return Optional.ofNullable(scope);
  }

  /// Removes the scope of a key from its document and finishes the run; the journal keeps what was
  /// saved, until it is pruned or redacted.
  @Override
  public synchronized boolean delete(AgenticScopeKey key) {
    return runs.finish(name(key), true).document() != null;
  }

  /// Returns the keys of the scopes that were saved and not deleted.
  @Override
  public Set<AgenticScopeKey> getAllKeys() {
    var keys = new LinkedHashSet<AgenticScopeKey>();
    for (var snapshot : runs.open()) {
      var agent = runs.state(snapshot).string(AGENT);
      var scope = scope(snapshot);
      if (agent != null && scope != null) {
        keys.add(new AgenticScopeKey(agent, scope.memoryId()));
      }
    }
    return keys;
  }

  private @Nullable DefaultAgenticScope scope(Snapshot snapshot) {
    var scope = runs.state(snapshot).object(SCOPE);
    return scope == null ? null : AgenticScopeSerializer.fromJson(JsonText.compact(scope));
  }

  /// Returns the agents that were invoked, as far as their phases are not complete.
  private static List<PhaseMove> moves(@Nullable JsonObject document, DefaultAgenticScope scope) {
    var state = document == null ? null : document.object("state");
    var complete =
        new LinkedHashSet<>(state == null ? List.of() : state.strings("completed_phases"));
    var moves = new ArrayList<PhaseMove>();
    for (var invocation : List.copyOf(scope.agentInvocations())) {
      if (complete.add(invocation.agentName())) {
        moves.add(new PhaseMove(invocation.agentName(), PhaseStatus.COMPLETE));
      }
    }
    return moves;
  }

  /// Returns a text for a key, different for each: memory ids of other types than strings have the
  /// name of their type.
  private static String name(AgenticScopeKey key) {
    var memory = key.memoryId();
    if (memory instanceof String text) {
      return escaped(key.agentId()) + "/" + escaped(text);
    }
    if (memory instanceof Number || memory instanceof UUID) {
      return escaped(key.agentId()) + "//" + memory.getClass().getName() + "/" + memory;
    }
    throw new IllegalArgumentException(
        "a memory id must be a string, a number or a UUID, but is of " + memory.getClass());
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("/", "%2F");
  }
}
