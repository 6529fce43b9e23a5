package dev.tidemark.langgraph4j;

import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.tidemark.library.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.serializer.plain_text.gson.GsonStateSerializer;
import org.bsc.langgraph4j.serializer.std.ObjectStreamStateSerializer;
import org.bsc.langgraph4j.state.AgentState;
import org.bsc.langgraph4j.state.Channel;
import org.bsc.langgraph4j.state.Channels;

/// Graphs, serializers and savers of the tests.
final class Graphs {
  static final Map<String, Channel<?>> SCHEMA =
      Map.of("messages", Channels.appender(java.util.ArrayList::new));

  private Graphs() {}

  static Project project(Path root) {
    return Project.at(root).open();
  }

  static StateSerializer<AgentState> binary() {
    return new ObjectStreamStateSerializer<>(AgentState::new);
  }

  static StateSerializer<AgentState> json() {
    return new Json(new GsonBuilder().create());
  }

  /// A serializer that writes the state as JSON.
  static final class Json extends GsonStateSerializer<AgentState> {
    Json(Gson gson) {
      super(AgentState::new, gson);
    }
  }

  static RunnableConfig thread(String id) {
    return RunnableConfig.builder().threadId(id).build();
  }

  static Checkpoint checkpoint(String id, String node, String next, Map<String, Object> state) {
    return Checkpoint.builder().id(id).nodeId(node).nextNodeId(next).state(state).build();
  }

  /// Two nodes that each add their name to the messages; the graph stops before the second.
  static CompiledGraph<AgentState> interrupted(Path root, StateSerializer<AgentState> serializer)
      throws GraphStateException {
    return twoNodes(serializer)
        .compile(
            CompileConfig.builder()
                .checkpointSaver(new TidemarkSaver(project(root), serializer))
                .interruptBefore("write")
                .releaseThread(true)
                .build());
  }

  static StateGraph<AgentState> twoNodes(StateSerializer<AgentState> serializer)
      throws GraphStateException {
    return new StateGraph<>(SCHEMA, serializer)
        .addNode("research", node_async(state -> Map.of("messages", List.of("research"))))
        .addNode("write", node_async(state -> Map.of("messages", List.of("write"))))
        .addEdge(START, "research")
        .addEdge("research", "write")
        .addEdge("write", END);
  }

  static List<Object> messages(Map<String, Object> state) {
    return Optional.ofNullable(state.get("messages"))
        .map(messages -> List.copyOf((List<?>) messages))
        .map(messages -> messages.stream().<Object>map(message -> message).toList())
        .orElse(List.of());
  }
}
