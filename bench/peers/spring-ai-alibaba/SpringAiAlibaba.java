import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.checkpoint.Checkpoint;
import com.alibaba.cloud.ai.graph.checkpoint.savers.file.FileSystemSaver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedList;
import java.util.Map;

/// The file-system saver of Spring AI Alibaba's graph: each result is a checkpoint of one thread.
final class SpringAiAlibaba {
  public static void main(String[] args) throws Exception {
    Peer.serve(args, place -> new Saved(new Quick(Path.of(place))));
  }

  /// The saver as it is, except that it can be filled without a file for each checkpoint.
  private static final class Quick extends FileSystemSaver {
    private boolean filling;

    Quick(Path folder) throws Exception {
      super(Files.createDirectories(folder), StateGraph.DEFAULT_JACKSON_SERIALIZER);
    }

    @Override
    protected void insertedCheckpoint(
        RunnableConfig config, LinkedList<Checkpoint> all, Checkpoint added) throws Exception {
      if (!filling) {
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
              .state(Map.<String, Object>of("result", result))
              .build());
    }

    @Override
    public boolean fill(int from, int to) throws Exception {
      for (int number = from; number <= to; number++) {
        saver.filling = number < to;
        append(Peer.result(number));
      }
      return true;
    }
  }
}
