package dev.tidemark.langgraph4j;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.KeyedRuns;
import dev.tidemark.library.KeyedRuns.PhaseMove;
import dev.tidemark.library.KeyedRuns.Snapshot;
import dev.tidemark.library.Project;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import org.bsc.langgraph4j.GraphDefinition;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.checkpoint.BaseCheckpointSaver;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.state.AgentState;
import org.jspecify.annotations.Nullable;

/// Checkpoint saver of LangGraph4j: one run `state/langgraph4j/<thread>` for each thread, one
/// journal entry for each checkpoint, one phase for each node.
///
/// The document holds the states of the newest checkpoints, up to [#INLINE_MAX] characters and at
/// least one; older states are read from the journal, where each was written. A state leaves the
/// document only after the journal has it. A checkpoint whose state was pruned from the journal is
/// not listed. Releasing a thread finishes its run.
///
/// Processes and threads that save to one thread are ordered by optimistic locking; none loses the
/// checkpoint of another. Safe for use by many threads.
public final class TidemarkSaver implements BaseCheckpointSaver {
  /// The command of the runs.
  public static final String COMMAND = "langgraph4j";

  /// The most characters of states that a document holds; the newest one may be longer.
  public static final int INLINE_MAX = 128 * 1024;

  private static final String CHECKPOINTS = "checkpoints";

  private final KeyedRuns runs;
  private final CheckpointCodec codec;

  /// Takes the project of the runs, and the serializer of the graph's state. A state that is
  /// serialized as text is kept as JSON, where the rules for secrets apply to it; any other is kept
  /// as Base64.
  public TidemarkSaver(Project project, StateSerializer<? extends AgentState> serializer) {
    this.runs = new KeyedRuns(project, COMMAND);
    this.codec = new CheckpointCodec(serializer);
  }

  /// Returns the checkpoints of a thread, newest first; none of a released one.
  @Override
  public Collection<Checkpoint> list(RunnableConfig config) {
    return checkpoints(runs.read(threadId(config)));
  }

