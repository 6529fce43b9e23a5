import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;

/// The test server of Temporal, in memory: each result is what an activity of one workflow returns.
/// Nothing is left of it when the process ends; it is a yardstick for what a step costs.
final class Temporal {
  private static final String QUEUE = "bench";

  /// The activity.
  @ActivityInterface
  public interface Recording {
    String record(String result);
  }

  /// The workflow.
  @WorkflowInterface
  public interface Results {
    @WorkflowMethod
    void work();

    @UpdateMethod
    int append(String result);
  }

  /// What the worker runs.
  public static final class Working implements Results {
    private final Recording recording =
        Workflow.newActivityStub(
            Recording.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofMinutes(1)).build());
    private int length;

    @Override
    public void work() {
      Workflow.await(() -> false);
    }

    @Override
    public int append(String result) {
      length = recording.record(result).length();
      return length;
    }
  }

  public static void main(String[] args) throws Exception {
    var environment = TestWorkflowEnvironment.newInstance();
    var worker = environment.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(Working.class);
    worker.registerActivitiesImplementations((Recording) result -> result);
    environment.start();
    var options = WorkflowOptions.newBuilder().setTaskQueue(QUEUE).build();
    var results = environment.getWorkflowClient().newWorkflowStub(Results.class, options);
    WorkflowClient.start(results::work);
    Peer.serve(
        args,
        place ->
            new Peer.Run() {
              @Override
              public String newest() {
                return "";
              }

              @Override
              public void append(String result) {
                results.append(result);
              }
            });
  }
}
