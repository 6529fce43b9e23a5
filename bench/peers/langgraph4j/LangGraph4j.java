import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedList;
import java.util.Map;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;
import org.bsc.langgraph4j.serializer.std.ObjectStreamStateSerializer;
import org.bsc.langgraph4j.state.AgentState;

/// The file-system saver of LangGraph4j: each result is a checkpoint of one thread.
final class LangGraph4j {
  public static void main(String[] args) throws Exception {
    Peer.serve(args, place -> new Saved(new Quick(Path.of(place))));
  }

  /// The saver as it is, except that it can be filled without a file for each checkpoint.
  private static final class Quick extends FileSystemSaver {
    private LinkedList<Checkpoint> filling;
    private boolean last;

    Quick(Path folder) throws Exception {
      super(Files.createDirectories(folder), new ObjectStreamStateSerializer<>(AgentState::new));
    }

    @Override
    protected LinkedList<Checkpoint> loadCheckpoints(RunnableConfig config) throws Exception {
      return filling == null ? super.loadCheckpoints(config) : filling;
    }

    @Override
    protected void insertedCheckpoint(
        RunnableConfig config, LinkedList<Checkpoint> all, Checkpoint added) throws Exception {
      if (filling == null || last) {
        super.insertedCheckpoint(config, all, added);
      }
    }
  }

  private record Saved(Quick saver) implements Peer.Run {
    private static final RunnableConfig RUN = RunnableConfig.builder().threadId("run").build();

    @Override
    public String newest() {
      return saver.get(RUN).map(it -> (String) it.getState().get("result")).orElse("");
    }

    @Override
    public void append(String result) throws Exception {
      saver.put(
          RUN,
          Checkpoint.builder()
              .nodeId("implementation")
              .nextNodeId("implementation")
              .state(Map.of("result", result))
              .build());
    }

    @Override
    public boolean fill(int from, int to) throws Exception {
      saver.filling = saver.loadCheckpoints(RUN);
      for (int number = from; number <= to; number++) {
        saver.last = number == to;
        append(Peer.result(number));
      }
      saver.filling = null;
      saver.last = false;
      return true;
    }
  }
}