  /// Returns the checkpoint that the configuration names, else the newest one of the thread.
  @Override
  public Optional<Checkpoint> get(RunnableConfig config) {
    var snapshot = runs.read(threadId(config));
    var entries = entries(snapshot);
    var wanted = config.checkPointId().orElse(null);
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (wanted == null || wanted.equals(entries.get(i).string(CheckpointCodec.ID))) {
        var complete = withStates(snapshot, List.of(entries.get(i)));
        return complete.isEmpty()
            ? Optional.empty()
            : Optional.of(codec.decode(complete.getFirst()));
      }
    }
    return Optional.empty();
  }

  /// Adds a checkpoint, or replaces the one that the configuration names. When it returns, the
  /// checkpoint survives a crash of the machine.
  ///
  /// @throws NoSuchElementException if the thread does not have the named checkpoint
  /// @throws IllegalStateException if the checkpoint was refused, for its size or a secret; nothing
  ///   was written
  @Override
  public RunnableConfig put(RunnableConfig config, Checkpoint checkpoint) {
    var encoded = codec.encode(checkpoint);
    var replaced = config.checkPointId().orElse(null);
    runs.repeat(
        threadId(config),
        base -> {
          var entries = new ArrayList<>(entries(base));
          int at = replaced == null ? entries.size() : indexOf(entries, replaced);
          if (at == entries.size()) {
            entries.add(encoded);
          } else {
            entries.set(at, encoded);
          }
          var kept = JsonArray.of(withinBudget(entries, at, base.sequence()));
          // The phases are those of the newest checkpoint.
          var moves =
              at == entries.size() - 1 ? moves(base.document(), checkpoint) : List.<PhaseMove>of();
          runs.write(base, runs.state(base).with(CHECKPOINTS, kept), moves);
          return base;
        });
    return replaced == null
        ? RunnableConfig.builder(config).checkPointId(checkpoint.getId()).build()
        : config;
  }

  /// Finishes the run of a thread. Its document keeps the newest checkpoints until the thread is
  /// used again, and the journal has all of them.
  ///
  /// @return the checkpoints that the thread had, newest first
  @Override
  public Tag release(RunnableConfig config) {
    var thread = threadId(config);
    var before = runs.finish(thread, false);
    return new Tag(thread, checkpoints(before));
  }

  private List<Checkpoint> checkpoints(Snapshot snapshot) {
    var checkpoints = new ArrayList<Checkpoint>();
    for (var entry : withStates(snapshot, entries(snapshot))) {
      checkpoints.add(codec.decode(entry));
    }
    Collections.reverse(checkpoints);
    return Collections.unmodifiableList(checkpoints);
  }

  private List<JsonObject> entries(Snapshot snapshot) {
    return entries(runs.state(snapshot));
  }

  private static List<JsonObject> entries(JsonObject state) {
    var array = state.array(CHECKPOINTS);
    var entries = new ArrayList<JsonObject>();
    for (var element : array == null ? List.<Json>of() : array.elements()) {
      if (element instanceof JsonObject entry) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static int indexOf(List<JsonObject> entries, String id) {
    for (int i = 0; i < entries.size(); i++) {
      if (id.equals(entries.get(i).string(CheckpointCodec.ID))) {
        return i;
      }
    }
    throw new NoSuchElementException("Checkpoint with id " + id + " not found!");
  }

  /// Returns the entries with the states of the newest ones only, and of the one that is written
  /// now, which the journal does not have yet. An entry that loses its state gets the number of the
  /// newest journal entry as it was read, where the document had that state.
  private static List<JsonObject> withinBudget(
      List<JsonObject> entries, int written, long sequence) {
    var kept = new ArrayList<JsonObject>(entries);
    int newest = entries.size() - 1;
    int length = length(entries.get(written));
    for (int i = newest; i >= 0; i--) {
      var entry = entries.get(i);
      if (i == written || !CheckpointCodec.hasState(entry)) {
        continue;
      }
      length += length(entry);
      if (i != newest && length > INLINE_MAX) {
        length -= length(entry);
        kept.set(i, CheckpointCodec.withoutState(entry, sequence));
      }
    }
    return kept;
  }

  private static int length(JsonObject entry) {
    return JsonText.compact(entry).length();
  }

  /// Returns the entries with their states, those from the journal included; an entry whose state
  /// was pruned is left out.
  ///
  /// The state is at the number that its entry names, or, if it was edited by hand before it left
  /// the document, in the record of the edit, which is the next one.
  private List<JsonObject> withStates(Snapshot snapshot, List<JsonObject> entries) {
    var numbers = new TreeSet<Long>();
    for (var entry : entries) {
      if (!CheckpointCodec.hasState(entry)) {
        long at = CheckpointCodec.sequence(entry);
        numbers.add(at);
        numbers.add(at + 1);
      }
    }
    var recorded = numbers.isEmpty() ? null : runs.recorded(snapshot.id(), List.copyOf(numbers));
    var complete = new ArrayList<JsonObject>(entries.size());
    for (var entry : entries) {
      JsonObject found = null;
      if (CheckpointCodec.hasState(entry)) {
        found = entry;
      } else if (recorded != null) {
        long at = CheckpointCodec.sequence(entry);
        for (var state : recorded.subMap(at, at + 2).values()) {
          var later = find(state, CheckpointCodec.id(entry));
          found = later == null ? found : later;
        }
      }
      if (found != null) {
        complete.add(found);
      }
    }
    return complete;
  }

  private static @Nullable JsonObject find(JsonObject state, String id) {
    for (var entry : entries(state)) {
      if (CheckpointCodec.hasState(entry) && id.equals(CheckpointCodec.id(entry))) {
        return entry;
      }
    }
    return null;
  }

  /// Returns the phases that a checkpoint moves: its node is complete, the next one is pending, and
  /// no other is.
  private static List<PhaseMove> moves(@Nullable JsonObject document, Checkpoint checkpoint) {
    var moves = new ArrayList<PhaseMove>();
    var next = checkpoint.getNextNodeId();
    for (var pending : pending(document)) {
      if (!pending.equals(next)) {
        moves.add(new PhaseMove(pending, PhaseStatus.SKIPPED));
      }
    }
    if (isNode(checkpoint.getNodeId())) {
      moves.add(new PhaseMove(checkpoint.getNodeId(), PhaseStatus.COMPLETE));
    }
    if (isNode(next)) {
      moves.add(new PhaseMove(next, PhaseStatus.PENDING));
    }
    return moves;
  }

  private static List<String> pending(@Nullable JsonObject document) {
    var state = document == null ? null : document.object("state");
    return state == null ? List.of() : state.strings("pending_phases");
  }

  private static boolean isNode(String id) {
    return !id.equals(GraphDefinition.START) && !id.equals(GraphDefinition.END);
  }
}
